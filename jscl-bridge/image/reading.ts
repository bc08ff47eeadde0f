/** What the reader asks of an image, and the functions of CLHS chapter 23 over it. */

import { packageProblemInitargs, signalPackageProblem } from "../reader/failure.js";
import { readerLibrary } from "../reader/library.js";
import { standardReadtable } from "../reader/macros.js";
import type { PackageProblem, ReaderImage } from "../reader/reader-image.js";
import { Readtable } from "../reader/readtable.js";
import type { FunctionTable } from "../runtime/function-table.js";
import { stringDesignator } from "../runtime/library/string-designators.js";
import type { FloatFormat } from "../runtime/numbers.js";
import { carOf } from "../runtime/objects/conses.js";
import { foreignPath } from "../runtime/objects/foreign.js";
import { HashTable } from "../runtime/objects/hash-table.js";
import { replaceSlots } from "../runtime/objects/instances.js";
import type { LispSymbol, LispValue } from "../runtime/objects/marshal.js";
import { type LispVector, valuesOf } from "../runtime/objects/marshal.js";
import { callStock } from "../runtime/objects/stock-symbols.js";
import {
  homeName,
  setSymbolValue,
  symbolFunction,
  symbolName,
  symbolValue,
} from "../runtime/objects/symbols.js";
import { isLispString, makeString, setDimensionListOf } from "../runtime/objects/vectors.js";
import {
  callLisp,
  cons,
  INTERNAL_PACKAGE,
  isCons,
  isSymbol,
  keyword,
  list,
  nil,
  sym,
  t,
} from "../runtime/signals.js";
import { next } from "../runtime/stack/safepoints.js";
import type { Image } from "./image.js";

/** What the variables say that control the reader. */
function readerVariables() {
  const isTrue = (symbol: LispSymbol): boolean =>
    symbolValue(symbol) !== undefined && symbolValue(symbol) !== nil();
  const standard = standardReadtable();
  const readBase = sym("*READ-BASE*");
  const readtable = sym("*READTABLE*");
  const readEval = sym("*READ-EVAL*");
  const readSuppress = sym("*READ-SUPPRESS*");
  const floatFormat = sym("*READ-DEFAULT-FLOAT-FORMAT*");
  const features = sym("*FEATURES*");
  return {
    hasFeature: (symbol: LispSymbol) => {
      for (let rest = symbolValue(features); isCons(rest); rest = next(rest)) {
        if (carOf(rest) === symbol) return true;
      }
      return false;
    },
    readBase: () => {
      const base = symbolValue(readBase);
      return typeof base === "number" ? base : 10;
    },
    defaultFloatFormat: () => {
      const format = symbolValue(floatFormat);
      return isSymbol(format) && /DOUBLE|LONG/.test(symbolName(format))
        ? "DOUBLE-FLOAT"
        : ("SINGLE-FLOAT" as FloatFormat);
    },
    readEval: () => isTrue(readEval),
    readSuppress: () => isTrue(readSuppress),
    readtable: () => {
      const current = symbolValue(readtable);
      return current instanceof Readtable ? current : standard;
    },
    binding: <T>(name: string, value: LispValue, body: () => T): T => {
      const variable = sym(name);
      const outer = symbolValue(variable);
      setSymbolValue(variable, value);
      try {
        return body();
      } finally {
        setSymbolValue(variable, outer);
      }
    },
  };
}

