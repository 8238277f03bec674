// The big screen: as many rows and columns as fit, then the next ones, round and round. Without this
// file the page is one long list.
"use strict";

(() => {
  const { all, always, first, make, on } = window.fairpair;
  const root = document.documentElement;
  const LEAST = 8;  // rows of a column
  const MOST = 3;  // pages
  let pages = [], at = 0, since = Date.now();

  // A wide screen has two columns, a very wide one three; few rows are written larger. A list of
  // names that would need too many pages has narrower columns and more rows.
  function grid(count, names) {
    const shape = innerWidth / innerHeight, wanted = Number(first("main").dataset.rows);
    let columns = shape > 2.2 ? 3 : shape > 1.2 && count > LEAST ? 2 : 1, most = shape < 1 ? 30 : 17;
    if (names && shape > 1.2 && count > MOST * columns * most) { columns++; most = 23; }
    return { columns, rows: wanted || Math.min(most, Math.max(LEAST, Math.ceil(count / columns))) };
  }

  function cut() {
    root.classList.add("paging");
    pages = all(".sheet").flatMap((sheet) => {
      const board = first(".board", sheet);
      if (!board) return [{ sheet, rows: [] }];
      const lines = [...board.children], { columns, rows } = grid(lines.length, board.classList.length > 1), found = [];
      board.style.setProperty("--rows", String(rows));
      board.style.setProperty("--columns", String(columns));
      for (let from = 0; from < lines.length || !from; from += rows * columns) found.push({ sheet, from, rows: lines.slice(from, from + rows * columns) });
      return found;
    });
    at = Math.min(at, pages.length - 1);
    turn(0);
  }

  // A bracket is as large as the screen allows; of one that would be too small to read, rounds that
  // are over make room.
  function fit(tree) {
    const columns = all(".col", tree), { style, parentElement: sheet } = tree;
    do {
      style.zoom = 1;
      style.zoom = Math.min(sheet.clientWidth / tree.offsetWidth, sheet.clientHeight / tree.offsetHeight);
      if (!columns[2] || all("li:not(:has(.w))", columns[0]).length) return;
    } while (style.zoom < 1 && (columns.shift().hidden = true));
  }

  function turn(by) {
    at = (at + by + pages.length) % pages.length;
    since = Date.now();
    const { sheet, rows, from } = pages[at], { title, range } = sheet.dataset, label = first("[data-label]");
    const lines = all(".board > li", sheet), total = Number(sheet.dataset.count) || lines.length;
    for (const one of all(".sheet")) one.hidden = one !== sheet;
    for (const row of lines) row.hidden = !rows.includes(row);
    all(".tree", sheet).forEach(fit);
    const place = { first: from + 1, last: Math.min(from + rows.length, total), total };
    const isPart = rows.length < lines.length && from < total;
    label.textContent = isPart ? range.replace(/{(\w+)}/g, (_, name) => place[name]) : title || "";
    const dots = (pages.length > 1 ? pages : []).map((_, n) => make("i", { className: n === at ? "on" : "" }));
    first("[data-dots]")?.replaceChildren(...dots);
  }

  setInterval(() => {
    const passed = (Date.now() - since) / 1000, bar = first("[data-turn]");
    if (bar) { bar.hidden = pages.length < 2; bar.value = passed; }
    if (passed >= Number(first("main").dataset.seconds)) turn(1);
  }, 250);
  on("keydown", (event) => {
    if (event.key === "ArrowRight" || event.key === " ") { turn(1); event.preventDefault(); }
    if (event.key === "ArrowLeft") turn(-1);
    if (event.key === "f") root.requestFullscreen?.();
  });
  // A screen in a hall must not go dark.
  always(() => { if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {}); }, "visibilitychange");

  addEventListener("resize", cut);
  always(cut);
})();
