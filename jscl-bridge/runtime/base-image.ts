/** An image without reader and compiler: the derived JSCL with the runtime installed over it. */

import type { Hint, VariableState } from "../contract/engine.js";
import { applied } from "./applied.js";
import { argumentFunctions } from "./argument-lists.js";
import { makeCode } from "./code.js";
import { DefinitionLog } from "./definitions/definition-log.js";
import { GlobalDefinitions } from "./definitions/global-definitions.js";
import { KeptValues } from "./kept-values.js";
import { tableFunctions } from "./library/table-functions.js";
import type { MemoryFiles } from "./memory-files.js";
import { DoubleFloat, SingleFloat } from "./numbers.js";
import { type Bridge, FOREIGN_NAMES, installConversions, installForeign } from "./objects/foreign.js";
import { HashTable } from "./objects/hash-table.js";
import { Heap } from "./objects/heap.js";
import type {
  Internals,
  Jscl,
  LispFunction,
  LispPackage,
  LispSymbol,
  LispValue,
  ValuesFunction,
} from "./objects/marshal.js";
import { NAMEABLE } from "./objects/nameable.js";
import {
  isPackageLocked,
  makePackageObject,
  packageNameOf,
  packageSymbols,
} from "./objects/package-objects.js";
import { PackageTables } from "./objects/packages.js";
import {
  homeName,
  setSymbolFunction,
  setSymbolValue,
  symbolFunction,
  symbolName,
  symbolValue,
} from "./objects/symbols.js";
import { table } from "./objects/table.js";
import { makeString } from "./objects/vectors.js";
import { operatorFunctions } from "./operators.js";
import { metaclassName } from "./printer/metaobjects.js";
import type { OwnObjects } from "./printer/printer-image.js";
import {
  addressOf,
  type LispWriter,
  type PrintBudget,
  type PrinterImage,
  printShown,
  printToString,
} from "./printer.js";
import { nv, Received, rv } from "./received-values.js";
import { LateRecorder } from "./recording/late-recorder.js";
import { makeRecorder } from "./recording/recorder.js";
import { Traces } from "./recording/traces.js";
import { boundedTextFunctions } from "./reports/bounded-texts.js";
import type { ReportedCalls } from "./reports/frames.js";
import type { Signalled } from "./reports/library-calls.js";
import {
  bindSignals,
  callLisp,
  cons,
  INTERNAL_PACKAGE,
  lispError,
  list,
  nil,
  signalError,
  simpleError,
  sym,
  t,
} from "./signals.js";
import { slotPlanFunctions } from "./slot-plans.js";
import type { CallStack, Frame, SourcePosition } from "./stack/callstack.js";
import { deepCalls, LIMIT_SLOTS, type RecursionLimit } from "./stack/deep-calls.js";
import { bindHeap, heapExhausted, isHeapExhaustion, isStackExhaustion } from "./stack/exhaustion.js";
import { exitFunctions } from "./stack/exits.js";
import { frameExits as frameExitsOf, type Returned } from "./stack/frame-exits.js";
import type { Level } from "./stack/levels.js";
import { scopeFunctions } from "./stack/scopes.js";
import { type Place, Sources, type UnreadText } from "./stack/sources.js";
import { wrongCount } from "./streams/stream-arguments.js";
import { printUnadorned } from "./streams.js";

/** The functions and constants that compiled code sees as `R`. */
type Runtime = Record<string, unknown>;

/** What compiled code is called with; the names are those that the compiler writes. */
export const CODE_PARAMETERS = [
  "R",
  "S",
  "st",
  "nil",
  "t",
  "Cons",
  "Symbol_",
  "pv",
  "mv",
  "rv",
  "nv",
  "Received",
] as const;

/** Where the compiler caught something, and what would have helped. */
export interface CaughtAt {
  /** In the text of the command. */
  readonly position: SourcePosition | null;
  readonly place: Place | null;
  readonly hints?: readonly Hint[];
}

/** A warning that the compiler signals, with what the report says of it beside the condition. */
interface CompilerWarning {
  condition: LispValue;
  at: CaughtAt;
  /** The standard class that it is of: STYLE-WARNING or WARNING. */
  label: string;
}

/** A form that is being compiled: how high the stack was when that began, and its place. */
export interface RunningCompilation {
  readonly height: number;
  readonly place: Place | null;
}

/** A variable of a running call, as a report has it. */
export interface ReportedVariable {
  readonly symbol: LispSymbol;
  readonly state: VariableState;
  readonly value: LispValue | undefined;
}

/** A picture as a program displays it. */
export interface ShownPicture {
  readonly mime: string;
  readonly data: string;
  readonly title: string;
}

