// Checked as you type: <form data-check="/address"> is sent there a little later, and the parts of
// the page with data-checked show what came back. Nothing is changed on the server.
"use strict";

(() => {
  const { all, byId, on, parse } = window.fairpair;
  let waiting = null, latest = 0;

  async function check(form) {
    const turn = ++latest, data = new FormData(form);
    data.delete("file");
    const answer = await fetch(form.dataset.check, { method: "POST", body: new URLSearchParams(data) }).catch(() => null);
    const found = answer && parse(await answer.text());
    if (!found || turn !== latest || !form.isConnected) return;
    for (const old of all("[data-checked]")) {
      const fresh = found.getElementById(old.id);
      if (fresh && fresh.innerHTML !== old.innerHTML && !old.contains(document.activeElement)) old.replaceWith(fresh);
    }
    for (const field of all("[data-wrong]", form)) field.ariaInvalid = String(Boolean(byId(field.dataset.wrong)?.textContent.trim()));
  }

  on("input", ({ target }) => {
    const form = target.closest("form[data-check]");
    if (!form || target.type === "file") return;
    clearTimeout(waiting);
    waiting = setTimeout(() => check(form), 350);
  });
  on("submit", () => { clearTimeout(waiting); latest += 1; });
})();
