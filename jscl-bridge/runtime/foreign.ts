/** JavaScript values as Lisp ones and back, and what of JavaScript's objects a program may reach. */
import type { Internals, LispValue } from "./marshal.js";
import { isLispString, makeString, stringText } from "./marshal.js";
import { DoubleFloat, Ratio, SingleFloat } from "./numbers.js";
import { nil, simpleError, sym } from "./signals.js";

/** What `#j:` begins at, and how far it leads. */
export interface Bridge {
  /** The value of JSCL's *ROOT*. */
  readonly root: object;
  /** Whether programs share their realm with others, so that only an object's own properties, and of functions only harmless ones, are reached. */
  readonly checked: boolean;
  readonly harmless: WeakSet<object>;
  /** Why a name that the root has not is not there; null where nothing is known of it. */
  explain(name: string): string | null;
}

/** JSCL's conversions know JavaScript's numbers alone; ours are more, and a JavaScript fraction is a double. */
export function installConversions(internals: Internals): void {
  const { lisp_to_js: stockToJs, js_to_lisp: stockToLisp } = internals;
  internals.lisp_to_js = (x) => {
    if (x instanceof DoubleFloat || x instanceof SingleFloat) return x.value;
    if (x instanceof Ratio) return Number(x.num) / Number(x.den);
    return stockToJs(x);
  };
  internals.js_to_lisp = (x) => {
    if (typeof x !== "number" || Number.isSafeInteger(x)) return stockToLisp(x);
    return Number.isInteger(x) ? BigInt(x) : new DoubleFloat(x);
  };
}

function refuse(message: string): never {
  return simpleError("~A", makeString(message));
}

/** Makes an image's way to JavaScript as narrow as `bridge` says. */
export function narrowBridge(internals: Internals, bridge: Bridge): void {
  sym("*ROOT*", "JSCL").value = bridge.root;
  if (!bridge.checked) return;
  const refused = () => refuse(bridge.explain("eval") ?? "#j:eval is not granted.");
  internals["globalEval"] = refused;
  internals["newInstance"] = refused;
}

/** What compiled code calls where it comes to JavaScript's objects. */
export function foreignFunctions(
  internals: Internals,
  currentBridge: () => Bridge | null,
  convertForeign: (e: unknown) => never,
) {
  const read = (object: LispValue, key: string): unknown => {
    const bridge = currentBridge();
    const isRoot = bridge !== null && object === bridge.root;
    if (bridge?.checked !== true) {
      const value = (object as Record<string, unknown>)[key];
      if (isRoot && value === undefined) missing(bridge, key);
      return value;
    }
    if (object === undefined || object === null || !Object.hasOwn(Object(object), key)) {
      if (isRoot) return missing(bridge, key);
      return refuse(
        `The property "${key}" is not reached without the grant dom: ${bridge.explain("window") ?? ""}`,
      );
    }
    const value = (object as Record<string, unknown>)[key];
    if (value === globalThis || (typeof value === "function" && !bridge.harmless.has(value)))
      return refuse(
        `The value of "${key}" is not reached without the grant dom: ${bridge.explain("window") ?? ""}`,
      );
    return value;
  };
  const missing = (bridge: Bridge, key: string): undefined => {
    const reason = bridge.explain(key);
    return reason === null ? undefined : refuse(reason);
  };
  const follow = (object: LispValue, keys: readonly unknown[]): unknown => {
    let value: unknown = object;
    for (const key of keys) value = read(value, keyText(key));
    return value;
  };
  const guarded = <T>(body: () => T): T => {
    try {
      return body();
    } catch (e) {
      return convertForeign(e);
    }
  };
  const checkedArray = (x: LispValue): unknown[] => (Array.isArray(x) ? x : refuse("This is no vector."));

  return {
    /** Reads a property of a property …, as OGET and its like do. */
    foreignRead: (object: LispValue, ...keys: readonly unknown[]): unknown =>
      guarded(() => follow(object, keys)),
    /** Sets the property that the last key names; only of an object that a program made where that is checked. */
    foreignWrite: (value: unknown, object: LispValue, ...keys: readonly unknown[]): unknown =>
      guarded(() => {
        const target = follow(object, keys.slice(0, -1)) as Record<string, unknown>;
        const key = keyText(keys.at(-1));
        if (
          currentBridge()?.checked === true &&
          (Object.getPrototypeOf(Object(target)) !== Object.prototype || key === "__proto__")
        )
          return refuse(`The property "${key}" cannot be set without the grant dom.`);
        target[key] = value;
        return value;
      }),
    /** An element of a vector's storage, where that is checked. */
    storage: (x: LispValue, index: LispValue): unknown => checkedArray(x)[checkedIndex(index)],
    setStorage: (x: LispValue, index: LispValue, value: LispValue): LispValue => {
      checkedArray(x)[checkedIndex(index)] = value;
      return value;
    },
    resizeStorage: (x: LispValue, size: LispValue): LispValue => {
      checkedArray(x).length = checkedIndex(size);
      return size;
    },
    fillStorage: (x: LispValue, value: LispValue): LispValue => checkedArray(x).fill(value),
    /** Calls the method that the last key names; with `convert`, arguments and result change sides. */
    callForeign: (
      convert: boolean,
      object: LispValue,
      keys: readonly string[],
      args: readonly LispValue[],
    ): LispValue =>
      guarded(() => {
        const receiver = follow(object, keys.slice(0, -1));
        const method = read(receiver, keyText(keys.at(-1)));
        if (typeof method !== "function") throw new TypeError(`${keys.join(".")} is not a function`);
        const given = convert ? args.map((arg) => internals.lisp_to_js(arg)) : args;
        const result = Reflect.apply(method, receiver, given);
        return (convert ? internals.js_to_lisp(result) : result) ?? nil();
      }),
  };
}

function keyText(key: unknown): string {
  return isLispString(key) ? stringText(key) : String(key);
}

function checkedIndex(index: LispValue): number {
  return typeof index === "number" ? index : refuse("This is no index.");
}
