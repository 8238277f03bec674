// Public pages: search over whole lists, the time of day, and what is shown without a network.
"use strict";

(() => {
  const { plain, manner } = window.fairpair;
  let typed = null;

  // The list is on this page as a whole: hide the rows that do not fit. Others are searched on the
  // server, by search.js.
  function hide(words) {
    for (const row of document.querySelectorAll("#list [data-text]")) {
      const text = plain(row.dataset.text);
      row.hidden = !words.every((word) => text.includes(word));
    }
  }

  document.addEventListener("input", (event) => {
    const form = event.target.closest && event.target.closest("form.find");
    if (!form || event.target.id !== "q") return;
    typed = event.target.value;
    if (!form.dataset.search) hide(plain(typed).split(/\s+/).filter(Boolean));
  });
  document.addEventListener("submit", (event) => {
    if (event.target.matches("form.find:not([data-search])")) event.preventDefault();
  });

  function tick() {
    for (const place of document.querySelectorAll("[data-daytime]")) {
      place.textContent = new Date().toLocaleTimeString(manner, { hour: "2-digit", minute: "2-digit" });
    }
  }
  setInterval(tick, 1000);
  tick();

  // A page that the worker kept says when it was fetched.
  function stale() {
    const at = document.body.dataset.fetched, bar = document.getElementById("offline");
    if (!at || !bar) return;
    const when = new Date(at).toLocaleString(manner, { dateStyle: "short", timeStyle: "short" });
    bar.textContent = `${bar.textContent.trim()} (${when})`;
    bar.hidden = false;
  }
  stale();

  document.addEventListener("fairpair:shown", () => {
    delete document.body.dataset.fetched;
    const field = document.getElementById("q");
    if (field && typed && !field.form.dataset.search) {
      field.value = typed;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    tick();
  });
})();
