// Looks up the numbers of the case that is shown; computes nothing.
const data = window.homonymPlay;
const form = document.getElementById("play");
const ranks = [...form.querySelectorAll(".box")];
const missed = document.getElementById("missed");
const cutOff = document.getElementById("k");
const second = document.getElementById("second");
const shown = document.getElementById("numbers");
const exact = document.getElementById("case");
const library = document.getElementById("library");
const code = document.getElementById("code");
const SECOND_HITS = data.second.split(" ").map((mark) => mark === "1");

const hits = () => ranks.map((rank) => rank.getAttribute("aria-pressed") === "true");
const k = () => Number(cutOff.value);

function place() {
  const mask = hits().reduce((sum, hit, at) => sum + (hit ? 2 ** at : 0), 0);
  const before = (second.checked ? 2 ** ranks.length : 0) + mask;
  return (before * missed.length + missed.selectedIndex) * cutOff.length + cutOff.selectedIndex;
}

function line() {
  const marks = (list) => list.map((hit) => (hit ? "1" : ".")).join(" ");
  const left = missed.selectedIndex ? ` |${" 1".repeat(missed.selectedIndex)}` : "";
  return `${marks(hits())}${left}${second.checked ? ` ; ${marks(SECOND_HITS)}` : ""} @${k()}`;
}

function part(tag, className, text) {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

function most(numbers) {
  const count = (one) => numbers.filter((other) => other === one).length;
  return numbers.reduce((best, one) => (count(one) > count(best) ? one : best), numbers[0]);
}

function row(one, value, usual) {
  const item = part("li", value === usual ? "as-most" : "apart", "");
  const letter = part("span", `letter alone ${one.colour}`, one.letter);
  const link = part("a", "label", one.label);
  link.href = one.page;
  item.append(part("b", "value", value), " ", letter, link, part("span", "small soft", one.libraries.join(", ")));
  return item;
}

function tell(name, at) {
  const numbers = name.rows.map((one) => one.shown[one.at[at]]);
  const different = new Set(numbers).size;
  const box = part("section", "play", "");
  const head = part("h2", "", name.title);
  head.append(part("span", "tag", different === 1 ? "one number" : `${different} different numbers`));
  const list = document.createElement("ol");
  list.append(...name.rows.map((one, index) => row(one, numbers[index], most(numbers))));
  box.append(head, list);
  return box;
}

const float = (value) => (Number.isInteger(value) ? `${value}.0` : String(value));
const rows = (all) => `[${all.map(([user, item, value]) => `(${user}, ${item}, ${float(value)})`).join(", ")}]`;
const dictionary = (pairs) => `{${pairs.map(([key, value]) => `${key}: ${value}`).join(", ")}}`;

function tables() {
  const users = second.checked ? [hits(), SECOND_HITS] : [hits()];
  const extra = Array.from({ length: missed.selectedIndex }, (_, n) => ranks.length + 1 + n);
  const of = users.map((list, at) => {
    const listed = list.map((hit, rank) => [rank + 1, (9 - 2 * rank) / 10, hit ? 1 : 0]);
    const judged = listed.filter(([, , hit]) => hit).map(([item]) => item);
    return { user: at + 1, listed, relevant: at ? judged : [...judged, ...extra] };
  });
  const each = (made) => of.flatMap(({ user, listed, relevant }) => made(user, listed, relevant));
  const items = ranks.length + missed.selectedIndex;
  return {
    k: String(k()),
    items: String(items),
    catalogue: `[${Array.from({ length: items }, (_, n) => n + 1).join(", ")}]`,
    truth: dictionary(of.map(({ user, relevant }) => [user, dictionary(relevant.map((item) => [item, "1.0"]))])),
    lists: dictionary(of.map(({ user, listed }) => [user, `[${listed.map(([item, score]) => `(${item}, ${score})`).join(", ")}]`])),
    // what the second user has no list and no judgement of was in training: none is a negative
    train: dictionary(of.map(({ user }, at) => [user, dictionary(at ? extra.map((item) => [item, "1.0"]) : [])])),
    truth_rows: rows(each((user, _, relevant) => relevant.map((item) => [user, item, 1]))),
    lists_rows: rows(each((user, listed) => listed.map(([item, score]) => [user, item, score]))),
    label_rows: rows(each((user, listed) => listed.map(([item, , hit]) => [user, item, hit]))),
    shown_rows: rows(each((user, listed) => listed.slice(0, k()).map(([item, , hit]) => [user, item, hit]))),
  };
}

function show() {
  const at = place();
  for (const [index, rank] of ranks.entries()) {
    rank.querySelector(".mark").textContent = hits()[index] ? "hit" : "miss";
    rank.classList.toggle("hit", hits()[index]);
    rank.classList.toggle("below", index >= k());
  }
  shown.replaceChildren(...data.names.map((name) => tell(name, at)));
  exact.textContent = line();
  exact.href = `#${encodeURIComponent(line())}`;
  const known = tables();
  code.textContent = data.code[library.value]?.lines.replace(/\$\{?(\w+)\}?/g, (found, name) => known[name] ?? found) ?? "";
}

function recall() {
  const asked = /^([.1 ]+?)( \|((?: 1)+))?( ; [.1 ]+)? @(\d)$/.exec(decodeURIComponent(location.hash.slice(1)));
  if (!asked) return;
  const [, marks, , left = "", other, depth] = asked;
  marks.split(" ").forEach((mark, at) => ranks[at]?.setAttribute("aria-pressed", mark === "1"));
  missed.selectedIndex = left.length / 2;
  second.checked = Boolean(other);
  cutOff.value = depth;
}

form.hidden = false;
library.append(...data.code.map((one, at) => new Option(one.title, at)));
for (const rank of [0, 2]) ranks[rank].setAttribute("aria-pressed", "true");
missed.selectedIndex = 1;
recall();
for (const rank of ranks)
  rank.addEventListener("click", () => {
    rank.setAttribute("aria-pressed", rank.getAttribute("aria-pressed") !== "true");
    show();
  });
for (const field of [missed, cutOff, second, library]) field.addEventListener("change", show);
form.addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", () => {
  recall();
  show();
});
show();
