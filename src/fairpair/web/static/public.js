// Public pages: search over whole lists, players that are followed, the time of day, and what is shown
// without a network.
"use strict";

(() => {
  const { all, always, byId, first, make, manner, on, onClick, pageAt, plain, wordsOf } = window.fairpair;

  // The list is on this page as a whole: hide the rows that do not fit. Others are searched on the
  // server, by search.js.
  const whole = "form.find:not([data-search])";

  always(() => {
    const field = first(`${whole} #q`), words = wordsOf(field?.value ?? "");
    if (field) for (const row of all("#list [data-text]")) row.hidden = !words.every((word) => plain(row.dataset.text).includes(word));
  }, "input fairpair:shown");
  on("submit", (event) => { if (event.target.matches(whole)) event.preventDefault(); });
  on("keydown", (event) => {
    const field = byId("q");
    if (event.key !== "/" || !field || event.target.matches("input, select, textarea")) return;
    event.preventDefault();
    field.focus();
  });

  // The players that are followed are kept in this browser, by number: nobody else knows of them.
  const box = () => byId("followed");
  const copy = (id) => byId(id).content.firstElementChild.cloneNode(true);
  const playersIn = (row) => row.dataset.players.split(" ");

  function followed(change) {
    const place = `fairpair-followed-${box().dataset.tournament}`;
    let players = {};
    try {
      players = JSON.parse(localStorage.getItem(place)) || {};
      change?.(players);
      if (change) localStorage.setItem(place, JSON.stringify(players));
    } catch { /* the browser keeps nothing */ }
    return players;
  }

  function star(id, name) {
    const button = copy("star");
    Object.assign(button.dataset, { follow: id, name });
    button.ariaLabel = box().dataset.follow.replace("{name}", name);
    return button;
  }

  // One star in each row; in one with two players it asks whom.
  function addStars() {
    if (!box()) return;
    for (const place of all("#list [data-star]:empty")) {
      const row = place.closest("[data-players]"), names = all(".player .name", row);
      const stars = playersIn(row).map((id, n) => star(id, names[n]?.textContent));
      if (stars.length === 1) { place.append(stars[0]); continue; }
      const menu = copy("stars");
      for (const one of stars) {
        one.classList.remove("star");
        one.append(one.dataset.name);
        menu.lastElementChild.append(one);
      }
      place.append(menu);
    }
    const players = followed();
    for (const button of all("[data-follow][data-name]")) button.ariaPressed = String(button.dataset.follow in players);
    for (const row of all("#list [data-players]")) row.classList.toggle("me", playersIn(row).some((id) => id in players));
  }

  // The row of a player, also from another page of a long list.
  async function rowOf(id, name) {
    const find = (page) => all("#list [data-players]", page).find((row) => playersIn(row).includes(id));
    const there = find(document);
    if (there || !first("form.find[data-search]")) return there;
    const page = await pageAt(`${location.pathname}?q=${encodeURIComponent(name.slice(0, 60))}`).catch(() => null);
    return page && find(page);
  }

  function pin(id, name, row) {
    const made = copy("pin"), [number, words] = made.children, place = playersIn(row).indexOf(id);
    const table = first(".number a", row)?.firstChild.textContent, { followed: title, ...colours } = box().dataset;
    if (Number(table)) number.lastElementChild.textContent = table;
    else number.remove();
    const colour = all(".disc", row)[place]?.classList[1];
    words.firstElementChild.textContent = [title.replace("{name}", name), colours[colour]].filter(Boolean).join(" · ");
    const [one, other = first(".b .quiet, .grow", row)] = all(".player", row);
    for (const part of [one, first(".outcome", row), other].filter(Boolean)) {
      const shown = make("span", { className: part.parentElement.className });
      shown.append(part.cloneNode(true));
      words.lastElementChild.append(shown);
    }
    made.append(star(id, name));
    return made;
  }

  async function showFollowed() {
    const place = box();
    if (!place) return;
    const rows = await Promise.all(Object.entries(followed()).map(async ([id, name]) => [id, name, await rowOf(id, name)]));
    place.replaceChildren(...rows.filter((one) => one[2]).map((one) => pin(...one)));
    place.hidden = !place.children.length;
    addStars();
  }
  onClick("[data-follow][data-name]", (button) => {
    const { follow, name } = button.dataset;
    followed((players) => { if (follow in players) delete players[follow]; else players[follow] = name; });
    button.closest("details")?.removeAttribute("open");
    showFollowed();
  });
  on("fairpair:rows", addStars);
  always(showFollowed);

  function tick() {
    for (const place of all("[data-daytime]")) place.textContent = new Date().toLocaleTimeString(manner, { hour: "2-digit", minute: "2-digit" });
  }
  setInterval(tick, 1000);
  always(tick);

  // A page that the worker kept says when it was fetched.
  const { fetched } = document.body.dataset, bar = byId("offline");
  if (fetched && bar) {
    const when = new Date(fetched).toLocaleString(manner, { dateStyle: "short", timeStyle: "short" });
    bar.textContent = `${bar.dataset.saved.replace("{time}", when)} ${bar.textContent.trim()}`;
    bar.hidden = false;
  }
})();
