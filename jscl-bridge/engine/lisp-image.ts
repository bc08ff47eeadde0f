import type {
  DebugSetting,
  FileRequest,
  FrameAddress,
  Keep,
  Look,
  Query,
  Record,
  ToolCall,
} from "../contract/engine.js";
import type { CompiledSystems } from "../image/compiled-systems.js";
import { type FormInFrame, formInFrame } from "../image/debugger/evaluation.js";
import { beginDebugging } from "../image/debugger/recompiling.js";
import { beginRecording, endRecording, filterOfNames } from "../image/debugger/recording.js";
import { queryRecording } from "../image/debugger/recording-queries.js";
import { TextBreakpoints } from "../image/debugger/text-breakpoints.js";
import { needExtensions } from "../image/extensions.js";
import type { Image } from "../image/image.js";
import { formEnd, isBlank } from "../reader/blank.js";
import { EOF, type Reader } from "../reader/reader.js";
import { TextSource } from "../reader/source.js";
import { streamOverSource } from "../reader/streams.js";
import type { FormDefinitions } from "../runtime/definitions/definition-log.js";
import { changes } from "../runtime/definitions/environment-changes.js";
import { RandomState, seedOf } from "../runtime/numbers/random.js";
import type { Bridge } from "../runtime/objects/foreign.js";
import type { LispPackage, LispValue } from "../runtime/objects/marshal.js";
import { setSymbolValue, symbolValue } from "../runtime/objects/symbols.js";
import { isLispString, makeString, stringText } from "../runtime/objects/vectors.js";
import { now } from "../runtime/platform.js";
import { MOST_EVENTS } from "../runtime/recording/ring.js";
import {
  conditionText,
  type Outcome,
  runAtToplevel,
  type StackReport,
  type Toplevel,
  type BoundaryOptions as ToplevelOptions,
} from "../runtime/reports/boundary.js";
import { callLisp, INTERNAL_PACKAGE, lispError, list, nil, sym } from "../runtime/signals.js";
import { frameInfo } from "../runtime/stack/callstack.js";
import { type Level, onTop } from "../runtime/stack/levels.js";
import type {
  BoundaryOptions,
  BoundaryResult,
  Debugging,
  EngineImage,
  FormSource,
  LookedUp,
  ReadingEnd,
  SourceForm,
} from "./engine-image.js";
import { onFile } from "./file-requests.js";
import { frameReport, leaveCall } from "./frame-requests.js";
import { History } from "./history.js";
import { lookUp } from "./look-up.js";
import { expansionReport, fail, valueReport } from "./looks.js";
import { jsonOf } from "./outgoing.js";
import { recordingReport } from "./recording-report.js";
import { RestartChoices } from "./restart-choices.js";
import { type InputWait, StandardStreams } from "./standard-streams.js";
import { takeRestart } from "./taking-restarts.js";
import type { EvaluationOfTool } from "./tools/tool-run.js";
import { toolReport } from "./tools/tools.js";

/** Nesting of a printed value before `...` stands for an object. */
const PRINT_DEPTH = 200;

/**
 * Characters of a text that the frame of its reader keeps: more than what any report shows of an argument.
 */
const SHOWN_TEXT = 10_000;

/** A running image, as the engine drives it. */
export class LispImage implements EngineImage {
  readonly lisp: string;
  readonly version: string;
  private readonly image: Image;
  private readonly streams = new StandardStreams();
  private readonly history = new History();
  private readonly package = sym("*PACKAGE*");
  private readonly random = sym("*RANDOM-STATE*");
  private readonly readEval = sym("*READ-EVAL*");
  /** The frame of reading a text: shown as the seeds have it. */
  private readonly reading: number;
  /** Leaves when the evaluation is over although its code ran on. */
  private goOn: () => void = () => {};
  /** The package that the running form was read in; what it binds or sets is no matter of the command's. */
  private formPackage: LispPackage | null = null;

  constructor(image: Image) {
    this.image = image;
    const reading = frameInfo("library", sym("READ-FROM-STRING"), 1, { asGiven: true });
    this.reading = image.stack.register(reading);
    this.lisp = textOf(callLisp("LISP-IMPLEMENTATION-TYPE", "COMMON-LISP"));
    this.version = textOf(callLisp("LISP-IMPLEMENTATION-VERSION", "COMMON-LISP"));
    this.streams.install();
    this.setCurrentPackage(this.requirePackage("COMMON-LISP-USER"));
    image.stack.clear();
  }

