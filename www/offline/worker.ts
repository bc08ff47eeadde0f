import { PrecacheController } from "workbox-precaching/PrecacheController.js";
import { Builds, fileAt } from "./builds.js";

// The service worker of the built site. Each build of the site is kept as one set of files, and a page is
// served from the build that its document came from as long as it is there. The bundler puts `jscl-wait.js`
// in front, by which a Lisp waits on hosts that send no headers: pages name this file, and have it registered
// for the Worker's script as well.

/** The files of the build that this worker was made with, and the build's name: put here by the bundler. */
declare const BUILD_FILES: { url: string; revision: string; integrity: string }[];
declare const BUILD_NAME: string;

const scope = self as unknown as ServiceWorkerGlobalScope;

/** The folder of the site: what is registered for the Worker alone keeps nothing, and serves what is kept. */
const SITE = new URL("./", scope.location.href).href;
const isOfSite = scope.registration.scope === SITE;
/** How long a navigation waits to hear of a new build, and then for its files. */
const NEWS_MS = 1500;
const FILES_MS = 5000;
/** How long this worker waits, before it serves anything, for the pages that are open. */
const CLAIM_MS = 500;

const builds = new Builds(SITE, scope.caches, scope.clients);
const controller = new PrecacheController({
  cacheName: builds.cacheName(BUILD_NAME),
  fallbackToNetwork: false,
});
// A file that is not the one that was built fails its check, and the build is not kept: a mix is impossible.
controller.addToCacheList(BUILD_FILES);

const pages = new Set(BUILD_FILES.map(({ url }) => new URL(url, SITE).href));

scope.addEventListener("install", (event) => {
  if (!isOfSite) return;
  // It waits until every page is closed: any service worker serves every build that is kept, and Chromium can
  // lose the requests of a Worker that starts while one service worker takes the place of another.
  event.waitUntil(Promise.resolve(controller.install(event)).then(() => builds.setNewest(BUILD_NAME)));
});

scope.addEventListener("activate", (event) => {
  if (!isOfSite) return;
  // The page of the first visit has a Lisp to start anew when it is offline. Firefox claims a Worker that
  // waits in a held program only when its page is left, and would have that page's next one wait for this.
  const claimed = scope.clients.claim().then(() => true);
  event.waitUntil(within(CLAIM_MS, claimed).then(() => builds.dropUnused()));
});

scope.addEventListener("message", (event) => {
  const { source, data } = event;
  if (!(source instanceof Client) || typeof data?.build !== "string") return;
  event.waitUntil(builds.remember(source.id, data.build));
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(SITE)) return;
  if (request.mode !== "navigate") event.respondWith(fileOf(event));
  // Pages for other sites are the network's.
  else if (pages.has(fileAt(request.url))) event.respondWith(openPage(event));
});

async function openPage(event: FetchEvent): Promise<Response> {
  await newsOfBuilds();
  const newest = await builds.newest();
  const page = newest && (await builds.find(newest, event.request.url));
  if (!newest || !page) return fetch(event.request);
  await builds.remember(event.resultingClientId, newest);
  event.waitUntil(builds.dropUnused());
  return page;
}

async function fileOf(event: FetchEvent): Promise<Response> {
  const build = await builds.of(event.clientId);
  // Who came from the network goes on with the network.
  if (build === undefined) return fetch(event.request);
  if (event.resultingClientId) await builds.remember(event.resultingClientId, build);
  return (await builds.find(build, event.request.url)) ?? fetch(event.request);
}

/**
 * Whether the server has the service worker of another build. Chromium puts off `update()` by seconds where
 * no page is open, so only news is worth that.
 */
async function isAnotherBuild(): Promise<boolean> {
  try {
    // A server that says nothing must not keep a connection for each visit: a browser has six of them for it,
    // and what is asked for later, when the server is back, would wait for one.
    const signal = AbortSignal.timeout(NEWS_MS);
    const answer = await fetch(scope.location.href, { cache: "no-cache", signal });
    return answer.ok && !(await answer.text()).includes(BUILD_NAME);
  } catch {
    return false;
  }
}

/** Resolves when the server's build is here, or when it takes too long to hear of it. */
async function newsOfBuilds(): Promise<void> {
  const began = performance.now();
  if (!(await within(NEWS_MS, isAnotherBuild()))) return;
  const asked = scope.registration.update().then(
    () => true,
    () => false,
  );
  if (!(await within(NEWS_MS - (performance.now() - began), asked))) return;
  const { installing } = scope.registration;
  if (!installing) return;
  const settled = new Promise<boolean>((resolve) => {
    const look = (): void => {
      if (installing.state !== "installing") resolve(true);
    };
    installing.addEventListener("statechange", look);
    look();
  });
  await within(FILES_MS, settled);
}

function within(ms: number, outcome: Promise<boolean>): Promise<boolean> {
  return Promise.race([outcome, new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ms))]);
}
