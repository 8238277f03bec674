// Search on the server as you type: <form method=get data-search="#part"> loads the page with what
// is typed and shows that part of it. Without scripts the form is sent with its button.
"use strict";

(() => {
  const { announce, first, on, pageAt, touched } = window.fairpair;
  let waiting = null, latest = 0;

  async function search(form) {
    const turn = ++latest, address = new URL(form.action), { search: part } = form.dataset;
    address.search = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
    const found = await pageAt(address).catch(() => null);  // without a network the list stays as it is
    const fresh = found && first(part, found), old = first(part);
    if (!fresh || !old || turn !== latest) return;
    keep(old, fresh);
    old.replaceWith(fresh);
    history.replaceState(null, "", address);
    announce("fairpair:rows");
  }

  // Rows in which something is ticked or typed stay: above those that were found, or in their place.
  function keep(old, fresh) {
    const rows = new Set(touched(old).map((field) => field.closest("tr")).filter(Boolean));
    for (const row of [...rows].reverse()) {
      const there = row.id && first(`#${CSS.escape(row.id)}`, fresh);
      if (there) there.replaceWith(row);
      else first("tbody", fresh)?.prepend(row);
    }
  }

  on("input submit", (event) => {
    const form = event.target.closest("form[data-search]");
    if (!form) return;
    clearTimeout(waiting);
    if (event.type === "submit") event.preventDefault();
    waiting = setTimeout(search, event.type === "submit" ? 0 : 150, form);
  });
})();
