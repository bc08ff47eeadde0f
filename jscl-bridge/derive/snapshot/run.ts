import { createContext, Script } from "node:vm";
import type { InstrumentedProgram } from "./instrument.js";

/** What a finished boot left behind. */
export interface BootedProgram {
  jscl: Jscl;
  /** Values of the program's own variables. */
  variables: Record<string, unknown>;
  /** How each recorded function came to be. */
  functions: Map<unknown, { site: number; captured: () => unknown[] }>;
  /** Objects that the prelude alone makes, with the expression that reaches each in derived code. */
  known: Map<object, string>;
  /** Known objects whose properties are not the snapshot's business. */
  opaque: Set<object>;
  /** What the host makes and the restored program is given; null for anything of the program's own. */
  foreign: (value: unknown) => Foreign | null;
  objectPrototype: object;
}

/**
 * Where the restored program finds something that its host made: in an object of the program, or by an
 * expression; then the named fields are filled from the snapshot.
 */
export type Foreign = { holder: object; key: string } | { expression: string; fields?: string[] };

export interface Jscl {
  internals: Record<string, unknown> & {
    Symbol: { prototype: object };
    Cons: { prototype: object };
    safepoint: object;
  };
  packages: Record<string, object>;
}

/** The moment every image believes it was booted, so that two builds of one JSCL are the same. */
const bootTime = "2000-01-01T00:00:00Z";

/** Boots the program in a realm of its own: JSCL changes `Object.prototype`. */
export function boot(
  program: InstrumentedProgram,
  print: (body: InstrumentedProgram["body"]) => string,
): BootedProgram {
  const functions: BootedProgram["functions"] = new Map();
  const known: BootedProgram["known"] = new Map();
  const hooks = {
    recordFunction(site: number, made: unknown, captured: () => unknown[]): unknown {
      functions.set(made, { site, captured });
      return made;
    },
    preludeDone: (jscl: object): void => nameObjects(jscl, "jscl", known),
  };
  const context = createContext({ hooks });
  const text = `"use strict";
    { const now = ${Date.parse(bootTime)}; Date.prototype.getTime = function () { return now; }; }
    (function ({ recordFunction, preludeDone }) {
      let current; const options = {};
      ${print(program.body)}
    })(hooks);`;
  const booted = new Script(text).runInContext(context) as Pick<BootedProgram, "jscl" | "variables">;
  const global = new Script("globalThis").runInContext(context) as object;
  const objectPrototype = new Script("Object.prototype").runInContext(context) as object;
  known.set(global, "globalThis");
  const opaque = new Set([global, booted.jscl.internals.safepoint]);
  return { ...booted, functions, known, opaque, foreign: () => null, objectPrototype };
}

/**
 * Names what the prelude made. Walks plain objects and functions by their own properties; symbols are left to
 * be found by name.
 */
export function nameObjects(object: object, path: string, known: Map<object, string>): void {
  if (known.has(object)) return;
  known.set(object, path);
  if (typeof object === "function" || path.endsWith('["safepoint"]')) return;
  for (const key of Object.keys(object)) {
    const value = (object as Record<string, unknown>)[key];
    const named =
      typeof value === "function" || (typeof value === "object" && value !== null && !isSymbol(value));
    if (named) nameObjects(value as object, `${path}[${JSON.stringify(key)}]`, known);
  }
}

function isSymbol(value: object): boolean {
  return Object.hasOwn(value, "fvalue");
}
