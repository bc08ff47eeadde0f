/** The global environment of the compiler: macros, proclaimed variables, and what definitions do to them. */

import { noteSurroundings } from "../closures.js";
import { stringDesignator } from "../library/string-designators.js";
import { numberEql } from "../numbers.js";
import { carOf } from "../objects/conses.js";
import { setFunctionDocumentation, setFunctionLambdaList, setFunctionName } from "../objects/functions.js";
import type { Internals, LispFunction, LispSymbol, LispValue } from "../objects/marshal.js";
import { setfFunctionSymbol, setfNameOf } from "../objects/setf-names.js";
import { stockSymbol } from "../objects/stock-symbols.js";
import {
  homeName,
  isHomeLocked,
  setSymbolFunction,
  setSymbolValue,
  setVariableDocumentation,
  symbolFunction,
  symbolName,
  symbolValue,
} from "../objects/symbols.js";
import {
  callLisp,
  elementsOf,
  INTERNAL_PACKAGE,
  isCons,
  isSymbol,
  keyword,
  lispError,
  list,
  nil,
  simpleError,
  sym,
  t,
} from "../signals.js";
import type { CallStack } from "../stack/callstack.js";
import { next } from "../stack/safepoints.js";
import type { Place } from "../stack/sources.js";
import type { StepSite } from "../stack/step-sites.js";
import { wrongArgument, wrongType } from "../streams/stream-arguments.js";
import type { DefinitionLog } from "./definition-log.js";
import { setCompilerMacroFunction } from "./macro-accessors.js";
import { isSameText, MeaningChanges } from "./meaning-changes.js";

/** What SBCL says DEFSETF and DEFINE-SETF-EXPANDER are about to do. */
const SETF_EXPANDER = "defining a setf-expander for ~A";

/** How DEFSETF or DEFINE-SETF-EXPANDER defined the places of a name. */
export type SetfDefinition =
  | { kind: "expander"; expander: LispFunction }
  | { kind: "function"; name: LispSymbol }
  /**
   * The expander takes the environment and the store variables; the function that it answers, the operands.
   */
  | { kind: "writer"; expander: LispFunction; stores: number };

/** A function that writes a slot of a structure, and all that code needs to write it in place. */
export interface StructureWriter {
  /** The function, while it is what the name means. */
  readonly fn: LispFunction;
  /** The definition of the structure, and its depth in the lineage of instances. */
  readonly definition: LispValue;
  readonly depth: number;
  /** The JavaScript property of the slot. */
  readonly key: string;
  /** The type specifier of the slot. */
  readonly type: LispValue;
  /** The names of the structure and of the slot. */
  readonly structure: LispValue;
  readonly slot: LispValue;
}

/** A function that makes instances of a structure, and all that code needs to make them in place. */
export interface StructureMaker {
  /** The function, while it is what the name means. */
  readonly fn: LispFunction;
  /** The definitions of the structure and of those that it includes, which instances hold. */
  readonly lineage: LispValue;
  /** How many of its arguments come by order; the others come by keyword. */
  readonly ordered: number;
  readonly slots: readonly MadeSlot[];
}

export interface MadeSlot {
  /** The JavaScript property. */
  readonly key: string;
  /** Which argument it gets, or by which keyword; null where the slot takes none. */
  readonly argument: number | LispSymbol | null;
  readonly type: LispValue;
  /** What it holds without an argument; null where that is not a constant. */
  readonly initial: { readonly value: LispValue } | null;
}

interface StockBinding {
  NAME0: LispSymbol;
  TYPE1: LispSymbol;
  VALUE2: LispValue;
  DECLARATIONS3: LispValue;
}

