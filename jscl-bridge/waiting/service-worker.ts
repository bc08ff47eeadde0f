/**
 * The service worker by which a Lisp's Worker waits where threads share no memory. The Worker's synchronous
 * request is answered when its page has posted something for it, or the time that it named is over. A site
 * that has a service worker of its own takes this file in by `importScripts`.
 */
import {
  type Delivery,
  INBOX_FOLDER,
  INBOX_HEADER,
  type InboxEnd,
  type NumberedText,
} from "../engine/inbox-messages.js";

/** Inboxes that are kept; the one that was used longest ago goes first. */
const MOST_INBOXES = 100;

/** How long a request waits at most, in milliseconds, whatever it asks for. */
const LONGEST_MS = 20_000;

interface Inbox {
  messages: NumberedText[];
  /** Answers the request that waits; null where none does. */
  answer: (() => void) | null;
}

const scope = self as unknown as ServiceWorkerGlobalScope;
const inboxes = new Map<string, Inbox>();

function inboxOf(name: string): Inbox {
  const inbox = inboxes.get(name) ?? { messages: [], answer: null };
  inboxes.delete(name);
  inboxes.set(name, inbox);
  for (const [oldest, { answer }] of inboxes) {
    if (inboxes.size <= MOST_INBOXES) break;
    answer?.();
    inboxes.delete(oldest);
  }
  return inbox;
}

/** Adds what is new: a host sends again what it does not know to have come. */
function deliver({ inbox: name, messages }: Delivery): void {
  const inbox = inboxOf(name);
  const newest = inbox.messages.at(-1)?.[0] ?? 0;
  inbox.messages.push(...messages.filter(([number]) => number > newest));
  inbox.answer?.();
}

function end({ inbox: name }: InboxEnd): void {
  inboxes.get(name)?.answer?.();
  inboxes.delete(name);
}

function ask(name: string, after: number, ms: number): Response | Promise<Response> {
  const inbox = inboxOf(name);
  inbox.messages = inbox.messages.filter(([number]) => number > after);
  // The one that waited is of a request that was given up.
  inbox.answer?.();
  const answered = () => {
    const { length } = inbox.messages;
    const headers = { [INBOX_HEADER]: name };
    return length > 0
      ? Response.json(inbox.messages, { headers })
      : new Response(null, { status: 204, headers });
  };
  if (ms <= 0 || inbox.messages.length > 0) return answered();
  return new Promise((resolve) => {
    const timer = setTimeout(() => inbox.answer?.(), Math.min(ms, LONGEST_MS));
    inbox.answer = () => {
      clearTimeout(timer);
      inbox.answer = null;
      resolve(answered());
    };
  });
}

const isText = (x: unknown): x is string => typeof x === "string";

function isDelivery(data: unknown): data is Delivery {
  const { kind, inbox, messages } = (data ?? {}) as Partial<Delivery>;
  const isNumbered = (each: unknown) => Array.isArray(each) && Number.isInteger(each[0]) && isText(each[1]);
  return kind === "jscl-inbox" && isText(inbox) && Array.isArray(messages) && messages.every(isNumbered);
}

function isEnd(data: unknown): data is InboxEnd {
  const { kind, inbox } = (data ?? {}) as Partial<InboxEnd>;
  return kind === "jscl-inbox-end" && isText(inbox);
}

scope.addEventListener("message", ({ data }) => {
  if (isDelivery(data)) deliver(data);
  else if (isEnd(data)) end(data);
});

scope.addEventListener("fetch", (event) => {
  const { origin, pathname, searchParams } = new URL(event.request.url);
  const [folder, name, ...more] = pathname.slice(pathname.lastIndexOf(`/${INBOX_FOLDER}`) + 1).split("/");
  if (origin !== scope.location.origin || `${folder}/` !== INBOX_FOLDER || !name || more.length > 0) return;
  // A site's own service worker is not to answer it as well.
  event.stopImmediatePropagation();
  event.respondWith(ask(name, Number(searchParams.get("after")), Number(searchParams.get("ms"))));
});

scope.addEventListener("activate", () => {
  // The Worker of the first visit has started before; pages are not this file's business. Firefox answers
  // only when a Worker that waits has ended, so nothing waits for this.
  if (!scope.registration.scope.endsWith("/")) void scope.clients.claim();
});
