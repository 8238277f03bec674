// Changes by hand: tap two players and they swap, or draw one onto the other; two who have no match
// are paired. Without this file the boxes are ticked and the button is pressed.
"use strict";

(() => {
  const { all, always, byId, first, on } = window.fairpair;
  const picked = () => all("input[name=pick]:checked");
  const nameOf = (box) => first(".name", box.closest(".seat")).textContent;

  function tell() {
    const line = byId("picked");
    if (!line) return;
    line.dataset.empty ??= line.textContent;
    line.textContent = picked().map(nameOf).join(" ⇄ ") || line.dataset.empty;
  }

  function swap() {
    const form = byId("by-hand"), idle = picked().every((box) => box.closest("#not-playing"));
    form.requestSubmit(idle ? first("[formaction$=add-table]", form) : byId("swap"));
  }

  function pick(boxes) {
    for (const box of picked()) box.checked = false;
    for (const box of boxes) box.checked = true;
    tell();
  }

  on("change", ({ target }) => {
    if (target.name !== "pick") return;
    tell();
    if (picked().length === 2) swap();
  });
  on("keydown", ({ key }) => { if (key === "Escape") pick([]); });

  always(() => {
    for (const seat of all(".seat")) seat.draggable = !first("input", seat).disabled;
    tell();
  }, "fairpair:shown fairpair:rows");

  let carried = null;
  const under = (event) => event.target.closest?.(".seat[draggable=true]");
  on("dragstart", (event) => {
    carried = under(event);
    if (carried) event.dataTransfer.setData("text/plain", carried.dataset.player);
  });
  on("dragover", (event) => {
    const seat = under(event);
    if (carried && seat && seat !== carried) { event.preventDefault(); seat.classList.add("drop"); }
  });
  on("dragleave", (event) => under(event)?.classList.remove("drop"));
  on("dragend", () => { carried = null; });
  on("drop", (event) => {
    const seat = under(event);
    if (!carried || !seat || seat === carried) return;
    event.preventDefault();
    pick([carried, seat].map((one) => first("input", one)));
    swap();
  });
})();
