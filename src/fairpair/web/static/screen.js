// The big screen: as many rows as fit, then the next ones, round and round. Without this file the
// page is one long list.
"use strict";

(() => {
  const body = document.body, root = document.documentElement;
  let pages = [], at = 0;

  // Rows are put together to pages by the height they really have: long names take two lines.
  function cut() {
    root.classList.add("paging");
    const wanted = Number(body.dataset.rows);
    root.classList.toggle("rows", Boolean(wanted));
    root.style.setProperty("--rows", String(wanted || 10));
    pages = [];
    const sheets = [...document.querySelectorAll(".sheet")];
    for (const sheet of sheets) sheet.hidden = false;
    for (const sheet of sheets) {
      for (const other of sheets) other.hidden = other !== sheet;
      const rows = [...sheet.querySelectorAll("tbody tr")];
      for (const row of rows) row.hidden = false;
      const head = sheet.querySelector("thead");
      const room = sheet.clientHeight - (head ? head.offsetHeight : 0);
      let page = [], height = 0;
      for (const row of rows) {
        const needs = row.offsetHeight;
        if (page.length && height + needs > room) { pages.push({ sheet, rows: page }); page = []; height = 0; }
        page.push(row);
        height += needs;
      }
      pages.push({ sheet, rows: page });
    }
    at = Math.min(at, pages.length - 1);
    turn(0);
  }

  function turn(by) {
    if (!pages.length) return;
    at = (at + by + pages.length) % pages.length;
    const page = pages[at];
    for (const sheet of document.querySelectorAll(".sheet")) sheet.hidden = sheet !== page.sheet;
    const shown = new Set(page.rows);
    for (const row of page.sheet.querySelectorAll("tbody tr")) row.hidden = !shown.has(row);
    const mine = pages.filter((one) => one.sheet === page.sheet);
    const label = document.querySelector(".hall .page");
    const title = page.sheet.dataset.title || "";
    if (label) label.textContent = mine.length > 1 ? `${title} ${mine.indexOf(page) + 1}/${mine.length}` : title;
  }

  let timer = null;
  function go() {
    clearInterval(timer);
    timer = setInterval(() => turn(1), 1000 * (Number(body.dataset.seconds) || 10));
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight" || event.key === " ") { turn(1); go(); event.preventDefault(); }
    if (event.key === "ArrowLeft") { turn(-1); go(); }
    if (event.key === "f" && root.requestFullscreen) {
      if (document.fullscreenElement) document.exitFullscreen(); else root.requestFullscreen();
    }
  });
  // A screen in a hall must not go dark.
  const stayAwake = () => navigator.wakeLock && navigator.wakeLock.request("screen").catch(() => {});
  document.addEventListener("visibilitychange", () => { if (!document.hidden) stayAwake(); });
  stayAwake();

  let resized = null;
  addEventListener("resize", () => { clearTimeout(resized); resized = setTimeout(cut, 200); });
  document.addEventListener("fairpair:shown", cut);
  if (document.fonts && document.fonts.ready) document.fonts.ready.then(cut); else cut();
  go();
})();
