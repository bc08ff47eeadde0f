/** The service worker by which a page's Workers wait for it where threads share no memory. */
import { type Delivery, INBOX_FOLDER, type InboxEnd } from "../../engine/inbox-messages.js";
import type { PackageFiles } from "../files/package-files.js";

/** What posts to threads that wait. */
export interface Waiting {
  /** The address at which a thread asks, without its inbox's name. */
  readonly address: string;
  /** Whether it began to serve before now. */
  readonly isSettled: boolean;
  /** Resolves, when it serves, to null; otherwise to why it cannot. */
  readonly settled: Promise<string | null>;
  /** Does nothing while it does not serve. */
  post(message: Delivery | InboxEnd): void;
}

// One for each script of a Worker: several servers of a page have the same.
const known = new Map<string, Waiting>();

/**
 * The service worker for the Worker of these files, which is registered for that script alone. A page whose
 * site has one of its own names it: `<link rel="serviceworker" href="…">`; that one takes in the package's
 * file. Null where there are none: pages that are not secure have none.
 */
export function waitingFor({ worker, waiting }: PackageFiles): Waiting | null {
  const container = serviceWorkers();
  if (container === null) return null;
  const script = worker.href;
  const found = known.get(script) ?? startWaiting(container, worker, waiting);
  known.set(script, found);
  return found;
}

function serviceWorkers(): ServiceWorkerContainer | null {
  try {
    return globalThis.navigator?.serviceWorker ?? null;
  } catch {
    // A document without an origin of its own may not even ask.
    return null;
  }
}

function ownServiceWorker(): URL | null {
  const link = globalThis.document?.querySelector<HTMLLinkElement>('link[rel="serviceworker"]');
  return link ? new URL(link.href) : null;
}

function startWaiting(container: ServiceWorkerContainer, worker: URL, packages: URL): Waiting {
  // A Worker from another origin's package is the page's own, as far as service workers go.
  const isOurs = worker.origin === globalThis.location?.origin;
  const address = new URL(INBOX_FOLDER, isOurs ? worker : globalThis.location?.href).href;
  let active: ServiceWorkerRegistration | null = null;
  const began = (async () => {
    active = isOurs ? await registered(container, worker, packages) : await pagesOwn(container);
    await activated(active);
    return null;
  })();
  const settled = began.catch((error: Error) => error.message);
  let isSettled = false;
  void settled.then(() => {
    isSettled = true;
  });
  return {
    address,
    settled,
    get isSettled() {
      return isSettled;
    },
    post: (message) => active?.active?.postMessage(message),
  };
}

async function registered(
  container: ServiceWorkerContainer,
  { href: scope }: URL,
  packages: URL,
): Promise<ServiceWorkerRegistration> {
  const named = ownServiceWorker();
  const present = named === null ? await container.getRegistration(scope) : undefined;
  // To take the place of one that nobody named would keep it from the Worker's files.
  if (present !== undefined && present.scope !== scope)
    throw new Error(`the service worker of ${present.scope} does not take in ${packages.href}`);
  const registration = await container.register(named ?? packages, { scope, updateViaCache: "none" });
  // A browser that is told to have none may say nothing.
  if (registration === undefined) throw new Error("the browser registers no service worker");
  forgetEarlier(container, scope).catch(() => undefined);
  return registration;
}

/**
 * Takes back what earlier builds registered for their scripts beside this one, which a bundler names anew.
 * Workers of pages that are still open keep theirs, and a page of such a build registers it again.
 */
async function forgetEarlier(container: ServiceWorkerContainer, scope: string): Promise<void> {
  const [folder] = nameIn(scope);
  for (const each of await container.getRegistrations()) {
    const [itsFolder, its] = nameIn(each.scope);
    if (each.scope !== scope && itsFolder === folder && WORKER.test(its)) await each.unregister();
  }
}

/** The Worker's script, as it is in the package, and as bundlers name it. */
const WORKER = /^jscl-worker\b[^/]*\.js$/;

function nameIn(scope: string): readonly [folder: string, name: string] {
  const at = scope.lastIndexOf("/") + 1;
  return [scope.slice(0, at), scope.slice(at)];
}

async function pagesOwn(container: ServiceWorkerContainer): Promise<ServiceWorkerRegistration> {
  const registration = await container.getRegistration();
  if (registration === undefined)
    throw new Error("the package is another site's, and this one has no service worker that takes it in");
  return registration;
}

function activated({ installing, waiting, active }: ServiceWorkerRegistration): Promise<void> {
  const first = active ?? waiting ?? installing;
  return new Promise((resolve, reject) => {
    const look = () => {
      if (first?.state === "activated") resolve();
      else if (first === null || first.state === "redundant")
        reject(new Error("its service worker could not be installed"));
    };
    first?.addEventListener("statechange", look);
    look();
  });
}
