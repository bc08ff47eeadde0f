/** JSCL's table of macros and proclaimed variables, cut down to what an image takes over when it starts. */
import { ShapeError } from "../ast.js";
import type { Ephemeron } from "./heap.js";
import type { Jscl } from "./run.js";

interface Cons {
  $$jscl_car: unknown;
  $$jscl_cdr: unknown;
}

/** One entry of the table; its fields are those of JSCL's structure BINDING. */
interface Binding {
  NAME0: object;
  VALUE2: unknown;
}

const MACROS = "FUNCTION1";
const VARIABLES = "VARIABLE0";
const UNUSED = "COMPILER-MACRO4";

interface StockEnvironment {
  /** The bindings that an image takes over if something leads to their names. */
  ephemerons: Ephemeron[];
  /** Names of all bindings. */
  names: Set<unknown>;
  /** Puts the bindings that are kept back into the table; answers what holds them. */
  settle(kept: Set<Ephemeron>): unknown[];
}

/**
 * Empties JSCL's table. A macro counts as long as `macros`, the host's, has JSCL's expander for it: others
 * are the overlay's or the compiler's by now.
 * @throws ShapeError when JSCL keeps its bindings otherwise.
 */
export function takeStockEnvironment(
  { internals, packages }: Jscl,
  macros: ReadonlyMap<unknown, unknown>,
): StockEnvironment {
  const { Cons } = internals as unknown as { Cons: new (car: unknown, cdr: unknown) => Cons };
  const symbol = (name: string, home: string): { value?: unknown } | undefined =>
    (packages[home] as { symbols: Record<string, { value?: unknown }> }).symbols[name];
  const environment = symbol("*ENVIRONMENT*", "JSCL")?.value as Record<string, unknown> | undefined;
  const nil = symbol("NIL", "COMMON-LISP");
  const take = (field: string): Binding[] => {
    if (environment === undefined || !Object.hasOwn(environment, field))
      throw new ShapeError(`JSCL's *ENVIRONMENT* has no ${field}`);
    const bindings: Binding[] = [];
    for (let rest = environment[field]; rest instanceof Cons; rest = rest.$$jscl_cdr)
      bindings.push(rest.$$jscl_car as Binding);
    environment[field] = nil;
    return bindings;
  };
  const expanders = take(MACROS);
  const variables = take(VARIABLES);
  take(UNUSED);
  const weak = (bindings: Binding[]): Ephemeron[] => bindings.map((value) => ({ key: value.NAME0, value }));
  const adopted = expanders.filter(({ NAME0, VALUE2 }) => macros.get(NAME0) === VALUE2);
  // An expander that has another name as well is known as JSCL's by its binding.
  const alsoNamed = [...macros].flatMap(([name, expander]): Ephemeron[] => {
    const value = adopted.find(({ NAME0, VALUE2 }) => VALUE2 === expander && NAME0 !== name);
    return value === undefined ? [] : [{ key: name, value }];
  });
  const fields = {
    [MACROS]: [...weak(adopted), ...alsoNamed],
    [VARIABLES]: weak(variables),
  };
  return {
    ephemerons: Object.values(fields).flat(),
    names: new Set([...expanders, ...variables].map(({ NAME0 }) => NAME0)),
    settle: (kept) =>
      Object.entries(fields).map(([field, all]) => {
        const values = new Set(all.filter((each) => kept.has(each)).map(({ value }) => value));
        const list = [...values].reduceRight<unknown>((rest, value) => new Cons(value, rest), nil);
        (environment as Record<string, unknown>)[field] = list;
        return list;
      }),
  };
}