export class GlobalDefinitions {
  readonly macros = new Map<LispSymbol, LispFunction>();
  readonly compilerMacros = new Map<LispSymbol, LispFunction>();
  readonly symbolMacros = new Map<LispSymbol, { expansion: LispValue }>();
  readonly variables = new Map<LispSymbol, "special" | "constant">();
  readonly notInline = new Set<LispSymbol>();
  /** The proclaimed debug quality; 1 is SBCL's. */
  debug = 1;
  /**
   * Which functions say what they do when they are compiled now, by their names; null for a toplevel form's
   * (`runtime/recording/recorder.ts`).
   */
  recorded: (name: LispValue) => boolean = () => false;
  /** Takes the calls that are compiled as steps, and functions of such code, while somebody asks. */
  steps: { note(site: StepSite, place: Place): void; noteFunction(fn: LispFunction): void } | null = null;
  /** Functions proclaimed INLINE, and what follows LAMBDA in the definitions of those defined since. */
  readonly inline = new Set<LispSymbol>();
  readonly inlineLambdas = new Map<LispSymbol, LispValue>();
  /** When what compiled code has in it was defined anew. */
  readonly changes = new MeaningChanges();
  /** The functions that write slots of structures, by the symbols of their names. */
  readonly structureWriters = new Map<LispSymbol, StructureWriter>();
  readonly structureMakers = new Map<LispSymbol, StructureMaker>();
  /** The FUNCTION forms of definitions that are kept, by the functions that they made. */
  readonly written = new WeakMap<LispFunction, LispValue>();
  /** Whether some of these may be methods'. */
  hasMethods = false;
  /** Whether code is compiled so that it says what it does, or stops, for a while. */
  isInstrumenting = false;
  /** The functions of methods that were compiled so. */
  readonly instrumented = new WeakSet<LispFunction>();
  /** Functions that are compiled for stepping, and whose breakpoints are those of their own code. */
  readonly stopping = new WeakSet<LispFunction>();
  /** Names that were proclaimed DECLARATION. */
  readonly declarations = new Set<LispSymbol>();
  readonly setfDefinitions = new Map<LispSymbol, SetfDefinition>();
  /** Proclaimed types of variables and functions. */
  readonly variableTypes = new Map<LispSymbol, LispValue>();
  readonly functionTypes = new Map<LispSymbol, LispValue>();
  /** Expanders of stock JSCL: they take no environment but JSCL's own. */
  readonly stockExpanders = new Set<LispFunction>();
  /** Symbols whose function was compiled by our compiler. */
  readonly compiled = new Set<LispSymbol>();

  /** The types that a declaration gives to variables; the compiler knows. */
  declaredTypes: (declaration: LispValue) => ReadonlyMap<LispSymbol, LispValue> = () => new Map();
  /** The debug quality that a declaration asks for, if it does; the compiler knows. */
  declaredDebug: (declaration: LispValue) => number | null = () => null;
  /** Called with each declaration that the program proclaims. */
  onProclamation: (declaration: LispValue) => void = () => {};
  /** The source of the compiled file that is being loaded; null while none is. */
  compiledFrom: string | null = null;
  /**
   * The files that functions and macros were defined in, by their symbols; generic functions and methods by
   * themselves.
   */
  private readonly definedIn = new WeakMap<object, string>();
  /** The source file that the code at work comes from; the image knows. */
  sourceAtWork: () => string | null = () => null;
  /** Called before a definition of the program's; it may replace another. */
  onRedefinition: (operator: "DEFUN" | "DEFMACRO", name: LispSymbol) => void = () => {};

  /** Set once the image is complete: from then on the symbols of COMMON-LISP are not to be redefined. */
  locked = false;

  constructor(
    private readonly internals: Internals,
    private readonly stack: CallStack,
    readonly log: DefinitionLog,
  ) {}

  /**
   * Signals, with restarts, when a definition would change a locked symbol; `what` is SBCL's phrase for it.
   * The call of the library that SBCL shows for it, if it is another one, is given by function and arguments.
   */
  checkLock(symbol: LispSymbol, what: string, writer?: LispSymbol, ...args: LispValue[]): void {
    if (!this.locked || !isHomeLocked(symbol)) return;
    if (writer !== undefined) this.stack.push(this.stack.library(writer, args.length), args);
    callLisp("CHECK-SYMBOL-LOCK", INTERNAL_PACKAGE, symbol, this.internals.make_lisp_string(what));
  }

