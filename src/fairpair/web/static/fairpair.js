// Forms in the background, live updates, and keys. Without this file every page works by itself:
// forms are sent and pages are loaded as ever.
"use strict";

(() => {
  // What all scripts use.
  const body = document.body;
  const byId = (id) => document.getElementById(id);
  const first = (selector, part = document) => part.querySelector(selector);
  const all = (selector, part = document) => [...part.querySelectorAll(selector)];
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
  const parse = (html) => new DOMParser().parseFromString(html, "text/html");
  const announce = (event) => document.dispatchEvent(new CustomEvent(event));

  function on(events, react) {
    for (const event of events.split(" ")) document.addEventListener(event, react);
  }

  // `react` gets the element with this selector that was clicked, or in which something was.
  function onClick(selector, react) {
    on("click", (event) => {
      const found = event.target.closest(selector);
      if (found) react(found, event);
    });
  }

  // Now, and whenever the page or a part of its rows has come anew.
  function always(react, events = "fairpair:shown") {
    on(events, react);
    react();
  }

  // Replace what the page shows by what the server answered, and keep focus and scrolling.
  // What was unfolded within `done`, a form that was carried out, is folded up.
  function show(next, address, done) {
    if (!first("main", next)) { location.href = address; return; }
    const focused = document.activeElement?.id, top = scrollY, bringBack = kept(done);
    for (const old of all("main, [data-frame]")) {
      const fresh = first(old.dataset.frame ? `[data-frame=${old.dataset.frame}]` : "main", next);
      if (fresh) old.replaceWith(fresh);
    }
    for (const src of newScripts(next)) document.head.append(make("script", { src }));
    bringBack();
    document.title = next.title;
    for (const name of ["live", "version"]) {
      if (name in next.body.dataset) body.dataset[name] = next.body.dataset[name];
      else delete body.dataset[name];
    }
    const refusal = byId("refusal"), answer = first("main [data-answer]");
    if (refusal) refusal.focus();
    else if (answer) { answer.focus(); answer.scrollIntoView(); }
    else {
      byId(focused)?.focus({ preventScroll: true });
      scrollTo(0, top);
    }
    announce("fairpair:shown");
  }

  // What somebody is looking for, and what they have unfolded, is not on the server: the page that
  // comes instead gets it. A file that was chosen for a form that was refused is still chosen.
  const searches = "main :is([role=search], .slip) input";
  const titled = (box) => box.id || box.dataset.load || first("summary", box)?.textContent.trim();

  function kept(closed) {
    const fields = all(`${searches}, main input[type=file]`).filter((one) => one.id && one.value);
    const open = all("main details[open]").filter((box) => !closed?.contains(box)).map(titled);
    return () => {
      for (const { id, type, value, files } of fields) {
        const field = first(`#${id}:not([data-answer])`);  // who was looked for there was added
        if (field && type !== "file") field.value = value;
        else if (field && byId("refusal")) field.files = files;
      }
      for (const box of all("main details")) if (open.includes(titled(box))) box.open = true;
    };
  }

  // The scripts of a page that are not loaded here.
  function newScripts(page) {
    const sources = (part) => all("script[src]", part).map((one) => one.getAttribute("src"));
    const there = sources(document);
    return sources(page).filter((src) => !there.includes(src));
  }

  // Whether the page shows the answer to a form that was not carried out, or not yet.
  let answering = false;

  async function send(form, button) {
    const data = new FormData(form, button);
    const wait = (is) => { first("main").classList.toggle("busy", is); first("main").ariaBusy = String(is); };
    wait(true);
    try {
      // Not form.action: that is a field of this name, where there is one.
      const address = button?.getAttribute("formaction") || form.getAttribute("action") || location.href;
      const answer = await fetch(address, {
        method: "POST",
        body: form.enctype === "multipart/form-data" ? data : new URLSearchParams(data),
        ...headed,
      });
      const next = parse(await answer.text());
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
      askServer();
      toast(body.dataset.unsent);
    } finally {
      wait(false);
    }
  }

  // On the window, so that a script which sends its forms itself comes first.
  addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || form.dataset.plain !== undefined || event.defaultPrevented) return;
    event.preventDefault();
    send(form, event.submitter);
  });
  addEventListener("popstate", () => location.hash || location.reload());  // not for a place on this page

  function toast(text) {
    first(".toasts")?.remove();
    const place = make("div", { className: "toasts" });
    place.append(make("div", { className: "toast", role: "alert", textContent: text }));
    body.append(place);
    fade();
  }

  // A message goes after eight seconds, but not while somebody points at it, or may be on the way to
  // it by key.
  let fading = null, tabbed = 0;
  on("keydown", ({ key }) => { if (key === "Tab") tabbed = Date.now(); });

  function fade() {
    const place = first(".toasts");
    if (!place || place === fading) return;
    fading = place;
    const wait = setInterval(() => {
      if (place.matches(":hover, :focus-within") || Date.now() - tabbed < 8000) return;
      place.remove();
      clearInterval(wait);
    }, 8000);
  }
  always(fade);

  // The answer to a form is over once something else has been done well, which `next` tells. It can
  // be undone without leaving this page.
  function dismiss(next) {
    first(".toasts")?.remove();
    byId("refusal")?.remove();
    answering = false;
    const back = next && first("[name=back]", next);
    if (back) back.value = location.pathname + location.search;
    if (next) first("main").append(next);
    fade();
  }

  // What a `details` holds is fetched when it is opened; until then it has a link to it.
  document.addEventListener("toggle", async (event) => {
    const box = event.target, { load, there } = box.dataset;
    if (!box.open || !load || there) return;
    box.dataset.there = "yes";
    const page = await pageAt(load, { "X-Part": "menu" }).catch(() => null);
    if (page) box.lastElementChild.replaceWith(page.body.firstElementChild);
  }, true);

  // A link to a page that has a short form becomes a menu with it: hundreds of menus are slow to show.
  onClick("[data-menu]", async (link, event) => {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const page = await pageAt(link.href, { "X-Part": "menu" }).catch(() => null);
    if (!page) { location.assign(link.href); return; }
    const { className, ariaLabel, textContent } = link, menu = make("details", { className: "menu", open: true });
    menu.append(make("summary", { className, ariaLabel, textContent }), page.body.firstElementChild);
    link.replaceWith(menu);
    menu.firstChild.focus();
  });

  // Menus close when something else is clicked, and with Escape.
  const openMenus = () => all("details.menu[open]");
  on("click", (event) => {
    for (const menu of openMenus()) if (!menu.contains(event.target) || event.target.closest("[popovertarget]")) menu.open = false;
  });
  on("keydown", (event) => {
    if (event.key === "Escape") for (const menu of openMenus()) { menu.open = false; first("summary", menu).focus(); }
  });

  // The bar that tells that the server does not answer. What the browser says of the network is no
  // answer: a server on the same computer needs none.
  let asking = null;

  function online(is) {
    const bar = byId("offline"), back = is && bar && !bar.hidden;
    if (bar) bar.hidden = is;
    if (back) announce("fairpair:online");
  }

  async function askServer() {
    clearTimeout(asking);
    const there = await fetch("/api/health", { cache: "no-store" }).catch(() => null);
    online(Boolean(there));
    if (!there) asking = setTimeout(askServer, 4000);
  }

  // Live: the server tells the newest version only; the page fetches itself a little later, not
  // all pages at the same moment.
  let source = null, waiting = null, newest = 0, outdated = false;

  // What was typed and not sent, and the answer to a form, are not swept away by an update.
  function busy() {
    return answering || first("main.busy, main .saving, dialog[open], :popover-open, main .menu[open]")
      || document.activeElement?.matches("main :is(textarea, select)") || touched(first("main")).length;
  }

  // Whether somebody has changed a field.
  function changed(field) {
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (field.tagName === "SELECT") return field.selectedIndex !== Math.max(0, [...field.options].findIndex((one) => one.defaultSelected));
    return field.value !== field.defaultValue;
  }

  // The fields of a part of the page that somebody has changed, but for those to search with.
  const touched = (part) => all("input:not([type=hidden]), select, textarea", part)
    .filter((field) => !field.matches(searches) && changed(field));

  async function refresh() {
    waiting = null;
    if (!outdated && newest <= Number(body.dataset.version)) return;  // what was done here is shown already
    if (busy()) { later(1500); return; }
    try {
      const answer = await fetch(location.href, headed);
      const next = await withParts(parse(await answer.text())), told = first(".toasts");
      online(true);
      if (busy()) { later(1500); return; }  // somebody began to type meanwhile
      outdated = false;
      if (answer.ok) show(next, location.href);
      if (told) first("main").append(told);  // with its undo
    } catch { askServer(); later(4000); }
  }

  function later(most) {
    waiting ??= setTimeout(refresh, Math.random() * most);
  }

  // Show the page as it is now, though nothing was done.
  function update() {
    outdated = true;
    later(1500);
  }

  // What goes on at the server is looked at again and again until it is done.
  always(() => first("[data-soon]") && update());

  function listen() {
    source?.close();
    const id = body.dataset.live;
    if (!id) return;
    source = new EventSource(`/api/tournaments/${id}/events`);
    source.onopen = () => online(true);
    source.addEventListener("version", ({ data }) => {
      online(true);
      newest = Math.max(newest, Number(JSON.parse(data).version));
      if (newest > Number(body.dataset.version)) later(1500);
    });
    // A stream that ends is opened again by the browser; if that takes long, something is wrong.
    source.onerror = () => setTimeout(() => {
      if (source.readyState !== EventSource.OPEN) askServer();
    }, 3000);
  }
  addEventListener("offline", askServer);
  addEventListener("online", () => { askServer(); listen(); });
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => { if (event.persisted) listen(); });

  // Long lists come in parts. The next one is fetched when the end of the list comes near; its rows
  // go behind those that are there. After an update the parts that were there are fetched again.
  const headed = { headers: { "X-Requested-With": "fairpair" } };

  async function pageAt(address, headers = headed.headers) {
    const answer = await fetch(address, { headers });
    if (!answer.ok) throw new Error(answer.statusText);
    return parse(await answer.text());
  }

  function append(page, part) {
    for (const rows of all("tbody[data-rows]", page)) {
      const found = first(`tbody[data-rows="${rows.dataset.rows}"]`, part);
      // A row that came up meanwhile is there already.
      rows.append(...[...found?.rows || []].filter((row) => !row.id || !page.getElementById(row.id)));
      rows.dataset.parts = Number(rows.dataset.parts || 0) + 1;
    }
    const link = first("[data-more]", page), next = first("[data-more]", part);
    const focused = link && link === document.activeElement;
    if (next) link?.replaceWith(next);
    else link?.parentElement.remove();
    if (focused) next?.focus();
  }

  // As many parts as there were, each by the link of the one before: the list may have moved.
  async function withParts(next) {
    const count = Number(first("tbody[data-parts]")?.dataset.parts || 0);
    for (let n = 0; n < count; n++) {
      const link = first("[data-more]", next);
      const part = link && await pageAt(link.href).catch(() => null);
      if (!part) break;
      append(next, part);
    }
    return next;
  }

  // The next part; whether there was one.
  let fetching = null;

  async function fetchMore() {
    const link = first("[data-more]"), part = link && await pageAt(link.href).catch(() => null);
    if (!part) return false;  // the link is still there
    if (link.isConnected) append(document, part);  // the list may be another one by now
    announce("fairpair:rows");
    return true;
  }
  const more = () => fetching ??= fetchMore().finally(() => { fetching = null; });

  const nearEnd = new IntersectionObserver((seen) => {
    if (seen.some((one) => one.isIntersecting)) more();
  }, { rootMargin: "1000px" });

  always(() => {
    const link = first("[data-more]");
    nearEnd.disconnect();
    if (link) nearEnd.observe(link);
  }, "fairpair:shown fairpair:rows");
  onClick("[data-more]", (_, event) => {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    more();
  });

  // The tab and the menu entry of this page are in sight, however long the row is.
  always(() => {
    for (const row of all(".tabs, .rounds, .sections > nav")) {
      const now = first("[aria-current]", row);
      if (now) row.scrollLeft = now.offsetLeft - (row.clientWidth - now.offsetWidth) / 2;
    }
  });

  if (first('link[rel=manifest][href^="/t/"]')) navigator.serviceWorker?.register("/worker.js").catch(() => {});

  // Letters without their accents, as people type them when they look for somebody.
  const plain = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  const wordsOf = (text) => plain(text).split(/\s+/).filter(Boolean);
  // The language of the page, as the visitor's country writes times: "en" alone means America.
  const tongue = document.documentElement.lang;
  const manner = navigator.languages.find((one) => one.split("-")[0] === tongue) || tongue;
  window.fairpair = {
    ...{ byId, first, all, make, parse, announce, on, onClick, always, plain, wordsOf, manner },
    ...{ toast, dismiss, pageAt, changed, touched, more, update },
  };
  listen();
})();
