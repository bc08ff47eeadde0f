/** What WITH-COMPILATION-UNIT and forward references ask of the compiler's warnings (CLHS 3.2.3.1). */
import type { CompilationUnit } from "../compiler/warnings/compilation-unit.js";
import type { WarningReporter } from "../compiler/warnings/reporter.js";
import type { LispSymbol, LispValue } from "../runtime/objects/marshal.js";
import { functionNameSymbol } from "../runtime/objects/setf-names.js";
import { symbolName, symbolValue } from "../runtime/objects/symbols.js";
import { list, nil, sym } from "../runtime/signals.js";
import { wrongType } from "../runtime/streams/stream-arguments.js";

export function compilationFunctions(warnings: WarningReporter) {
  /** What was around each unit that runs. */
  const units: (CompilationUnit | null | undefined)[] = [];
  return {
    expectFunction: (name: LispSymbol) => {
      warnings.expect(name);
      return nil();
    },
    /** Notes that code defines a function or a type, if it is code of a file that is being compiled. */
    expectDefinition: (kind: LispSymbol, name: LispValue) => {
      const file = symbolValue(sym("*COMPILE-FILE-TRUENAME*"));
      const symbol = functionNameSymbol(name);
      const isType = symbolName(kind) === "TYPE";
      if (symbol === null) return nil();
      if (file !== undefined && file !== nil()) warnings.expectInUnit(isType ? "type" : "function", symbol);
      // What is evaluated is compiled in parts, of which one uses what another defines.
      else if (!isType) warnings.expect(symbol);
      return nil();
    },
    /** Whether a file that is being compiled defines the type. */
    isExpectedType: (name: LispSymbol) => warnings.expectsType(name),
    /** Whether compiled code calls a function of this name, and none was defined since. */
    isAssumedFunction: (name: LispValue) => {
      const symbol = functionNameSymbol(name);
      return symbol !== null && !warnings.isNew(symbol);
    },
    /** Begins a compilation unit and answers how many there are, by which its end names it. */
    beginUnit: (override: LispValue) => units.push(warnings.beginUnit(override !== nil())),
    endUnit: (count: LispValue) => {
      const at = typeof count === "number" ? count - 1 : -1;
      if (!(at in units)) return wrongType(count, list(sym("INTEGER"), 1, units.length));
      const [outer] = units.splice(at);
      warnings.endUnit(outer);
      return nil();
    },
  };
}
