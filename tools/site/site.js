// What a server would see to: the language that is wished for, what the address asks for, and that all is there without a network.
"use strict";
{
  const { dataset } = document.body, own = document.documentElement.lang, asked = new URLSearchParams(location.search);
  const words = JSON.parse(document.getElementById("words").textContent), isThere = (code) => Object.keys(words.languages).includes(code);
  let chosen = asked.get("language");
  try {
    if (isThere(chosen)) localStorage.setItem("language", chosen);
    else chosen = localStorage.getItem("language");
  } catch { /* nothing is kept here */ }
  const wanted = [chosen, ...(navigator.languages ?? []).map((each) => each.slice(0, 2)), "en"].find(isThere);
  const address = (path) => new URL(`${dataset.root}${path}`, location.href).href;
  if (wanted !== own) location.replace(`${address(`${wanted === "en" ? "" : `${wanted}/`}${dataset.page}`)}${location.search}${location.hash}`);

  const name = asked.get("game") ?? "rush", { title, day, options = [] } = words.games[name] ?? {};
  const given = Object.fromEntries([...asked].filter(([each]) => !words.beside.includes(each)));
  if (asked.get("clock") === "no") given.limit = "none";
  const isValid = (text, pattern) => new RegExp(`^(${pattern})$`).test(text);
  const isWrong = !title || ["deal", "beat"].some((each) => !isValid(asked.get(each) ?? "", "\\d{0,9}"))
    || Object.entries(given).some(([each, value]) => !options.some(({ name: known, values }) => known === each && isValid(value, values)));
  if (dataset.mode === "daily" && title) dataset.game = day;
  else if (Object.keys(given).length || ["game", "deal", "clock"].some((each) => asked.has(each))) {
    document.getElementById("broken").hidden = !isWrong;
    if (!isWrong) {
      const named = options.map((each) => ({ ...each, value: given[each.name] ?? each.usual })).filter(({ value, usual, quiet }) => !quiet || value !== usual);
      dataset.game = [name, ...named.map((each) => `${each.name}=${each.value}`)].join(" ");
      dataset.deal = asked.get("deal") ?? "";
      dataset.beat = asked.get("beat") ?? "";
      const told = [dataset.beat && words.beat.replace("{result}", Number(dataset.beat).toLocaleString(own)), title].filter(Boolean).join(" · ");
      document.querySelector("meta[property='og:title']").content = told;
      document.title = `${told} · Patience Arcade`;
    }
  }

  const keepAll = () => navigator.serviceWorker.register(address("sw.js")); // not before the first table: it fetches all
  if (navigator.serviceWorker && isSecureContext) addEventListener(dataset.game ? "dealt" : "load", keepAll, { once: true });
}