  /** Takes over the macros and proclamations of stock JSCL, but for the macros that are there already. */
  adoptStock(evaluateExpander: (form: LispValue) => LispFunction): void {
    const environment = symbolValue(stockSymbol("*ENVIRONMENT*")) as Record<string, LispValue>;
    for (const binding of elementsOf(environment["FUNCTION1"]) as StockBinding[]) {
      const { NAME0: name, VALUE2: value } = binding;
      if (symbolName(binding.TYPE1) !== "MACRO" || this.macros.has(name)) continue;
      const expander = isCons(value) ? evaluateExpander(value) : (value as LispFunction);
      this.macros.set(name, expander);
      this.stockExpanders.add(expander);
    }
    for (const binding of elementsOf(environment["VARIABLE0"]) as StockBinding[]) {
      const { NAME0: name } = binding;
      if (symbolName(binding.TYPE1) === "MACRO") {
        this.symbolMacros.set(name, { expansion: binding.VALUE2 });
        continue;
      }
      const claims = (elementsOf(binding.DECLARATIONS3) as LispSymbol[]).map((claim) => symbolName(claim));
      if (claims.includes("CONSTANT")) this.variables.set(name, "constant");
      else if (claims.includes("SPECIAL")) this.variables.set(name, "special");
    }
  }

  /** Notes that a file defines a name; a file that does so again, loaded or compiled, redefines nothing. */
  private noteFileOf(operator: "DEFUN" | "DEFMACRO", symbol: LispSymbol): void {
    if (!this.locked) return;
    if (!this.isFromFileAtWork(symbol)) this.onRedefinition(operator, symbol);
    this.noteFileAtWork(symbol);
  }

  private fileAtWork(): string | null {
    return this.compiledFrom ?? this.sourceAtWork();
  }

  /** Whether something was defined in the very file that is at work. */
  private isFromFileAtWork(defined: object): boolean {
    const file = this.fileAtWork();
    return file !== null && this.definedIn.get(defined) === file;
  }

  private noteFileAtWork(defined: object): void {
    const file = this.fileAtWork();
    if (file === null) this.definedIn.delete(defined);
    else this.definedIn.set(defined, file);
  }

  /** Keeps what follows LAMBDA in the definition of an inline function. */
  setInlineLambda(symbol: LispSymbol, lambda: LispValue): void {
    const old = this.inlineLambdas.get(symbol);
    if (this.locked && (old === undefined || !isSameText(old, lambda)))
      this.changes.note(symbol, "inline-function");
    this.inlineLambdas.set(symbol, lambda);
  }

  /** Notes that a macro gets an expander, unless it is written as the one before. */
  private noteMacro(symbol: LispSymbol, fn: LispFunction): void {
    if (!this.locked) return;
    const old = this.macros.get(symbol);
    const [before, now] = [old, fn].map((each) => each && this.stack.infoOf(each)?.source);
    const isSame =
      old !== undefined && (before === undefined || now === undefined || isSameText(before, now));
    if (!isSame) this.changes.note(symbol, "macro");
  }

  /** Makes a function the global one of a name. */
  setFunction(symbol: LispSymbol, name: LispValue, fn: LispFunction): void {
    this.log.note("FUNCTION", name);
    this.compiled.add(symbol);
    this.macros.delete(symbol);
    setFunctionName(fn, name);
    setSymbolFunction(symbol, fn);
  }

