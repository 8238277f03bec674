// Changes by hand: click two players and swap them, or draw one onto the other. Without this file
// the boxes are ticked and the button is pressed.
"use strict";

(() => {
  const boxes = () => [...document.querySelectorAll("input[name=pick]")];
  let order = [];

  function told() {
    order = order.filter((box) => box.checked && box.isConnected);
    for (const box of boxes()) {
      if (box.checked && !order.includes(box)) order.push(box);
      box.closest("td")?.classList.toggle("picked", box.checked);
    }
    const line = document.getElementById("picked");
    if (!line) return;
    document.getElementById("by-hand").classList.toggle("picking", order.length > 0);
    line.dataset.empty ??= line.textContent;
    const names = order.map((box) => box.parentElement.querySelector("[dir=auto]").textContent);
    line.textContent = names.length ? names.join(" ⇄ ") : line.dataset.empty;
  }

  document.addEventListener("change", (event) => {
    if (event.target.name !== "pick") return;
    if (event.target.checked) {
      order.push(event.target);
      while (order.filter((box) => box.checked).length > 2) order.shift().checked = false;
    }
    told();
  });

  function movable() {
    for (const seat of document.querySelectorAll("td.seat")) {
      seat.draggable = !seat.querySelector("input").disabled;
    }
    told();
  }

  let carried = null;
  document.addEventListener("dragstart", (event) => {
    carried = event.target.closest?.("td.seat[draggable=true]");
    if (carried) event.dataTransfer.setData("text/plain", carried.dataset.player);
  });
  document.addEventListener("dragover", (event) => {
    const seat = event.target.closest?.("td.seat[draggable=true]");
    if (carried && seat && seat !== carried) { event.preventDefault(); seat.classList.add("target"); }
  });
  document.addEventListener("dragleave", (event) => event.target.closest?.("td.seat")?.classList.remove("target"));
  document.addEventListener("dragend", () => { carried = null; });
  document.addEventListener("drop", (event) => {
    const seat = event.target.closest?.("td.seat[draggable=true]");
    if (!carried || !seat || seat === carried) return;
    event.preventDefault();
    for (const box of boxes()) box.checked = [carried, seat].includes(box.closest("td"));
    document.getElementById("by-hand").requestSubmit(document.getElementById("swap"));
  });

  // Why: fetched when it is opened.
  document.addEventListener("toggle", async (event) => {
    const box = event.target;
    if (!box.open || !box.dataset?.why || box.dataset.there) return;
    try {
      const answer = await fetch(box.dataset.why, { headers: { "X-Part": "why" } });
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      box.querySelector("a")?.replaceWith(page.querySelector(".reasons"));
      box.dataset.there = "yes";
    } catch { /* the link is still there */ }
  }, true);

  for (const changed of ["fairpair:shown", "fairpair:rows"]) document.addEventListener(changed, movable);
  movable();
})();
