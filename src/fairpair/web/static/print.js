// Buttons that print the page: <button data-print hidden>.
"use strict";

(() => {
  function show() {
    for (const button of document.querySelectorAll("[data-print]")) button.hidden = false;
  }
  document.addEventListener("click", (event) => {
    if (event.target.closest && event.target.closest("[data-print]")) print();
  });
  document.addEventListener("fairpair:shown", show);
  show();
})();