/** What the derived JSCL is made with. */
interface JsclOptions {
  readonly safepoint: CallStack;
  /** Gives what makes the functions that its file leaves out, of the build of that id. */
  readonly rare?: (id: string) => (...variables: unknown[]) => readonly unknown[];
  /** Takes the code of the extensions; called while the image is made. */
  readonly extensions?: (code: (...parameters: unknown[]) => void) => void;
}

/** How many elements a generic function keeps of those methods that it looks through: three for each. */
const METHODS_SEEN = 25;

/** How a recording prints an object that it keeps no parts of. */
const DATA_SETTINGS = {
  escape: true,
  readably: false,
  pretty: false,
  layout: false,
  userMethods: false,
  budget: { chars: 60, depth: 2 },
};

/** Signals what compiled code has found. */
const ERRORS = {
  compiledProgramError: (message: string, source: string) =>
    lispError("COMPILED-PROGRAM-ERROR", "MESSAGE", makeString(message), "SOURCE", makeString(source)),
  typeConflict: (datum: LispValue, type: LispValue, ...texts: string[]) =>
    callLisp("TYPE-CONFLICT", INTERNAL_PACKAGE, datum, type, ...texts.map(makeString)),
  resultConflict: (datum: LispValue, type: LispValue, ...texts: string[]) =>
    callLisp("RESULT-CONFLICT", INTERNAL_PACKAGE, datum, type, ...texts.map(makeString)),
};

export abstract class BaseImage {
  readonly internals: Internals;
  readonly packages: Record<string, LispPackage>;
  readonly tables: PackageTables;
  readonly definitions: GlobalDefinitions;
  readonly heap: Heap;
  readonly runtime: Runtime;
  /** Notes what recorded evaluations do. */
  readonly recorder: LateRecorder;
  /** Keeps the calls that TRACE tells of. */
  readonly traces: Traces;
  private copies = 0;
  /** The symbols of the overlay's functions that choose a function to print an object by. */
  private readonly choosers: { REPORTER?: LispSymbol; "USER-PRINTER"?: LispSymbol } = {};
  readonly printer: PrinterImage;
  /** The text of compiled ASDF, which REQUIRE loads; throws an Error with a reason where it cannot be had. */
  asdf: () => string = () => {
    throw new Error("it is not part of this image");
  };
  /** The texts of an index of systems and of its bundles, by their names; nothing where there is no index. */
  systems: "" | ((name: string) => string) | undefined;
  /** How deep the running evaluation may recurse. */
  readonly recursionLimit: RecursionLimit = { slots: LIMIT_SLOTS };
  /** The values that clients may come back to. */
  readonly kept = new KeptValues();
  /** Whether programs reach anything of JavaScript's. */
  isGranted = false;
  /** The code of what comes when a program names it first; null where the image was made without. */
  extensions: ((...parameters: unknown[]) => void) | null = null;
  /** Why `#j:` of a name is not there; null where nothing is known of it. */
  explainGrant: (name: string) => string | null = () => null;
  /** The warning that the compiler signalled last. */
  compilerWarning: CompilerWarning | null = null;
  /** Whether a macro of code that is being compiled expands: what it warns of, the compiler catches. */
  expanding = false;
  /** Called with each form that is no valid program; null where nobody is to be told. */
  onCompileError: ((message: string, at: CaughtAt) => void) | null = null;
  /** The texts that are being evaluated. */
  readonly sources = new Sources((operator) => this.isDefiner(operator));
  /** Captures the report at the point of an unhandled error and leaves for the boundary. */
  enterDebugger: (condition: LispValue) => never = () => {
    throw new Error("no debugger");
  };

  /** The variables of a running call that a report lists; those of a frame of the image's own are none. */
  variablesOf: (frame: Frame) => readonly ReportedVariable[] = () => [];

  /** Leaves for a running call, which returns the values or, for null, is made again. */
  readonly leaveFor: (aim: number | string, values: Returned | LispValue) => never;

  /** What would have helped, of a condition whose type is in that package. */
  hints: (signalled: Signalled, typePackage: string) => Hint[] = () => [];
  /** What would have helped with a name that nothing has; `scope` are the names that are bound around it. */
  hintsForName: (
    kind: "function" | "variable" | "type",
    name: LispSymbol,
    scope: readonly LispSymbol[],
  ) => Hint[] = () => [];

  /** Called for each form of a file that is loaded: the file, and the number of forms done. */
  onLoadedForm: ((file: string, done: number) => void) | null = null;

  /** Called with each picture that a program displays. */
  onPicture: ((picture: ShownPicture) => void) | null = null;

