// Keeps the last copy of the pages of a tournament, for when the network is gone. Pages come from
// the network as long as there is one; files, whose address changes with them, from here.
"use strict";

const PAGES = "fairpair-pages-1", FILES = "fairpair-files-1";
const MOST = 40;
const PATIENCE = 5000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("fairpair-") && name !== PAGES && name !== FILES) await caches.delete(name);
    }
    await self.clients.claim();
  })());
});

// Personal addresses are logins: they are never kept.
const kept = (path) => /^\/t\/[a-z0-9-]+(\/(?!player\/|manifest).*)?$/.test(path);

self.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (address.origin !== self.location.origin) return;
  if (event.request.method === "POST" && address.pathname === "/logout") {
    event.waitUntil(caches.delete(PAGES));
    return;
  }
  if (event.request.method !== "GET") return;
  if (address.pathname.startsWith("/static/")) event.respondWith(file(event.request, address));
  else if (kept(address.pathname)) event.respondWith(page(event));
});

async function file(request, address) {
  const files = await caches.open(FILES);
  const found = await files.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok && address.search) {
    for (const old of await files.keys()) {
      if (new URL(old.url).pathname === address.pathname) await files.delete(old);
    }
    await files.put(request, answer.clone());
  }
  return answer;
}

async function page(event) {
  const request = event.request;
  const network = fetch(request).then((answer) => {
    if (answer.ok && !answer.redirected && answer.type === "basic") event.waitUntil(keep(request.url, answer.clone()));
    return answer;
  });
  if (request.mode !== "navigate" && request.destination !== "image") return network;
  const late = new Promise((_, fail) => setTimeout(() => fail(new Error("late")), PATIENCE));
  try {
    return await Promise.race([network, late]);
  } catch {
    return (await copy(request.url)) || network.catch(() => nothing(request));
  }
}

// What is said of a page that was never fetched, with the pages that were.
const WORDS = {
  en: ["No connection", "This page was not kept. These are, as they were last:"],
  de: ["Keine Verbindung", "Diese Seite ist nicht gespeichert. Diese sind es, so wie sie zuletzt waren:"],
};

async function nothing(request) {
  if (request.mode !== "navigate") return Response.error();
  const language = self.navigator.language.startsWith("de") ? "de" : "en";
  const [title, text] = WORDS[language];
  const here = new URL(request.url).pathname.split("/").slice(0, 3).join("/");
  const pages = (await (await caches.open(PAGES)).keys()).map((one) => new URL(one.url))
    .filter((one) => one.pathname === here || one.pathname.startsWith(`${here}/`));
  const safe = (path) => path.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const links = pages.map((one) => `<li><a href="${safe(one.pathname + one.search)}">${safe(one.pathname + one.search)}</a></li>`);
  const html = `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">`
    + `<title>${title}</title><main><h1>${title}</h1><p>${text}</p><ul>${links.join("")}</ul></main></html>`;
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": "default-src 'self'" };
  return new Response(html, { status: 503, headers });
}

async function keep(address, answer) {
  const pages = await caches.open(PAGES);
  const headers = new Headers({
    "Content-Type": answer.headers.get("Content-Type") || "text/html; charset=utf-8",
    "Content-Security-Policy": answer.headers.get("Content-Security-Policy") || "default-src 'self'",
    "X-Fetched": new Date().toISOString(),
  });
  await pages.delete(address);
  await pages.put(address, new Response(await answer.blob(), { headers }));
  const all = await pages.keys();
  for (const old of all.slice(0, Math.max(0, all.length - MOST))) await pages.delete(old);
}

// The copy, with the time it was fetched for the page to show.
async function copy(address) {
  const pages = await caches.open(PAGES);
  const found = await pages.match(address, { ignoreVary: true });
  if (!found) return null;
  const headers = new Headers(found.headers);
  if (!(headers.get("Content-Type") || "").startsWith("text/html")) return found;
  const html = (await found.text()).replace("<body", `<body data-fetched="${headers.get("X-Fetched")}"`);
  return new Response(html, { headers });
}
