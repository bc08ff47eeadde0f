/**
 * What Lisp reaches of JavaScript where the page grants it. Values cross as copies, objects as handles that
 * Lisp can pass on but not look into, functions as functions of the other side. Without a grant nothing of
 * this is there.
 */

import { DoubleFloat, Ratio, SingleFloat } from "../numbers.js";
import { cons, elementsOf, isSymbol, list, nil, simpleError, t } from "../signals.js";
import { safepoint } from "../stack/safepoints.js";
import { textArgument, wrongType } from "../streams/stream-arguments.js";
import { objectsIn } from "./elements.js";
import { setFunctionName } from "./functions.js";
import type { Internals, LispCons, LispFunction, LispSymbol, LispValue, LispVector } from "./marshal.js";
import { type StockName, stockSymbol } from "./stock-symbols.js";
import { setSymbolFunction, setSymbolValue } from "./symbols.js";
import { isLispString, makeString, stringText } from "./vectors.js";

/** What the page grants, as the operators below see it. */
export interface Bridge {
  /** What `#j:` begins at: a frozen table without prototype, or the page's window. */
  readonly root: object;
  /** Whether programs reach all that the root leads to. */
  readonly isOpen: boolean;
  /**
   * The functions that may be called where it is not open; of objects, only own properties are read there.
   */
  readonly harmless: WeakSet<object>;
  /** Why a name that the root has not is not there; null where nothing is known of it. */
  explain(name: string): string | null;
}

/** An object of JavaScript's, as Lisp holds it. */
export class ForeignObject {
  readonly #object: object;

  constructor(object: object) {
    this.#object = object;
  }

  /** The object behind a handle; undefined for anything else. */
  static behind(x: LispValue): object | undefined {
    return typeof x === "object" && x !== null && #object in x ? x.#object : undefined;
  }
}

/** What a granted image has of JSCL's names for it. */
export const FOREIGN_NAMES = ["*ROOT*", "OGET", "OSET", "NEW", "MAKE-NEW", "OCALL"] as const;

/** How deep arrays are copied; what is nested deeper crosses as a handle. */
const COPY_DEPTH = 50;

/**
 * JSCL's conversions know JavaScript's numbers alone; ours are more, and a JavaScript fraction is a double.
 */
export function installConversions(internals: Internals): void {
  const { lisp_to_js: stockToJs, js_to_lisp: stockToLisp } = internals;
  internals.lisp_to_js = (x) => numberToForeign(x) ?? stockToJs(x);
  internals.js_to_lisp = (x) => (typeof x === "number" ? numberFromForeign(x) : stockToLisp(x));
}

/** A Lisp number as a JavaScript one; undefined for what is no number. */
function numberToForeign(x: LispValue): number | bigint | undefined {
  if (typeof x === "number" || typeof x === "bigint") return x;
  if (x instanceof DoubleFloat || x instanceof SingleFloat) return x.value;
  return x instanceof Ratio ? Number(x.num) / Number(x.den) : undefined;
}

function numberFromForeign(x: number): LispValue {
  if (Number.isSafeInteger(x)) return x;
  return Number.isInteger(x) ? BigInt(x) : new DoubleFloat(x);
}

function refuse(message: string): never {
  return simpleError("~A", makeString(message));
}

/** Makes what the bridge grants known to an image: its operators, and `*ROOT*`. */
export function installForeign(
  internals: Internals,
  bridge: Bridge,
  convertForeign: (e: unknown) => never,
): void {
  const foreign = new Foreign(internals, bridge, convertForeign);
  for (const [name, fn] of Object.entries(foreign.operators()) as [StockName, LispFunction][]) {
    const symbol = stockSymbol(name);
    setFunctionName(fn, symbol);
    setSymbolFunction(symbol, fn);
  }
  setSymbolValue(stockSymbol("*ROOT*"), foreign.fromForeign(bridge.root));
}

