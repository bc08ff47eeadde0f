// Programs that try to reach what no page granted. Each is Lisp whose value is ESCAPED when it got there.

/** What attempts ask the network for; nothing of the site's own has these names. */
export const REQUESTED = ["http://127.0.0.1:9/x.js", "/escape.json"] as const;

/** An attempt: what it tries, and the program. */
export type Escape = readonly [name: string, code: string];

/** The text as Lisp writes a string. */
export function lispString(text: string): string {
  return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}

/** A program that runs a JavaScript expression by `#j:eval` and has escaped when that is true. */
function javascript(expression: string): string {
  const text = `(() => { try { return (${expression}) ? "ESCAPED" : "held" } catch (e) { return "held" } })()`;
  return `(#j:eval ${lispString(text)})`;
}

/** A program that imports a module, waits, and has escaped when that came. */
function imported(specifier: string, options = ""): string {
  const text = `(() => { globalThis.arrived = "held";
    import(${JSON.stringify(specifier)}${options}).then(() => { globalThis.arrived = "ESCAPED" }, () => {}); return "held" })()`;
  return `(#j:eval ${lispString(text)})`;
}

/** A form whose names may not be there: it is read and evaluated at run time, and NIL where it fails. */
const read = (form: string): string => `(ignore-errors (eval (read-from-string ${lispString(form)})))`;

const names =
  `fetch postMessage self onmessage importScripts indexedDB caches WebSocket XMLHttpRequest EventSource BroadcastChannel
  MessageChannel Worker SharedWorker navigator close document window parent top location origin setTimeout setInterval queueMicrotask
  requestAnimationFrame scheduler addEventListener dispatchEvent reportError WebAssembly SharedArrayBuffer Atomics
  FinalizationRegistry crypto cookieStore WebTransport RTCPeerConnection Notification process require`.split(
    /\s+/,
  );

/** A global name, asked for by the bridge and by JavaScript itself. */
const byName: Escape[] = names.flatMap((name): Escape[] => [
  [`the global ${name}, by #j:`, `(if (ignore-errors (not (member #j:${name} '(nil)))) "ESCAPED" "held")`],
  [`the global ${name}, by eval`, javascript(`typeof ${name} !== "undefined"`)],
]);

const power = `(x) => x !== undefined && x !== null && ["fetch", "postMessage", "importScripts", "document", "indexedDB"].some((k) => k in x)`;

/** Ways round to the global object and to what is above it. */
const roundabout: Escape[] = [
  ["#j:self:postMessage called", `(if (ignore-errors (#j:self:postMessage 1) t) "ESCAPED" "held")`],
  ["#j:postMessage called", `(if (ignore-errors (#j:postMessage 1) t) "ESCAPED" "held")`],
  ["the global object by Function", javascript(`(${power})(Function("return this")())`)],
  ["the global object by a sloppy this", javascript(`(${power})((function () { return this })())`)],
  ["the prototypes above the global object", javascript(`(${power})(Object.getPrototypeOf(globalThis))`)],
  [
    "an async function's constructor",
    javascript(`(await_ => (${power})(globalThis))((async () => {}).constructor)
    || (async () => {}).constructor("return typeof fetch")() === "function"`),
  ],
  [
    "a generator's constructor",
    javascript(`(function* () {}).constructor("yield typeof fetch")().next().value === "function"`),
  ],
  ["Reflect", javascript(`Reflect.get(globalThis, "postMessage") !== undefined`)],
  [
    "every property there is, of the global object and above",
    javascript(`(() => {
    for (let o = globalThis; o !== null && o !== Object.prototype; o = Object.getPrototypeOf(o))
      for (const k of Reflect.ownKeys(o)) if (/fetch|post|imp|open|socket|worker|storage|listen|time/i.test(String(k))) return true;
    return false })()`),
  ],
  [
    "call sites of a stack",
    javascript(`(() => { "use strict"; Error.prepareStackTrace = (_, sites) => sites;
    return Array.isArray(new Error().stack) })()`),
  ],
  ["a timer of Atomics", javascript("Atomics.waitAsync !== undefined")],
  ["a module of data", imported("data:text/javascript,export default 1")],
  ["a module of another origin", imported(REQUESTED[0])],
  ["data of the page's own origin as a module", imported(REQUESTED[1], `, { with: { type: "json" } }`)],
];

/** Changes of what the engine runs on. */
const tampering: Escape[] = [
  "Array.prototype.push",
  "Array.prototype.map",
  "Array.prototype.join",
  "JSON.stringify",
  "Function.prototype.call",
  "Function.prototype.apply",
  "Promise.prototype.then",
  "Map.prototype.get",
  "WeakMap.prototype.get",
  "Object.keys",
  "Object.prototype.hasOwnProperty",
  "Object.prototype.toString",
  "String.prototype.replace",
  "Math.floor",
  "globalThis.Map",
  "globalThis.Array",
  "Array.prototype[Symbol.iterator]",
  "Object.getPrototypeOf([][Symbol.iterator]()).next",
  "Int32Array.prototype.constructor",
  "Object.getPrototypeOf(Int32Array.prototype).set",
].map(
  (place): Escape => [
    `a patch of ${place}`,
    javascript(
      `(() => { "use strict"; const was = ${place}; ${place} = () => 1; return ${place} !== was })()`,
    ),
  ],
);

/** Doors of JSCL's own and of our compiler. */
const doors: Escape[] = [
  ["js-eval", `(if ${read(`(jscl::js-eval "typeof fetch === 'function'")`)} "ESCAPED" "held")`],
  [
    "the Function constructor of a number's method",
    `(if (equal "function" (ignore-errors (((jscl::oget 1 "toFixed" "constructor") "return typeof fetch")))) "ESCAPED" "held")`,
  ],
  [
    "the Function constructor of a Lisp function",
    `(if (equal "function" ${read(`(funcall ((jscl::oget! #'car "constructor") "return typeof fetch"))`)}) "ESCAPED" "held")`,
  ],
  [
    "JavaScript written inline",
    `(if (equal t (ignore-errors (eval (read-from-string "(jscl::%js-inline \\"typeof fetch==='function'?t:nil\\")")))) "ESCAPED" "held")`,
  ],
  [
    "text in the name of a runtime call",
    `(if (equal t (ignore-errors (eval (read-from-string "(jscl::%runtime \\"x,typeof fetch==='function'?t:nil,R.nil\\")")))) "ESCAPED" "held")`,
  ],
  ["the value of *ROOT*", `(if (ignore-errors (jscl::oget jscl::*root* "postMessage")) "ESCAPED" "held")`],
];

export const ESCAPES: readonly Escape[] = [...byName, ...roundabout, ...tampering, ...doors];
