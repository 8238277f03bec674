// Forms in the background, live updates, and keys. Without this file every page works by itself:
// forms are sent and pages are loaded as ever.
"use strict";

(() => {
  const body = document.body;

  // Replace what the page shows by what the server answered, and keep focus and scrolling.
  // What was unfolded within `done`, a form that was carried out, is folded up.
  function show(next, address, done) {
    const main = next.querySelector("main");
    if (!main) { location.href = address; return; }
    const focused = document.activeElement && document.activeElement.id;
    const top = scrollY, before = kept(done);
    for (const part of ["main", "header.top", "nav.menu", "footer.foot"]) {
      const old = document.querySelector(part), fresh = next.querySelector(part);
      if (old && fresh) old.replaceWith(fresh);
      else if (!old && fresh && part === "nav.menu") document.querySelector("header.top").after(fresh);
    }
    for (const src of newScripts(next)) document.head.append(Object.assign(document.createElement("script"), { src }));
    before();
    document.title = next.title;
    for (const name of ["live", "version"]) {
      if (name in next.body.dataset) body.dataset[name] = next.body.dataset[name];
      else delete body.dataset[name];
    }
    const refusal = document.getElementById("refusal");
    const answer = document.querySelector("main [data-answer]");
    const again = focused && document.getElementById(focused);
    if (refusal) refusal.focus();
    else if (answer) answer.focus();
    else if (again) again.focus({ preventScroll: true });
    if (answer && !refusal) answer.scrollIntoView({ block: "start" });
    else if (!refusal) scrollTo(0, top);
    document.dispatchEvent(new CustomEvent("fairpair:shown"));
  }

  // What somebody is looking for, and what they have unfolded, is not on the server: the page that
  // comes instead gets it.
  const searches = "main [role=search] input";
  const titled = (box) => box.id || box.dataset.why || box.querySelector("summary")?.textContent.trim();

  function kept(closed) {
    const sought = [...document.querySelectorAll(searches)].map((one) => [one.id, one.value]);
    const files = [...document.querySelectorAll("main input[type=file]")].map((one) => [one.id, one.files]);
    const open = [...document.querySelectorAll("main details[open]")].filter((box) => !closed?.contains(box)).map(titled);
    return () => {
      for (const [id, value] of sought) {
        const field = id && document.getElementById(id);
        if (field && value) field.value = value;
      }
      // A file that was chosen for a form that was refused is still chosen.
      for (const [id, chosen] of files) {
        const field = id && document.getElementById("refusal") && document.getElementById(id);
        if (field && chosen.length) field.files = chosen;
      }
      for (const box of document.querySelectorAll("main details")) if (open.includes(titled(box))) box.open = true;
    };
  }

  // The scripts of a page that are not loaded here.
  function newScripts(page) {
    const there = new Set([...document.scripts].map((one) => one.getAttribute("src")));
    return [...page.querySelectorAll("script[src]")].map((one) => one.getAttribute("src")).filter((src) => !there.has(src));
  }
  const parsed = (html) => new DOMParser().parseFromString(html, "text/html");

  // Whether the page shows the answer to a form that was not carried out, or not yet.
  let answering = false;

  async function send(form, button) {
    const data = new FormData(form);
    if (button && button.name) data.append(button.name, button.value);
    const main = document.querySelector("main");
    main.classList.add("busy");
    main.setAttribute("aria-busy", "true");
    try {
      const plain = form.enctype !== "multipart/form-data";
      // Not form.action: that is a field of this name, where there is one.
      const answer = await fetch(button?.getAttribute("formaction") || form.getAttribute("action") || location.href, {
        method: "POST",
        body: plain ? new URLSearchParams(data) : data,
        headers: { "X-Requested-With": "fairpair" },
      });
      const next = parsed(await answer.text());
      // Another page has scripts and live updates of its own: it is loaded as a whole.
      if (answer.redirected && (new URL(answer.url).pathname !== location.pathname || newScripts(next).length)) {
        location.assign(answer.url);
        return;
      }
      if (answer.redirected) history.pushState(null, "", answer.url);
      answering = !answer.redirected;
      show(await withParts(next), answer.url, answer.redirected ? form : null);
      online(true);
    } catch {
      online(false);
      toast(body.dataset.unsent);
    } finally {
      const now = document.querySelector("main");
      now.classList.remove("busy");
      now.removeAttribute("aria-busy");
    }
  }

  // On the window, so that a script which sends its forms itself comes first.
  addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || form.dataset.plain !== undefined || event.defaultPrevented) return;
    event.preventDefault();
    send(form, event.submitter);
  });
  addEventListener("popstate", () => location.reload());

  function toast(text) {
    document.querySelector(".toast")?.remove();
    const box = document.createElement("div");
    box.className = "toast";
    box.setAttribute("role", "alert");
    box.textContent = text;
    body.append(box);
    setTimeout(() => box.remove(), 6000);
  }

  // The answer to a form is over once something else has been done well.
  function dismiss() {
    document.querySelector(".toast")?.remove();
    document.getElementById("refusal")?.remove();
    answering = false;
  }

  function online(is) {
    const bar = document.getElementById("offline");
    const back = is && navigator.onLine && bar && !bar.hidden;
    if (bar) bar.hidden = is && navigator.onLine;
    if (back) document.dispatchEvent(new CustomEvent("fairpair:online"));
  }

  // Live: the server tells the newest version only; the page fetches itself a little later, not
  // all pages at the same moment.
  let source = null, waiting = null, newest = 0;

  // What was typed and not sent, and the answer to a form, are not swept away by an update.
  function busy() {
    if (answering || document.querySelector("main.busy, main .saving, dialog[open]")) return true;
    if (document.activeElement?.matches("main :is(textarea, select)")) return true;
    return touched(document.querySelector("main")).length > 0;
  }

  // The fields of a part of the page that somebody has changed, but for those to search with.
  function touched(part) {
    return [...part.querySelectorAll("input, select, textarea")].filter((one) => {
      if (one.type === "hidden" || one.matches(searches)) return false;
      if (one.type === "checkbox" || one.type === "radio") return one.checked !== one.defaultChecked;
      if (one.tagName === "SELECT") return [...one.options].some((option) => option.selected !== option.defaultSelected) && one.selectedIndex > 0;
      return one.value !== one.defaultValue;
    });
  }

  async function refresh() {
    waiting = null;
    if (newest <= Number(body.dataset.version)) return;  // what was done here is shown already
    if (busy()) { later(1500); return; }
    try {
      const answer = await fetch(location.href, headed);
      const next = await withParts(parsed(await answer.text()));
      online(true);
      if (busy()) later(1500);  // somebody began to type meanwhile
      else if (answer.ok) show(next, location.href);
    } catch { online(false); later(4000); }
  }

  function later(most) {
    if (waiting === null) waiting = setTimeout(refresh, Math.random() * most);
  }

  function listen() {
    source?.close();
    source = null;
    const id = body.dataset.live;
    if (!id || !("EventSource" in window)) return;
    source = new EventSource(`/api/tournaments/${id}/events`);
    const told = (event) => {
      online(true);
      newest = Math.max(newest, Number(JSON.parse(event.data).version));
      if (newest > Number(body.dataset.version)) later(1500);
    };
    source.addEventListener("version", told);
    // A stream that ends is opened again by the browser; if that takes long, something is wrong.
    source.onerror = () => setTimeout(() => {
      if (source && source.readyState !== EventSource.OPEN) online(false);
    }, 3000);
    source.onopen = () => online(true);
  }
  addEventListener("offline", () => online(false));
  addEventListener("online", () => { online(true); listen(); });
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => { if (event.persisted) listen(); });

  // Long lists come in parts. The next one is fetched when the end of the list comes near; its rows
  // go behind those that are there. After an update the parts that were there are fetched again.
  const headed = { headers: { "X-Requested-With": "fairpair" } };

  async function pageAt(address) {
    const answer = await fetch(address, headed);
    if (!answer.ok) throw new Error(answer.statusText);
    return parsed(await answer.text());
  }

  function append(page, part) {
    for (const rows of page.querySelectorAll("tbody[data-rows]")) {
      const more = part.querySelector(`tbody[data-rows="${rows.dataset.rows}"]`);
      // A row that came up meanwhile is there already.
      for (const row of [...(more?.rows || [])]) if (!row.id || !page.getElementById(row.id)) rows.append(row);
      rows.dataset.parts = Number(rows.dataset.parts || 0) + 1;
    }
    const link = page.querySelector("[data-more]"), next = part.querySelector("[data-more]");
    const focused = link && link === document.activeElement;
    if (next) link?.replaceWith(next);
    else link?.parentElement.remove();
    if (focused) next?.focus();
  }

  // As many parts as there were, each by the link of the one before: the list may have moved.
  async function withParts(next) {
    const count = Number(document.querySelector("tbody[data-parts]")?.dataset.parts || 0);
    for (let n = 0; n < count; n++) {
      const link = next.querySelector("[data-more]");
      const part = link && await pageAt(link.href).catch(() => null);
      if (!part) break;
      append(next, part);
    }
    return next;
  }

  // The next part; whether there was one.
  let fetching = null;

  function more() {
    const link = document.querySelector("[data-more]");
    if (!link) return Promise.resolve(false);
    fetching ??= (async () => {
      try {
        const part = await pageAt(link.href);
        // The list may be another one by now.
        if (link.isConnected) append(document, part);
        document.dispatchEvent(new CustomEvent("fairpair:rows"));
        return true;
      } catch {
        return false;  // the link is still there
      } finally {
        fetching = null;
      }
    })();
    return fetching;
  }

  const nearEnd = "IntersectionObserver" in window && new IntersectionObserver((seen) => {
    if (seen.some((one) => one.isIntersecting)) more();
  }, { rootMargin: "1000px" });

  function watchEnd() {
    const link = document.querySelector("[data-more]");
    if (!nearEnd) return;
    nearEnd.disconnect();
    if (link) nearEnd.observe(link);
  }
  for (const changed of ["fairpair:shown", "fairpair:rows"]) document.addEventListener(changed, watchEnd);
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-more]") || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    more();
  });
  watchEnd();

  // The tab and the menu entry of this page are in sight, however long the row is.
  function inSight() {
    for (const row of document.querySelectorAll(".tabs, nav.menu")) {
      const now = row.querySelector("[aria-current]");
      if (now) row.scrollLeft = now.offsetLeft - (row.clientWidth - now.offsetWidth) / 2;
    }
  }
  document.addEventListener("fairpair:shown", inSight);
  inSight();

  if ("serviceWorker" in navigator && document.querySelector("link[rel=manifest]")) {
    navigator.serviceWorker.register("/worker.js").catch(() => {});
  }

  // Letters without their accents, as people type them when they look for somebody.
  const plain = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  // The language of the page, as the visitor's country writes times: "en" alone means America.
  const tongue = document.documentElement.lang;
  const manner = navigator.languages.find((one) => one.split("-")[0] === tongue) || tongue;
  window.fairpair = { toast, dismiss, plain, manner, pageAt, touched, more };
  listen();
})();
