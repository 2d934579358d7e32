// Filters of the edge cases.
const form = document.getElementById("filters");
const parts = [...document.querySelectorAll("section.part")];
const shown = document.getElementById("shown");
const NAMES = ["outcome", "metric", "library"];

// An outcome without names of its own is that of all metrics of its column.
function fits(outcome, { sort, place }, heads) {
  const { sorts = "", names } = outcome.dataset;
  const all = names ?? heads[outcome.parentNode.cellIndex].dataset.names;
  return (!sort || sorts.split(",").includes(sort)) && (!place || all.split(" ").includes(place));
}

const tells = (cell) => Boolean(cell.querySelector("div:not([hidden])"));

function filterColumn(head, cells, { sort, place, library }) {
  const other = Boolean(library) && head.dataset.library !== library;
  head.hidden = other || (Boolean(sort || place) && !cells.some(tells));
  for (const cell of cells) cell.hidden = head.hidden;
}

function filterPart(part, wanted) {
  const heads = part.querySelector("thead tr").cells;
  for (const outcome of part.querySelectorAll("td div")) outcome.hidden = !fits(outcome, wanted, heads);
  const rows = [...part.querySelectorAll("tbody tr")];
  for (const head of part.querySelectorAll("thead [data-library]"))
    filterColumn(head, rows.map((row) => row.cells[head.cellIndex]), wanted);
  for (const row of rows)
    row.hidden = ![...row.querySelectorAll("td:not([hidden])")].some(tells);
  part.hidden = rows.every((row) => row.hidden);
  return rows;
}

function apply() {
  const { outcome, metric, library } = form.elements;
  const place = metric.value && String(metric.selectedIndex);
  const wanted = { sort: outcome.value, place, library: library.value };
  const rows = parts.flatMap((part) => filterPart(part, wanted));
  const visible = rows.filter((row) => !row.hidden).length;
  shown.textContent = `${visible} of ${rows.length} inputs and changes`;
}

addressed(form, NAMES, apply);
