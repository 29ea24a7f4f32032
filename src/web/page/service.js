// Serves the page's files from the browser's memory. A new version is fetched as a whole, and is shown once no window
// has the old one.

// Filled in by build.sh.
const VERSION = "@VERSION@";
const FILES = "@FILES@".split(" ");

const NAME = `tandem-page-${VERSION}`;

self.oninstall = (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(fresh)));
};

self.onactivate = (event) => {
  const old = (name) => name.startsWith("tandem-page-") && name !== NAME;
  const clean = async () => Promise.all((await caches.keys()).filter(old).map((name) => caches.delete(name)));
  event.waitUntil(clean().then(() => self.clients.claim()));
};

self.onfetch = (event) => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(self.registration.scope)) return;
  const answer = async () => {
    const cache = await caches.open(NAME);
    const request = event.request.mode === "navigate" && new URL(event.request.url).pathname === new URL(self.registration.scope).pathname ? "index.html" : event.request;
    const found = await cache.match(request, { ignoreSearch: true });
    // Some hosts redirect `index.html` to its folder; a browser opens no page by an answer that was redirected.
    return found?.redirected ? new Response(found.body, found) : (found ?? fetch(event.request));
  };
  event.respondWith(answer());
};
