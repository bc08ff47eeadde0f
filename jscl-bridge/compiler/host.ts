/** What the compiler asks of the image: global definitions, and where its findings go. */

import type {
  SetfDefinition,
  StructureMaker,
  StructureWriter,
} from "../runtime/definitions/global-definitions.js";
import type { Internals, LispCons, LispFunction, LispSymbol, LispValue } from "../runtime/objects/marshal.js";
import type { SourcePosition } from "../runtime/stack/callstack.js";
import type { Place } from "../runtime/stack/sources.js";
import type { StepSite } from "../runtime/stack/step-sites.js";
import type { NativeMacro } from "./macros/macros.js";
import type { Environment } from "./scope/environment.js";
import type { SpecialOperator } from "./syntax/operators/table.js";
import type { ProgramError } from "./syntax/program-error.js";
import type { Knowledge } from "./warnings/call-arguments.js";
import type { WarningReporter } from "./warnings/reporter.js";
import type { Signature } from "./warnings/signature.js";

export interface CompilerHost {
  readonly internals: Internals;
  readonly nil: LispSymbol;
  readonly t: LispSymbol;
  /** The global macro function of a symbol, or null. */
  macroFunction(symbol: LispSymbol): LispFunction | null;
  compilerMacroFunction(symbol: LispSymbol): LispFunction | null;
  /** How a symbol was proclaimed as a variable. */
  proclaimed(symbol: LispSymbol): "special" | "constant" | null;
  symbolMacro(symbol: LispSymbol): { expansion: LispValue } | null;
  /** The type a global variable, or a function, was proclaimed to have; null for none. */
  declaredType(symbol: LispSymbol): LispValue;
  functionType(symbol: LispSymbol): LispValue;
  isNotInline(symbol: LispSymbol): boolean;
  /** The debug quality that was proclaimed. */
  readonly debug: number;
  /** The variables that a text makes special which is checked and not run; null at other times. */
  readonly assumedSpecials: object | null;
  /** Whether the function of that name, compiled now, says what it does; null for a toplevel form's. */
  records(name: LispValue): boolean;
  /** The writer of a slot that the function of this name is; null for others. */
  structureWriter(symbol: LispSymbol): StructureWriter | null;
  /** The constructor of a structure that the function of this name is; null for others. */
  structureMaker(symbol: LispSymbol): StructureMaker | null;
  /** What follows LAMBDA in the definition of a function proclaimed INLINE before; null for others. */
  inlineLambda(symbol: LispSymbol): LispValue | null;
  /** Keeps that, if the function was proclaimed INLINE. */
  noteInlineLambda(symbol: LispSymbol, lambda: LispValue): void;
  /**
   * The macro function of a symbol as a Lisp object, which the program may call; null where there is none.
   */
  macroObject(symbol: LispSymbol): LispFunction | null;
  /** What expands macros instead of calling their functions; null where nothing does. */
  readonly expansionHook: LispFunction | null;
  /** Calls a function of the program's: what it leaves on the stack is no part of what continues. */
  call(fn: LispFunction, ...args: Parameters<LispFunction>): LispValue;
  /** Expands a macro call; a Lisp error signalled inside is the host's to report. */
  expand(macro: LispFunction, form: LispCons, environment: LispValue): LispValue;
  /** Expands a call of a macro in TypeScript. */
  expandStandard(macro: NativeMacro, form: LispCons, environment: Environment): LispValue;
  /** The expansion of a symbol macro whose definition is `expansion`. */
  expandSymbol(symbol: LispSymbol, expansion: LispValue, environment: LispValue): LispValue;
  setfDefinition(name: LispSymbol): SetfDefinition | null;
  /** The expansion of a form whose head names a macro, or null. */
  expandMacro(form: LispCons, environment: Environment): { form: LispValue } | null;
  /** Expands for the compiler: an error that the expander signals becomes an ExpansionError. */
  expandCarefully(form: LispValue, expand: () => LispValue): LispValue;
  /** Expands a place: an error that the expander signals becomes an ExpanderError. */
  expandPlace<T>(expand: () => T): T;
  /** Whether the number of arguments in a call of a standard macro is wrong. */
  isMalformedCall(form: LispValue): boolean;
  signal(error: ProgramError): never;
  /** The text of a form and of what is wrong with it, for the code that stands for it. */
  describeError(error: ProgramError, form: LispValue): { source: string; message: string };
  /** Whether the code is that of a compiled file. */
  readonly isForFile: boolean;
  /** A call was compiled that a program can stop at, with its place. */
  noteStep(site: StepSite, place: Place): void;
  /** A place in the source text for a form the reader made. */
  placeOf(form: LispValue): Place | null;
  positionOf(form: LispValue): SourcePosition | null;
  readonly warnings: WarningReporter;
  noteUndefinedFunction(symbol: LispSymbol, scope: Environment | null): void;
  /** Notes what the function with this info number takes. */
  noteSignature(info: number, signature: Signature): void;
  /** The number of the frame of a toplevel form, which SBCL shows as a call of (LAMBDA ()). */
  toplevelInfo(keepsVariables: boolean): number;
  /** What the global function of this name takes, where that is known. */
  knownSignature(name: LispSymbol): { signature: Signature; knowledge: Knowledge } | null;
  noteUndefinedVariable(symbol: LispSymbol, scope: Environment | null): void;
  /** Notes a type that is none, by its name; `specifier` is that, or the list that it heads. */
  noteUndefinedType(symbol: LispSymbol, specifier: LispValue): void;
  isKnownType(symbol: LispSymbol): boolean;
  /** A type specifier with the definition of its name in place of it. */
  expandType(type: LispValue): LispValue;
  isStructureName(symbol: LispSymbol): boolean;
  /** The definition of the structure of a name, and its depth in its lineage; null where there is none. */
  structureNamed(symbol: LispSymbol): { definition: LispValue; depth: number } | null;
  /** The type specifier that a text of the compiler denotes. */
  readSpecifier(text: string): LispValue;
  /** The message of the error that a call of a global function signals, or null when it signals none. */
  errorOfCall(name: LispSymbol, args: readonly LispValue[]): string | null;
  /** Whether the symbol was proclaimed to be a declaration identifier. */
  isDeclaration(symbol: LispSymbol): boolean;
  /** Runs a lambda expression now, for MACROLET, where these macros are known. */
  evaluateNow(form: LispValue, environment: Environment): LispValue;
  /** The primary value of a call of a global function; undefined where it signals an error. */
  valueOfCall(name: LispSymbol, args: readonly LispValue[]): { value: LispValue } | undefined;
  print(form: LispValue): string;
  /** A form with the packages of all names but those of COMMON-LISP. */
  printQualified(form: LispValue): string;
  /** Makes what a message says of forms, of which it shows a part alone. */
  inMessage<T>(make: () => T): T;
  /** Makes a text in which arrays are shown by their types. */
  withoutArrays<T>(make: () => T): T;
  /** Whether calls to this symbol's function leave no frame of their own (stock library code). */
  isStockFunction(symbol: LispSymbol): boolean;
  /** Whether programs reach anything of JavaScript's, so that `((oget object "key") …)` is a call. */
  readonly isGranted: boolean;
  /** The operators of the overlay's own build, by name; null in an image that runs programs. */
  readonly privilegedForms: ReadonlyMap<string, SpecialOperator> | null;
  /** Whether code compiled now belongs to the image itself and stays out of backtraces. */
  readonly internalCode: boolean;
}
