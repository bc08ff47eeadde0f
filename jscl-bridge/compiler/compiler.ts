/**
 * Lisp forms to JavaScript that runs: evaluation in an image, and compilation of the overlay to a file. As
 * CompilerHost it also answers what the phases ask of the image.
 */

import type { BaseImage } from "../runtime/base-image.js";
import { CODE_PARAMETERS } from "../runtime/base-image.js";
import { COMPILED_AT_ONCE, makeCode } from "../runtime/code.js";
import type {
  SetfDefinition,
  StructureMaker,
  StructureWriter,
} from "../runtime/definitions/global-definitions.js";
import { carOf, cdrOf } from "../runtime/objects/conses.js";
import type {
  Internals,
  LispCons,
  LispFunction,
  LispSymbol,
  LispValue,
  LispVector,
  ValuesFunction,
} from "../runtime/objects/marshal.js";
import { stockSymbol } from "../runtime/objects/stock-symbols.js";
import {
  homeName,
  setSymbolValue,
  symbolFunction,
  symbolName,
  symbolValue,
} from "../runtime/objects/symbols.js";
import { stringText } from "../runtime/objects/vectors.js";
import { now } from "../runtime/platform.js";
import { printToString } from "../runtime/printer.js";
import {
  callLisp,
  INTERNAL_PACKAGE,
  isCons,
  isSymbol,
  keyword,
  list,
  nil,
  signalError,
  sym,
  t,
} from "../runtime/signals.js";
import type { CallPlaces } from "../runtime/stack/call-places.js";
import type { FrameInfo, SourcePosition } from "../runtime/stack/callstack.js";
import type { Place } from "../runtime/stack/sources.js";
import type { StepSite } from "../runtime/stack/step-sites.js";
import type { UnitLiterals } from "./emit/file-units.js";
import { FileLiterals, ImageLiterals } from "./emit/literals.js";
import { calledOnce, programText } from "./emit/program.js";
import { Evaluator } from "./evaluator.js";
import type { CompilerHost } from "./host.js";
import { MacroFrames } from "./macros/macro-frames.js";
import { MacroFunctions } from "./macros/macro-functions.js";
import { expandNative, type NativeMacro, nativeMacro, nativeMacroSymbols } from "./macros/macros.js";
import { placeLocalFunctions } from "./rewrite/local-functions.js";
import { Environment } from "./scope/environment.js";
import { Builder } from "./syntax/builder.js";
import { car, cdr, elements, form as makeForm } from "./syntax/forms.js";
import { parseLambdaList } from "./syntax/lambda-list.js";
import { runtimeVerbs } from "./syntax/operators/runtime-verbs.js";
import { structureOperators } from "./syntax/operators/structures.js";
import { type SpecialOperator, specialOperator } from "./syntax/operators/table.js";
import { ExpanderError, ExpansionError, ProgramError } from "./syntax/program-error.js";
import type { FunctionNode } from "./syntax/tree.js";
import { inferTypes } from "./types/infer.js";
import { checkResults } from "./types/result-checks.js";
import type { Knowledge } from "./warnings/call-arguments.js";
import { knownFunction, readSpecifier } from "./warnings/known-functions.js";
import { qualifiedForm } from "./warnings/names.js";
import { checkMacroCall } from "./warnings/operators.js";
import { WarningReporter } from "./warnings/reporter.js";
import { type Signature, signatureOf } from "./warnings/signature.js";
import { warningSink } from "./warnings/sink.js";
import { lispSpecifier } from "./warnings/specifiers.js";

/** A form that is being compiled. */
interface Compilation {
  /** How high the stack was when that began. */
  readonly height: number;
  /** Where it was when another compilation began inside of it. */
  place: Place | null;
  readonly outer: Compilation | null;
}

