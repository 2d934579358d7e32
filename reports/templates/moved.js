// A cell of the matrix may stand on another page than its address says: all cells stood
// on the front page once, and every section has a page of its own now. They are tried in
// turn; an address that is on none of them leads to the first.
const { next, first } = document.currentScript.dataset;
const { hash, search } = location;
if (hash.startsWith("#cell-") && !document.getElementById(decodeURIComponent(hash.slice(1))))
  location.replace(next ? next + search + hash : first);
