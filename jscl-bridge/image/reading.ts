/** What the reader asks of an image, and the functions of CLHS chapter 23 over it. */

import { packageProblemInitargs, signalPackageProblem } from "../reader/failure.js";
import { readerLibrary } from "../reader/library.js";
import { standardReadtable } from "../reader/macros.js";
import type { PackageProblem, ReaderImage } from "../reader/reader-image.js";
import { Readtable } from "../reader/readtable.js";
import type { FunctionTable } from "../runtime/function-table.js";
import type { FloatFormat } from "../runtime/numbers.js";
import { foreignPath } from "../runtime/objects/foreign.js";
import { HashTable } from "../runtime/objects/hash-table.js";
import type { LispSymbol, LispValue } from "../runtime/objects/marshal.js";
import { makeString, valuesOf } from "../runtime/objects/marshal.js";
import { replaceSlots } from "../runtime/printer/shapes.js";
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
  const isTrue = (symbol: LispSymbol): boolean => symbol.value !== undefined && symbol.value !== nil();
  const standard = standardReadtable();
  const readBase = sym("*READ-BASE*");
  const readtable = sym("*READTABLE*");
  const readEval = sym("*READ-EVAL*");
  const readSuppress = sym("*READ-SUPPRESS*");
  const floatFormat = sym("*READ-DEFAULT-FLOAT-FORMAT*");
  const features = sym("*FEATURES*");
  return {
    hasFeature: (symbol: LispSymbol) => {
      for (let rest = features.value; isCons(rest); rest = next(rest)) {
        if (rest.$$jscl_car === symbol) return true;
      }
      return false;
    },
    readBase: () => (typeof readBase.value === "number" ? readBase.value : 10),
    defaultFloatFormat: () => {
      const format = floatFormat.value;
      return isSymbol(format) && /DOUBLE|LONG/.test(format.name)
        ? "DOUBLE-FLOAT"
        : ("SINGLE-FLOAT" as FloatFormat);
    },
    readEval: () => isTrue(readEval),
    readSuppress: () => isTrue(readSuppress),
    readtable: () => (readtable.value instanceof Readtable ? readtable.value : standard),
    binding: <T>(name: string, value: LispValue, body: () => T): T => {
      const variable = sym(name);
      const outer = variable.value;
      variable.value = value;
      try {
        return body();
      } finally {
        variable.value = outer;
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
    makeArray: (dimensions, elements) => Object.assign([...elements], { dimensions: list(...dimensions) }),
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
  const constructor = sym(`MAKE-${name.name}`, name.package?.packageName ?? "COMMON-LISP-USER");
  if (callLisp("GET-STRUCTURE-DSD", "JSCL", name) === nil() || !image.internals.fboundp(constructor))
    return undefined;
  const keys = initargs.map((arg, i) => (i % 2 === 0 && isSymbol(arg) ? keyword(arg.name) : arg));
  return constructor.fvalue(image.internals.pv, ...keys);
}

function replaceParts(image: Image, object: object, by: (part: LispValue) => LispValue): void {
  if (object instanceof HashTable) object.replace(by);
  else replaceSlots(object, image.internals, by);
}

/** Signals with the restarts that a function of the overlay offers; without any before the overlay is there. */
function packageProblem(image: Image, signaller: string, problem: PackageProblem): LispValue {
  const symbol = sym(signaller, INTERNAL_PACKAGE);
  if (!image.internals.fboundp(symbol)) return signalPackageProblem(problem);
  const { sp } = image.stack;
  const result = symbol.fvalue(
    image.internals.pv,
    problem.package ?? makeString(problem.packageName),
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
    sym(name).value = value;
    image.definitions.variables.set(sym(name), "special");
  }
  return readerLibrary(image.readerImage);
}