  /**
   * Signals where a constant would be changed, or a variable of a proclaimed type get a value of another.
   * `what` is SBCL's phrase for what is done with it.
   */
  checkVariableChange(name: LispValue, what: string, value: LispValue): void {
    if (!isSymbol(name)) wrongArgument(name, sym("SYMBOL"), sym("SYMBOL"));
    const symbol = name as LispSymbol;
    const phrase = () => this.internals.make_lisp_string(what);
    if (this.variables.get(symbol) === "constant" || homeName(symbol) === "KEYWORD" || symbol === nil()) {
      callLisp("CONSTANT-MODIFICATION-ERROR", INTERNAL_PACKAGE, symbol, phrase());
    }
    const type = this.variableTypes.get(symbol);
    if (type !== undefined && value !== undefined) {
      callLisp("CHECK-SYMBOL-VALUE", INTERNAL_PACKAGE, symbol, value, type, phrase());
    }
  }

  /** Signals where a variable would be bound to a value that is not of its proclaimed type. */
  checkBinding(symbol: LispSymbol, value: LispValue): void {
    const type = this.variableTypes.get(symbol);
    if (type !== undefined) callLisp("CHECK-DECLARED-TYPE", INTERNAL_PACKAGE, value, type, symbol);
  }

  /** Binds the special variables of PROGV; the function that is returned puts them back. */
  private bindAll(symbols: LispValue, values: LispValue): () => void {
    const saved: [symbol: LispSymbol, value: LispValue][] = [];
    const undo = (): void => {
      for (const [symbol, value] of saved.reverse()) setSymbolValue(symbol, value);
    };
    let value = values;
    let name = symbols;
    requireList(values);
    try {
      for (; isCons(name); name = next(name)) {
        this.checkVariableChange(carOf(name), "bind ~S", isCons(value) ? carOf(value) : undefined);
        const symbol = carOf(name) as LispSymbol;
        if (!isCons(value)) this.checkLock(symbol, "unbinding the symbol ~A");
        saved.push([symbol, symbolValue(symbol)]);
        setSymbolValue(symbol, isCons(value) ? carOf(value) : undefined);
        if (isCons(value)) value = next(value);
        requireList(value);
      }
      requireList(name);
    } catch (error) {
      undo();
      throw error;
    }
    return undo;
  }

  private checkSymbolMacro(name: LispValue): void {
    const signal = (type: string, control: string, ...more: LispValue[]): never =>
      lispError(
        type,
        ...[
          "FORMAT-CONTROL",
          this.internals.make_lisp_string(control),
          "FORMAT-ARGUMENTS",
          list(name),
          ...more,
        ],
      );
    if (!isSymbol(name)) {
      const type = ["DATUM", name, "EXPECTED-TYPE", sym("SYMBOL")];
      return signal("SIMPLE-TYPE-ERROR", "Symbol macro name is not a symbol: ~S.", ...type);
    }
    this.checkLock(name, "defining ~A as a symbol-macro");
    const kind = this.variables.get(name);
    if (kind !== undefined) {
      const what = kind === "constant" ? "constant" : "special";
      signal("SIMPLE-PROGRAM-ERROR", `Symbol ~S is already defined as a ${what} variable.`);
    }
  }

  /** Makes a variable special, or signals: of a constant, a symbol macro, a symbol of a locked package. */
  private makeSpecial(name: LispSymbol): void {
    const constant =
      this.variables.get(name) === "constant" || name === nil() || homeName(name) === "KEYWORD";
    if (constant || this.symbolMacros.has(name)) {
      const kind = constant ? "CONSTANT" : "MACRO";
      simpleError(`Cannot proclaim a ${kind} variable SPECIAL: ~S`, name);
    }
    this.checkLock(name, "globally declaring ~A SPECIAL", sym("PROCLAIM"), list(sym("SPECIAL"), name));
    this.variables.set(name, "special");
  }

  /** Signals where a type is defined whose name was proclaimed a declaration (CLHS 3.8.21). */
  private checkNoDeclaration(name: LispSymbol): void {
    if (this.declarations.has(name)) callLisp("DECLARATION-TYPE-CONFLICT", INTERNAL_PACKAGE, name);
  }