export class Compiler implements CompilerHost {
  readonly internals: Internals;
  readonly nil: LispSymbol;
  readonly t: LispSymbol;
  internalCode = false;
  /** Milliseconds spent compiling since this was last set to zero. */
  spentMs = 0;
  /** How many forms were no valid programs so far; COMPILE tells whether there were any. */
  failures = 0;
  private depth = 0;
  /**
   * While code is compiled for a file: the names of the definitions of structures that it refers to. What is
   * the present image's alone is not open-coded there.
   */
  private structureNames: Map<LispValue, LispSymbol> | null = null;
  /** The toplevel form being evaluated is the expansion of a standard macro. */
  inLibrary = false;
  /** It is the expansion of a macro of the program's. */
  inProgramMacro = false;
  /** The macro calls that expanded into it, outermost first. */
  expanded: LispCons[] = [];
  /** The numbers of the frames of toplevel forms: one that keeps no variables, one that does. */
  private readonly toplevels: number[] = [];
  private readonly evaluator: Evaluator;
  readonly warnings: WarningReporter;
  /** What compiled functions take, by the numbers in their JavaScript names. */
  private readonly signatures = new Map<number, Signature>();

  /**
   * Tells when all functions of a compiled form are garbage: each refers to one object that nothing else
   * refers to. No evaluation runs then, so no frame has a number that is released.
   */
  private readonly units = new FinalizationRegistry<readonly number[]>((ids) => {
    for (const id of ids) {
      this.signatures.delete(id);
      this.image.stack.release(id);
    }
  });

  private readonly macroFrames: MacroFrames;
  /** The variables that a text makes special which is checked and not run; null at other times. */
  assumedSpecials: ReadonlySet<LispSymbol> | null = null;
  private compilation: Compilation | null = null;
  private readonly macroFunctions: MacroFunctions;

  constructor(
    private readonly image: BaseImage,
    readonly privilegedForms: ReadonlyMap<string, SpecialOperator> | null,
  ) {
    this.macroFrames = new MacroFrames(image.stack);
    // While the image is built, its macros may be other names of stock ones.
    this.macroFunctions = new MacroFunctions(
      this,
      (macro) => image.definitions.locked && image.definitions.stockExpanders.has(macro),
    );
    this.internals = image.internals;
    // Expansions can be read again: their operators are there before any of them is made.
    for (const name of [...Object.keys(runtimeVerbs), ...Object.keys(structureOperators)])
      sym(name, INTERNAL_PACKAGE);
    this.nil = nil();
    this.t = t();
    this.evaluator = new Evaluator(image, this);
    this.warnings = new WarningReporter(warningSink(image));
  }

  /** Whether a form is being compiled now, macro expansion included. */
  get isCompiling(): boolean {
    return this.depth > 0;
  }

  /** Evaluates a form that is not at toplevel. */
  evaluate(form: LispValue): LispValue {
    return this.run(form)(this.internals.pv);
  }

  evaluateNow(form: LispValue, environment: Environment): LispValue {
    return this.run(form, environment.forExpanders())(this.internals.pv);
  }

  /** Evaluates a form as EVAL does; all its values. */
  evaluateToplevel(form: LispValue): LispValue {
    return this.evaluator.evaluate(form, Environment.empty, this.internals.mv);
  }

  /** Starts the notes of one evaluation. */
  begin(): void {
    this.spentMs = 0;
    this.warnings.reset();
  }

  /**
   * Begins an evaluation of its own, while another one is held, perhaps in the middle of a compilation; until
   * what it returns is called.
   */
  aside(): () => void {
    const { depth, structureNames, inLibrary, inProgramMacro, expanded, compilation, spentMs } = this;
    const { failures, internalCode } = this;
    Object.assign(this, {
      depth: 0,
      structureNames: null,
      inLibrary: false,
      inProgramMacro: false,
      expanded: [],
      compilation: null,
    });
    const end = this.warnings.aside();
    return () => {
      end();
      Object.assign(this, {
        depth,
        structureNames,
        inLibrary,
        inProgramMacro,
        expanded,
        compilation,
        spentMs,
      });
      Object.assign(this, { failures, internalCode });
    };
  }

