// Buttons that copy a text: <button data-copy="id of the element with the text" hidden>.
"use strict";

(() => {
  function show() {
    for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
  }

  function select(element) {
    const range = document.createRange();
    range.selectNodeContents(element);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest && event.target.closest("[data-copy]");
    if (!button) return;
    const source = document.getElementById(button.dataset.copy);
    select(source);
    try {
      await navigator.clipboard.writeText(source.textContent);
    } catch {
      document.execCommand("copy"); // without https there is no clipboard, but a selection
    }
    const before = button.textContent;
    button.textContent = "✓ " + before;
    setTimeout(() => { button.textContent = before; }, 2000);
  });
  document.addEventListener("fairpair:shown", show);
  show();
})();