  /** Lets programs reach JavaScript as far as the bridge leads; `explain` says why a name is not there. */
  useBridge(bridge: Bridge | null, explain: (name: string) => string | null): void {
    this.image.useBridge(bridge, explain);
  }

  /** The compiled code of systems that the host keeps; null where it keeps none. */
  get compiledSystems(): CompiledSystems | null {
    return this.image.compiledSystems;
  }

  currentPackage(): LispPackage {
    return this.image.currentPackage();
  }

  setCurrentPackage(pkg: LispPackage): void {
    setSymbolValue(this.package, pkg);
  }

  requirePackage(name: string): LispPackage {
    const found = this.image.tables.findPackage(name) ?? this.image.tables.findPackage(name.toUpperCase());
    if (found !== undefined) return found;
    const control = makeString("The name ~S does not designate any package.");
    const initargs = ["FORMAT-CONTROL", control, "FORMAT-ARGUMENTS", list(makeString(name))];
    return lispError("PACKAGE-DOES-NOT-EXIST", "PACKAGE", makeString(name), ...initargs);
  }

  openSource(text: string): FormSource {
    const { stack } = this.image;
    const { sources } = this.image;
    const reading = sources.begin();
    const characters = new TextSource(text);
    // The text is no object of the program's, so it is not printed as one.
    const stream = Object.assign(streamOverSource(characters), { plain: true });
    const reader = this.image.reader(characters, { positions: reading.positions, stream });
    reading.reader = reader;
    const frame = this.reading;
    const base = stack.sp;
    // Made once: there is a frame for each form, and a text may have as many as characters.
    const argument = makeString(text.slice(0, SHOWN_TEXT));
    return {
      next: () => {
        stack.push(frame, [argument]);
        const form = reader.read();
        stack.sp = base;
        if (form === EOF) {
          reading.end();
          return null;
        }
        reading.begin(form);
        const { formStart: start, formEnd: end } = reader;
        return { form, position: place(reader, start), start, end };
      },
      failure: () => readingEnd(reader),
      goesOn: () => {
        const { formStart: start, formEnd: end } = reader;
        return !isBlank(text, end > start ? end : formEnd(text, start));
      },
    };
  }

  evaluate(source: SourceForm, frame: FrameAddress | null): LispValue[] {
    this.history.begin(source.form);
    const values = this.evaluateAside(source, frame);
    this.history.end(source.form, values);
    return values;
  }

  /** What is evaluated for a form in the call of that address. */
  private inFrame(form: LispValue, { level, index }: FrameAddress): FormInFrame {
    const held = this.image.levels[level - 1];
    if (held === undefined) return fail("The evaluation is not held any more.");
    return formInFrame(this.image, held.sp, index, form, held.calls.signalled);
  }

  evaluateAside({ form }: SourceForm, frame: FrameAddress | null = null): LispValue[] {
    const { image } = this;
    this.formPackage = this.currentPackage();
    image.definitions.log.begin();
    const values = frame === null ? image.evaluate(form) : image.evaluateIn(...this.inFrame(form, frame));
    this.goOn();
    return values;
  }

  readOne(source: FormSource, { kind }: Look): SourceForm {
    const readEval = symbolValue(this.readEval);
    // What is expanded is not evaluated, not even in part.
    if (kind === "expand") setSymbolValue(this.readEval, nil());
    try {
      const form = source.next();
      if (form === null) {
        // A report has no place in a text without forms.
        this.image.sources.forget();
        return fail("Expected a form, but the text has none.");
      }
      if (source.goesOn()) return fail("Expected one form, but the text goes on behind it.");
      return form;
    } finally {
      setSymbolValue(this.readEval, readEval);
    }
  }

  tool(call: ToolCall, run: EvaluationOfTool, maxChars: number): string {
    return toolReport(this.image, call, run, maxChars);
  }

  look(look: Look, form: SourceForm | null, maxChars: number): string {
    if (look.kind === "frame") return jsonOf(frameReport(this.image, look, maxChars));
    if (look.kind === "expand") {
      return jsonOf(expansionReport(this.image, form?.form, look, maxChars));
    }
    if (look.kind === "recording") return jsonOf(recordingReport(this.image, look, form?.form));
    if (look.kind !== "inspect") return "";
    const value = look.handle === null ? (form?.form ?? nil()) : this.image.kept.get(look.handle);
    needExtensions(this.image);
    return jsonOf(valueReport(this.image.kept, value, look, maxChars));
  }

