// Buttons that copy a text: <button data-copy="id of the element with the text" hidden>; with
// data-share="address of a picture" they pass that on, if the browser can; and those that print the
// page: <button data-print hidden>.
"use strict";

(() => {
  const { all, always, byId, onClick } = window.fairpair;

  always(() => { for (const button of all("[data-copy], [data-print]")) button.hidden = false; });

  onClick("[data-print]", () => print());
  onClick("[data-copy]", async (button) => {
    const { copy, share } = button.dataset, source = byId(copy), text = source.textContent, before = [...button.childNodes];
    if (share && navigator.share) {
      const file = new File([await (await fetch(share)).blob()], share.split("/").pop(), { type: "image/png" });
      navigator.share({ files: [file], text }).catch(() => {});  // not wanted after all
      return;
    }
    getSelection().selectAllChildren(source);
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      document.execCommand("copy"); // without https there is no clipboard, but a selection
    }
    button.prepend("✓");
    setTimeout(() => button.replaceChildren(...before), 2000);
  });
})();
