// Filters of the matrices.
const form = document.getElementById("filters");
const parts = [...document.querySelectorAll("section.part")];
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

function filterCell(cell, wanted) {
  cell.hidden = Boolean(wanted.family) && cell.dataset.family !== wanted.family;
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
  return cell.hidden ? 0 : metrics;
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
    (wanted.versions === "newest" && !("newest" in told)) ||
    Boolean(narrowed && !metrics);
  return row.hidden ? 0 : metrics;
}

function apply() {
  const wanted = chosen();
  for (const head of document.querySelectorAll("section.part thead [data-family]"))
    head.hidden = Boolean(wanted.family) && head.dataset.family !== wanted.family;
  const rows = parts.flatMap((part) => [...part.querySelectorAll("tbody tr")]);
  const metrics = rows.reduce((sum, row) => sum + filterRow(row, wanted), 0);
  const visible = rows.filter((row) => !row.hidden).length;
  for (const part of parts)
    part.hidden = !part.querySelector("tbody tr:not([hidden])");
  shown.textContent = `${visible} of ${rows.length} rows, ${metrics} metrics`;
}

addressed(form, NAMES, apply);