  /** What PROCLAIM does with a declaration. */
  private proclaim(declaration: LispValue): LispValue {
    requireList(declaration);
    if (this.locked) callLisp("CHECK-PROCLAMATION", INTERNAL_PACKAGE, declaration);
    const [kind, ...names] = elementsOf(declaration);
    const identifier = isSymbol(kind) ? symbolName(kind) : "";
    const symbols = names.filter(isSymbol);
    // One after the other, as SBCL does: those before a name that is refused are special.
    if (identifier === "SPECIAL") for (const name of symbols) this.makeSpecial(name);
    if (this.locked) this.onProclamation(declaration);
    this.log.note("PROCLAMATION", declaration);
    this.proclaimTypes(declaration);
    this.debug = this.declaredDebug(declaration) ?? this.debug;
    for (const name of symbols) {
      switch (identifier) {
        case "NOTINLINE":
          this.notInline.add(name);
          break;
        case "INLINE":
          this.notInline.delete(name);
          this.inline.add(name);
          break;
        case "DECLARATION":
          this.declarations.add(name);
      }
    }
    return nil();
  }

  /** What (TYPE type variable …), (type variable …) and (FTYPE type function …) proclaim. */
  proclaimTypes(declaration: LispValue): void {
    const [kind, second, ...more] = elementsOf(declaration);
    const identifier = isSymbol(kind) && homeName(kind) === "COMMON-LISP" ? symbolName(kind) : "";
    if (!this.locked) return;
    if (identifier === "FTYPE") {
      for (const name of more.filter(isSymbol)) this.functionTypes.set(name, second);
      return;
    }
    for (const [name, type] of this.declaredTypes(declaration)) this.variableTypes.set(name, type);
  }

  /**
   * The global function of a symbol as an object; an error when there is none, which in compiled code is in
   * other words of SBCL's.
   */
  functionOf(name: LispSymbol, compiled = false): LispValue {
    if (this.internals.fboundp(name)) return symbolFunction(name);
    return callLisp("UNDEFINED-FUNCTION-REFERENCE", INTERNAL_PACKAGE, name, compiled ? t() : nil());
  }

  functions() {
    return {
      ...this.functionDefinitions(),
      ...this.placeDefinitions(),
      ...this.proclamations(),
      ...this.notes(),
      ...this.symbolCells(),
      ...this.makers(),
    };
  }

  /** What defining forms of functions and macros call. */
  private noteWritten(fn: LispFunction, form: LispValue): void {
    this.written.set(fn, form);
    if (this.steps === null) return;
    this.stopping.add(fn);
    this.steps.noteFunction(fn);
  }

