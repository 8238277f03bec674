// Search on the server as you type: <form method=get data-search="#part"> loads the page with what
// is typed and shows that part of it. Without scripts the form is sent with its button.
"use strict";

(() => {
  const { pageAt, touched } = window.fairpair;
  let waiting = null, latest = 0;

  async function search(form) {
    const turn = ++latest;
    const address = new URL(form.action);
    address.search = "";
    for (const [name, value] of new FormData(form)) if (value) address.searchParams.set(name, value);
    const found = await pageAt(address).catch(() => null);  // without a network the list stays as it is
    const fresh = found?.querySelector(form.dataset.search), old = document.querySelector(form.dataset.search);
    if (!fresh || !old || turn !== latest) return;
    keep(old, fresh);
    old.replaceWith(fresh);
    history.replaceState(null, "", address);
    document.dispatchEvent(new CustomEvent("fairpair:rows"));
  }

  // Rows in which something is ticked or typed stay: above those that were found, or in their place.
  function keep(old, fresh) {
    const rows = new Set(touched(old).map((field) => field.closest("tr")).filter(Boolean));
    for (const row of [...rows].reverse()) {
      const there = row.id && fresh.querySelector(`#${CSS.escape(row.id)}`);
      if (there) there.replaceWith(row);
      else fresh.querySelector("tbody")?.prepend(row);
    }
  }

  document.addEventListener("input", (event) => {
    const form = event.target.closest && event.target.closest("form[data-search]");
    if (!form) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => search(form), 150);
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.search === undefined) return;
    event.preventDefault();
    clearTimeout(waiting);
    search(form);
  });
})();