  private eachToplevelForm(source: LispValue, use: (form: LispValue) => void): void {
    let form = source;
    for (;;) {
      if (!isCons(form)) break;
      const call = form;
      const head = carOf(form);
      if (!isSymbol(head)) break;
      if (homeName(head) === "COMMON-LISP") {
        if (symbolName(head) === "PROGN") {
          const forms = elements(cdrOf(form));
          for (const each of forms) this.eachToplevelForm(each, use);
          if (forms.length === 0) use(nil());
          return;
        }
        if (symbolName(head) === "EVAL-WHEN") {
          if (!isEvaluated(form)) {
            use(nil());
            return;
          }
          this.eachToplevelForm(makeForm("PROGN", ...elements(cdr(cdrOf(form)))), use);
          return;
        }
      }
      const native = nativeMacro(head);
      if (native !== null) {
        if (!TOPLEVEL_MACROS.has(symbolName(head))) break;
        try {
          form = native(this, form, Environment.empty);
        } catch {
          break; // Compiling the form reports what is wrong with it.
        }
        continue;
      }
      if (specialOperator(head, this) !== undefined) break;
      const macro = this.macroFunction(head);
      if (macro === null) break;
      form = this.timed(() => this.expand(macro, call, Environment.empty));
    }
    use(form);
  }

  /**
   * Compiles a form to a function of the values function. `source` is the form of the source text that it
   * comes from.
   */
  run(
    form: LispValue,
    env = Environment.empty,
    source: LispValue = null,
  ): (values: ValuesFunction) => LispValue {
    return this.timed(() =>
      this.warnings.inUnit(() => {
        const outer = this.warnings.enter(source);
        const code = this.codeOf(form, env);
        this.warnings.leave(outer);
        return code;
      }),
    );
  }

  /**
   * Finds what is wrong with a form without making code of it, so that nothing of it runs. `source` is the
   * form of the source text that it comes from. Answers with its tree.
   */
  check(form: LispValue, env: Environment, source: LispValue): FunctionNode {
    return this.timed(() =>
      this.warnings.inUnit(() => {
        const outer = this.warnings.enter(source);
        const tree = this.naming(null, () => this.atWork(() => this.treeOrSignal(form, env)));
        this.warnings.leave(outer);
        return tree;
      }),
    );
  }

  private codeOf(form: LispValue, env: Environment): (values: ValuesFunction) => LispValue {
    return this.naming(null, () => this.atWork(() => this.compiled(form, env)));
  }
  /** Calls `compile`, whose code is for a file if it has names of structures, else for this image. */
  private naming<T>(structureNames: Map<LispValue, LispSymbol> | null, compile: () => T): T {
    const outer = this.structureNames;
    this.structureNames = structureNames;
    try {
      return compile();
    } finally {
      this.structureNames = outer;
    }
  }

  private atWork<T>(compile: () => T): T {
    const outer = this.compilation;
    if (outer !== null) outer.place = this.warnings.here;
    this.compilation = { height: this.image.stack.sp, place: null, outer };
    try {
      return compile();
    } finally {
      this.compilation = outer;
    }
  }

  /**
   * The forms that are being compiled now, innermost first: where each is, and above which height the calls
   * are that it makes.
   */
  *compilations(): Generator<{ height: number; place: Place | null }> {
    let place = this.warnings.here;
    for (let each = this.compilation; each !== null; each = each.outer) {
      yield { height: each.height, place };
      place = each.outer?.place ?? null;
    }
  }

  private compiled(form: LispValue, env: Environment): (values: ValuesFunction) => LispValue {
    const { stack, definitions } = this.image;
    const ids: number[] = [];
    const literals = new ImageLiterals(
      (info) => {
        const id = stack.register(info, definitions.changes.now);
        ids.push(id);
        return id;
      },
      (name, count) => stack.library(name, count),
      (each) => this.call(this.run(each), this.internals.pv),
    );
    const places: CallPlaces = { offsets: [], places: [] };
    const root = this.treeOrSignal(form, env);
    const body = programText(this, root, literals, places);
    const name = stack.toplevel.name(places);
    const text = calledOnce(`"use strict";${literals.prelude()}`, name, body, places);
    for (const id of ids) (stack.infos[id] as FrameInfo).calls = places;
    const code = makeCode([...CODE_PARAMETERS, "D", "K"], text);
    const kept = {};
    this.keepUnit(kept, ids);
    return this.image.call(code, literals.data, kept) as (values: ValuesFunction) => LispValue;
  }

  /** Does a step of compilation, counted once where steps nest. */
  private timed<T>(step: () => T): T {
    const started = this.depth === 0 ? now() : 0;
    const { stack } = this.image;
    const { sp } = stack;
    this.depth++;
    try {
      const result = step();
      // Macro functions that ran are no callers of what runs next.
      stack.sp = sp;
      return result;
    } finally {
      this.depth--;
      if (this.depth === 0) this.spentMs += now() - started;
    }
  }

