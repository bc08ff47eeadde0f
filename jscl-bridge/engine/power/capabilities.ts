/**
 * The granted parts of the platform, as objects of our own: what Lisp gets leads no further than its grant.
 * Made before the realm is locked, of what it then loses.
 */
import type { Grants, PureName, TimerName } from "./grants.js";

/** Names for the global object, and the functions among them and in what they answer. */
export interface Capabilities {
  readonly globals: Readonly<Record<string, unknown>>;
  readonly harmless: WeakSet<object>;
}

type Call = (...args: never[]) => unknown;

export function capabilities(grants: Grants): Capabilities {
  const harmless = new WeakSet<object>();
  const allow = <F extends Call>(call: F): F => {
    harmless.add(call);
    return Object.freeze(call);
  };
  /** An object of functions that all may be called. */
  const open = <T extends object>(object: T): Readonly<T> => {
    for (const value of Object.values(object)) if (typeof value === "function") harmless.add(value);
    return Object.freeze(object);
  };
  const globals = {
    ...(grants.javascript === true ? open(pureFunctions(open)) : {}),
    ...(grants.fetch === undefined ? {} : { fetch: allow(limitedFetch(grants.fetch, open)) }),
    ...(grants.timers === true ? open(timers()) : {}),
    ...(grants.console === true ? { console: open(textConsole()) } : {}),
  };
  return { globals, harmless };
}

type Open = <T extends object>(object: T) => Readonly<T>;

/** A promise that shows its results alone. */
function promised<T>(promise: Promise<T>, open: Open): object {
  return open({
    // biome-ignore lint/suspicious/noThenProperty: it stands for a promise, to await and to chain.
    then: (done?: (value: T) => unknown, failed?: (reason: unknown) => unknown) =>
      promised(promise.then(done, failed), open),
    catch: (failed?: (reason: unknown) => unknown) => promised(promise.catch(failed), open),
  });
}

function limitedFetch(origins: readonly string[], open: Open) {
  const { fetch: send, URL: Address, String: text } = globalThis;
  const get = async (address: unknown, init: Record<string, unknown> = {}) => {
    const { href, origin } = new Address(text(address));
    if (!origins.includes(origin))
      throw new TypeError(`fetch is granted for ${origins.join(", ")} alone, not for ${origin}`);
    const { method, headers, body } = init;
    const response = await send(href, {
      ...(method === undefined ? {} : { method: text(method) }),
      ...(headers === undefined
        ? {}
        : { headers: Object.entries(headers as object).map(([k, v]) => [k, text(v)]) as [string, string][] }),
      ...(body === undefined ? {} : { body: text(body) }),
      credentials: "omit",
      redirect: "error",
    });
    const { ok, status, statusText, url } = response;
    return open({
      ok,
      status,
      statusText,
      url,
      header: (name: unknown) => response.headers.get(text(name)),
      text: () => promised(response.text(), open),
      json: () => promised(response.json(), open),
    });
  };
  return (address: unknown, init?: Record<string, unknown>) => promised(get(address, init), open);
}

function timers() {
  const { setTimeout: later, clearTimeout: forget, setInterval: repeat, clearInterval: stop } = globalThis;
  // A text would be run as a script.
  const callable = (f: unknown): (() => void) => {
    if (typeof f !== "function") throw new TypeError("a timer calls a function");
    return () => void (f as () => unknown)();
  };
  // Where a timer is an object, as in Node, it leads on to others; its number does as well.
  const id = (timer: unknown) => Number(timer);
  return {
    setTimeout: (f: unknown, ms?: number) => id(later(callable(f), Number(ms ?? 0))),
    setInterval: (f: unknown, ms?: number) => id(repeat(callable(f), Number(ms ?? 0))),
    clearTimeout: (timer: unknown) => forget(Number(timer)),
    clearInterval: (timer: unknown) => stop(Number(timer)),
  } satisfies Record<TimerName, unknown>;
}

/** Pure functions, and the time. */
function pureFunctions(open: Open) {
  const { abs, max, min, floor, ceil, round, trunc, sign, sqrt, cbrt, pow, exp, log, log2, log10, hypot } =
    Math;
  const { sin, cos, tan, asin, acos, atan, atan2, random, PI, E } = Math;
  const { MAX_SAFE_INTEGER, MIN_SAFE_INTEGER, MAX_VALUE, MIN_VALUE, EPSILON } = Number;
  const { parse, stringify } = JSON;
  const text = String;
  const roots = { sqrt, cbrt, pow, exp, log, log2, log10, hypot };
  const angles = { sin, cos, tan, asin, acos, atan, atan2, PI, E };
  return {
    Math: open({ abs, max, min, floor, ceil, round, trunc, sign, random, ...roots, ...angles }),
    Number: open({ MAX_SAFE_INTEGER, MIN_SAFE_INTEGER, MAX_VALUE, MIN_VALUE, EPSILON }),
    JSON: open({
      parse: (x: unknown) => parse(text(x)) as unknown,
      stringify: (x: unknown) => stringify(x),
    }),
    Date: open({ now: () => Date.now() }),
    parseInt,
    parseFloat,
    isNaN,
    isFinite,
    encodeURI,
    encodeURIComponent,
    decodeURI,
    decodeURIComponent,
  } satisfies Record<PureName, unknown>;
}

function textConsole() {
  const { console: real, String: text } = globalThis;
  const writer =
    (write: (...texts: string[]) => void) =>
    (...args: unknown[]) =>
      write(...args.map((arg) => text(arg)));
  return {
    log: writer(real.log.bind(real)),
    info: writer(real.info.bind(real)),
    warn: writer(real.warn.bind(real)),
    error: writer(real.error.bind(real)),
  };
}
