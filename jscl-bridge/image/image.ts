/** One running Lisp: reader and compiler joined to the runtime, and the overlay loaded into it. */

import { Compiler } from "../compiler/compiler.js";
import type { Environment } from "../compiler/scope/environment.js";
import { parseBody } from "../compiler/syntax/declarations.js";
import { expansionOf, type HowFar } from "../compiler/syntax/expand-all.js";
import { isOperatorName, type SpecialOperator } from "../compiler/syntax/operators/table.js";
import { declaredDebug } from "../compiler/syntax/policy.js";
import { ProgramError } from "../compiler/syntax/program-error.js";
import { noteProclamation } from "../compiler/warnings/declared.js";
import { warnRedefinition } from "../compiler/warnings/redefinition.js";
import type { ReadFailure } from "../reader/failure.js";
import { Reader, type ReaderOptions, readForms } from "../reader/reader.js";
import type { ReaderImage } from "../reader/reader-image.js";
import type { CharacterSource } from "../reader/source.js";
import { BaseImage, type RunningCompilation } from "../runtime/base-image.js";
import { noteEnvironmentChanges } from "../runtime/definitions/environment-changes.js";
import { installArgumentChecks } from "../runtime/library/argument-checks.js";
import { MemoryFiles } from "../runtime/memory-files.js";
import { type LispFunction, type LispSymbol, type LispValue, valuesOf } from "../runtime/objects/marshal.js";
import { inherit } from "../runtime/objects/quick-properties.js";
import { setSymbolValue, symbolValue } from "../runtime/objects/symbols.js";
import { makeSeal, type Seal } from "../runtime/sealing.js";
import { elementsOf, INTERNAL_PACKAGE, list, sym } from "../runtime/signals.js";
import { CallStack, EVALUATOR } from "../runtime/stack/callstack.js";
import { compilationFunctions } from "./compilation-units.js";
import type { CompiledSystems } from "./compiled-systems.js";
import type { Breakpoints } from "./debugger/breakpoints.js";
import { namedVariables } from "./debugger/frames.js";
import type { ReplacedFunctions } from "./debugger/replaced-functions.js";
import type { Stepper } from "./debugger/stepper.js";
import type { TextBreakpoints } from "./debugger/text-breakpoints.js";
import { awaitExtensions } from "./extensions.js";
import type { FormWatch } from "./fasl/ready-packages.js";
import { installFunctions } from "./functions.js";
import { foreseen, mayBeHelped } from "./hint-guard.js";
import { hintsFor } from "./hints/hints.js";
import type { KeptCode } from "./kept-code.js";
import { ownObjects } from "./own-objects.js";
import { readerImage } from "./reading.js";

/** Code of the overlay, compiled ahead of time: it defines itself when it is called. */
export type OverlayCode = (...parameters: unknown[]) => void;

export class Image extends BaseImage {
  readonly compiler: Compiler;
  readonly readerImage: ReaderImage;
  /** Where the last text that was read is broken; null when it is not. */
  readFailure: ReadFailure | null = null;
  /** Where the host keeps compiled code of systems; null where it keeps none. */
  keptCode: KeptCode | null = null;
  /** Whether it compiles systems for others, and runs no program. */
  isCompiler = false;
  /** Told of the toplevel forms of files that are compiled; null but where the build compiles one. */
  formWatch: FormWatch | null = null;
  /** Null until the first system is looked for, and where nothing is kept. */
  compiledSystems: CompiledSystems | null = null;
  /** The functions of the program in the recording that is running (`debugger/recording.ts`). */
  recording: ReplacedFunctions | null = null;
  /** Those in whose place others stand, the latest last. */
  replacing: readonly ReplacedFunctions[] = [];
  /** What stops the program at its steps; null before there are some. */
  stepper: Stepper | null = null;
  /** Null before there are some. */
  breakpoints: Breakpoints | null = null;
  /** Those of the text at work, while a form of it has some. */
  stops: TextBreakpoints | null = null;
  /** Whether an evaluation that enters the debugger waits there for somebody. */
  waitsInDebugger = false;
  private evaluatorFrame: number | null = null;
  #seal: Seal | null = null;

