// The settings: the bar to save with appears when something was changed, the section in view is marked,
// a colour is shown at once, and tie-breaks are dragged into their order.
"use strict";

(() => {
  const { all, always, byId, first, on, touched } = window.fairpair;

  always(() => {
    const bar = first(".savebar"), form = bar.closest("form");
    bar.hidden = form.dataset.unsaved === undefined && touched(form).every((one) => one.id.startsWith("add-"));
    bar.querySelector("span[role]").hidden = false;
  }, "input fairpair:shown");
  // The section in view, in the list of sections.
  always(() => {
    const links = all(".sections > nav a"), page = document.documentElement;
    const above = links.findLastIndex((one) => first(one.hash).getBoundingClientRect().top < innerHeight / 3);
    const now = scrollY + innerHeight > page.scrollHeight - 4 ? links.length - 1 : Math.max(above, 0);
    links.forEach((one, n) => { one.ariaCurrent = n === now ? "true" : null; });
  }, "scroll fairpair:shown");
  on("input", ({ target }) => {
    if (target.name === "accent") document.documentElement.dataset.accent = target.value;
  });

  let dragged = null;
  const row = (event) => event.target.closest?.("[data-order] li");
  on("dragstart", (event) => { dragged = row(event); });
  on("dragover", (event) => {
    const over = row(event);
    if (!dragged || over?.parentElement !== dragged.parentElement) return;
    event.preventDefault();
    over[over.offsetTop < dragged.offsetTop ? "before" : "after"](dragged);
  });
  on("dragend", () => {
    if (!dragged) return;
    const field = byId(dragged.closest("[data-order]").dataset.order);
    field.value = [...dragged.parentElement.children].map((one) => one.dataset.code).join(", ");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    dragged = null;
  });
})();
