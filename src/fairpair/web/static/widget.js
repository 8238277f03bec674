// For pages of other sites: puts a frame with a part of a tournament behind its own script tag.
"use strict";

{
  const own = document.currentScript, frame = document.createElement("iframe");
  const { tournament, show = "standings", theme = "" } = own.dataset;
  frame.src = new URL(`/t/${tournament}/embed/${show}?theme=${theme}`, own.src);
  frame.style = "border:0;width:100%";
  own.after(frame);
  addEventListener("message", ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    frame.height = data.height;
    frame.title = data.title;
  });
}
