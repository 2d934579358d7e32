// Two metrics that a reader picks, and what the files of data say of the two.
const index = window.homonymCompare;
const form = document.getElementById("pick");
const answer = document.getElementById("told");
const how = document.getElementById("how");
const groups = {};
const sides = [...form.querySelectorAll("fieldset")].map((field) => ({
  library: field.querySelector(".library"),
  version: field.querySelector(".version"),
  metric: field.querySelector(".metric"),
}));

window.homonymCompare = {
  loaded(name, data) {
    groups[name] = data;
    show();
  },
};

function offer(select, names, chosen) {
  select.replaceChildren(...names.map((name) => new Option(name, name)));
  select.disabled = names.length === 0;
  if (names.includes(chosen)) select.value = chosen;
}

function fill({ library, version, metric }, asked = {}) {
  const versions = index[library.value]?.versions ?? {};
  offer(version, Object.keys(versions), asked.version ?? version.value);
  offer(metric, Object.keys(versions[version.value] ?? {}), asked.metric ?? metric.value);
}

function picked({ library, version, metric }) {
  const found = index[library.value]?.versions[version.value]?.[metric.value];
  if (!found) return null;
  const [group, place, edges, when, perUser, why, page, ...matters] = found;
  const title = `${index[library.value].title} ${version.value} ${metric.value}`;
  const id = `${library.value}==${version.value}.${metric.value}`;
  return { group, place, edges, when, perUser, why, page, matters, title, id };
}

function element(tag, text, inside = []) {
  const made = document.createElement(tag);
  if (text) made.textContent = text;
  made.append(...inside);
  return made;
}

function link(text, href) {
  const made = element("a", text);
  made.href = href;
  return made;
}

function load(group) {
  if (group in groups) return true;
  groups[group] = null;
  const script = element("script");
  script.src = `compare-${group}.js`;
  document.body.append(script);
  return false;
}

function atEdges(data, a, b) {
  const [one, other] = [data.edges[a.edges], data.edges[b.edges]];
  return Object.keys(one)
    .filter((probe) => probe in other && !data.alike[one[probe]].includes(other[probe]))
    .map((probe) => [data.probes[probe], data.outcomes[one[probe]], data.outcomes[other[probe]]]);
}

function verdict(data, a, b, edges) {
  const unknown = [a, b].filter((side) => side.place < 0);
  if (unknown.length) return `Not known: ${unknown.map((side) => `${side.title} ${side.why}`).join("; ")}.`;
  const pair = a.place === b.place ? { conditions: [""] } : data.pairs[key(a, b)];
  const held = [a, b].find((side) => side.when && pair.conditions.includes(side.when));
  if (!held && !pair.conditions.includes("")) return pair.verdict;
  const apart = [...matters(a, b), ...matters(b, a), ...differing(edges)];
  if (held) return [`Equal on every well-formed input that ${held.title} takes; otherwise not always.`, ...apart].join(" ");
  if (apart.length) return ["Equal on well-formed input.", ...apart].join(" ");
  return "Yes: they compute the same number, and no edge case is known that tells them apart.";
}

function matters(side, other) {
  const own = side.matters.filter((one) => !other.matters.includes(one));
  return own.length ? [`But to ${side.title} ${own.join(" and ")}.`] : [];
}

function differing(edges) {
  if (!edges.length) return [];
  const first = edges.slice(0, 3).map(([words]) => words).join("; ");
  return [`They differ in ${edges.length} edge ${edges.length === 1 ? "case" : "cases"}: ${first}${edges.length > 3 ? "; and more, below" : ""}.`];
}

const key = (a, b) => `${Math.min(a.place, b.place)}-${Math.max(a.place, b.place)}`;

function table(head, rows) {
  const cells = (tag, row) => row.map((text, at) => {
    const cell = element(at ? tag : "th", text);
    if (cell.tagName === "TH") cell.scope = tag === "th" ? "col" : "row";
    return cell;
  });
  const made = element("table", "", [
    element("thead", "", [element("tr", "", cells("th", head))]),
    element("tbody", "", rows.map((row) => element("tr", "", cells("td", row)))),
  ]);
  const scroll = element("div", "", [made]);
  scroll.className = "scroll";
  scroll.tabIndex = 0;
  scroll.setAttribute("role", "region");
  scroll.setAttribute("aria-label", "Edge cases on which they differ");
  return scroll;
}

