/** A PrinterImage over npm's JSCL, for tests: no overlay, errors are JavaScript exceptions. */

import { createRequire } from "node:module";
import { vi } from "vitest";
import type { Internals, LispFunction, LispPackage, LispSymbol, LispValue } from "../objects/marshal.js";
import { makePackageObject } from "../objects/package-objects.js";
import { setSymbolFunction, setSymbolValue, symbolFunction, symbolName } from "../objects/symbols.js";
import { makeString } from "../objects/vectors.js";
import { bindSignals, sym } from "../signals.js";
import { CallStack } from "../stack/callstack.js";
import type { PrinterImage } from "./printer-image.js";

/** A Lisp error in these tests. */
export class LispErrorSignalled extends Error {
  constructor(
    readonly type: string,
    readonly initargs: Record<string, LispValue>,
  ) {
    super(type);
  }
}

export interface TestImage extends PrinterImage {
  /** Evaluates one form by JSCL's own reader and evaluator; its primary value. */
  evaluate(code: string): LispValue;
  nil: LispSymbol;
}

let loaded: TestImage | undefined;

/** Boots JSCL once for a test file. */
export function testImage(): TestImage {
  if (loaded !== undefined) return loaded;
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const jscl = createRequire(import.meta.url)("jscl/dist/jscl.js") as {
    internals: Internals;
    packages: Record<string, LispPackage>;
  };
  log.mockRestore();
  const { internals, packages } = jscl;
  const fail: LispFunction = (_values, type, ...args) => {
    const initargs: Record<string, LispValue> = {};
    for (let i = 0; i < args.length; i += 2) initargs[symbolName(args[i] as LispSymbol)] = args[i + 1];
    throw new LispErrorSignalled(symbolName(type as LispSymbol), initargs);
  };
  for (const name of ["JSCL-MCP", "SB-IMPL"])
    packages[name] ??= makePackageObject(name, {
      symbols: Object.create(null),
      exports: Object.create(null),
      use: internals.intern("NIL"),
    });
  bindSignals(internals, new CallStack(), packages["JSCL-MCP"] as LispPackage);
  signalBy(fail);
  const one = (value?: LispValue) => value;
  const read = symbolFunction(sym("READ-FROM-STRING"));
  const evaluate = symbolFunction(sym("EVAL"));
  loaded = {
    internals,
    packages,
    nil: sym("NIL"),
    safepoint() {},
    evaluate: (code) => evaluate(one, read(one, makeString(code))),
  };
  setSymbolValue(sym("*PACKAGE*"), packages["CL-USER"]);
  return loaded;
}

/** Has errors of the library and of programs signalled by a function of ERROR's arguments. */
export function signalBy(fail: LispFunction): void {
  setSymbolFunction(sym("ERROR"), fail);
}
