// Keeps the last copy of the pages of a tournament, for when the network is gone. Pages come from
// the network as long as there is one; files, whose address changes with them, from here.
"use strict";

const PAGES = "fairpair-pages-2", FILES = "fairpair-files-2";
const OFFLINE = "/offline";
const MOST = 40;
const PATIENCE = 5000;
let era = 0;  // another one when somebody logs in or out: what is on its way then is not kept

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(keepOffline().catch(() => {}));
});
addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("fairpair-") && name !== PAGES && name !== FILES) await caches.delete(name);
    }
    await clients.claim();
  })());
});

// Personal addresses are logins, and the desk is for staff: they are never kept.
const kept = (path) => /^\/t\/[a-z0-9-]+(\/(?!player\/|manifest).*)?$/.test(path);
const changesUser = (path, method) => method === "GET"
  ? /^\/t\/[^/]+\/player\//.test(path) : /\/log(in|out)(\/|$)/.test(path);

addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (changesUser(pathname, request.method)) {
    event.waitUntil(forgetPages());
    event.respondWith(fetch(request).catch(() => nothing(request)).finally(forgetPages));
    return;
  }
  if (pathname === "/preferences") event.waitUntil(forget(FILES, OFFLINE));
  if (request.method !== "GET") return;
  if (pathname.startsWith("/static/")) event.respondWith(file(request));
  else if (kept(pathname)) event.respondWith(page(event));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => nothing(request)));
});

// Before the answer, and after it for what was fetched meanwhile.
function forgetPages() {
  era += 1;
  return caches.delete(PAGES);
}

async function forget(cache, address) {
  await (await caches.open(cache)).delete(address);
}

async function file(request) {
  const files = await caches.open(FILES), { pathname, search } = new URL(request.url);
  const found = await files.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok && search) {
    for (const old of await files.keys()) {
      if (new URL(old.url).pathname === pathname) {
        await files.delete(old);
        await files.delete(OFFLINE);  // it needs the new one
      }
    }
    await files.put(request, answer.clone());
  }
  return answer;
}

async function page(event) {
  const { request } = event, began = era;
  const network = fetch(request).then((answer) => {
    if (answer.ok && !answer.redirected && answer.type === "basic") {
      event.waitUntil(keep(request.url, answer.clone(), began));
    } else if (answer.type === "opaqueredirect" || (answer.status >= 400 && answer.status < 500)) {
      event.waitUntil(forget(PAGES, request.url));  // it is not for this visitor any more
    }
    return answer;
  });
  if (request.mode !== "navigate" && request.destination !== "image") return network;
  const late = new Promise((_, fail) => setTimeout(fail, PATIENCE));
  try {
    return await Promise.race([network, late]);
  } catch {
    return (await copy(request.url)) || network.catch(() => nothing(request));
  }
}

async function keep(address, answer, began) {
  const body = await answer.blob();
  if (began !== era) return;
  const pages = await caches.open(PAGES);
  await pages.delete(address);
  await pages.put(address, new Response(body, answer));
  for (const old of (await pages.keys()).slice(0, -MOST)) await pages.delete(old);
  if (!(await caches.match(OFFLINE))) await keepOffline();
}

// The copy, with the time it was fetched for the page to show.
async function copy(address) {
  const found = await caches.match(address, { cacheName: PAGES, ignoreVary: true });
  if (!found || !isPage(found)) return found;
  const { headers } = found;
  const html = (await found.text()).replace("<body", `<body data-fetched="${headers.get("Date")}"`);
  return new Response(html, { headers });
}

const isPage = (answer) => (answer.headers.get("Content-Type") || "").startsWith("text/html");

// What is shown in place of a page that was never seen, with its files.
async function keepOffline() {
  const answer = await fetch(OFFLINE);
  if (!answer.ok) return;
  const html = await answer.clone().text();
  for (const [path] of html.matchAll(/\/static\/[\w.-]+\?\w+/g)) await file(new Request(path));
  await (await caches.open(FILES)).put(OFFLINE, answer);
}

async function nothing(request) {
  const found = await caches.match(OFFLINE, { ignoreVary: true });
  if (!found || request.mode !== "navigate") return Response.error();
  const list = (await copies(new URL(request.url).pathname)).join("");
  const html = (await found.text()).replace(/(data-copies)( hidden)/, list ? "$1" : "$1$2")
    .replace("<ul></ul>", () => `<ul>${list}</ul>`);
  return new Response(html, { status: 503, headers: found.headers });
}

// Links to the pages of this tournament that were kept, or else to all of them.
async function copies(path) {
  const pages = await caches.open(PAGES), here = path.split("/").slice(0, 3).join("/");
  const links = [];
  for (const request of await pages.keys()) {
    const { pathname, search } = new URL(request.url), answer = await pages.match(request, { ignoreVary: true });
    const [, title] = isPage(answer) && (await answer.text()).match(/<title>([^<]*)/) || [];
    const near = pathname === here || pathname.startsWith(`${here}/`);
    const address = (pathname + search).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    if (title) links.unshift({ near, html: `<li><a href="${address}">${title}</a></li>` });
  }
  const chosen = links.filter((one) => one.near);
  return (chosen[0] ? chosen : links).map((one) => one.html);
}