  /** Called where an exhausted stack is about to be signalled: the evaluation may be due to end. */
  stackExhausted: () => void = () => {};

  /** Where the last file that could not be read is broken, as the condition of that says. */
  unread: UnreadText | null = null;

  /** The calls that the last report shows, as long as it is the last error. */
  reported: ReportedCalls | null = null;

  /** The evaluations that are held at a condition, the innermost last: each runs on top of the one before. */
  readonly levels: Level[] = [];

  constructor(
    createJscl: (options: JsclOptions) => Jscl,
    readonly stack: CallStack,
    ownObjects: readonly OwnObjects[],
    /** The files that programs write and read. */
    readonly files: MemoryFiles,
  ) {
    const jscl = createJscl({
      safepoint: stack,
      extensions: (code) => {
        this.extensions = code;
      },
    });
    this.internals = jscl.internals;
    this.packages = jscl.packages;
    installConversions(jscl.internals);
    bindSignals(jscl.internals, stack, ensurePackage(INTERNAL_PACKAGE, jscl));
    this.heap = new Heap(stack);
    bindHeap(this.heap);
    this.tables = new PackageTables(jscl.internals, jscl.packages);
    const log = new DefinitionLog((object) => this.print(object, { chars: 100, depth: 10 }));
    this.definitions = new GlobalDefinitions(jscl.internals, this.stack, log);
    this.printer = {
      internals: jscl.internals,
      packages: jscl.packages,
      ownObjects,
      safepoint: () => {
        if (--stack.fuel < 0) stack.tick();
      },
      report: (object) => this.lispWriter("REPORTER", object),
      functionName: (fn) => stack.infoOf(fn as { name: string })?.name,
      isClassNamed,
      userPrinter: (object) => this.lispWriter("USER-PRINTER", object),
      checkBinding: (variable, value) => this.definitions.checkBinding(variable, value),
    };
    const frameExits = frameExitsOf(this.internals, stack);
    this.leaveFor = frameExits.leaveFor;
    const printed = (x: LispValue): string => printToString(x, this.printer, DATA_SETTINGS);
    const recorder = () => makeRecorder(stack, this.internals, printed);
    this.recorder = new LateRecorder(recorder);
    this.traces = new Traces(stack, new LateRecorder(recorder));
    this.runtime = {
      ...exitFunctions(this.internals, stack, (e) => this.convertForeign(e)),
      ...operatorFunctions(stack),
      ...slotPlanFunctions(this.internals, stack),
      ...argumentFunctions(stack),
      ...this.definitions.functions(),
      ...deepCalls(stack, this.recursionLimit),
      ...scopeFunctions,
      ...frameExits.functions,
      ...this.recorder.functions(),
      ...this.traces.functions(),
      ...boundedTextFunctions(this),
      ...tableFunctions,
      SingleFloat,
      DoubleFloat,
      HashTable,
      /** Lists that TYPEP found to be well-formed type specifiers: it looks through each once. */
      checkedTypes: new WeakSet<object>(),
      enterDebugger: (condition: LispValue) => this.enterDebugger(condition),
      ...ERRORS,
      metaclassName: (object: object) => makeString(metaclassName(object, this.internals)),
      addressOf: (object: LispValue) => makeString(addressOf(object)),
      printUnadorned: (object: LispValue, stream: LispValue) => {
        printUnadorned(object, stream, this.printer);
        return nil();
      },
      convertForeign: (e: unknown) => this.convertForeign(e),
      ownCode: (make: LispFunction, ...given: LispValue[]) => this.ownCode(make, given),
    };
    this.replaceUnboundFunctions();
  }

  /** Whether an operator's forms are definitions, which a report names. */
  protected abstract isDefiner(operator: LispSymbol): boolean;

  /** Whether calls of this symbol's function leave no frame of their own (stock library code). */
  abstract isStockFunction(symbol: LispSymbol): boolean;

  /** The forms that are being compiled, innermost first. */
  abstract compilations(): Iterator<RunningCompilation, void>;

  /** Calls code whose parameters are CODE_PARAMETERS, then any more. */
  call(code: (...parameters: unknown[]) => unknown, ...more: unknown[]): unknown {
    const { internals, stack } = this;
    const { Cons, Symbol, pv, mv } = internals;
    return code(this.runtime, stack, stack.st, nil(), t(), Cons, Symbol, pv, mv, rv, nv, Received, ...more);
  }

