/** The bridge between Lisp and JavaScript, as wide as the page's grants make it. */
import type { Bridge } from "../runtime/foreign.js";
import type { Capabilities } from "./capabilities.js";
import { describeGrants, type Grants, grantOf } from "./grants.js";

/** Says of a name why it is not there; `otherwise` is the grant that gives a name which is nobody's own, null for none, undefined for a name that is not known. */
function explain(
  grants: Grants,
  otherwise: (name: string) => string | null | undefined,
): (name: string) => string | null {
  return (name) => {
    const grant = grantOf(name) ?? otherwise(name);
    if (grant === undefined) return null;
    const way =
      grant === null ? "No grant gives it." : `The page can: LispServer.start({ grants: { ${grant} } }).`;
    return `#j:${name} is not granted: the page allows ${describeGrants(grants)}. ${way}`;
  };
}

/** The bridge in a locked Worker: all of what is left there. */
export function workerBridge(grants: Grants, removed: ReadonlySet<string>): Bridge {
  return {
    root: globalThis,
    checked: false,
    harmless: new WeakSet(),
    explain: explain(grants, (name) => (removed.has(name) ? null : undefined)),
  };
}

/** The bridge on the page's thread: its window where `dom` is granted, else pure functions and what else is granted. */
export function pageBridge(grants: Grants, { globals, harmless }: Capabilities): Bridge {
  if (grants.dom === true) return { root: globalThis, checked: false, harmless, explain: () => null };
  const { abs, max, min, floor, ceil, round, trunc, sign, sqrt, cbrt, pow, exp, log, log2, log10, hypot } =
    Math;
  const { sin, cos, tan, asin, acos, atan, atan2, random, PI, E } = Math;
  const { MAX_SAFE_INTEGER, MIN_SAFE_INTEGER, MAX_VALUE, MIN_VALUE, EPSILON } = Number;
  const branches = {
    Math: {
      abs,
      max,
      min,
      floor,
      ceil,
      round,
      trunc,
      sign,
      sqrt,
      cbrt,
      pow,
      exp,
      log,
      log2,
      log10,
      hypot,
      sin,
      cos,
      tan,
      asin,
      acos,
      atan,
      atan2,
      random,
      PI,
      E,
    },
    Number: { MAX_SAFE_INTEGER, MIN_SAFE_INTEGER, MAX_VALUE, MIN_VALUE, EPSILON },
    JSON: {
      parse: (text: unknown) => JSON.parse(String(text)) as unknown,
      stringify: (x: unknown) => JSON.stringify(x),
    },
    Date: { now: () => Date.now() },
  };
  const pure = {
    parseInt,
    parseFloat,
    isNaN,
    isFinite,
    encodeURI,
    encodeURIComponent,
    decodeURI,
    decodeURIComponent,
  };
  const root: object = Object.assign(Object.create(null), pure, globals);
  for (const [name, branch] of Object.entries(branches)) {
    (root as Record<string, unknown>)[name] = Object.freeze(Object.assign(Object.create(null), branch));
    admit(branch, harmless);
  }
  admit(pure, harmless);
  return {
    root: Object.freeze(root),
    checked: true,
    harmless,
    explain: explain(grants, (name) => (name in globalThis ? "dom: true" : undefined)),
  };
}

function admit(functions: object, harmless: WeakSet<object>): void {
  for (const value of Object.values(functions)) if (typeof value === "function") harmless.add(value);
}
