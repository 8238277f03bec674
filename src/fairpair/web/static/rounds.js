// The work screen: results by keyboard. Each row is a form that works without this file; here it is
// sent in the background, and the cursor goes on to the next row that misses a result.
"use strict";

(() => {
  const table = () => document.getElementById("tables");
  const fields = (row) => [...row.querySelectorAll("form.entry input:not([type=hidden]), form.entry select")];
  const rowsIn = () => [...table().tBodies[0].rows].filter((row) => !row.hidden && row.offsetParent !== null && fields(row).length);
  const changed = (form) => [...form.elements].some((one) =>
    one.tagName === "SELECT" ? [...one.options].some((o) => o.selected !== o.defaultSelected) : one.name && one.type !== "hidden" && one.value !== one.defaultValue);

  function focus(row, column = 0) {
    const all = row ? fields(row) : [];
    const field = all[Math.min(column, all.length - 1)];
    if (!field) return;
    field.focus();
    if (field.select) field.select();
    row.scrollIntoView({ block: "nearest" });
  }

  function entryOf(row) {
    // With fields for scores or boards these come first; else there is the word alone.
    return fields(row).length > 1 ? 0 : fields(row).length - 1;
  }

  const misses = (row) => row.classList.contains("missing") && !row.classList.contains("saving");

  // The next row that misses a result, also if its part of the list is not here yet; after the last
  // one those above.
  async function goOn(row) {
    const below = () => {
      const rows = rowsIn();
      return rows.slice(rows.findIndex((one) => one.id === row.id) + 1).find(misses);
    };
    let going = below();
    while (!going && await window.fairpair.more()) going = below();
    going ??= rowsIn().find((one) => one.id !== row.id && misses(one));
    if (going) focus(going, entryOf(going));
  }

  // What was refused or could not be sent stays in its row, also when the page updates itself, with
  // the result that was seen when it was typed; a question stays until it is answered.
  const unsaved = new Map();
  const seenIn = (row) => row.querySelector("form.entry [name=seen]");

  function keep(row, message) {
    unsaved.set(row.id, { message, values: fields(row).map((one) => one.value), seen: seenIn(row)?.value });
    if (!message) retryLater();
  }

  function restore() {
    for (const [id, { message, values, seen, question }] of unsaved) {
      const row = document.getElementById(id);
      if (!row && isPart()) continue;  // it may come with another part
      if (row && question) { if (!row.querySelector(".question")) row.cells[row.cells.length - 1].append(question); continue; }
      const there = row ? fields(row) : [];
      if (there.length !== values?.length) { unsaved.delete(id); continue; }
      there.forEach((one, n) => { one.value = values[n]; });
      seenIn(row).value = seen;
      row.classList.add("unsent");
      if (message && !row.querySelector(".wrong")) {
        const told = document.createElement("p");
        told.className = "wrong";
        told.textContent = message;
        row.cells[row.cells.length - 1].append(told);
      }
    }
  }

  // What could not be sent goes out as soon as there is a connection.
  let retrying = null;

  function resend() {
    clearTimeout(retrying);
    retrying = null;
    for (const [id, { message, question }] of unsaved) {
      const form = !message && !question && document.getElementById(id)?.querySelector("form.entry");
      if (form) save(form);
    }
  }

  function retryLater() {
    retrying ??= setTimeout(resend, 5000);
  }
  addEventListener("online", resend);
  document.addEventListener("fairpair:online", resend);
  addEventListener("beforeunload", (event) => {
    if ([...unsaved.values()].some(({ message, question }) => !message && !question)) event.preventDefault();
  });

  async function save(form) {
    const row = form.closest("tr");
    const wanted = changed(form) || row.classList.contains("unsent") || form.matches(".question");
    if (row.classList.contains("saving") || !wanted) return;
    row.classList.add("saving");
    row.classList.remove("unsent");
    try {
      const answer = await fetch(form.action, {
        method: "POST",
        body: new URLSearchParams(new FormData(form)),
        headers: { "X-Part": "row", "X-Requested-With": "fairpair" },
      });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      put(row.id, page);
    } catch {
      const still = document.getElementById(row.id) || row;
      still.classList.remove("saving");
      if (form.matches(".question")) { window.fairpair.toast(document.body.dataset.unsent); return; }
      still.classList.add("unsent");
      if (!unsaved.has(still.id)) window.fairpair.toast(document.body.dataset.kept);
      keep(still, "");
    }
  }

  function put(id, page) {
    const fresh = page.getElementById(id), old = document.getElementById(id);
    const main = page.querySelector("main");
    if (!fresh || !old || !main) { location.reload(); return; }
    const inside = old.contains(document.activeElement) ? document.activeElement.name : null;
    old.replaceWith(fresh);
    if (inside) fresh.querySelector(`[name="${CSS.escape(inside)}"]`)?.focus();
    const wrong = fresh.querySelector(".wrong"), question = fresh.querySelector(".question");
    unsaved.delete(id);
    if (question) unsaved.set(id, { question });
    else if (wrong) keep(fresh, wrong.textContent);
    if (question) fresh.scrollIntoView({ block: "nearest" });
    else if (wrong) window.fairpair.toast(`${fresh.cells[0].textContent.trim()}: ${wrong.textContent}`);
    else {
      fresh.classList.add("fresh");
      window.fairpair.dismiss();
    }
    const status = page.getElementById("round-status");
    if (status) document.getElementById("round-status")?.replaceWith(status);
    // What others did meanwhile comes with the next update; what we did is here already.
    if (main.dataset.before === document.body.dataset.version) document.body.dataset.version = main.dataset.version;
    for (const kind of ["missing", "disputed"]) {
      const told = document.getElementById(`${kind}-count`);
      if (told) told.textContent = main.dataset[kind];
    }
    document.dispatchEvent(new CustomEvent("fairpair:row"));
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("form.entry, form.question")) return;
    event.preventDefault();
    save(form);
    goOn(form.closest("tr"));
  });

  // Whoever leaves a row has said what there is to say.
  document.addEventListener("focusout", (event) => {
    const form = event.target.closest && event.target.closest("form.entry");
    if (!form || form.contains(event.relatedTarget) || !document.hasFocus()) return;
    save(form);
  });

  document.addEventListener("keydown", (event) => {
    const field = event.target;
    if (!field.closest || !field.closest("form.entry") || event.altKey || event.ctrlKey || event.metaKey) return;
    const row = field.closest("tr"), rows = rowsIn(), at = rows.indexOf(row);
    const column = fields(row).indexOf(field);
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && field.tagName !== "SELECT") {
      const to = rows[at + (event.key === "ArrowDown" ? 1 : -1)];
      if (to) { event.preventDefault(); focus(to, column); }
    } else if (event.key === "Escape") {
      unsaved.delete(row.id);
      field.form.reset();
      field.select?.();
    }
  });

  // Whoever keeps the result of somebody else has answered the question.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-dismiss]");
    if (!link) return;
    event.preventDefault();
    unsaved.delete(link.closest("tr").id);
    link.closest(".question").remove();
    window.fairpair.dismiss();
  });

  // One kind of row only, and finding, in a round that is here as a whole: rows are hidden, none is
  // lost. The server does it for others.
  let shown = "all";
  const isPart = () => document.getElementById("find")?.form.dataset.search !== undefined;

  function sift() {
    const all = table();
    if (!all || isPart()) return;
    const { plain } = window.fairpair;
    const words = plain(document.getElementById("find")?.value || "").split(/\s+/).filter(Boolean);
    const number = words.length === 1 && /^\d+$/.test(words[0]);
    for (const row of all.tBodies[0].rows) {
      // All words of one player: those of two names together would find strangers.
      const hit = number ? row.id === `t${words[0]}` : [...row.cells].slice(0, 3).some((cell) => {
        const named = plain(cell.textContent);
        return words.every((word) => named.includes(word));
      });
      row.hidden = !hit || (shown !== "all" && !row.classList.contains(shown));
    }
    for (const link of document.querySelectorAll("[data-show]")) {
      if (link.dataset.show === shown) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-show]");
    if (!link || isPart()) return;
    event.preventDefault();
    shown = link.dataset.show;
    sift();
  });
  document.addEventListener("input", (event) => { if (event.target.id === "find") sift(); });
  document.addEventListener("fairpair:shown", () => { restore(); sift(); });
  document.addEventListener("fairpair:rows", restore);
})();