  private functionDefinitions() {
    return {
      defineFunction: (name: LispValue, fn: LispFunction): LispValue => {
        requireFunction(fn);
        const symbol = isSymbol(name)
          ? name
          : setfFunctionSymbol((elementsOf(name)[1] ?? nil()) as LispSymbol);
        this.noteFileOf("DEFUN", symbol);
        const isFunction = this.internals.fboundp(symbol) || this.macros.has(symbol);
        if (isFunction)
          this.checkLock(
            symbol,
            "setting fdefinition of ~S",
            setfFunctionSymbol(sym("FDEFINITION")),
            fn,
            name,
          );
        else this.checkLock(symbol, "proclaiming ~S as a function");
        this.setFunction(symbol, name, fn);
        return name;
      },
      describeFunction: (
        fn: LispFunction,
        lambdaList: LispValue,
        documentation: LispValue,
        written?: LispValue,
      ): LispValue => {
        requireFunction(fn);
        if (written !== undefined) this.noteWritten(fn, written);
        setFunctionLambdaList(fn, lambdaList);
        if (documentation !== nil()) setFunctionDocumentation(fn, documentation);
        return fn;
      },
      noteWritten: (fn: LispFunction, written: LispValue, around?: unknown): LispFunction => {
        this.noteWritten(fn, written);
        if (around !== undefined) noteSurroundings(this.stack, fn, around);
        this.hasMethods = true;
        if (this.isInstrumenting && !this.stopping.has(fn)) this.instrumented.add(fn);
        return fn;
      },
      defineMacro: (name: LispSymbol, fn: LispFunction): LispValue => {
        requireSymbol(name);
        requireFunction(fn);
        this.checkLock(name, "defining ~S as a macro");
        this.noteFileOf("DEFMACRO", name);
        this.log.note("FUNCTION", name);
        this.noteMacro(name, fn);
        this.macros.set(name, fn);
        return name;
      },
      /** Whether a generic function or a method was defined in the file that is at work. */
      isFromFileAtWork: (defined: LispValue): LispValue =>
        this.isFromFileAtWork(defined as object) ? t() : nil(),
      noteFileAtWork: (defined: LispValue): LispValue => {
        this.noteFileAtWork(defined as object);
        return defined;
      },
      defineCompilerMacro: (name: LispValue, fn: LispFunction): LispValue => {
        requireFunction(fn);
        setCompilerMacroFunction(this, name, fn);
        return name;
      },
      defineSymbolMacro: (name: LispSymbol, expansion: LispValue): LispValue => {
        this.checkSymbolMacro(name);
        this.log.note("SYMBOL-MACRO", name);
        this.symbolMacros.set(name, { expansion });
        return name;
      },
    };
  }

  /** What DEFSETF and its like call. */
  private placeDefinitions() {
    return {
      defineSetfExpander: (name: LispSymbol, expander: LispFunction): LispValue => {
        requireSymbol(name);
        requireFunction(expander);
        this.checkLock(name, SETF_EXPANDER);
        this.log.note("SETF", name);
        this.setfDefinitions.set(name, { kind: "expander", expander });
        return name;
      },
      defineSetfFunction: (name: LispSymbol, writer: LispSymbol): LispValue => {
        requireSymbol(name);
        requireSymbol(writer);
        this.checkLock(name, SETF_EXPANDER);
        this.log.note("SETF", name);
        this.setfDefinitions.set(name, { kind: "function", name: writer });
        return name;
      },
      defineSetfWriter: (name: LispSymbol, expander: LispFunction, stores: number): LispValue => {
        requireSymbol(name);
        requireFunction(expander);
        if (typeof stores !== "number") wrongType(stores, sym("FIXNUM"));
        this.checkLock(name, SETF_EXPANDER);
        this.log.note("SETF", name);
        this.setfDefinitions.set(name, { kind: "writer", expander, stores });
        return name;
      },
      /** The name whose setf function JSCL keeps on a symbol; NIL for other symbols. */
      setfNameIn: (symbol: LispSymbol): LispValue => setfNameOf(symbol) ?? nil(),
    };
  }

  /** What defining forms of variables, and proclamations, call. */
  private proclamations() {
    return {
      proclaimSpecial: (name: LispSymbol): LispValue => {
        requireSymbol(name);
        this.makeSpecial(name);
        this.log.note("VARIABLE", name);
        return name;
      },
      defineConstant: (name: LispSymbol, value: LispValue): LispValue => {
        requireSymbol(name);
        this.checkLock(name, "defining ~S as a constant");
        if (homeName(name) === "KEYWORD") {
          return simpleError("Can't define ~S as a constant.", name);
        }
        const old = symbolValue(name);
        const changed = this.variables.get(name) === "constant" && old !== value && !numberEql(old, value);
        if (
          changed &&
          callLisp("CONSTANT-REDEFINITION-ERROR", INTERNAL_PACKAGE, name, old, value) === nil()
        ) {
          return name;
        }
        this.log.note("CONSTANT", name);
        this.variables.set(name, "constant");
        setSymbolValue(name, value);
        return name;
      },
      setVariableDocumentation: (name: LispSymbol, text: LispValue): LispValue => {
        requireSymbol(name);
        setVariableDocumentation(name, text);
        return name;
      },
      proclaim: (declaration: LispValue): LispValue => this.proclaim(declaration),
    };
  }