  /** The frame of a compiled toplevel form, which SBCL shows as a call of (LAMBDA ()). */
  toplevelInfo(keepsVariables: boolean): number {
    // Their one slot is for the variables.
    const slots = keepsVariables ? 1 : 0;
    this.toplevels[slots] ??= this.image.stack.register({
      kind: "toplevel",
      name: list(sym("LAMBDA"), this.nil),
      slots,
      spread: false,
      scoped: keepsVariables,
      layout: null,
      internal: false,
      place: null,
    });
    return this.toplevels[slots];
  }

  /** What cannot be left to the compiled code is signalled here. */
  private treeOrSignal(form: LispValue, env: Environment): FunctionNode {
    try {
      return this.tree(form, env);
    } catch (error) {
      if (error instanceof ProgramError) return this.signal(error);
      throw error;
    }
  }

  /** The tree of a toplevel form with what is known of it: all phases but the last. */
  private tree(form: LispValue, env = Environment.empty): FunctionNode {
    const builder = new Builder(this, toplevelLambda(form));
    builder.inLibrary = this.inLibrary;
    builder.inProgramMacro = this.inProgramMacro;
    const { expanded } = this;
    this.expanded = [];
    const { root, failure } = this.warnings.ordered(() => {
      for (const each of expanded) {
        const operator = carOf(each);
        if (isSymbol(operator)) checkMacroCall(builder, operator, each);
      }
      const failure = programErrorIn(() => builder.toplevel(form, env));
      if (failure === null) {
        inferTypes(this, builder.fn);
        if (!this.internalCode) checkResults(this, builder.fn);
        if (!this.internalCode) placeLocalFunctions(this, builder.fn);
      }
      return { root: builder.fn, failure };
    });
    if (failure !== null) throw failure;
    return root;
  }

  /**
   * Evaluates a toplevel form of the overlay in this image and returns its code for a file, which runs
   * where the names of CODE_PARAMETERS and the declarations before it are in scope.
   */
  compileForFile(form: LispValue, literals: FileLiterals): string {
    this.internalCode = true;
    const compileEach = (): string => {
      const texts: string[] = [];
      this.eachToplevelForm(form, (each) => {
        this.run(each)(this.internals.pv);
        const body = programText(this, this.tree(each), literals, null);
        texts.push(`${literals.take()}(function(values){${body}})(pv);`);
      });
      return texts.join("\n");
    };
    try {
      return this.warnings.silently(compileEach);
    } finally {
      this.internalCode = false;
    }
  }

  /** Evaluates a form in an environment of macros and declarations, as at toplevel. */
  evaluateIn(form: LispValue, env: Environment): LispValue {
    return this.evaluator.evaluate(form, env, this.internals.pv);
  }

  /**
   * The code of a toplevel form for a file that COMPILE-FILE makes: a maker of a function of the values
   * function. `source` is the form of the source text that it comes from.
   */
  compileUnit(
    form: LispValue,
    env: Environment,
    source: LispValue,
    literals: UnitLiterals,
    places: CallPlaces,
  ): string {
    const compileEach = (): string => {
      const outer = this.warnings.enter(source);
      const text = () => programText(this, this.treeOrSignal(form, env), literals, places);
      const body = this.atWork(() => this.naming(literals.structureNames, text));
      this.warnings.leave(outer);
      const head = `${COMPILED_AT_ONCE}function(D,K){${literals.prelude()}`;
      return `${calledOnce(head, "U0", body, places)}})`;
    };
    return this.timed(() => this.warnings.inUnit(compileEach));
  }

  /** Literals of a file that `compileForFile` fills. */
  fileLiterals(): FileLiterals {
    const literals: FileLiterals = new FileLiterals(this, (form) =>
      programText(this, this.tree(form), literals, null),
    );
    return literals;
  }

  get isGranted(): boolean {
    return this.image.isGranted;
  }

