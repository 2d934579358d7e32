// The two metrics that a reader picks.
const form = document.getElementById("pick");
const answer = document.getElementById("answer");
const NAMES = ["from", "to"];

const picked = (name) => form.elements[name].selectedOptions[0];
const named = (option) => option.textContent;

function offer() {
  const family = picked("from").dataset.family;
  for (const option of form.elements.to.options)
    option.hidden = option.disabled = Boolean(family && option.value && option.dataset.family !== family);
  if (picked("to").disabled) form.elements.to.value = "";
}

function told(from, to, recipe) {
  if (from.dataset.letter === to.dataset.letter)
    return `${named(to)} is the same number as ${named(from)}: both compute ${from.dataset.letter}.`;
  return recipe
    ? `How to get ${named(to)} from ${named(from)}:`
    : `No recipe is known from ${named(from)} to ${named(to)}: compute it from the lists.`;
}

function apply() {
  offer();
  const [from, to] = NAMES.map(picked);
  const both = from.value && to.value;
  const { family, letter } = from.dataset;
  const id = `from-${family}-${letter}-to-${to.dataset.letter}`;
  for (const section of document.querySelectorAll("section.name"))
    section.hidden = Boolean(family) && section.dataset.family !== family;
  for (const whole of document.querySelectorAll(".whole")) whole.hidden = Boolean(both);
  for (const recipe of document.querySelectorAll("article.recipe")) recipe.hidden = Boolean(both) && recipe.id !== id;
  answer.textContent = both ? told(from, to, document.getElementById(id)) : "";
}

addressed(form, NAMES, apply);