  /** What is noted of definitions, and the locks that they respect. */
  private notes() {
    return {
      noteDefinition: (kind: LispSymbol, ...name: LispValue[]): LispValue => {
        this.log.note(symbolName(kind), ...name);
        return nil();
      },
      noteUndefined: (kind: LispSymbol, ...name: LispValue[]): LispValue => {
        this.log.noteUndefined(symbolName(kind), ...name);
        return nil();
      },
      checkTypeLock: (name: LispSymbol): LispValue => {
        this.checkLock(name, "defining ~S as a type specifier");
        this.checkNoDeclaration(name);
        return nil();
      },
      checkNoDeclaration: (name: LispSymbol): LispValue => {
        this.checkNoDeclaration(name);
        return nil();
      },
      checkClassLock: (name: LispSymbol): void => {
        this.checkLock(name, "defining ~S as a class");
        this.checkNoDeclaration(name);
      },
    };
  }

  /** What reads and writes the cells of symbols. */
  private symbolCells() {
    return {
      functionOf: (name: LispSymbol): LispValue => this.functionOf(name),
      functionNamed: (name: LispSymbol): LispValue => this.functionOf(name, true),
      setSymbolValue: (name: LispSymbol, value: LispValue): LispValue => {
        this.checkVariableChange(name, "set SYMBOL-VALUE of ~S", value);
        if (!this.variables.has(name)) this.checkLock(name, "setting the value of ~S");
        setSymbolValue(name, value);
        return value;
      },
      makeUnbound: (name: LispSymbol): LispValue => {
        this.checkLock(name, "unbinding the symbol ~A");
        this.checkVariableChange(name, "make ~S unbound", undefined);
        this.log.noteUndefined("VALUE", name);
        setSymbolValue(name, undefined);
        return name;
      },
      progv: (symbols: LispValue, values: LispValue): (() => void) => this.bindAll(symbols, values),
      unboundVariable: (name: LispSymbol): LispValue =>
        callLisp("UNBOUND-VARIABLE-ERROR", INTERNAL_PACKAGE, name),
    };
  }

  /** The objects that compiled code refers to, and what it checks. */
  private makers() {
    return {
      inPackage: (designator: LispValue): LispValue => {
        const text = this.internals.make_lisp_string(stringDesignator(designator));
        let found = callLisp("FIND-PACKAGE", "COMMON-LISP", text);
        if (found === nil()) found = callLisp("PACKAGE-DESIGNATED", INTERNAL_PACKAGE, text);
        setSymbolValue(sym("*PACKAGE*"), found);
        return found;
      },
      checkType: (...given: LispValue[]): LispValue =>
        callLisp("CHECK-DECLARED-TYPE", INTERNAL_PACKAGE, ...given),
      symbol: (name: string, packageName: string): LispSymbol => {
        const symbol = sym(name, packageName);
        if (packageName === "KEYWORD") return keyword(name);
        return symbol;
      },
      setfFunctionSymbol,
      uninterned: (name: string): LispSymbol => new this.internals.Symbol(name),
      string: (text: string): LispValue => this.internals.make_lisp_string(text),
      listStar: (...parts: LispValue[]): LispValue => {
        let tail = parts[parts.length - 1];
        for (let i = parts.length - 2; i >= 0; i--) tail = new this.internals.Cons(parts[i], tail);
        return tail;
      },
      text: (x: LispValue): string => this.internals.xstring(x),
    };
  }
}

function requireList(x: LispValue): void {
  if (!isCons(x) && x !== nil()) wrongType(x, sym("LIST"));
}

function requireSymbol(x: LispValue): void {
  if (!isSymbol(x)) wrongType(x, sym("SYMBOL"));
}

function requireFunction(x: LispValue): void {
  if (typeof x !== "function") wrongType(x, sym("FUNCTION"));
}