class Foreign {
  /** Functions that cross are the same functions when they cross again, so a listener can be removed. */
  readonly #lispFunctions = new WeakMap<object, LispFunction>();
  readonly #listeners = new WeakMap<LispFunction, (...args: unknown[]) => unknown>();
  readonly #originals = new WeakMap<object, object>();
  readonly #handles = new WeakMap<object, ForeignObject>();
  /** Objects that a program made, which it may change. */
  readonly #made = new WeakSet<object>();

  constructor(
    private readonly internals: Internals,
    private readonly bridge: Bridge,
    private readonly convertForeign: (e: unknown) => never,
  ) {}

  /** The functions by their names in JSCL. */
  operators(): Partial<Record<StockName, LispFunction>> {
    return {
      OGET: (_values, object, ...keys) => this.#guarded(() => this.fromForeign(this.#follow(object, keys))),
      OSET: (_values, value, object, ...keys) => this.#guarded(() => this.#write(value, object, keys)),
      "(SETF_OGET)": (_values, value, object, ...keys) =>
        this.#guarded(() => this.#write(value, object, keys)),
      OCALL: (_values, object, keys, ...args) =>
        this.#guarded(() => this.#call(object, elementsOf(keys), args)),
      NEW: (_values, ...plist) => this.#guarded(() => this.#make(plist)),
      "MAKE-NEW": (_values, constructor, ...args) => this.#guarded(() => this.#construct(constructor, args)),
    };
  }

  fromForeign(x: unknown, depth = 0): LispValue {
    if (x === undefined || x === null || x === false) return nil();
    if (x === true) return t();
    if (typeof x === "number") return numberFromForeign(x);
    if (typeof x === "bigint") return BigInt.asIntN(53, x) === x ? Number(x) : x;
    if (typeof x === "string") return makeString(x);
    if (typeof x === "symbol") return this.#handle(Object(x));
    if (typeof x === "function") return this.#lispFunction(x as (...args: unknown[]) => unknown);
    if (!Array.isArray(x) || depth > COPY_DEPTH) return this.#handle(x);
    const { length } = x;
    const elements: LispValue[] = [];
    for (let i = 0; i < length; i++) {
      safepoint();
      elements.push(this.fromForeign(x[i], depth + 1));
    }
    return elements;
  }

  toForeign(x: LispValue, depth = 0): unknown {
    const number = numberToForeign(x);
    if (number !== undefined) return number;
    if (x === t()) return true;
    if (x === nil()) return false;
    if (typeof x === "string") return x;
    if (isLispString(x)) return stringText(x);
    if (typeof x === "function") return this.#originals.get(x) ?? this.#listener(x as LispFunction);
    const object = ForeignObject.behind(x);
    if (object !== undefined) return object;
    if (!Array.isArray(x) || depth > COPY_DEPTH)
      return refuse("An object of Lisp's cannot go to JavaScript.");
    return objectsIn(x as LispVector).map((element) => {
      safepoint();
      return this.toForeign(element, depth + 1);
    });
  }

