// Search on the server as you type: <form method=get data-search="#part"> loads the page with what
// is typed and shows that part of it. Without scripts the form is sent with its button.
"use strict";

(() => {
  let waiting = null, latest = 0;

  async function search(form) {
    const turn = ++latest;
    const address = new URL(form.action);
    for (const [name, value] of new FormData(form)) if (value) address.searchParams.set(name, value);
    const answer = await fetch(address, { headers: { "X-Requested-With": "fairpair" } }).catch(() => null);
    if (!answer || !answer.ok || turn !== latest) return;
    const found = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = found.querySelector(form.dataset.search), old = document.querySelector(form.dataset.search);
    if (!fresh || !old || turn !== latest) return;
    old.replaceWith(fresh);
    history.replaceState(null, "", address);
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