  /** Whether an operator is there to define things: a macro whose name begins as those of the standard do. */
  isDefiner(symbol: LispSymbol): boolean {
    if (!symbolName(symbol).startsWith("DEF")) return false;
    return nativeMacro(symbol) !== null || this.macroFunction(symbol) !== null;
  }
  /** The macros that need no expander of JSCL's, with their macro functions. */
  *nativeMacros(): Generator<[LispSymbol, LispFunction]> {
    for (const symbol of nativeMacroSymbols()) {
      const fn = this.macroFunctions.of(symbol);
      if (fn !== null) yield [symbol, fn];
    }
  }
  macroFunction(symbol: LispSymbol): LispFunction | null {
    return this.image.definitions.macros.get(symbol) ?? null;
  }
  compilerMacroFunction(symbol: LispSymbol): LispFunction | null {
    return this.image.definitions.compilerMacros.get(symbol) ?? null;
  }
  proclaimed(symbol: LispSymbol): "special" | "constant" | null {
    return (
      this.image.definitions.variables.get(symbol) ?? (this.assumedSpecials?.has(symbol) ? "special" : null)
    );
  }
  symbolMacro(symbol: LispSymbol): { expansion: LispValue } | null {
    return this.image.definitions.symbolMacros.get(symbol) ?? null;
  }
  isNotInline(symbol: LispSymbol): boolean {
    return this.image.definitions.notInline.has(symbol);
  }
  get debug(): number {
    return this.image.definitions.debug;
  }
  get isForFile(): boolean {
    return this.structureNames !== null;
  }
  records(name: LispValue): boolean {
    // The code of a file outlives the recording.
    return !this.internalCode && !this.isForFile && this.image.definitions.recorded(name);
  }
  noteStep(site: StepSite, place: Place): void {
    this.image.definitions.steps?.note(site, place);
  }
  structureWriter(symbol: LispSymbol): StructureWriter | null {
    return this.openCoded(symbol, this.image.definitions.structureWriters);
  }
  structureMaker(symbol: LispSymbol): StructureMaker | null {
    return this.openCoded(symbol, this.image.definitions.structureMakers);
  }
  /** What is noted of a structure's function, where its calls are compiled in place. */
  private openCoded<T extends { fn: LispFunction }>(
    symbol: LispSymbol,
    noted: ReadonlyMap<LispSymbol, T>,
  ): T | null {
    const found = this.internalCode || this.structureNames !== null ? undefined : noted.get(symbol);
    return found !== undefined && found.fn === symbolFunction(symbol) ? found : null;
  }
  inlineLambda(symbol: LispSymbol): LispValue | null {
    return this.internalCode ? null : (this.image.definitions.inlineLambdas.get(symbol) ?? null);
  }
  noteInlineLambda(symbol: LispSymbol, lambda: LispValue): void {
    const { definitions } = this.image;
    if (!this.internalCode && definitions.inline.has(symbol)) definitions.setInlineLambda(symbol, lambda);
  }
  /**
   * JSCL's macros take what they get; those of COMMON-LISP are to refuse a wrong number of arguments as
   * SBCL's do.
   */
  private checkMacroCall(form: LispValue): void {
    const head = car(form);
    if (this.internalCode || !isSymbol(head) || homeName(head) !== "COMMON-LISP") return;
    const condition = callLisp("MACRO-CALL-CONDITION", "JSCL-MCP", form);
    if (condition === this.nil) return;
    this.macroFrames.push(form);
    callLisp("ERROR", "COMMON-LISP", condition);
  }
  setfDefinition(name: LispSymbol): SetfDefinition | null {
    return this.image.definitions.setfDefinitions.get(name) ?? null;
  }
  isMalformedCall(form: LispValue): boolean {
    return callLisp("MACRO-CALL-CONDITION", "JSCL-MCP", form) !== this.nil;
  }
  expandMacro(form: LispCons, env: Environment): { form: LispValue } | null {
    const head = carOf(form);
    if (!isSymbol(head)) return null;
    const local = env.function(head);
    if (local !== undefined) {
      return local.kind !== "macro" ? null : { form: this.expand(local.expander, form, env) };
    }
    const native = nativeMacro(head);
    if (native !== null) return { form: this.expandStandard(native, form, env) };
    if (specialOperator(head, this) !== undefined) return null;
    const macro = this.macroFunction(head);
    return macro === null ? null : { form: this.expand(macro, form, env) };
  }
  /** One step of macro expansion of any form, or null. */
  expandOnce(form: LispValue, env: Environment): { form: LispValue } | null {
    if (isCons(form)) return this.expandMacro(form, env);
    if (!isSymbol(form)) return null;
    const local = env.variable(form);
    const macro = local === undefined ? this.symbolMacro(form) : local.kind === "symbol-macro" ? local : null;
    if (macro === null) return null;
    const { stack } = this.image;
    if (--stack.fuel < 0) stack.tick();
    return { form: this.expandSymbol(form, macro.expansion, env) };
  }
  /** Expands for the compiler, which catches what warnings the macro signals. */
  expanding<T>(expand: () => T): T {
    const { image } = this;
    const outer = image.expanding;
    image.expanding = true;
    try {
      return expand();
    } finally {
      image.expanding = outer;
    }
  }
  expandCarefully(form: LispValue, expand: () => LispValue): LispValue {
    return this.expanding(() =>
      this.image.catchingErrors(expand, (condition) => {
        throw new ExpansionError(form, condition);
      }),
    );
  }
  expandPlace<T>(expand: () => T): T {
    return this.image.catchingErrors(expand, (condition) => {
      throw new ExpanderError(condition);
    });
  }
  /** Notes a form that no file can have the code of. */
  noteFailure(): void {
    this.failures++;
  }
  describeError(error: ProgramError, form: LispValue): { source: string; message: string } {
    this.failures++;
    if (!this.internals.fboundp(sym("ERROR-TEXTS", "JSCL-MCP"))) throw new Error(error.message);
    const [source, message] = elements(callLisp("ERROR-TEXTS", "JSCL-MCP", error.condition(), form));
    return { source: stringText(source as LispVector), message: stringText(message as LispVector) };
  }
  /** Signals what is wrong with a form. Returns only where nothing else does. */
  signal(error: ProgramError): never {
    const condition = error.condition();
    if (error.macroCall !== null) this.macroFrames.push(error.macroCall);
    return signalError(condition);
  }
  declaredType(symbol: LispSymbol): LispValue {
    return this.image.definitions.variableTypes.get(symbol) ?? null;
  }
  functionType(symbol: LispSymbol): LispValue {
    return this.image.definitions.functionTypes.get(symbol) ?? null;
  }
  get expansionHook(): LispFunction | null {
    return this.macroFunctions.hook;
  }
  macroObject(symbol: LispSymbol): LispFunction | null {
    return this.macroFunctions.of(symbol);
  }
  expand(macro: LispFunction, form: LispCons, environment: LispValue): LispValue {
    // A macro that expands into itself is no loop of compiled code, and must stop at the deadline as well.
    const { stack } = this.image;
    if (--stack.fuel < 0) stack.tick();
    this.checkMacroCall(form);
    const { hook } = this.macroFunctions;
    if (hook !== null) {
      const fn = this.macroFunctions.object(macro, carOf(form));
      return this.call(hook, this.internals.pv, fn, form, environment);
    }
    const isStock = this.image.definitions.stockExpanders.has(macro);
    const { pv } = this.internals;
    return this.framed(form, () => this.call(macro, pv, form, isStock ? nil() : environment));
  }
  call(fn: LispFunction, ...args: Parameters<LispFunction>): LispValue {
    const { stack } = this.image;
    const { sp } = stack;
    const value = fn(...args);
    // Frames that the call left on the stack are not part of the code that continues.
    stack.sp = sp;
    return value;
  }
  /** Expands under a frame of the macro's function, if it is one of the standard's. */
  private framed(form: LispCons, expand: () => LispValue): LispValue {
    if (this.internalCode || homeName(carOf(form) as LispSymbol) !== "COMMON-LISP") return expand();
    const { stack } = this.image;
    const { sp } = stack;
    this.macroFrames.push(form);
    try {
      return expand();
    } finally {
      stack.sp = sp;
    }
  }
  expandStandard(macro: NativeMacro, form: LispCons, environment: Environment): LispValue {
    const { hook } = this.macroFunctions;
    if (hook === null) return this.framed(form, () => expandNative(macro, this, form, environment));
    const fn = this.macroObject(carOf(form) as LispSymbol);
    return this.call(hook, this.internals.pv, fn, form, environment);
  }
  expandSymbol(symbol: LispSymbol, expansion: LispValue, environment: LispValue): LispValue {
    const { hook } = this.macroFunctions;
    if (hook === null) return expansion;
    const fn: LispFunction = (values) => values(expansion);
    return this.call(hook, this.internals.pv, fn, symbol, environment);
  }
  valueOfCall(name: LispSymbol, args: readonly LispValue[]): { value: LispValue } | undefined {
    return this.image.catchingErrors<{ value: LispValue } | undefined>(
      () => ({ value: this.image.callGlobal(name, this.internals.pv, [...args]) }),
      () => undefined,
    );
  }
  placeOf(form: LispValue): Place | null {
    return this.internalCode ? null : this.image.sources.placeOf(form);
  }
  positionOf(form: LispValue): SourcePosition | null {
    return this.placeOf(form)?.position ?? null;
  }
  noteUndefinedFunction(symbol: LispSymbol, scope: Environment | null): void {
    if (!this.internalCode && !this.internals.fboundp(symbol))
      this.warnings.undefined("function", symbol, scope);
  }
  /** Lets numbers of descriptions be used again once `kept`, which their functions refer to, is garbage. */
  keepUnit(kept: object, ids: readonly number[]): void {
    if (ids.length > 0) this.units.register(kept, ids);
  }
  noteSignature(info: number, signature: Signature): void {
    this.signatures.set(info, signature);
  }
  knownSignature(name: LispSymbol): { signature: Signature; knowledge: Knowledge } | null {
    const here = this.warnings.definedHere(name);
    if (here !== undefined && here !== null) return { signature: here, knowledge: "declared" };
    const known = knownFunction(name);
    if (known !== null) {
      // Of a generic function SBCL knows what it finds, not what was declared.
      const isGeneric = known.entry.attributes.has("generic");
      return { signature: known, knowledge: isGeneric ? "defined" : "declared" };
    }
    const fvalue = symbolFunction(name);
    const number = /^L(\d+)$/.exec(fvalue.name)?.[1];
    const signature =
      number === undefined ? this.genericSignature(fvalue) : this.signatures.get(Number(number));
    // Of what DEFSTRUCT makes, the types are proclaimed.
    const knowledge = this.structureMaker(name) === null ? "defined" : "declared";
    return signature === undefined ? null : { signature, knowledge };
  }
  /** What a generic function takes; its methods may take more keywords. */
  private genericSignature(fn: LispFunction): Signature | undefined {
    if ((fn as unknown as { genericFunction?: unknown }).genericFunction === undefined) return undefined;
    try {
      const list = callLisp("GENERIC-LAMBDA-LIST", INTERNAL_PACKAGE, fn);
      return { ...signatureOf(parseLambdaList(list)), allowOtherKeys: true };
    } catch {
      return undefined;
    }
  }
  noteUndefinedVariable(symbol: LispSymbol, scope: Environment | null): void {
    if (!this.internalCode) this.warnings.undefined("variable", symbol, scope);
  }
  noteUndefinedType(symbol: LispSymbol, specifier: LispValue): void {
    if (!this.internalCode) this.warnings.undefined("type", symbol, null, specifier);
  }
  isKnownType(symbol: LispSymbol): boolean {
    if (homeName(symbol) === "COMMON-LISP" && STANDARD_TYPES.has(symbolName(symbol))) return true;
    return callLisp("KNOWN-TYPE-P", INTERNAL_PACKAGE, symbol) !== this.nil;
  }
  expandType(type: LispValue): LispValue {
    const name = isCons(type) ? carOf(type) : type;
    const standard = isSymbol(name) && homeName(name) === "COMMON-LISP";
    return standard
      ? type
      : this.call(symbolFunction(sym("EXPAND-TYPE", INTERNAL_PACKAGE)), this.internals.pv, type);
  }
  isStructureName(symbol: LispSymbol): boolean {
    return callLisp("STRUCTURE-NAME-P", INTERNAL_PACKAGE, symbol) !== this.nil;
  }
  structureNamed(symbol: LispSymbol): { definition: LispValue; depth: number } | null {
    if (this.internalCode || !this.isStructureName(symbol)) return null;
    const found = callLisp("STRUCTURE-AND-DEPTH", INTERNAL_PACKAGE, symbol);
    if (!isCons(found)) return null;
    this.structureNames?.set(carOf(found), symbol);
    return { definition: carOf(found), depth: cdrOf(found) as number };
  }
  readSpecifier(text: string): LispValue {
    return lispSpecifier(readSpecifier(text));
  }
  errorOfCall(name: LispSymbol, args: readonly LispValue[]): string | null {
    const message = callLisp("ERROR-OF-CALL", INTERNAL_PACKAGE, name, list(...args));
    return message === this.nil ? null : stringText(message as LispVector);
  }
  isDeclaration(symbol: LispSymbol): boolean {
    return this.image.definitions.declarations.has(symbol);
  }
  print(form: LispValue): string {
    return printToString(form, this.image.printer, { escape: true, pretty: true, layout: false });
  }
  inMessage<T>(make: () => T): T {
    return binding(PRINTING_FORMS, make);
  }
  withoutArrays<T>(make: () => T): T {
    return binding([["*PRINT-ARRAY*", nil]], make);
  }
  printQualified(form: LispValue): string {
    return qualifiedForm(this.image, form);
  }
  isStockFunction(symbol: LispSymbol): boolean {
    return homeName(symbol) === "COMMON-LISP" && !this.image.definitions.compiled.has(symbol);
  }
}

