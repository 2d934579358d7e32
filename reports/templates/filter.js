// Filters of a matrix.
const form = document.getElementById("filters");
const table = document.querySelector(".matrix");
const rows = [...table.querySelectorAll("tbody tr")];
const shown = document.getElementById("shown");
const NAMES = ["library", "family", "verdict", "run", "versions", "drift"];

const chosen = () => Object.fromEntries(NAMES.map((name) => [name, form.elements[name].value]));

function fits(metric, wanted) {
  const verdict = wanted.verdict;
  const told = metric.dataset;
  const words = verdict === "differs" || verdict === "several";
  if (words ? !(verdict in told) : verdict && told.verdict !== verdict) return false;
  return wanted.drift !== "changed" || "changed" in told;
}

// A family that is not asked for is put aside: hidden, or on a phone after the others.
function mark(cell, wanted) {
  const aside = Boolean(wanted.family) && cell.dataset.family !== wanted.family;
  cell.classList.toggle("aside", aside);
  return aside;
}

function filterCell(cell, wanted) {
  const aside = mark(cell, wanted);
  let metrics = 0;
  for (const group of cell.querySelectorAll(".group")) {
    let mine = 0;
    for (const metric of group.querySelectorAll("li")) {
      metric.hidden = !fits(metric, wanted);
      if (!metric.hidden) mine += 1;
    }
    group.hidden = !mine;
    metrics += mine;
  }
  return aside ? 0 : metrics;
}

function filterRow(row, wanted) {
  const told = row.dataset;
  const metrics = [...row.querySelectorAll("td[data-family]")]
    .map((cell) => filterCell(cell, wanted))
    .reduce((sum, count) => sum + count, 0);
  const narrowed = wanted.family || wanted.verdict || wanted.drift;
  row.hidden =
    (wanted.library && told.library !== wanted.library) ||
    (wanted.run && told.run !== wanted.run) ||
    Boolean(narrowed && !metrics);
  return row.checkVisibility() ? metrics : 0;
}

function apply() {
  const wanted = chosen();
  const unfolded = wanted.versions || wanted.library || wanted.run || wanted.drift;
  table.classList.toggle("unfolded", Boolean(unfolded));
  for (const head of table.querySelectorAll("thead [data-family]")) mark(head, wanted);
  const metrics = rows.reduce((sum, row) => sum + filterRow(row, wanted), 0);
  const visible = rows.filter((row) => row.checkVisibility()).length;
  shown.textContent = `${visible} of ${rows.length} rows, ${metrics} ways to call a metric`;
}

table.addEventListener("change", apply);
addressed(form, NAMES, apply);
