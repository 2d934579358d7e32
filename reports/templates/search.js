// Every word must occur in an entry, spaces aside; the name itself comes first, then names
// that start with it, and what people look for before what it is made of.
const KINDS = ["page", "name", "metric", "library", "repository", "family", "variant", "edge", "choice"];
const SMALL = new Set(["a", "an", "and", "by", "for", "in", "is", "of", "or", "the", "to", "with"]);
const form = document.getElementById("find");
const wanted = document.getElementById("wanted");
const results = document.getElementById("results");
const found = document.getElementById("found");

function place(entry, words) {
  const name = entry[1].toLowerCase();
  const text = `${entry[0]} ${name} ${entry[2].toLowerCase()}`;
  const joined = text.replaceAll(" ", "");
  if (!words.every((word) => text.includes(word) || joined.includes(word))) return -1;
  if (name === words.join(" ")) return 5;
  const named = words.every((word) => name.includes(word));
  if (named && name.startsWith(words[0])) return 4;
  if (KINDS.indexOf(entry[0]) < 2) return 3;
  return named ? 2 : 1;
}

function order(a, b) {
  const kind = KINDS.indexOf(a[1][0]) - KINDS.indexOf(b[1][0]);
  return b[0] - a[0] || kind || a[1][1].length - b[1][1].length;
}

function matching(words) {
  return homonymIndex
    .map((entry) => [place(entry, words), entry])
    .filter(([score]) => score > 0)
    .sort(order)
    .map(([, entry]) => entry);
}

// Where nothing has all the words: what has most of them.
function suggested(words) {
  const fewer = words.length > 1 ? words.map((_, left) => words.filter((_, at) => at !== left)) : [];
  return fewer.flatMap(matching).filter((entry, at, all) => all.indexOf(entry) === at);
}

function told(hits, words, near) {
  const more = hits.length > 100 ? ", the first 100 shown" : "";
  if (!words.length) return `${homonymIndex.length} entries; for example:`;
  if (hits.length) return `${hits.length} found${more}`;
  return near.length ? "0 found; without one of the words:" : "0 found";
}

function show() {
  const typed = wanted.value.toLowerCase().split(/\s+/).filter(Boolean);
  const large = typed.filter((word) => !SMALL.has(word));
  const words = large.length ? large : typed;
  const hits = words.length ? matching(words) : [];
  const near = words.length ? (hits.length ? [] : suggested(words)) : homonymIndex.filter(([kind]) => kind === "page");
  results.replaceChildren(
    ...[...hits, ...near].slice(0, hits.length ? 100 : 20).map(([kind, name, , address]) => {
      const line = document.createElement("li");
      const link = document.createElement("a");
      link.href = address;
      link.textContent = name;
      const tag = document.createElement("span");
      tag.className = "tag";
      tag.textContent = kind;
      line.append(link, " ", tag);
      return line;
    }),
  );
  found.textContent = told(hits, words, near);
}

form.addEventListener("submit", (event) => event.preventDefault());
wanted.addEventListener("input", () => {
  show();
  remember(form, ["q"]);
});
wanted.value = new URLSearchParams(location.search).get("q") ?? "";
show();
