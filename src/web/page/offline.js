// Lets the browser keep the page's files, so that it opens without a network and can be installed.

const link = document.createElement("link");
Object.assign(link, { rel: "manifest", href: "manifest.webmanifest" });
document.head.append(link);

// Only secure pages, and those of this machine, may have one.
navigator.serviceWorker?.register("service.js").catch((error) => console.warn(`offline: ${error.message}`));
