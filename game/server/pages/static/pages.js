// What every page does where there is JavaScript: times of here, and standings that stay true.
"use strict";
{
  const local = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
  const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
  const localise = (within) => {
    for (const time of within.querySelectorAll("time[datetime]")) {
      time.textContent = ("seconds" in time.dataset ? exact : local).format(new Date(time.dateTime));
    }
  };
  localise(document);

  for (const link of document.querySelectorAll("[data-play]")) link.hash = location.hash; // the secret of the link goes along

  const live = "[data-live], [data-also-live]";
  const first = document.querySelector("[data-live]");
  if (first) {
    const pause = document.getElementById("pause");
    let isPaused = false;
    pause.hidden = false;
    pause.addEventListener("click", () => {
      isPaused = !isPaused;
      pause.setAttribute("aria-pressed", String(isPaused));
    });

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
        old.replaceChildren(...next[index].childNodes);
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
          if (answer.ok) put(await answer.text());
        } catch {
          // The server is away: what was known stays, and the next look may find it again.
        }
      }
      setTimeout(look, 1000 * Number(first.dataset.live));
    };
    setTimeout(look, 1000 * Number(first.dataset.live));
  }
}
