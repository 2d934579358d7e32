// Every word must occur in an entry, spaces aside; names that start with it come first,
// and what people look for before what it is made of.
const KINDS = ["page", "name", "metric", "library", "family", "variant", "edge", "choice"];
const form = document.getElementById("find");
const wanted = document.getElementById("wanted");
const results = document.getElementById("results");
const found = document.getElementById("found");

function place(entry, words) {
  const name = entry[1].toLowerCase();
  const text = `${entry[0]} ${name} ${entry[2].toLowerCase()}`;
  const joined = text.replaceAll(" ", "");
  if (!words.every((word) => text.includes(word) || joined.includes(word))) return -1;
  const named = words.every((word) => name.includes(word));
  if (named && name.startsWith(words[0])) return 4;
  if (KINDS.indexOf(entry[0]) < 2) return 3;
  return named ? 2 : 1;
}

function show() {
  const words = wanted.value.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = words.length
    ? homonymIndex
        .map((entry) => [place(entry, words), entry])
        .filter(([score]) => score > 0)
        .sort((a, b) => b[0] - a[0] || KINDS.indexOf(a[1][0]) - KINDS.indexOf(b[1][0]) || a[1][1].length - b[1][1].length)
    : [];
  results.replaceChildren(
    ...hits.slice(0, 100).map(([, [kind, name, , address]]) => {
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
  const more = hits.length > 100 ? ", the first 100 shown" : "";
  found.textContent = words.length
    ? `${hits.length} found${more}`
    : `${homonymIndex.length} entries`;
}

form.addEventListener("submit", (event) => event.preventDefault());
wanted.addEventListener("input", () => {
  show();
  remember(form, ["q"]);
});
wanted.value = new URLSearchParams(location.search).get("q") ?? "";
show();