  beginDebugging({ quality, all, lines, conditions }: DebugSetting, text: string): Debugging {
    if (lines.length > 0) return new TextBreakpoints(this.image, text, lines, conditions);
    return { begin: () => {}, end: beginDebugging(this.image, quality, all) };
  }

  noteRandom(): () => bigint | null {
    const state = symbolValue(this.random);
    if (!(state instanceof RandomState)) return () => null;
    const { copies } = RandomState;
    const seed = seedOf(state.words);
    return () => (copies === RandomState.copies && seed === seedOf(state.words) ? null : seed);
  }

  forgetCalls(): void {
    this.image.reported = null;
  }

  beginRecording({ functions }: Record): boolean {
    const image = this.image;
    if (image.recording !== null) return false;
    beginRecording(image, filterOfNames(image, functions), MOST_EVENTS);
    return true;
  }

  endRecording({ chars }: Record): string {
    endRecording(this.image);
    return queryRecording(this.image, { budget: chars }).text;
  }

  takeOnlyInMemory(): string | null {
    return this.image.files.takeOnlyInMemory();
  }

  setRestoring(isRestoring: boolean): void {
    this.image.files.isRestoring = isRestoring;
  }

  endTraces(): void {
    this.image.traces.end();
  }

  limitKept(keep: Keep): void {
    this.image.kept.limit(keep);
  }

  keep(value: LispValue): number {
    return this.image.kept.add(value);
  }

  definitions(): FormDefinitions {
    return this.image.definitions.log.end();
  }

  prin1(value: LispValue, maxChars: number): string {
    return this.image.printShown(value, { chars: maxChars, depth: PRINT_DEPTH });
  }

  compileMs(): number {
    return this.image.compiler.spentMs;
  }

  lookUp(query: Query): LookedUp {
    return lookUp(this.image, query);
  }

  onFile(request: FileRequest): LookedUp {
    return onFile(this.image, request);
  }

  rest(): void {
    this.image.heap.prepare();
  }

  onTop(): () => void {
    const image = this.image;
    const level = image.levels.at(-1);
    if (level === undefined) return () => {};
    const goOn = this.goOn;
    const formPackage = this.formPackage;
    const current = this.currentPackage();
    const form = this.history.running;
    const { isInside } = changes;
    changes.isInside = false;
    this.setCurrentPackage(level.package);
    const ends = [
      onTop(image, level),
      this.streams.aside(),
      image.sources.aside(),
      image.compiler.aside(),
      image.definitions.log.apart(),
      image.stops?.aside() ?? (() => {}),
    ];
    return () => {
      for (const end of ends.reverse()) end();
      level.package = this.currentPackage();
      this.setCurrentPackage(current);
      this.history.begin(form);
      changes.isInside = isInside;
      this.goOn = goOn;
      this.formPackage = formPackage;
    };
  }

  runInBoundary(body: () => void, options: BoundaryOptions): BoundaryResult {
    const { compiler } = this.image;
    let whileCompiling = false;
    const choices = new RestartChoices(options.restarts);
    const { waitsInDebugger: waited, stepper } = this.image;
    const wasStepping = stepper?.isStepping ?? false;
    // Whether the evaluation waits where its program stops.
    this.image.waitsInDebugger = options.ask !== null;
    try {
      this.streams.begin(options.onOutput);
      compiler.begin();
      this.formPackage = null;
      this.image.sources.forget();
      this.image.onLoadedForm = options.onLoadedForm;
      this.image.onPicture = options.onPicture;
      const onError = (condition: LispValue, toplevel: Toplevel): void => {
        this.offer(condition, choices, options, toplevel);
        whileCompiling = compiler.isCompiling;
      };
      const thunk = (toplevel: Toplevel) => {
        this.goOn = toplevel.goOn;
        this.streams.readFrom({ ...options.input, ask: this.waitForInput(toplevel, options) });
        body();
        return [];
      };
      const outcome = runAtToplevel(this.image, thunk, { ...toplevelOptions(options), onError });
      return resultOf(outcome, choices, whileCompiling, options);
    } finally {
      this.image.waitsInDebugger = waited;
      this.image.stepper?.restore(wasStepping);
      this.streams.sink = null;
      this.image.onLoadedForm = null;
      this.image.onPicture = null;
    }
  }

