// Clocks count down to the moment that the server told, by the server's time: all screens show the
// same, whatever the clock of the device says.
"use strict";

(() => {
  const { all, always, announce } = window.fairpair;
  let ahead = 0; // milliseconds that the server is ahead of this device
  let compared = false, known = false;

  async function compare() {
    compared = true;
    const sent = Date.now(), answer = await fetch("/api/health", { cache: "no-store" }).catch(() => null);
    const there = Date.parse(answer?.headers.get("Date")) + 500, here = (sent + Date.now()) / 2;
    if (Number.isNaN(there)) return;  // then the device's own time has to do
    // The header has whole seconds: only a larger difference means something.
    if (Math.abs(there - here) > 1500) ahead = there - here;
    known = true;
    tick();
  }

  function tick() {
    const faces = all("[role=timer]");
    if (faces.length && !compared) compare();
    for (const face of faces) {
      const { ends, left, extra } = face.dataset;
      const seconds = (ends ? Math.round((Date.parse(ends) - Date.now() - ahead) / 1000) : Number(left)) + Number(extra || 0) * 60;
      const whole = Math.abs(seconds), over = seconds < 0;
      const text = `${over ? "-" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
      if (face.textContent !== text) face.textContent = text;
      if (over && known && !face.matches(".over")) announce("fairpair:over");
      face.classList.toggle("over", over);
    }
  }

  always(tick, "fairpair:shown fairpair:row");
  setInterval(tick, 500);
})();
