// The work screen: results by click, key and slip. Each row and the slip bar are forms that work
// without this file; here they are sent in the background and the row is replaced in place.
"use strict";

(() => {
  const { byId, first, all, make, parse, announce, on, onClick, always } = window.fairpair;
  const { wordsOf, plain, pageAt, touched, toast, dismiss, more, update } = window.fairpair;
  const fields = (row) => all("form.entry :is(input:not([type=hidden]), select)", row);
  const numbers = (row) => all(".stepper input, .board input", row);
  const entry = (row) => first("form.entry", row);
  const rows = () => [...byId("tables").tBodies[0].rows];
  const openRows = () => rows().filter((row) => row.offsetParent && entry(row));
  const misses = (row) => row.matches(".missing:not(.saving)");

  function focus(row, column = 0) {
    const field = row && fields(row).slice(0, column + 1).pop();
    if (!field) return;
    field.focus();
    field.select?.();
    row.scrollIntoView({ block: "nearest" });
  }

  // The next row that misses a result, also if its part of the list is not here yet; after the last
  // one those above.
  async function goOn({ id }) {
    const below = () => {
      const there = openRows();
      return there.slice(there.findIndex((one) => one.id === id) + 1).find(misses);
    };
    let next = below();
    while (!next && await more()) next = below();
    focus(next ?? openRows().find((one) => one.id !== id && misses(one)));
  }

  // What was refused or could not be sent stays in its row, also when the page updates itself, with
  // the result that was seen when it was typed; a question stays until it is answered.
  const unsaved = new Map();
  const seenIn = (row) => first("form.entry [name=seen]", row);
  const place = (row) => first(".result, .scores", row);
  const isUnsent = ({ message, question }) => !message && !question;

  function keep(row, message) {
    unsaved.set(row.id, { message, values: fields(row).map((one) => one.value), seen: seenIn(row)?.value });
    if (!message) retrying ??= setTimeout(resend, 5000);
  }

  function restore() {
    for (const [id, { message, values, seen, question }] of unsaved) {
      const row = byId(id);
      if (!row && isPart()) continue;  // it may come with another part
      if (row && question) { if (!first(".question", row)) place(row).append(question); continue; }
      const there = row ? fields(row) : [];
      if (there.length !== values?.length) { unsaved.delete(id); continue; }
      there.forEach((one, n) => { one.value = values[n]; });
      seenIn(row).value = seen;
      row.classList.add("unsent");
      if (message && !first(".wrong", row)) place(row).append(make("p", { className: "wrong", textContent: message }));
    }
  }

  // What could not be sent goes out as soon as there is a connection.
  let retrying = null;

  function resend() {
    clearTimeout(retrying);
    retrying = null;
    for (const [id, one] of unsaved) {
      const form = isUnsent(one) && first(`#${id} form.entry`);
      if (form) save(form);
    }
  }
  on("fairpair:online", resend);
  addEventListener("beforeunload", (event) => {
    if ([...unsaved.values()].some(isUnsent)) event.preventDefault();
  });

  // The answer to a form, for a script: one row and what the head says.
  async function post(form) {
    const answer = await fetch(form.getAttribute("action"), {
      method: "POST",
      body: new URLSearchParams(new FormData(form)),
      headers: { "X-Part": "row", "X-Requested-With": "fairpair" },
    });
    return parse(await answer.text());
  }

  async function save(form) {
    const row = form.closest("tr"), asked = form.matches(".question");
    const wanted = touched(form).length || row.classList.contains("unsent") || asked;
    if (row.classList.contains("saving") || !wanted) return;
    row.classList.add("saving");
    row.classList.remove("unsent");
    try {
      put(row.id, await post(form));
    } catch {
      const still = byId(row.id) || row;
      still.classList.remove("saving");
      if (asked) { toast(document.body.dataset.unsent); return; }
      still.classList.add("unsent");
      if (!unsaved.has(still.id)) toast(document.body.dataset.kept);
      keep(still, "");
    }
  }

  // Show a row as the server has it now, and what else has changed with it.
  function put(id, page) {
    const fresh = page.getElementById(id), old = byId(id), main = first("main", page);
    if (!fresh || !main) { location.reload(); return; }
    const wrong = first(".wrong", fresh), question = first(".question", fresh);
    const inputs = (row) => all("input, button, select", row);
    const active = old ? inputs(old).indexOf(document.activeElement) : -1;
    if (old) old.replaceWith(fresh);
    else if (wrong) byId("tables").tBodies[0].prepend(fresh);
    addButtons(fresh);
    inputs(fresh)[active]?.focus({ preventScroll: true });
    unsaved.delete(id);
    if (question) {
      unsaved.set(id, { question });
      fresh.scrollIntoView({ block: "nearest" });
    } else if (wrong) {
      keep(fresh, wrong.textContent);
      toast(`${fresh.cells[0].textContent.trim()}: ${wrong.textContent}`);
    } else {
      fresh.classList.add("saved");
      dismiss(first(".toasts", page));
    }
    putHead(main);
  }

  // What others did meanwhile comes with the next update; what we did is here already. Answers
  // need not come in the order of the changes: each leads from one version to another.
  const steps = new Map();
  let headVersion = 0;

  function goAlong({ before, version }) {
    const { dataset } = document.body;
    steps.set(before, version);
    while (steps.has(dataset.version)) {
      const next = steps.get(dataset.version);
      steps.delete(dataset.version);
      dataset.version = next;
    }
  }

  function putHead(main) {
    const known = Math.max(headVersion, Number(document.body.dataset.version));
    if (byId("round-status")) goAlong(main.dataset);
    if (Number(main.dataset.version) >= known) replaceHead(main);  // else it is late
    announce("fairpair:row");
  }

  function replaceHead(main) {
    headVersion = Number(main.dataset.version);
    for (const fresh of all("#round-status, #rail-badge, #tab-badge", main)) byId(fresh.id)?.replaceWith(fresh);
    for (const kind of ["missing", "disputed", "late"]) {
      const told = byId(`${kind}-count`), count = main.dataset[kind];
      if (!told) continue;
      told.textContent = count;
      told.parentElement.hidden = kind !== "missing" && count === "0" && kind !== shown;
    }
  }

  // A result that was chosen, in a row or in its menu, is what is typed there; one that is there
  // already is removed.
  onClick("button[name=set]", (button, event) => {
    event.preventDefault();
    if (event.detail > 1) return;  // an impatient second click takes nothing back
    const row = button.closest("tr") || rows()[0], word = first("form.entry [name=result]", row);
    for (const one of all("button", button.parentElement)) one.ariaPressed = String(one === button && button.value !== "");
    button.closest(".menu")?.removeAttribute("open");
    word.value = button.value;
    if (!button.value) for (const one of numbers(row)) one.value = "";
    save(word.form);
  });

  const isHalf = (row) => numbers(row).some((one) => one.value) && numbers(row).some((one) => !one.value);

  on("submit", (event) => {
    const form = event.target, row = form.closest("tr");
    if (!form.matches("#slip, form.entry, form.question")) return;
    event.preventDefault();
    if (!row) sendSlip(form);
    else if (form.matches(".entry") && isHalf(row)) numbers(row).find((one) => !one.value).focus();
    else { save(form); goOn(row); }
  });

  // Whoever leaves a row has said what there is to say.
  on("focusout", (event) => {
    const form = event.target.closest?.("form.entry");
    if (!form || form.contains(event.relatedTarget) || !document.hasFocus()) return;
    if (!isHalf(form.closest("tr"))) save(form);
  });

  on("keydown", (event) => {
    const field = event.target, { key } = event;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (key === "/" && !field.matches("input, textarea, select")) {
      event.preventDefault();
      (byId("slip-table") || byId("find"))?.focus();
    } else if (key === "Enter" && field.id === "slip-table") {
      event.preventDefault();
      if (field.value && !first(".no", field.form)) byId("slip-result").focus();
    } else if (key === "Escape" && field.form?.id === "slip") {
      clearSlip(field.form);
      byId("slip-table").focus();
    } else if (field.closest("form.entry")) moveFrom(event, field);
  });

  function moveFrom(event, field) {
    const row = field.closest("tr"), step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && field.tagName !== "SELECT") {
      const there = openRows(), to = there[there.indexOf(row) + step];
      if (!to) return;
      event.preventDefault();
      focus(to, Math.max(0, fields(row).indexOf(field)));
    } else if (event.key === "Escape") {
      unsaved.delete(row.id);
      field.form.reset();
      field.select?.();
    }
  }

  // Numbers have buttons for less and more, boards one for each result. A row is saved when it is
  // complete and nothing was changed for a moment.
  const button = (textContent, more) => make("button", { type: "button", tabIndex: -1, textContent, ...more });

  function addButtons(part) {
    for (const box of all(".stepper:not(:has(button))", part)) {
      const label = box.firstChild.ariaLabel;
      box.prepend(button("−", { ariaLabel: `${label} −` }));
      box.append(button("+", { ariaLabel: `${label} +` }));
    }
    for (const box of all(".board .results:not(:has(button))", part)) {
      const there = box.firstChild.value, words = { "1-0": "1–0", "1/2-1/2": "½", "0-1": "0–1" };
      if (there) words[there] ??= there;
      for (const [value, text] of Object.entries(words)) box.append(button(text, { value, ariaPressed: String(value === there) }));
    }
  }

  onClick(".stepper button, .board button", (pressed) => {
    const box = pressed.parentElement, field = first("input", box);
    if (box.matches(".stepper")) {
      const value = Number(field.value) + (pressed === box.firstChild ? -1 : 1);
      field.value = Math.min(Number(field.max || Infinity), Math.max(0, value));
    } else {
      field.value = pressed.ariaPressed === "true" ? "" : pressed.value;
      for (const one of all("button", box)) one.ariaPressed = String(one.value === field.value);
    }
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });

  function saveSoon(row) {
    first(".half", row)?.remove();
    clearTimeout(row.saving);
    if (isHalf(row)) entry(row).append(make("span", { className: "pill warn half", textContent: byId("tables").dataset.half }));
    else row.saving = setTimeout(() => { if (row.isConnected) save(entry(row)); }, 1200);
  }

  on("input", ({ target }) => {
    if (target.id === "slip-table") echo();
    if (target.id === "find") sift();
    if (target.matches("tr :is(.stepper, .board) input")) saveSoon(target.closest("tr"));
  });

  // The slip bar: table, Enter, result, Enter. It tells the names as soon as the table is known; rows
  // that are not on the page are fetched for that.
  let asked = 0;

  async function rowOf(number) {
    const here = byId(`t${number}`);
    if (here || !isPart()) return here;
    const page = await pageAt(`${byId("tables").dataset.round}?q=${number}`, { "X-Part": "row" });
    return page.getElementById(`t${number}`);
  }

  async function echo() {
    const form = byId("slip"), who = first(".who", form), turn = ++asked, number = form.elements.table.value.trim();
    who.dataset.empty ??= who.textContent;
    for (const row of all("tr.focus")) row.classList.remove("focus");
    const row = /^\d+$/.test(number) ? await rowOf(number).catch(() => undefined) : undefined;
    if (turn !== asked) return;
    who.classList.toggle("no", row === null);
    who.textContent = row === null ? form.dataset.none : who.dataset.empty;
    for (const name of ["seen", "seats"]) form.elements[name].value = row ? first(`[name=${name}]`, row)?.value ?? "" : "";
    if (!row) return;
    const names = all(".name", row).map((one) => one.textContent).join(" – ");
    const result = first("[aria-pressed=true]", row)?.textContent;
    who.replaceChildren(make("b", { textContent: names }), result ? ` ${result}` : "");
    row.classList.add("focus");
  }

  function clearSlip({ elements }) {
    elements.table.value = elements.result.value = "";
    elements.result.ariaInvalid = null;
    return echo();
  }

  async function sendSlip(form) {
    const { table, result } = form.elements, typed = [table.value, result.value];
    if (!table.value.trim() || !result.value.trim()) { (table.value ? result : table).focus(); return; }
    const sending = post(form);
    clearSlip(form);
    table.focus({ preventScroll: true });
    const page = await sending.catch(() => null);
    const row = page && first("tr", page), told = page && first("#slip-told", page);
    const text = told?.textContent ?? document.body.dataset.unsent;
    if (row && (!told || first(".question", row))) put(row.id, page);
    else if (page && byId("slip-table").value) toast(`${typed[0]}: ${text}`);
    else refuse(typed, text);
  }

  // A mistake is told in the bar, which keeps what was typed.
  async function refuse(typed, text) {
    const form = byId("slip"), { table, result } = form.elements;
    [table.value, result.value] = typed;
    await echo();
    first(".who", form).textContent = text;
    result.ariaInvalid = "true";
    result.focus();
    result.select();
  }

  // Whoever keeps the result of somebody else has answered the question.
  onClick("[data-dismiss]", (link, event) => {
    event.preventDefault();
    unsaved.delete(link.closest("tr").id);
    link.closest(".question").remove();
    dismiss();
  });

  // One kind of row only, and finding, in a round that is here as a whole: rows are hidden, none is
  // lost. The server does it for others.
  let shown = "all";
  const isPart = () => byId("find")?.form.dataset.search !== undefined;

  function sift() {
    if (!byId("tables") || !byId("find") || isPart()) return;
    const words = wordsOf(byId("find").value), isNumber = words.length === 1 && /^\d+$/.test(words[0]);
    // All words of one player: those of two names together would find strangers.
    const named = (row) => all(".a, .b, .side", row).some((one) => words.every((word) => plain(one.textContent).includes(word)));
    for (const row of rows()) {
      const hit = isNumber ? row.id === `t${words[0]}` : named(row);
      row.hidden = !hit || (shown !== "all" && !row.classList.contains(shown));
    }
    for (const link of all("[data-show]")) link.ariaCurrent = link.dataset.show === shown ? "true" : null;
  }

  onClick("[data-show]", (link, event) => {
    if (isPart()) return;
    event.preventDefault();
    shown = link.dataset.show;
    sift();
  });
  on("fairpair:shown", sift);
  // When time is over, tables are late; the server's clock says so a moment later.
  on("fairpair:over", () => setTimeout(update, 1000));
  always(() => steps.clear());  // the page is another one now
  always(() => { addButtons(document); restore(); }, "fairpair:shown fairpair:rows");
})();
