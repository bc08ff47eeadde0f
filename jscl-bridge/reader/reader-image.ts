import type { FloatFormat } from "../runtime/numbers.js";
import type {
  LispCons,
  LispFunction,
  LispPackage,
  LispSymbol,
  LispValue,
} from "../runtime/objects/marshal.js";
import type { FoundSymbol } from "../runtime/objects/packages.js";
import type { ReadFailure, TextPosition } from "./failure.js";
import type { Readtable } from "./readtable.js";

/** The variables that the reader itself binds, so that user macros and `#.` see it. */
export type BoundVariable = "*PACKAGE*" | "*READ-BASE*" | "*READ-SUPPRESS*";

/** What the reader needs of an image. Getters of Lisp variables are asked for each token, so that #. and user macros may set them. */
export interface ReaderImage {
  readonly nil: LispSymbol;
  readonly t: LispSymbol;

  cons(car: LispValue, cdr: LispValue): LispCons;
  isCons(x: LispValue): x is LispCons;
  isSymbol(x: LispValue): x is LispSymbol;
  /** A vector of any objects. */
  makeVector(elements: LispValue[]): LispValue;
  /** An array of a rank other than 1, its elements in row-major order. */
  makeArray(dimensions: number[], elements: LispValue[]): LispValue;
  makeBitVector(bits: number[]): LispValue;

  /** The value of *package*. */
  currentPackage(): LispPackage;
  findPackage(name: string): LispPackage | undefined;
  findSymbol(name: string, pkg: LispPackage): FoundSymbol | undefined;
  intern(name: string, pkg: LispPackage): LispSymbol;
  /** Whether a name stands for a symbol of the image's own that programs cannot name. */
  isHidden(name: string, pkg: LispPackage): boolean;
  makeSymbol(name: string): LispSymbol;

  /** Whether a symbol is a member of *features*. */
  hasFeature(symbol: LispSymbol): boolean;
  /** The value of *read-base*. */
  readBase(): number;
  /** The value of *read-default-float-format*. */
  defaultFloatFormat(): FloatFormat;
  /** The value of *read-eval*, as a boolean. */
  readEval(): boolean;
  /** The value of *read-suppress*, as a boolean. */
  readSuppress(): boolean;
  /** The value of *readtable*. */
  readtable(): Readtable;

  /** Runs a function while a variable has another value. */
  binding<T>(variable: BoundVariable, value: LispValue, body: () => T): T;

  /** Evaluates the form after `#.`; all its values. */
  evaluate(form: LispValue): LispValue[];
  /** Calls a user's macro character function with these arguments; answers all its values. */
  callMacro(fn: LispFunction, ...args: LispValue[]): LispValue[];
  /** The form that `#j:a:b` is read as; a text that says why there is none. */
  foreignForm(path: readonly string[]): LispCons | string;
  /** The structure `#S(name initargs…)`; undefined if no structure type has this name. */
  makeStructure(name: LispSymbol, initargs: LispValue[]): LispValue | undefined;
  /** Puts what a function gives for them in the place of what an instance, a structure or a table holds. */
  replaceParts(object: object, by: (part: LispValue) => LispValue): void;
  /** The pathname that something stands for; undefined where the image has no pathnames. */
  makePathname(designator: LispValue): LispValue | undefined;

  /** A condition of a standard type that is not signalled; keyword names and values alternate. */
  makeCondition(type: string, ...initargs: LispValue[]): LispValue;
  /** Told of the place of a failure just before its condition is signalled, so that a report can say it. */
  failed(failure: ReadFailure): void;
  /**
   * Signals that a token's package does not exist, with the restarts that belong to it;
   * answers the object that a restart chose in place of the symbol.
   */
  missingPackage(problem: PackageProblem): LispValue;
  /** Signals that a symbol is not external, or not there at all; answers what a restart chose in its place. */
  inaccessibleSymbol(problem: PackageProblem): LispValue;
}

/** A token with a package prefix that names no accessible symbol; {@link signalPackageProblem} is its condition without restarts. */
export interface PackageProblem {
  readonly stream: LispValue;
  readonly place: TextPosition;
  readonly packageName: string;
  /** Undefined where there is no package of this name. */
  readonly package: LispPackage | undefined;
  readonly symbolName: string;
  /** SBCL's words for it, and what they are about. */
  readonly formatControl: string;
  readonly formatArguments: readonly string[];
}