/** What is wrong with the program that a step compiles, or null. */
function programErrorIn(compile: () => void): ProgramError | null {
  try {
    compile();
    return null;
  } catch (error) {
    if (error instanceof ProgramError) return error;
    throw error;
  }
}

/** The types that programs declare most, known without asking the image. */
const STANDARD_TYPES: ReadonlySet<string> = new Set(
  `T NULL LIST CONS SYMBOL KEYWORD INTEGER FIXNUM BIT FLOAT SINGLE-FLOAT DOUBLE-FLOAT NUMBER REAL RATIONAL RATIO COMPLEX
  STRING SIMPLE-STRING CHARACTER VECTOR SIMPLE-VECTOR ARRAY SIMPLE-ARRAY SEQUENCE FUNCTION HASH-TABLE STREAM PATHNAME
  PACKAGE BOOLEAN UNSIGNED-BYTE SIGNED-BYTE`.split(/\s+/),
);

/** Native macros that may expand into toplevel forms of their own. */
const TOPLEVEL_MACROS: ReadonlySet<string> = new Set(
  "DEFMACRO DEFINE-COMPILER-MACRO DEFINE-SYMBOL-MACRO DEFVAR DEFPARAMETER DEFCONSTANT DECLAIM IN-PACKAGE".split(
    " ",
  ),
);

