// The page without a network: its own files and the rule sets are kept, pictures and answers never are.
const KEPT = "paiyan-2";
const FILES = ["./", "app.css", "tiles.svg", "icon.svg", "manifest.webmanifest", "icon-180.png",
  ...["answer", "api", "app", "camera", "dom", "editor", "hand", "ledger", "picture", "seating", "situation", "table", "tiles", "words"].map((n) => `js/${n}.js`)];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((n) => n !== KEPT).map((n) => caches.delete(n))))
    .then(() => self.clients.claim()));
});

// The network first, so that the newest page is seen; what was kept where there is none.
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const own = url.origin === location.origin && event.request.method === "GET";
  if (!own || (url.pathname.includes("/v1/") && !url.pathname.includes("/v1/rules"))) return;
  event.respondWith(fetch(event.request).then((response) => {
    const copy = response.clone();
    if (response.ok) event.waitUntil(caches.open(KEPT).then((cache) => cache.put(event.request, copy)));
    return response;
  }).catch(() => caches.match(event.request, { ignoreSearch: event.request.mode === "navigate" })));
});
