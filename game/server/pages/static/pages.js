// What every page does where there is JavaScript: times of here, and standings that stay true.
"use strict";
{
  const lang = navigator.languages.find((each) => each.startsWith(document.documentElement.lang)) ?? document.documentElement.lang;
  const local = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" });
  const exact = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "medium" });
  const localise = (within) => {
    for (const time of within.querySelectorAll("time[datetime]")) {
      time.textContent = ("seconds" in time.dataset ? exact : local).format(new Date(time.dateTime));
    }
  };
  localise(document);

  for (const link of document.querySelectorAll("[data-installed]")) {
    link.href = `patience:${location.origin}${location.pathname}${location.hash}`;
    link.parentElement.hidden = false;
  }
  for (const link of document.querySelectorAll("[data-play], [hreflang]")) link.hash = location.hash; // the secret of the link goes along

  const live = "[data-live], [data-also-live]";
  const first = document.querySelector("[data-live]");
  if (first) {
    const pause = document.getElementById("pause");
    const away = document.getElementById("away"), words = JSON.parse(document.getElementById("words").textContent);
    let isPaused = false, known = new Date(), skew = 0;
    const clock = (ms) => `${Math.floor(ms / 60000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;
    setInterval(() => { // the clock of the round, or the countdown to it
      for (const each of document.querySelectorAll("[data-until]")) {
        const now = Date.now() + skew, wait = each.dataset.from - now, left = each.dataset.until - now;
        const [text, ms] = wait > 0 ? [words.wait, wait] : left > 0 ? [words.left, left] : [words.over, 0];
        each.textContent = text.replace("{time}", clock(ms + 999));
      }
    }, 250);
    pause.hidden = false;
    pause.addEventListener("click", () => {
      isPaused = !isPaused;
      pause.setAttribute("aria-pressed", String(isPaused));
    });

    // Who has passed another is seen to.
    const glide = (within, were) => {
      if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
      for (const row of within.querySelectorAll("[data-player]")) {
        const far = were.get(row.dataset.player) - row.getBoundingClientRect().top;
        if (far) row.animate({ transform: [`translateY(${far}px)`, "none"] }, { duration: 500, easing: "ease-out" });
      }
    };

    // Only what has changed is put in; the place of the focus and what is scrolled to the side stay.
    const put = (text) => {
      const told = new DOMParser().parseFromString(text, "text/html");
      localise(told);
      const now = document.querySelectorAll(live), next = told.querySelectorAll(live);
      now.forEach((old, index) => {
        if (!next[index] || old.innerHTML === next[index].innerHTML) return;
        const held = old.contains(document.activeElement) ? document.activeElement : null;
        const link = held && held.getAttribute("href");
        const across = old.querySelector(".scroll")?.scrollLeft ?? 0;
        const were = new Map([...old.querySelectorAll("[data-player]")].map((row) => [row.dataset.player, row.getBoundingClientRect().top]));
        old.replaceChildren(...next[index].childNodes);
        glide(old, were);
        const scroll = old.querySelector(".scroll");
        if (scroll) scroll.scrollLeft = across;
        if (!held) return;
        const again = link ? [...old.querySelectorAll("a")].find((each) => each.getAttribute("href") === link) : scroll;
        again?.focus({ preventScroll: true });
      });
    };

    const look = async () => {
      if (!isPaused && !document.hidden) {
        try {
          const answer = await fetch(location.href, { cache: "no-cache" });
          if (answer.ok) {
            put(await answer.text());
            known = new Date();
            skew = Date.parse(answer.headers.get("date")) - known.getTime() || 0;
          }
          away.hidden = true;
        } catch { // what was known stays, and the next look may find the server again
          away.querySelector("time").textContent = known.toLocaleTimeString(lang, { timeStyle: "short" });
          away.hidden = false;
        }
      }
      setTimeout(look, 1000 * Number(first.dataset.live));
    };
    setTimeout(look, 1000 * Number(first.dataset.live));
  }
}