export function readerImage(image: Image): ReaderImage {
  const { tables, internals } = image;
  /** Lisp functions leave their frames to their caller to take down. */
  const keepingFrames = <T>(body: () => T): T => {
    const { sp } = image.stack;
    const result = body();
    image.stack.sp = sp;
    return result;
  };
  return {
    nil: nil(),
    t: t(),
    cons,
    isCons,
    isSymbol,
    makeVector: (elements) => elements,
    makeArray: (dimensions, elements) => {
      const array: LispVector = [...elements];
      setDimensionListOf(array, list(...dimensions));
      return array;
    },
    makeBitVector: (bits) => Object.assign([...bits], { bits: true }),
    currentPackage: () => image.currentPackage(),
    findPackage: (name) => tables.findPackage(name, image.currentPackage()),
    findSymbol: (name, pkg) => tables.findSymbol(name, pkg),
    intern: (name, pkg) => {
      const found = tables.findSymbol(name, pkg);
      if (found !== undefined) return found.symbol;
      keepingFrames(() => image.checkInternLock(name, pkg));
      return tables.intern(name, pkg);
    },
    isHidden: (name, pkg) => tables.isHidden(name, pkg),
    makeSymbol: (name) => new internals.Symbol(name),
    ...readerVariables(),
    evaluate: (form) => keepingFrames(() => valuesOf(image.compiler.evaluateToplevel(form))),
    callMacro: (fn, ...args) => keepingFrames(() => valuesOf(fn(internals.mv, ...args))),
    makeCondition: (type, ...initargs) =>
      keepingFrames(() =>
        callLisp("MAKE-CONDITION", "COMMON-LISP", sym(type), ...keywordArguments(initargs)),
      ),
    foreignForm: (path) => {
      const [name = ""] = path;
      if (image.isGranted) return foreignPath(path);
      return image.explainGrant(name) ?? `#j:${name} is not there: nothing of JavaScript's is granted.`;
    },
    makeStructure: (name, initargs) => keepingFrames(() => makeStructure(image, name, initargs)),
    replaceParts: (object, by) => replaceParts(image, object, by),
    makePathname: (designator) => callLisp("PARSE-NAMESTRING", "COMMON-LISP", designator),
    failed: (failure) => {
      image.readFailure = failure;
    },
    missingPackage: (problem) => packageProblem(image, "READ-MISSING-PACKAGE", problem),
    inaccessibleSymbol: (problem) => packageProblem(image, "READ-INACCESSIBLE-SYMBOL", problem),
  };
}

/** `#S(NAME :SLOT value …)` by the structure's standard constructor. */
function makeStructure(image: Image, name: LispSymbol, initargs: LispValue[]): LispValue | undefined {
  const constructor = sym(`MAKE-${symbolName(name)}`, homeName(name) ?? "COMMON-LISP-USER");
  if (callStock("GET-STRUCTURE-DSD", name) === nil() || !image.internals.fboundp(constructor))
    return undefined;
  const keys = initargs.map((arg, i) => (i % 2 === 0 ? slotKeyword(arg) : arg));
  return symbolFunction(constructor)(image.internals.pv, ...keys);
}

/** The keyword of a slot that a string designator names. */
function slotKeyword(name: LispValue): LispValue {
  if (isSymbol(name)) return keyword(symbolName(name));
  return typeof name === "string" || isLispString(name) ? keyword(stringDesignator(name)) : name;
}

function replaceParts(image: Image, object: object, by: (part: LispValue) => LispValue): void {
  if (object instanceof HashTable) object.replace(by);
  else replaceSlots(object, image.internals, by);
}

/**
 * Signals with the restarts that a function of the overlay offers; without any before the overlay is there.
 */
function packageProblem(image: Image, signaller: string, problem: PackageProblem): LispValue {
  const symbol = sym(signaller, INTERNAL_PACKAGE);
  if (!image.internals.fboundp(symbol)) return signalPackageProblem(problem);
  const { sp } = image.stack;
  const result = symbolFunction(symbol)(
    image.internals.pv,
    problem.package ?? makeString(problem.home),
    makeString(problem.symbolName),
    list(...keywordArguments(packageProblemInitargs(problem))),
  );
  image.stack.sp = sp;
  return result;
}

function keywordArguments(initargs: readonly LispValue[]): LispValue[] {
  return initargs.map((arg, i) => (i % 2 === 0 ? keyword(String(arg)) : arg));
}

/** The functions of CLHS chapter 23, and the readtable they start with. */
export function readingFunctions(image: Image): FunctionTable {
  const variables = {
    "*READTABLE*": standardReadtable(),
    "*READ-BASE*": 10,
    "*READ-EVAL*": t(),
    "*READ-SUPPRESS*": nil(),
    "*READ-DEFAULT-FLOAT-FORMAT*": sym("SINGLE-FLOAT"),
  };
  for (const [name, value] of Object.entries(variables)) {
    setSymbolValue(sym(name), value);
    image.definitions.variables.set(sym(name), "special");
  }
  return readerLibrary(image.readerImage);
}
