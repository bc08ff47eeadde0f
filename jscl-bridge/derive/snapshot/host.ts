import { SnapshotError } from "./error.js";
import { keysBesideElements } from "./objects.js";
import type { Foreign, Jscl } from "./run.js";

/** What a snapshot needs to know of the image that hosts the Lisp heap (image/image.ts). */
export interface HostImage {
  runtime: Record<string, unknown>;
  definitions: { macros: ReadonlyMap<unknown, unknown> };
  call(code: (...parameters: unknown[]) => unknown): unknown;
  stack: { clear(): void };
}

interface SymbolState {
  value: unknown;
  fvalue: unknown;
}
type LispSymbol = object & SymbolState & { name: string };

/** Values and functions of all interned symbols at one moment. */
export type SymbolStates = Map<LispSymbol, SymbolState>;

export function symbolStates({ packages }: Jscl): SymbolStates {
  const states: SymbolStates = new Map();
  for (const { symbols } of Object.values(packages) as { symbols: Record<string, unknown> }[]) {
    for (const symbol of Object.values(symbols)) {
      if (typeof symbol !== "object") continue;
      const { value, fvalue } = symbol as LispSymbol;
      states.set(symbol as LispSymbol, { value, fvalue });
    }
  }
  return states;
}

/** Everything that plain properties lead to from JSCL's own objects. */
export function reachable(root: object): Set<unknown> {
  const found = new Set<unknown>([root]);
  for (const object of found) {
    if (object === globalThis) continue;
    const add = (value: unknown): void => {
      if ((typeof value === "object" && value !== null) || typeof value === "function") found.add(value);
    };
    const isArray = Array.isArray(object);
    if (isArray) object.forEach(add);
    const keys = isArray ? keysBesideElements(object) : Reflect.ownKeys(object as object);
    for (const key of keys) add(Object.getOwnPropertyDescriptor(object, key)?.value);
  }
  return found;
}

/**
 * Names what the host installed: functions that the Lisp program did not make, and the values it gave to
 * variables. An image that is restored has the same host, so each is found again in the place where it was
 * put first.
 */
export class HostObjects {
  private readonly named = new Map<unknown, Foreign>();

  constructor(
    jscl: Jscl,
    private readonly host: HostImage,
    isLispFunction: (value: unknown) => boolean,
    bare: Set<unknown>,
    before: SymbolStates,
    after: SymbolStates,
  ) {
    for (const [symbol, { value, fvalue }] of after) {
      if (!isLispFunction(fvalue) && !bare.has(fvalue)) this.name(fvalue, { holder: symbol, key: "fvalue" });
      const given =
        typeof value === "object" &&
        value !== null &&
        !bare.has(value) &&
        value !== before.get(symbol)?.value;
      if (given && !isSymbol(value)) this.name(value, { holder: symbol, key: "value" });
    }
    for (const [key, value] of Object.entries(jscl.internals)) {
      if (!bare.has(value) && typeof value === "function") this.name(value, { holder: jscl.internals, key });
    }
    for (const [key, value] of Object.entries(host.runtime)) {
      if (typeof value === "function") this.name(value, { expression: `R[${JSON.stringify(key)}]` });
    }
  }

  find(value: unknown): Foreign | null {
    const named = this.named.get(value);
    if (named !== undefined) return named;
    if (typeof value !== "object" || value === null) return null;
    for (const key of ["SingleFloat", "DoubleFloat"]) {
      if (Object.getPrototypeOf(value) !== (this.host.runtime[key] as { prototype: object }).prototype)
        continue;
      const number = (value as { value: number }).value;
      return { expression: `new R.${key}(${Object.is(number, -0) ? "-0" : String(number)})` };
    }
    const { HashTable } = this.host.runtime as { HashTable?: { prototype: object } };
    if (HashTable !== undefined && Object.getPrototypeOf(value) === HashTable.prototype) {
      const { test, initialSize } = value as { test: string; initialSize: number };
      return {
        expression: `new R.HashTable(${JSON.stringify(test)}, ${initialSize})`,
        fields: ["entries", "free"],
      };
    }
    return null;
  }

  private name(value: unknown, foreign: Foreign): void {
    if (!this.named.has(value)) this.named.set(value, foreign);
  }
}

function isSymbol(value: unknown): boolean {
  return Object.hasOwn(value as object, "fvalue");
}

/** A copy of the maps and sets of the compiler's global environment. */
type DefinitionStates = Record<string, Map<unknown, unknown> | Set<unknown>>;

export function definitionStates(definitions: object): DefinitionStates {
  const states: DefinitionStates = {};
  for (const [name, value] of Object.entries(definitions)) {
    if (value instanceof Map) states[name] = new Map(value);
    else if (value instanceof Set) states[name] = new Set(value);
  }
  return states;
}

/** A call of one of the host's functions that makes a definition again. */
export interface DefiningCall {
  name: string;
  parts: unknown[];
}

const adders: Record<string, (key: never, value: never) => DefiningCall | null> = {
  macros: (key, value) => ({ name: "defineMacro", parts: [key, value] }),
  compilerMacros: (key, value) => ({ name: "defineCompilerMacro", parts: [key, value] }),
  symbolMacros: (key, { expansion }: { expansion: unknown }) => ({
    name: "defineSymbolMacro",
    parts: [key, expansion],
  }),
  variables: (key: SymbolState, kind: string) =>
    kind === "constant"
      ? { name: "defineConstant", parts: [key, key.value] }
      : { name: "proclaimSpecial", parts: [key] },
  compiled: (key: SymbolState) => ({ name: "setSymbolFunction", parts: [key, key.fvalue] }),
  stockExpanders: () => null,
};

/**
 * The calls that lead from one state of the definitions to a later one.
 * @throws SnapshotError for a change that no call of the host can repeat.
 */
export function definingCalls(before: DefinitionStates, after: DefinitionStates): DefiningCall[] {
  const calls: DefiningCall[] = [];
  for (const [name, state] of Object.entries(after)) {
    const old = before[name];
    const entries = [...state.entries()];
    const changed = entries.filter(([key, value]) => {
      return old instanceof Map ? old.get(key) !== value : !old?.has(key);
    });
    const add = adders[name];
    if (add === undefined && changed.length > 0) throw new SnapshotError(`the overlay changes ${name}`);
    for (const [key, value] of changed) {
      const call = add?.(key as never, value as never) ?? null;
      if (call !== null) calls.push(call);
    }
    for (const key of old?.keys() ?? []) {
      if (!state.has(key)) {
        if (name === "stockExpanders") continue;
        throw new SnapshotError(
          `the overlay removes ${(key as { name?: string }).name ?? "something"} from ${name}`,
        );
      }
    }
  }
  return calls;
}
