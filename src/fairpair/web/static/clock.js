// Clocks count down to the moment that the server told, by the server's time: all screens show the
// same, whatever the clock of the device says.
"use strict";

(() => {
  let ahead = 0; // milliseconds that the server is ahead of this device
  let compared = false;

  async function compare() {
    compared = true;
    try {
      const sent = Date.now();
      const answer = await fetch("/api/health", { cache: "no-store" });
      const there = Date.parse(answer.headers.get("Date"));
      const here = (sent + Date.now()) / 2;
      // The header has whole seconds: only a larger difference means something.
      if (!Number.isNaN(there) && Math.abs(there + 500 - here) > 1500) ahead = there + 500 - here;
      tick();
    } catch { /* then the device's own time has to do */ }
  }

  function tick() {
    const faces = document.querySelectorAll(".clock");
    if (faces.length && !compared) compare();
    for (const face of faces) {
      const { ends, left, extra } = face.dataset;
      const seconds = (ends ? Math.round((Date.parse(ends) - Date.now() - ahead) / 1000) : Number(left)) + Number(extra || 0) * 60;
      const whole = Math.abs(seconds);
      const text = `${seconds < 0 ? "-" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle("over", seconds < 0);
    }
  }

  document.addEventListener("fairpair:shown", tick);
  document.addEventListener("fairpair:row", tick);
  tick();
  setInterval(tick, 500);
})();
