// All of the site without a network, after the first visit; what has not changed is not fetched again.
"use strict";

const KEPT = /* what is kept, by the name of its store */ {};

const keepAll = async () => {
  for (const [name, paths] of Object.entries(KEPT)) {
    const store = await caches.open(name), there = new Set((await store.keys()).map((each) => each.url));
    const urls = paths.map((path) => new URL(path, location.href).href).filter((url) => !there.has(url));
    await store.addAll(urls.map((url) => new Request(url, { cache: "no-cache" })));
  }
};
const forgetOthers = async () => {
  for (const name of await caches.keys()) if (!(name in KEPT)) await caches.delete(name);
  await self.clients.claim();
};
const answer = async (request) => {
  const { origin, pathname, search } = new URL(request.url), known = await caches.match(request, { ignoreSearch: true });
  if (known) return known;
  const folder = `${origin}${pathname}/`; // pages are folders
  return await caches.match(folder) ? Response.redirect(folder + search) : fetch(request);
};
addEventListener("install", (event) => event.waitUntil(keepAll()));
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(self.registration.scope)) event.respondWith(answer(event.request));
});