function said(letter, side, data) {
  const line = element("p", `${letter} is `, [link(side.title, side.page)]);
  if (side.place >= 0) line.append(", which computes ", element("code", data.classes[side.place].id));
  if (side.perUser) line.append(" for each user, and leaves the mean to its caller");
  if (side.when) line.append(`, on inputs where ${data.conditions[side.when]}: it takes no others`);
  line.append(".");
  return line;
}

function fromLists(data, sides) {
  const codes = [...new Set(sides.filter((side) => side.place >= 0).map((side) => data.classes[side.place].code))].filter(Boolean);
  if (!codes.length) return [];
  const lines = codes.map((code) => {
    const block = element("pre", "", [element("code", code)]);
    block.tabIndex = 0;
    return block;
  });
  return [element("h2", "From your own lists"), element("p", "With the predictions at hand, either number can be computed, whichever library the other came from:"), ...lines];
}

function tell(data, a, b) {
  const edges = atEdges(data, a, b);
  const head = element("p", verdict(data, a, b, edges));
  head.className = "lead verdict-line";
  const parts = [head, said("A", a, data), said("B", b, data)];
  if (a.place >= 0 && b.place >= 0 && a.place !== b.place) {
    const pair = element("div");
    // the first class of the pair is the table's A: names are put where they belong
    const [first, second] = a.place < b.place ? [a, b] : [b, a];
    const letters = a.place < b.place ? ["A", "B"] : ["B", "A"];
    pair.innerHTML = data.pairs[key(a, b)].html;
    for (const cell of pair.querySelectorAll("thead th, summary")) cell.innerHTML = cell.innerHTML.replace(/\b[AB]\b/g, (one) => letters[one === "A" ? 0 : 1]);
    for (const name of pair.querySelectorAll(".of")) name.textContent = (name.dataset.side === "A" ? first : second).title;
    parts.push(pair);
  }
  if (edges.length) parts.push(element("h2", "Edge cases on which they differ"), table(["Input", "A", "B"], edges));
  parts.push(...fromLists(data, [a, b]));
  return parts;
}

function show() {
  const [a, b] = sides.map(picked);
  how.hidden = true;
  if (!a || !b) return answer.replaceChildren();
  if (a.group !== b.group) {
    const words = `No: ${a.title} and ${b.title} are metrics of different kinds.`;
    return answer.replaceChildren(element("p", words));
  }
  if (!load(a.group) || !groups[a.group]) return answer.replaceChildren(element("p", "Loading …"));
  answer.replaceChildren(...tell(groups[a.group], a, b));
  how.hidden = !answer.querySelector(".boxes"); // other cases are told in words
}

function remember() {
  const [a, b] = sides.map(picked);
  if (a && b) history.replaceState(null, "", `#${encodeURI(`${a.id}/${b.id}`)}`);
}

// What an address asks for; words, where it asks for what is not on record.
function read(asked) {
  const [library, rest = ""] = asked.split("==");
  const known = Object.hasOwn(index, library) && index[library];
  if (!known) return { unknown: `${asked} is no library==version.metric on record.` };
  const versions = Object.keys(known.versions);
  const version = versions.filter((one) => rest.startsWith(`${one}.`)).sort((a, b) => b.length - a.length)[0];
  if (!version) return { library, unknown: `${asked}: ${known.title} is on record in ${versions.join(", ")}.` };
  const metric = rest.slice(version.length + 1);
  if (Object.hasOwn(known.versions[version], metric)) return { library, version, metric };
  return { library, version, unknown: `${asked}: ${known.title} ${version} has no such metric; choose one of its list.` };
}

function recall() {
  if (!location.hash) return show();
  let asked = location.hash.slice(1);
  try {
    asked = decodeURI(asked);
  } catch {
    // not written by this page: told as it stands
  }
  const found = asked.split("/").slice(0, 2).map(read);
  found.forEach(({ library, version, metric }, at) => {
    sides[at].library.value = library ?? "";
    fill(sides[at], { version, metric });
  });
  show();
  const unknown = found.flatMap((one) => one.unknown ?? []);
  if (unknown.length) answer.replaceChildren(...unknown.map((words) => element("p", `Not known: ${words}`)));
}

form.hidden = false;
form.addEventListener("change", (event) => {
  const side = sides.find((one) => Object.values(one).includes(event.target));
  fill(side);
  show();
  remember();
});
form.addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", recall);
recall();
