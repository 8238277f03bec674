// In a frame: tells the page around it how high the frame must be, and what it shows.
"use strict";

{
  const whole = document.querySelector(".wrap"), { title } = document;
  new ResizeObserver(() => parent.postMessage({ height: whole.offsetHeight, title }, "*")).observe(whole);
}
