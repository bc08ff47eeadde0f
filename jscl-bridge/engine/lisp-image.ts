import type {
  Answer,
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
import { beginDebugging, recompileAll } from "../image/debugger/recompiling.js";
import { beginRecording, endRecording, filterOfNames } from "../image/debugger/recording.js";
import { queryRecording } from "../image/debugger/recording-queries.js";
import { TextBreakpoints } from "../image/debugger/text-breakpoints.js";
import { needExtensions } from "../image/extensions.js";
import { evaluateInFrameOnHeap, evaluateOnHeap, evaluateWhollyOnHeap } from "../image/heap-evaluation.js";
import type { Image } from "../image/image.js";
import { printOnHeap } from "../image/printing-on-heap.js";
import { readOnHeap } from "../image/reading-on-heap.js";
import { giveTwins } from "../image/twins-on-heap.js";
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
import { HeldBoundary, type HeldToplevel, nameInTheWay } from "../runtime/reports/held-boundary.js";
import { callLisp, INTERNAL_PACKAGE, lispError, list, nil, sym } from "../runtime/signals.js";
import { frameInfo } from "../runtime/stack/callstack.js";
import { type Activation, atOnce, type Steps } from "../runtime/stack/heap-calls.js";
import { type Level, onTop } from "../runtime/stack/levels.js";
import { exchangeMore } from "../runtime/streams/awaited-input.js";
import { asCall } from "../runtime/twin-calls.js";
import type {
  Asks,
  BoundaryOptions,
  BoundaryResult,
  ConditionReport,
  Debugging,
  EngineImage,
  FormSource,
  HeapBody,
  HeapOptions,
  LookedUp,
  ReadingEnd,
  Reads,
  SourceForm,
} from "./engine-image.js";
import { onFile } from "./file-requests.js";
import { frameReport, leaveCall } from "./frame-requests.js";
import { History } from "./history.js";
import { lookUp } from "./look-up.js";
import { expansionReport, fail, valueReport } from "./looks.js";
import { noAnswer } from "./no-answer.js";
import { jsonOf } from "./outgoing.js";
import { recordingReport } from "./recording-report.js";
import { RestartChoices } from "./restart-choices.js";
import { type InputWait, StandardStreams } from "./standard-streams.js";
import { takeRestart } from "./taking-restarts.js";
import type { EvaluationOfTool } from "./tools/tool-run.js";
import { toolReport } from "./tools/tools.js";
import { type LoadTwins, twinEngine } from "./twin-engine.js";

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
  private isWhollyOnHeap = false;
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

  /**
   * Has evaluations be able to run on the heap, and programs compiled for it from now on; functions whose
   * definitions were kept are compiled anew. `load` gives what makes the twins of a build.
   */
  useHeap(load: LoadTwins): void {
    const { image } = this;
    twinEngine(load);
    image.useTwins(load);
    giveTwins(image);
    image.compileForHeap();
    recompileAll(image, image.definitions.debug);
  }

  /** Runs all evaluations on the heap, for tests. */
  runOnHeap(load: LoadTwins): void {
    this.useHeap(load);
    this.isWhollyOnHeap = true;
  }

  /** Lets programs reach JavaScript as far as the bridge leads; `explain` says why a name is not there. */
  useBridge(bridge: Bridge | null, explain: (name: string) => string | null): void {
    this.image.useBridge(bridge, explain);
  }

  /** The compiled code of systems that the host keeps; null where it keeps none. */
  get compiledSystems(): CompiledSystems | null {
    return this.image.compiledSystems;
  }

  get readsInput(): boolean {
    return this.image.definitions.readsInput;
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
    const begin = () => void stack.push(frame, [argument]);
    const read = (form: LispValue | typeof EOF): SourceForm | null => {
      stack.sp = base;
      if (form === EOF) {
        reading.end();
        return null;
      }
      reading.begin(form);
      const { formStart: start, formEnd: end } = reader;
      return { form, position: place(reader, start), start, end };
    };
    return {
      next: () => {
        begin();
        return read(reader.read());
      },
      nextOnHeap: () => nextOnHeap(reader, begin, read),
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

  evaluateOnHeap({ form }: SourceForm, frame: FrameAddress | null): Steps<LispValue[]> {
    const lisp = this;
    const { image } = this;
    // A generator inside of what is none can move out of the file that is loaded first.
    return (function* (): Steps<LispValue[]> {
      lisp.history.begin(form);
      lisp.formPackage = lisp.currentPackage();
      image.definitions.log.begin();
      const values = yield* frame === null
        ? evaluateOnHeap(image, form)
        : evaluateInFrameOnHeap(image, () => lisp.inFrame(form, frame));
      lisp.goOn();
      lisp.history.end(form, values);
      return values;
    })();
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
    let values: LispValue[];
    if (frame !== null) values = image.evaluateIn(...this.inFrame(form, frame));
    else values = this.isWhollyOnHeap ? evaluateWhollyOnHeap(image, form) : image.evaluate(form);
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

  prin1OnHeap(value: LispValue, maxChars: number): Steps<string> {
    const budget = { chars: maxChars, depth: PRINT_DEPTH };
    return asCall(() => printOnHeap(this.image, value, budget));
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
    const endStepping = this.beginStops(options.ask !== null);
    try {
      this.beginBody(options);
      const onError = (condition: LispValue, toplevel: Toplevel): void => {
        atOnce(this.offer(condition, choices, options, waitIn(toplevel, condition, options)));
        whileCompiling = compiler.isCompiling;
      };
      const thunk = (toplevel: Toplevel) => {
        this.goOn = toplevel.goOn;
        this.streams.readFrom({ ...options.input, ask: this.waitForInput(toplevel, options) });
        body();
        return [];
      };
      const outcome = runAtToplevel(this.image, thunk, { ...toplevelOptions(options), onError });
      return resultOf(outcome, choices, whileCompiling);
    } finally {
      endStepping();
      this.endBody();
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

  /** Says whether an evaluation waits where its program stops. */
  private beginStops(waits: boolean): () => void {
    const { image } = this;
    const { waitsInDebugger: waited } = image;
    const wasStepping = image.stepper?.isStepping ?? false;
    image.waitsInDebugger = waits;
    return () => {
      image.waitsInDebugger = waited;
      image.stepper?.restore(wasStepping);
    };
  }

  private endBody(): void {
    this.streams.sink = null;
    this.image.onLoadedForm = null;
    this.image.onPicture = null;
  }

  private beginBody(options: BoundaryOptions): void {
    this.streams.begin(options.onOutput);
    this.image.compiler.begin();
    this.formPackage = null;
    this.image.sources.forget();
    this.image.onLoadedForm = options.onLoadedForm;
    this.image.onPicture = options.onPicture;
  }

  beginOnHeap(body: () => Steps<void>, options: HeapOptions): HeapBody {
    const { image } = this;
    const choices = new RestartChoices(options.restarts);
    let whileCompiling = false;
    const endStepping = this.beginStops(true);
    this.beginBody(options);
    const onError = (condition: LispValue): void => {
      const name = nameInTheWay(image);
      atOnce(this.offer(condition, choices, options, askNobody));
      whileCompiling = image.compiler.isCompiling;
      if (options.asks) choices.problem ??= notHeld(name);
    };
    const onHeldError = (condition: LispValue, toplevel: HeldToplevel): Activation => {
      whileCompiling = image.compiler.isCompiling;
      const ask = options.asks ? leaveIn(image, toplevel, condition, options) : askNobody;
      return this.offer(condition, choices, options, ask) as unknown as Activation;
    };
    let more: (() => Steps<void>) | null = null;
    const begin = (toplevel: HeldToplevel) => {
      this.goOn = toplevel.goOn;
      const ask = options.reads ? () => noInput(nameInTheWay(image)) : null;
      this.streams.readFrom({ ...options.input, ask });
      if (ask === null) return;
      more = () => this.leaveForInput(toplevel);
      exchangeMore(more);
    };
    const thunk = function* (toplevel: HeldToplevel): Activation {
      begin(toplevel);
      yield* body();
      return image.internals.mv();
    };
    const ways = { staysInPlace: true, mayPause: options.mayPause };
    const settings = { ...toplevelOptions(options), ...ways, onError, onHeldError };
    const held = new HeldBoundary(image, thunk, settings);
    return {
      proceed: () => {
        const outer = exchangeMore(more);
        const progress = held.proceed();
        exchangeMore(outer);
        if (progress.kind === "asks") return progress.request as Asks | Reads;
        if (progress.kind === "paused") return progress;
        endStepping();
        this.endBody();
        return resultOf(progress, choices, whileCompiling);
      },
      answer: (answer) => held.answer(answer),
      leaveBy: (exit) => held.answer(exit, true),
    };
  }

  /** Leaves the evaluation for input, unless it ends already, or a report is being made. */
  private leaveForInput(toplevel: HeldToplevel): Steps<void> {
    const { image, streams } = this;
    const onTopOf = this.packageOnTop();
    return (function* (): Steps<void> {
      const level = toplevel.wait((each) => each);
      if (level === null) return;
      level.package = onTopOf;
      const prompt = streams.lastLine.text();
      streams.input.take(yield* leaveAt(image, toplevel, level, { kind: "reads", prompt, onTopOf }));
    })();
  }

  /** A program may be stepped through for long: how it went on from each step is no news. */
  private isStep(condition: LispValue): boolean {
    const { stepper } = this.image;
    return stepper?.isStopped === true && callLisp("STEP-CONDITION-P", INTERNAL_PACKAGE, condition) !== nil();
  }

  /** Has the restarts that the client chose, or chooses when it is asked, take an error. */
  private *offer(
    condition: LispValue,
    choices: RestartChoices,
    options: BoundaryOptions,
    wait: Wait,
  ): Steps<void> {
    const { image } = this;
    const { limits, onRestart } = options;
    const pkg = this.packageOnTop();
    let own: Level | undefined;
    const hold = (level: Level | undefined) => {
      own = level;
      if (own !== undefined) own.package = pkg;
    };
    if (!choices.begin()) return;
    try {
      yield* takeRestart(choices, condition, {
        package: pkg,
        levels: image.levels,
        describe: (each) => conditionText(image, each, limits.messageChars),
        onTaken: this.isStep(condition) ? () => {} : onRestart,
        ask: (problem) => {
          const about = (report: StackReport): Asks => ({
            kind: "asks",
            report: { ...report, restartTaken: null, restartProblem: problem },
            whileCompiling: image.compiler.isCompiling,
            onTopOf: pkg,
          });
          return wait(about, hold, image.levels);
        },
        leave: (leaving, level) => leaveCall(image, image.levels[(level ?? 0) - 1] ?? own, leaving),
      });
    } finally {
      choices.busy = false;
    }
  }
}

/** The next form of a reader that is told when it begins and has ended. */
function* nextOnHeap(
  reader: Reader,
  begin: () => void,
  read: (form: LispValue | typeof EOF) => SourceForm | null,
): Steps<SourceForm | null> {
  begin();
  return read(yield* asCall(() => readOnHeap(reader)));
}

/** Waits for an answer at a level, which `hold` is told. */
type Wait = (
  about: (report: StackReport) => Asks,
  hold: (level: Level | undefined) => void,
  levels: readonly Level[],
) => Steps<Answer | null>;

/** The toplevel's ABORT alone is nothing to choose from; nothing goes on after a text that cannot be read. */
function isNoChoice({ restarts, precedence }: StackReport, { hold, isReading }: BoundaryOptions): boolean {
  if (restarts.length <= 1 && !hold) return true;
  const isUnreadable = precedence.some((name) => UNREADABLE.includes(name));
  return isUnreadable && isReading() && restarts.every(({ name }) => name === "ABORT");
}

/** The classes of what the reader signals of a text. */
const UNREADABLE = ["COMMON-LISP:READER-ERROR", "COMMON-LISP:END-OF-FILE"];

const askNobody: Wait = nothing;

// biome-ignore lint/correctness/useYield: it makes no call.
function* nothing(): Steps<null> {
  return null;
}

/** Waits in the place of the error. */
function waitIn(toplevel: Toplevel, condition: LispValue, options: BoundaryOptions): Wait {
  const { ask } = options;
  if (ask === null) return askNobody;
  return function* (about, hold, levels) {
    return toplevel.hold(condition, (report) => {
      if (isNoChoice(report, options)) return null;
      hold(levels.at(-1));
      const asks = about(report);
      return ask(asks.report, asks.whileCompiling, asks.onTopOf);
    });
  };
}

/** Leaves the evaluation, which is taken up again with the answer. */
function leaveIn(image: Image, toplevel: HeldToplevel, condition: LispValue, options: BoundaryOptions): Wait {
  return function* (about, hold) {
    const held = toplevel.heldAt(condition);
    if (held === null || isNoChoice(held.report, options)) return null;
    const { report, level } = held;
    hold(level);
    return yield* leaveAt(image, toplevel, level, about(report));
  };
}

/** Leaves the evaluation at a level, until there is an answer. */
function* leaveAt(
  image: Image,
  toplevel: HeldToplevel,
  level: Level,
  asks: Asks | Reads,
): Steps<Answer | null> {
  image.levels.push(level);
  try {
    return (yield* toplevel.leave(asks)) as unknown as Answer | null;
  } finally {
    image.levels.pop();
  }
}

/** The answer where what reads cannot be left for input. */
function noInput(name: string | null): Answer {
  const reason = `There is no input: it is read inside of ${placeOf(name)}, which cannot wait where no memory is shared.`;
  return { ...noAnswer(0, 0), reason };
}

function placeOf(name: string | null): string {
  return name ? `a call of ${name}` : "the reader, or a call of the Lisp's own";
}

/** Why an evaluation on the heap cannot be left. */
function notHeld(name: string | null): string {
  return `The evaluation was not held: it is inside of ${placeOf(name)}, which cannot be left where no memory is shared.`;
}

function resultOf(outcome: Outcome, choices: RestartChoices, whileCompiling: boolean): BoundaryResult {
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
      const report = reportOf(outcome.report, choices);
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

function reportOf(report: StackReport, { taken, problem }: RestartChoices): ConditionReport {
  return { ...report, restartTaken: taken, restartProblem: problem };
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
