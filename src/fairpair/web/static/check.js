// Checked as you type: <form data-check="/address"> is sent there a little later, and the parts of
// the page with data-checked show what came back. Nothing is changed on the server.
"use strict";

(() => {
  let waiting = null, latest = 0;

  async function check(form) {
    const turn = ++latest;
    const data = new FormData(form);
    data.delete("file");
    const answer = await fetch(form.dataset.check, { method: "POST", body: new URLSearchParams(data) }).catch(() => null);
    if (!answer || turn !== latest || !form.isConnected) return;
    const found = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (turn !== latest) return;
    for (const old of document.querySelectorAll("[data-checked]")) {
      const fresh = found.getElementById(old.id);
      if (fresh && fresh.innerHTML !== old.innerHTML && !old.contains(document.activeElement)) old.replaceWith(fresh);
    }
    for (const field of form.querySelectorAll("[data-wrong]")) {
      const told = document.getElementById(field.dataset.wrong);
      field.setAttribute("aria-invalid", told && told.textContent.trim() ? "true" : "false");
    }
  }

  document.addEventListener("input", (event) => {
    const form = event.target.closest && event.target.closest("form[data-check]");
    if (!form || event.target.type === "file") return;
    clearTimeout(waiting);
    waiting = setTimeout(() => check(form), 350);
  });
  document.addEventListener("submit", () => { clearTimeout(waiting); latest += 1; });
})();