/** The FUNCTION form with a lambda expression that is all that `form` evaluates, or null. */
function toplevelLambda(form: LispValue): LispValue {
  const definition = car(form) === sym("%SET-FUNCTION", "JSCL-MCP") ? car(cdr(cdr(form))) : form;
  if (car(definition) !== sym("FUNCTION")) return null;
  const kind = car(car(cdr(definition)));
  return kind === sym("LAMBDA") || kind === stockSymbol("NAMED-LAMBDA") ? definition : null;
}

/** Whether an EVAL-WHEN form is evaluated by EVAL, or when the overlay is built. */
function isEvaluated(form: LispCons): boolean {
  return elements(car(cdrOf(form))).some(
    (s) =>
      s === keyword("EXECUTE") || s === keyword("LOAD-TOPLEVEL") || s === sym("EVAL") || s === sym("LOAD"),
  );
}

/** How much of a form SBCL's messages show. */
const PRINTING_FORMS: Bindings = [
  ["*PRINT-LEVEL*", () => 6],
  ["*PRINT-LENGTH*", () => 12],
];

/** Standard variables with values for them. */
type Bindings = readonly (readonly [name: string, value: () => LispValue])[];

/** Calls `body` with values of standard variables for as long as it runs. */
function binding<T>(bindings: Bindings, body: () => T): T {
  const outer = bindings.map(([name, value]) => {
    const symbol = sym(name);
    const before = symbolValue(symbol);
    setSymbolValue(symbol, value());
    return () => setSymbolValue(symbol, before);
  });
  try {
    return body();
  } finally {
    for (const restore of outer) restore();
  }
}