  constructor(
    createJscl: ConstructorParameters<typeof BaseImage>[0],
    stack = new CallStack(),
    privilegedForms: ReadonlyMap<string, SpecialOperator> | null = null,
    files = new MemoryFiles(),
  ) {
    super(createJscl, stack, ownObjects, files);
    const { definitions } = this;
    this.readerImage = readerImage(this);
    const compiler = new Compiler(this, privilegedForms);
    this.compiler = compiler;
    Object.assign(this.runtime, compilationFunctions(compiler.warnings));
    definitions.onRedefinition = (operator, name) =>
      warnRedefinition(this, compiler.warnings, operator, name);
    definitions.sourceAtWork = () => this.sources.innermost?.text.file ?? null;
    definitions.onProclamation = (declaration) => noteProclamation(compiler, declaration);
    definitions.declaredDebug = (declaration) => declaredDebug([declaration]);
    definitions.declaredTypes = (declaration) => parseBody(list(list(sym("DECLARE"), declaration))).types;
    for (const [symbol, fn] of compiler.nativeMacros()) definitions.macros.set(symbol, fn);
    definitions.adoptStock((form) => compiler.evaluate(form) as LispFunction);
    this.hints = (signalled, typePackage) =>
      mayBeHelped(signalled, definitions.changes.now) ? hintsFor(this, signalled, typePackage) : [];
    this.hintsForName = (kind, name, scope) => this.hints(foreseen(kind, name, scope), "COMMON-LISP");
    installFunctions(this);
    this.variablesOf = (frame) =>
      frame.info.kind === "library" ? [] : namedVariables(this, frame, stack.sp);
  }

  /** What compiled files are sealed with: by a key that is drawn when the first is. */
  get seal(): Seal {
    this.#seal ??= makeSeal();
    return this.#seal;
  }

  override hideInternals(): void {
    super.hideInternals(isOperatorName);
  }

  protected override isDefiner(operator: LispSymbol): boolean {
    return this.compiler.isDefiner(operator);
  }

  override isStockFunction(symbol: LispSymbol): boolean {
    return this.compiler.isStockFunction(symbol);
  }

  override compilations(): Iterator<RunningCompilation, void> {
    return this.compiler.compilations();
  }

  /** Runs the overlay's code and forgets the frames it left. */
  load(overlay: OverlayCode): void {
    const current = sym("*PACKAGE*");
    const value = symbolValue(current);
    this.call(overlay);
    setSymbolValue(current, value);
    installArgumentChecks(this);
    noteEnvironmentChanges(this.definitions.log);
    this.definitions.locked = true;
    this.proclaimStandardVariables();
    this.tables.complete();
    if (this.extensions !== null) awaitExtensions(this);
    // Compiled code finds here what the image put there, and nothing of JavaScript's own.
    Object.setPrototypeOf(this.runtime, Object.freeze(Object.create(null)));
    Object.freeze(this.runtime);
    inherit(this.runtime);
    this.stack.clear();
  }

  /** Proclaims what `types/standard-variables.lisp` names. */
  private proclaimStandardVariables(): void {
    const { definitions } = this;
    const named = (name: string) => elementsOf(symbolValue(sym(name, INTERNAL_PACKAGE)));
    for (const variable of named("*VARIABLES-OF-A-REPL*"))
      definitions.variables.set(variable as LispSymbol, "special");
    for (const declaration of named("*TYPES-OF-VARIABLES*")) definitions.proclaimTypes(declaration);
  }

  /** Evaluates a form as at toplevel; all its values. Errors leave by non-local exits. */
  evaluate(form: LispValue): LispValue[] {
    return this.evaluated(() => this.compiler.evaluateToplevel(form));
  }

  /** Evaluates a form in a lexical environment, as code of one toplevel form; all its values. */
  evaluateIn(form: LispValue, environment: Environment): LispValue[] {
    return this.evaluated(() => this.compiler.run(form, environment)(this.internals.mv));
  }

  private evaluated(evaluate: () => LispValue): LispValue[] {
    const { stack } = this;
    const { sp } = stack;
    this.evaluatorFrame ??= stack.register(EVALUATOR);
    stack.e1(this.evaluatorFrame, null);
    const values = valuesOf(evaluate());
    stack.sp = sp;
    return values;
  }

  /** A form's expansion, and whether that is another form. Errors leave by non-local exits. */
  expand(form: LispValue, howFar: HowFar): [LispValue, boolean] {
    return expansionOf(this.compiler, form, howFar);
  }

  /** A reader of this image over a text, and the stream that its conditions name. */
  reader(source: string | CharacterSource, options?: ReaderOptions): Reader {
    return new Reader(source, this.readerImage, options);
  }

  /** All forms of a text, each read after the one before it was taken. */
  *readAll(text: string): Generator<LispValue> {
    for (const { form } of readForms(text, this.readerImage)) yield form;
  }

  protected override convertForeign(e: unknown): never {
    if (e instanceof ProgramError) this.compiler.signal(e);
    return super.convertForeign(e);
  }
}
