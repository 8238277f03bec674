// Rows of the standings unfold where they stand: the games and what decided the place, taken from
// the page that the link in the row leads to. Without scripts that page is opened.
"use strict";

(() => {
  const { byId, first, make, on, onClick, pageAt } = window.fairpair;
  const unfolded = new Map();  // ids of rows, and the rows below them
  const linkIn = (row) => first("[data-unfold]", row);

  async function fill(link, below) {
    const page = await pageAt(link.href).catch(() => null), part = page && first("[data-detail]", page);
    if (part) below.firstChild.replaceChildren(part);
    return part;
  }

  function place(row, below) {
    row.after(below);
    linkIn(row).ariaExpanded = "true";
  }

  async function unfold(row, link) {
    const below = make("tr", { className: "detail" });
    below.insertCell().colSpan = row.cells.length;
    if (!await fill(link, below)) { location.assign(link.href); return; }
    if (unfolded.has(row.id) || !row.isConnected) return;
    unfolded.set(row.id, below);
    place(row, below);
  }

  onClick("tr:has([data-unfold])", (row, event) => {
    const link = linkIn(row), other = event.target.closest("a, button, summary");
    if ((other && other !== link) || event.ctrlKey || event.metaKey || String(getSelection())) return;
    event.preventDefault();
    const below = unfolded.get(row.id);
    if (!below) { unfold(row, link); return; }
    unfolded.delete(row.id);
    below.remove();
    link.ariaExpanded = "false";
  });

  // The list has come anew: what was unfolded stays so, and is fetched again.
  on("fairpair:shown fairpair:rows", () => {
    for (const [id, below] of unfolded) {
      const row = byId(id);
      if (!row || below.isConnected) continue;
      place(row, below);
      fill(linkIn(row), below);
    }
  });
})();