  /** Waits in the place where a program reads beyond its input; null where nobody can be asked. */
  private waitForInput(toplevel: Toplevel, { input: { ask } }: BoundaryOptions): InputWait | null {
    if (ask === null) return null;
    return (prompt) =>
      toplevel.wait((level) => {
        level.package = this.packageOnTop();
        return ask(prompt, level.package);
      });
  }

  /** The package of what runs on top of the running form. */
  private packageOnTop(): LispPackage {
    return this.formPackage ?? this.currentPackage();
  }

  /** A program may be stepped through for long: how it went on from each step is no news. */
  private isStep(condition: LispValue): boolean {
    const { stepper } = this.image;
    return stepper?.isStopped === true && callLisp("STEP-CONDITION-P", INTERNAL_PACKAGE, condition) !== nil();
  }

  /** Has the restarts that the client chose, or chooses when it is asked, take an error. */
  private offer(
    condition: LispValue,
    choices: RestartChoices,
    options: BoundaryOptions,
    toplevel: Toplevel,
  ): void {
    const { image } = this;
    const { limits, onRestart, ask } = options;
    const pkg = this.packageOnTop();
    let own: Level | undefined;
    if (!choices.begin()) return;
    try {
      takeRestart(choices, condition, {
        package: pkg,
        levels: image.levels,
        describe: (each) => conditionText(image, each, limits.messageChars),
        onTaken: this.isStep(condition) ? () => {} : onRestart,
        ask: (problem) => {
          if (ask === null) return null;
          return toplevel.hold(condition, (report) => {
            if (isNoChoice(report, options)) return null;
            own = image.levels.at(-1);
            if (own !== undefined) own.package = pkg;
            const asked = { ...report, restartTaken: null, restartProblem: problem };
            return ask(asked, image.compiler.isCompiling, pkg);
          });
        },
        leave: (leaving, level) => leaveCall(image, image.levels[(level ?? 0) - 1] ?? own, leaving),
      });
    } finally {
      choices.busy = false;
    }
  }
}

/** The toplevel's ABORT alone is nothing to choose from; nothing goes on after a text that cannot be read. */
function isNoChoice({ restarts, precedence }: StackReport, { hold, isReading }: BoundaryOptions): boolean {
  if (restarts.length <= 1 && !hold) return true;
  const isUnreadable = precedence.some((name) => UNREADABLE.includes(name));
  return isUnreadable && isReading() && restarts.every(({ name }) => name === "ABORT");
}

/** The classes of what the reader signals of a text. */
const UNREADABLE = ["COMMON-LISP:READER-ERROR", "COMMON-LISP:END-OF-FILE"];

function resultOf(
  outcome: Outcome,
  choices: RestartChoices,
  whileCompiling: boolean,
  options: BoundaryOptions,
): BoundaryResult {
  switch (outcome.kind) {
    case "values":
      return { kind: "returned" };
    case "aborted":
    case "cancelled":
      return { kind: outcome.kind };
    case "left":
      return outcome;
    case "error":
    case "timeout": {
      const kind = outcome.kind === "error" ? "condition" : "timeout";
      const isOver = outcome.kind === "timeout" || (choices.taken !== null && !choices.returned);
      if (!isOver && !isNoChoice(outcome.report, options)) choices.problem ??= options.notHeld;
      const { taken, problem } = choices;
      const report = { ...outcome.report, restartTaken: taken, restartProblem: problem };
      return { kind, report, whileCompiling, condition: outcome.condition };
    }
  }
}

function toplevelOptions({
  deadlineMs,
  limits,
  onWarning,
  onTick,
  isCancelled,
}: BoundaryOptions): ToplevelOptions {
  return {
    seconds: deadlineMs / 1000,
    deadline: deadlineMs > 0 ? now() + deadlineMs : 0,
    limits,
    onWarning,
    onTick,
    isCancelled,
  };
}

function place(reader: Reader, offset: number) {
  const { line, column } = reader.place(offset);
  return { line, column };
}

function readingEnd(reader: Reader): ReadingEnd | null {
  const { failure } = reader;
  if (failure === null) return null;
  const { line, column, unclosed } = failure;
  return {
    position: { line, column },
    start: reader.formStart,
    unclosed: unclosed && {
      bracket: unclosed.bracket,
      position: { line: unclosed.line, column: unclosed.column },
    },
  };
}

function textOf(x: LispValue): string {
  return isLispString(x) ? stringText(x) : "";
}
