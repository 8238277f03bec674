// Times as the clock of this device shows them; without scripts they are in UTC.
"use strict";

(() => {
  const { all, always, manner } = window.fairpair;
  const time = { hour: "2-digit", minute: "2-digit", second: "2-digit" };

  always(() => {
    for (const one of all("time[datetime]")) {
      const moment = new Date(one.dateTime);
      if (Number.isNaN(moment.getTime())) continue;
      const today = moment.toDateString() === new Date().toDateString();
      one.textContent = today ? moment.toLocaleTimeString(manner, time) : moment.toLocaleString(manner);
      one.title = one.dateTime;
    }
  });
})();
