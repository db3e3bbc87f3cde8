// The page without a network: its own files and the rule sets are kept, pictures and answers never are.
const KEPT = "paiyan-9";
const ENGINE = "paiyan-engine-1"; // large and named by its version: fetched once
const PYTHON = "paiyan-python"; // see js/phone/snapshot.js
const SHARED = "paiyan-shared"; // a photo that another app handed over, until the page takes it
const FILES = ["./", "app.css", "tiles.svg?v=cac2c5f23814", "icon.svg", "manifest.webmanifest", "icon-180.png", "icon-192.png", "icon-512.png",
  ...["app", "first", "effects", "engine.worker", "io/able", "io/api", "io/back", "io/camera", "io/engine", "io/ledger", "io/memory", "io/moving", "io/networks", "io/patience", "io/phone", "io/photo", "io/saved", "io/tables", "io/waiting",
    "phone/archive", "phone/buffers", "phone/networks.worker", "phone/packed", "phone/pixels", "phone/reading", "phone/seeing", "phone/snapshot", "phone/updates", "state/doubts", "state/hand", "state/house", "state/reduce", "state/request", "state/statistics", "state/store", "state/tiles",
    "views/advice", "views/answer", "views/ask", "views/compare", "views/crop", "views/deals", "views/dom", "views/evening", "views/facts", "views/forms", "views/hand", "views/history", "views/house", "views/keyboard", "views/memory",
    "views/money", "views/people", "views/photo", "views/questions", "views/replay", "views/rules", "views/seats", "views/sharing", "views/show", "views/situation", "views/table", "views/taking", "views/tiles", "views/traditional", "views/without_tiles", "views/words", "views/words_evening"].map((n) => `js/${n}.js`)];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const mine = [KEPT, ENGINE, PYTHON, "paiyan-photo", "paiyan-hands", SHARED];
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((n) => !mine.includes(n)).map((n) => caches.delete(n))))
    .then(() => self.clients.claim()));
});

// The network first, so that the newest page is seen; what was kept where there is none.
async function newest(request) {
  try {
    const response = await fetch(request);
    if (response.ok) await caches.open(KEPT).then((cache) => cache.put(request, response.clone()));
    return response;
  } catch (error) {
    const kept = await caches.match(request, { ignoreSearch: request.mode === "navigate" });
    if (!kept) throw error;
    return kept;
  }
}

// What its address names for good: once fetched, it is not requested again. Binaries are kept unpacked: only of those
// does a browser keep what it compiled.
async function once(request, name) {
  const cache = await caches.open(name);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (!response.ok) return response;
  const url = new URL(request.url);
  const packed = url.pathname.endsWith(".wasm.packed");
  const plain = packed ? new Response(response.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": "application/wasm" } }) : response;
  await cache.put(request, plain.clone());
  if (name === ENGINE) await forgetOthers(cache, url.searchParams.get("v"));
  return plain;
}

// Of the engine only one version is kept: each weighs 35 MB.
async function forgetOthers(cache, version) {
  for (const { url } of await cache.keys()) if (new URL(url).searchParams.get("v") !== version) await cache.delete(url);
}

// A photo shared from the gallery: kept for the page, which is opened and reads it.
async function takeShared(request) {
  const file = (await request.formData()).get("photo");
  if (file instanceof Blob) await caches.open(SHARED).then((cache) => cache.put("photo", new Response(file)));
  return Response.redirect("./?shared", 303);
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method === "POST" && url.origin === location.origin && url.pathname.endsWith("/share")) {
    event.respondWith(takeShared(event.request));
    return;
  }
  const own = url.origin === location.origin && event.request.method === "GET";
  if (!own || (url.pathname.includes("/v1/") && !url.pathname.includes("/v1/rules"))) return;
  const named = url.searchParams.has("v");
  event.respondWith(named ? once(event.request, url.pathname.includes("/engine/") ? ENGINE : KEPT) : newest(event.request));
});