  #handle(object: object): ForeignObject {
    let handle = this.#handles.get(object);
    if (handle === undefined) {
      handle = new ForeignObject(object);
      this.#handles.set(object, handle);
    }
    return handle;
  }

  #lispFunction(fn: (...args: unknown[]) => unknown): LispFunction {
    const original = this.#originals.get(fn);
    if (original !== undefined) return original as LispFunction;
    let lisp = this.#lispFunctions.get(fn);
    if (lisp === undefined) {
      lisp = (_values, ...args) =>
        this.#guarded(() => this.fromForeign(Reflect.apply(fn, undefined, this.#given(args))));
      this.#lispFunctions.set(fn, lisp);
      this.#originals.set(lisp, fn);
    }
    return lisp;
  }

  #listener(fn: LispFunction): (...args: unknown[]) => unknown {
    let listener = this.#listeners.get(fn);
    if (listener === undefined) {
      listener = (...args) =>
        this.toForeign(fn(this.internals.pv, ...args.map((arg) => this.fromForeign(arg))));
      this.#listeners.set(fn, listener);
      this.#originals.set(listener, fn);
    }
    return listener;
  }

  #given(args: readonly LispValue[]): unknown[] {
    return args.map((arg) => this.toForeign(arg));
  }

  #object(x: LispValue): object {
    const object = typeof x === "function" ? this.#originals.get(x) : ForeignObject.behind(x);
    return object ?? wrongType(x, stockSymbol("FOREIGN-OBJECT"));
  }

  /** The property of a property … of an object. */
  #follow(object: LispValue, keys: readonly LispValue[]): unknown {
    let value: unknown = this.#object(object);
    for (const key of keys) value = this.#read(value, textArgument(key));
    return value;
  }

  #read(object: unknown, key: string): unknown {
    const { root, isOpen, harmless } = this.bridge;
    if (isOpen) return (object as Record<string, unknown>)[key];
    if (object === undefined || object === null || !Object.hasOwn(Object(object), key)) {
      if (object === root) return this.#missing(key);
      return refuse(`The property "${key}" is not reached without the grant dom.`);
    }
    const value = (object as Record<string, unknown>)[key];
    if (typeof value === "function" && !harmless.has(value))
      return refuse(`The value of "${key}" is not reached without the grant dom.`);
    return value;
  }

  #missing(key: string): undefined {
    const reason = this.bridge.explain(key);
    return reason === null ? undefined : refuse(reason);
  }

  #write(value: LispValue, object: LispValue, keys: readonly LispValue[]): LispValue {
    const target = this.#follow(object, keys.slice(0, -1));
    const key = textArgument(keys.at(-1));
    if (typeof target !== "object" && typeof target !== "function")
      return wrongType(object, stockSymbol("FOREIGN-OBJECT"));
    const given = this.toForeign(value);
    if (this.bridge.isOpen) (target as Record<string, unknown>)[key] = given;
    else if (target !== null && this.#made.has(target)) define(target, key, given);
    else refuse(`The property "${key}" cannot be set without the grant dom.`);
    return value;
  }

  #call(object: LispValue, keys: readonly LispValue[], args: readonly LispValue[]): LispValue {
    const receiver = keys.length > 1 ? this.#follow(object, keys.slice(0, -1)) : this.#object(object);
    const key = textArgument(keys.at(-1));
    const method = this.#read(receiver, key);
    if (typeof method !== "function") {
      const path = keys.map((each) => textArgument(each)).join(".");
      throw new TypeError(`${path} is not a function`);
    }
    return this.fromForeign(Reflect.apply(method, receiver, this.#given(args)));
  }

  #make(plist: readonly LispValue[]): LispValue {
    const object = {};
    this.#made.add(object);
    for (let i = 0; i < plist.length; i += 2)
      define(object, textArgument(plist[i]), this.toForeign(plist[i + 1]));
    return this.#handle(object);
  }

  #construct(constructor: LispValue, args: readonly LispValue[]): LispValue {
    if (!this.bridge.isOpen) return refuse("No object is constructed without the grant dom.");
    return this.fromForeign(Reflect.construct(this.#object(constructor) as () => object, this.#given(args)));
  }

  #guarded<T>(body: () => T): T {
    try {
      return body();
    } catch (e) {
      return this.convertForeign(e);
    }
  }
}

function define(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

/** The form that `#j:a:b` is read as. */
export function foreignPath(path: readonly string[]): LispCons {
  return cons(stockSymbol("OGET"), list(stockSymbol("*ROOT*"), ...path.map(makeString)));
}

/** The operator that a head like `(oget object "key")` makes a call of that method; null for other heads. */
export function foreignCaller(head: LispValue): LispSymbol | null {
  return isSymbol(head) && head === stockSymbol("OGET") ? stockSymbol("OCALL") : null;
}