  /**
   * Takes from programs the names of what the image has made in its own packages, and will make there; but of
   * what they are meant to name, which is also what `isOperator` says of a name.
   */
  hideInternals(isOperator: (name: string) => boolean): void {
    const { internals } = this;
    // Doors of JSCL's own, which nothing leads to any more.
    for (const door of ["globalEval", "newInstance"])
      internals[door] = () => simpleError("JavaScript is not reached from Lisp.");
    // As JSCL's own functions count what they are given; they threw words of JavaScript's.
    internals["checkArgsAtLeast"] = (count: number, least: number) => {
      if (count < least) wrongCount(count);
    };
    internals["checkArgsAtMost"] = (count: number, most: number) => {
      if (count > most) wrongCount(count);
    };
    const classes = symbolValue(sym("*CLASSES*", INTERNAL_PACKAGE)) as unknown as Map<LispSymbol, object>;
    this.tables.hide(
      NAMEABLE,
      (symbol, isExternal) =>
        // JSCL exports what is for its own compiler.
        (isExternal && homeName(symbol) === INTERNAL_PACKAGE) ||
        (classes.has(symbol) && !internals.fboundp(symbol)) ||
        isOperator(symbolName(symbol)),
    );
  }

  /**
   * Lets the programs that run from now on reach JavaScript as far as the bridge leads; null for not at all.
   */
  useBridge(bridge: Bridge | null, explain: (name: string) => string | null): void {
    this.explainGrant = explain;
    this.isGranted = bridge !== null;
    if (bridge === null) return;
    installForeign(this.internals, bridge, (e) => this.convertForeign(e));
    this.tables.reveal(FOREIGN_NAMES, this.packages["JSCL"] as LispPackage);
  }

  /** The value of *PACKAGE*; COMMON-LISP-USER, from now on, where a program put something else there. */
  currentPackage(): LispPackage {
    const variable = sym("*PACKAGE*");
    const pkg = symbolValue(variable) as LispPackage | null | undefined;
    if (pkg && typeof packageNameOf(pkg) === "string") return pkg;
    setSymbolValue(variable, this.packages["COMMON-LISP-USER"]);
    return symbolValue(variable) as LispPackage;
  }

  /** Signals, with restarts, where a symbol would be new in a locked package. */
  checkInternLock(name: string, pkg: LispPackage): void {
    if (isPackageLocked(pkg) === true && this.definitions.locked) {
      callLisp("CHECK-PACKAGE-LOCK", INTERNAL_PACKAGE, pkg, makeString("interning ~A"), makeString(name));
    }
  }

  /** An object as PRIN1 writes it, cut at a budget. */
  print(object: LispValue, budget?: PrintBudget): string {
    return printToString(object, this.printer, {
      escape: true,
      layout: false,
      ...(budget === undefined ? {} : { budget }),
    });
  }

  /** The same for a value that an answer has: one that contains itself is labelled. */
  printShown(value: LispValue, budget: PrintBudget): string {
    return printShown(value, this.printer, { escape: true, layout: false, budget });
  }

  /**
   * What a function that names nothing but its parameters makes; in a complete image from a copy of its text.
   * V8 notes with the code of a function what it calls, and so finds just one generic function's methods
   * there, which it can put in place.
   */
  private ownCode(make: LispFunction, given: readonly LispValue[]): LispValue {
    const { stack, internals } = this;
    if (!this.definitions.locked) return applied(make, [stack, nil(), internals.pv, 0, ...given]);
    // V8 shares what it compiles of the same text.
    const copy = makeCode([], `"use strict";/*${++this.copies}*/return ${String(make)}`)() as LispFunction;
    return applied(copy, [stack, nil(), internals.pv, METHODS_SEEN, ...given]);
  }

  /** Calls the global function of a symbol as compiled code does, with a frame for stock functions. */
  callGlobal(name: LispSymbol, values: ValuesFunction, args: LispValue[]): LispValue {
    const { stack } = this;
    const { sp } = stack;
    if (this.isStockFunction(name)) stack.push(stack.library(name, args.length), args);
    const result = symbolFunction(name)(values, ...args);
    stack.sp = sp;
    return result;
  }

  /** Signals that a variable has no value; the value that a restart gave. */
  unboundVariable(name: LispSymbol): LispValue {
    return callLisp("UNBOUND-VARIABLE-ERROR", INTERNAL_PACKAGE, name);
  }

  /** A function of a stream that the overlay gives for printing `object`, if it gives one. */
  private lispWriter(name: "REPORTER" | "USER-PRINTER", object: LispValue): LispWriter | undefined {
    const { fboundp, pv } = this.internals;
    const chooser = this.choosers[name] ?? sym(name, INTERNAL_PACKAGE);
    if (this.choosers[name] === undefined && !fboundp(chooser)) return undefined;
    this.choosers[name] = chooser;
    const fn = symbolFunction(chooser)(pv, object);
    return typeof fn === "function" ? (fn as LispFunction) : undefined;
  }

  /**
   * Runs `body` with a handler of errors that is innermost. Where one is signalled, the stack is unwound and
   * `caught` gets the condition.
   */
  catchingErrors<T>(body: () => T, caught: (condition: LispValue) => T): T {
    const clusters = sym("*HANDLER-CLUSTERS*", INTERNAL_PACKAGE);
    const outer = symbolValue(clusters);
    const { sp } = this.stack;
    class Exit extends this.internals.CatchNLX {
      caught: LispValue;
    }
    const exit = new Exit(undefined, nil());
    const handler: LispFunction = (_values, signalled) => {
      exit.caught = signalled;
      throw exit;
    };
    try {
      setSymbolValue(clusters, cons(list(cons(sym("ERROR"), handler)), outer ?? nil()));
      return body();
    } catch (error) {
      if (error !== exit) throw error;
    } finally {
      setSymbolValue(clusters, outer);
    }
    this.stack.sp = sp;
    return caught(exit.caught);
  }

  /**
   * Makes a JavaScript exception that is no exit of the runtime a Lisp error, where handlers can still see
   * it.
   */
  protected convertForeign(e: unknown): never {
    if (this.internals.isNLX(e)) throw e;
    if (isHeapExhaustion(e)) return heapExhausted();
    if (isStackExhaustion(e)) this.stackExhausted();
    const condition = isStackExhaustion(e)
      ? callLisp("MAKE-CONDITION", "COMMON-LISP", sym("CONTROL-STACK-EXHAUSTED", INTERNAL_PACKAGE))
      : callLisp(
          "MAKE-CONDITION",
          "COMMON-LISP",
          sym("SIMPLE-ERROR"),
          sym("FORMAT-CONTROL", "KEYWORD"),
          this.internals.make_lisp_string("JavaScript error: ~A"),
          sym("FORMAT-ARGUMENTS", "KEYWORD"),
          callLisp(
            "LIST",
            "COMMON-LISP",
            this.internals.make_lisp_string(e instanceof Error ? e.message : String(e)),
          ),
        );
    return signalError(condition);
  }

  /** A call of an undefined function is an error with restarts, and knows its arguments. */
  private replaceUnboundFunctions(): void {
    const { internals } = this;
    const probe = symbolFunction(new internals.Symbol("PROBE")) as unknown as Record<symbol, unknown>;
    const [mark] = Object.getOwnPropertySymbols(probe);
    if (mark === undefined) throw new Error("JSCL marks its unbound functions in a way that is not known");
    const isUnbound = (fn: LispFunction): boolean =>
      (fn as unknown as Record<symbol, unknown>)[mark] === true;
    const unbound = (symbol: LispSymbol): LispFunction => {
      const fn: LispFunction = (values, ...args) => {
        // SBCL looks for the function when it has the arguments, whose evaluation may have defined it.
        const defined = symbolFunction(symbol);
        if (!isUnbound(defined)) return defined(values, ...args);
        this.stack.push(this.stack.library(symbol, args.length), args);
        const signaller = sym("UNDEFINED-FUNCTION-ERROR", INTERNAL_PACKAGE);
        if (symbol === signaller)
          throw new Error("an undefined function was called before the overlay was loaded");
        return symbolFunction(signaller)(values, symbol, list(...args));
      };
      (fn as unknown as Record<symbol, unknown>)[mark] = true;
      return fn;
    };
    for (const pkg of new Set(Object.values(this.packages))) {
      for (const symbol of Object.values(packageSymbols(pkg))) {
        if (typeof symbol === "object" && isUnbound(symbolFunction(symbol)))
          setSymbolFunction(symbol, unbound(symbol));
      }
    }
    internals.makeUnboundFunction = unbound;
  }
}

/** The package of this name, made new, using COMMON-LISP, when there is none. */
function ensurePackage(name: string, { internals, packages }: Jscl): LispPackage {
  packages[name] ??= makePackageObject(name, {
    symbols: table(),
    exports: table(),
    use: new internals.Cons(packages["COMMON-LISP"], internals.intern("NIL")),
  });
  return packages[name];
}

/**
 * Whether a name is that of a class, also of one that is only referred to yet; of any, where none are kept.
 */
function isClassNamed(object: object, name: LispValue): boolean {
  return ["*CLASSES*", "*FORWARD-CLASSES*"].some((variable) => {
    const classes = symbolValue(sym(variable, INTERNAL_PACKAGE)) as unknown as Map<LispValue, object>;
    return classes === undefined || classes.get(name) === object;
  });
}
