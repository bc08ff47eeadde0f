import type {
  Answer,
  Condition,
  Evaluate,
  Event,
  FormResult,
  Look,
  Outcome,
  OutcomeStatus,
  Phase,
  Timing,
  Warning,
} from "../contract/engine.js";
import type { LispPackage, LispValue } from "../runtime/objects/marshal.js";
import { packageNameOf } from "../runtime/objects/package-objects.js";
import { now } from "../runtime/platform.js";
import type {
  BoundaryOptions,
  BoundaryResult,
  ConditionReport,
  Debugging,
  EngineImage,
  FailedResult,
  FormSource,
  GivenInput,
  SourceForm,
} from "./engine-image.js";
import { FormProgress } from "./form-progress.js";
import type { IsInterrupted } from "./interrupts.js";
import { KeptDefinitions } from "./kept-definitions.js";
import { noAnswer } from "./no-answer.js";
import { EvaluationOutput } from "./output.js";
import { Pictures } from "./pictures.js";
import { readingHints } from "./reading-hints.js";
import { type Given, replayOf } from "./replay.js";
import type { EvaluationOfTool } from "./tools/tool-run.js";
import type { Waiting, Waits } from "./waits.js";

/** One `evaluate` command being carried out: which form it is at, and what has gathered so far. */
export class Evaluation {
  private readonly image: EngineImage;
  private readonly command: Evaluate;
  private readonly isInterrupted: IsInterrupted;
  private readonly post: (event: Event) => void;
  private readonly waits: Waits;
  /** Why it was not held where it was to be; null where it was, or was not to be. */
  private notHeld: string | null = null;
  private readonly perform: (command: unknown) => void;
  private readonly output: EvaluationOutput;
  /** Null where no progress is wanted. */
  private readonly progress: FormProgress | null;
  /** Those that nobody was told of yet, and how many there were in all. */
  private readonly warnings: Warning[] = [];
  private warned = 0;
  private readonly definitions = new KeptDefinitions();
  private readonly pictures: Pictures;
  private heldMs = 0;
  private readonly given: Given;
  private phase: Phase = "read";
  private forms = 0;
  private source: FormSource | null = null;
  private current: SourceForm | null = null;
  private readonly dropped = { values: 0, results: 0, warnings: 0 };
  private values: readonly string[] = [];
  /** What was to be looked at, as JSON text. */
  private report: string | null = null;
  /** Whether it is recorded, and not as a part of another one. */
  private isRecording = false;
  private recording: string | null = null;
  private readonly results: FormResult[] = [];
  /** Characters that there is room for in the results of the forms to come. */
  private resultsRoom: number;
  /** How the forms are compiled for a debugger; null where they are compiled as usual. */
  private debugging: Debugging | null = null;
  /** What takes a sample at each look at the clock; null for nothing. */
  private sample: (() => void) | null = null;
  /** Values of results that can still be given a handle. */
  private handlesLeft: number;
  #exit: { readonly thrown: unknown } | null = null;

  /** `perform` carries out a command while this evaluation is held. */
  constructor(
    image: EngineImage,
    command: Evaluate,
    post: (event: Event) => void,
    isInterrupted: IsInterrupted,
    waits: Waits,
    perform: (command: unknown) => void,
  ) {
    this.image = image;
    this.command = command;
    this.isInterrupted = isInterrupted;
    this.post = post;
    this.waits = waits;
    this.perform = perform;
    this.output = new EvaluationOutput(command.id, command.maxOutput, command.endChars, post);
    this.resultsRoom = command.limits.valueChars;
    this.handlesLeft = command.keep.handles;
    const seed = image.noteRandom();
    this.given = { command, home: image.currentPackage(), seed, questions: 0, answers: [], restarts: [] };
    this.pictures = new Pictures(command.pictures);
    this.progress = command.tellForms ? new FormProgress(command.id, post) : null;
  }

  /** What it left by for an evaluation that is held below it; null where it did not. */
  get exit(): { readonly thrown: unknown } | null {
    return this.#exit;
  }

  /**
   * Reads and evaluates every form. Returns whatever Lisp does; throws only where the image itself is broken.
   */
  run(): Outcome {
    const { home } = this.given;
    this.image.setRestoring(this.command.restores);
    this.image.limitKept(this.command.keep);
    if (this.command.look === null) this.image.forgetCalls();
    const began = now();
    const result = this.recorded(() =>
      this.image.runInBoundary(() => this.evaluateDebugged(), this.options()),
    );
    this.image.setRestoring(false);
    const inMemory = this.image.takeOnlyInMemory();
    if (inMemory !== null) this.noteWarning(onlyInMemory(inMemory));
    const realMs = now() - began - this.heldMs;
    if (result.kind === "left") this.#exit = { thrown: result.exit };
    // The package of one evaluation alone must not outlive it; without one, IN-PACKAGE is to last.
    if (this.command.package !== null) this.image.setCurrentPackage(home);
    this.output.flush();
    const timing = this.command.captureTime ? { realMs, compileMs: this.image.compileMs() } : null;
    return this.outcome(result, timing);
  }

  /** Ends the recording of an evaluation with it, however it ends. */
  private recorded<T>(run: () => T): T {
    try {
      return run();
    } finally {
      const { record } = this.command;
      if (this.isRecording && record !== null) this.recording = this.image.endRecording(record);
    }
  }

  private options(): BoundaryOptions {
    return {
      deadlineMs: this.command.deadlineMs,
      limits: this.command.limits,
      input: this.input(),
      onOutput: (stream, text) => this.output.write(stream, text),
      onWarning: (warning) => this.noteWarning(warning),
      restarts: this.command.restarts,
      onRestart: (taken) => this.given.restarts.push(taken),
      ...this.asker(),
      hold: this.command.hold,
      isReading: () => this.phase === "read",
      onTick: () => {
        this.sample?.();
        this.output.flushIfDue();
        this.progress?.tellIfDue();
      },
      onLoadedForm: this.progress && ((file, done) => this.progress?.loaded(file, done)),
      onPicture: (picture) => this.pictures.add(picture, Math.max(0, this.forms - 1)),
      isCancelled: () => this.isInterrupted(this.command.id),
    };
  }

  /** Evaluates the forms, compiled as the command wants it. */
  private evaluateDebugged(): void {
    const { debug, code } = this.command;
    this.debugging = debug && this.image.beginDebugging(debug, code);
    try {
      this.evaluateForms();
    } finally {
      this.debugging?.end();
    }
  }

  private evaluateForms(): void {
    const { package: packageName, record, look } = this.command;
    if (packageName !== null) this.image.setCurrentPackage(this.image.requirePackage(packageName));
    if (look === null) this.image.endTraces();
    if (record !== null) this.isRecording = this.image.beginRecording(record);
    if (look?.kind === "tool") {
      this.report = this.image.tool(look, this.forTool(), this.command.limits.valueChars);
      return;
    }
    if (look) return this.look(look, this.open());
    this.evaluateAll();
  }

  private open(): FormSource {
    this.source = this.image.openSource(this.command.code);
    this.forms = 0;
    return this.source;
  }

  /** The forms of the text, each read when the one before it was used. */
  private *readForms(): Generator<SourceForm, void> {
    const source = this.open();
    for (;;) {
      this.phase = "read";
      const form = source.next();
      if (form === null) break;
      this.forms += 1;
      this.current = form;
      this.phase = "eval";
      this.progress?.begin(form.position);
      this.debugging?.begin(form);
      yield form;
      this.output.flushIfDue();
    }
  }

  private evaluateAll(): void {
    const { code, frame, tellResults } = this.command;
    let values: LispValue[] = [];
    let printed: PrintedValues | null = null;
    for (const form of this.readForms()) {
      const readIn = packageNameOf(this.image.currentPackage());
      values = this.image.evaluate(form, frame);
      this.progress?.end();
      const text = code.slice(form.start, form.end);
      this.definitions.add(text, readIn, this.image.definitions(), form.position);
      printed = tellResults ? this.noteResult(form, values) : null;
    }
    const { texts, dropped } = printed ?? this.print(values);
    this.values = texts;
    this.dropped.values = dropped;
  }

  private forTool(): EvaluationOfTool {
    return {
      eachForm: (use) => {
        for (const form of this.readForms()) use(form);
      },
      evaluateAll: () => {
        this.evaluateAll();
        return this.values;
      },
      sampleBy: (sample) => {
        this.sample = sample;
      },
      warnings: () => ({ kept: this.warnings, dropped: this.dropped.warnings }),
    };
  }

  /** Shows something of the one form of the text. */
  private look(look: Exclude<Look, { kind: "tool" }>, source: FormSource): void {
    const isKept = look.kind === "frame" || (look.kind === "inspect" && look.handle !== null);
    const form = isKept ? null : this.image.readOne(source, look);
    this.current = form;
    this.forms = form === null ? 0 : 1;
    this.phase = "eval";
    let shown = form;
    if (look.kind !== "expand" && form !== null) {
      const readIn = packageNameOf(this.image.currentPackage());
      const [value] = this.image.evaluateAside(form);
      const text = this.command.code.slice(form.start, form.end);
      this.definitions.add(text, readIn, this.image.definitions(), form.position);
      shown = { ...form, form: value };
      this.phase = "print";
    }
    this.report = this.image.look(look, shown, this.command.limits.valueChars);
  }

  /** What asks the host which restart to take, where it wants that; or why nothing can. */
  private asker(): Pick<BoundaryOptions, "ask" | "notHeld"> {
    const { askMs } = this.command;
    const { waits } = this;
    if (!(askMs > 0)) return { ask: null, notHeld: null };
    if (typeof waits === "string") return { ask: null, notHeld: notHeld(waits) };
    const known = waits.hasFailed() ? waits.problem() : null;
    if (known !== null) return { ask: null, notHeld: notHeld(known) };
    const ask: BoundaryOptions["ask"] = (...about) => {
      const problem = waits.problem();
      if (problem === null) return this.ask(this.asking(...about), askMs, waits);
      this.notHeld = notHeld(problem);
      return null;
    };
    return { ask, notHeld: null };
  }

  /** A question for a restart. */
  private asking(report: ConditionReport, whileCompiling: boolean, onTopOf: LispPackage): Asked {
    const condition = this.conditionOf({ report, whileCompiling });
    return { kind: "asking", condition, warnings: this.warnings.splice(0), ...this.heldIn(onTopOf) };
  }

  /** The next question's number, and what whoever runs something on top has to know. */
  private heldIn(onTopOf: LispPackage) {
    const { id } = this.command;
    const definitions = this.definitions.take();
    return { id, question: ++this.given.questions, definitions, package: packageNameOf(onTopOf) };
  }

  /** What the program can read, and what asks the host for more where that wants it and can answer. */
  private input(): GivenInput {
    const { text, askMs, end } = this.command.input;
    const given = { text: text ?? "", end, ask: null };
    const { waits } = this;
    if (!(askMs > 0)) return given;
    if (typeof waits === "string") return { ...given, end: noInput(waits) };
    return {
      ...given,
      ask: (prompt, onTopOf) => {
        const problem = waits.problem();
        if (problem !== null) return { ...noAnswer(0, 0), reason: noInput(problem) };
        return this.ask({ kind: "needs-input", prompt, ...this.heldIn(onTopOf) }, askMs, waits);
      },
    };
  }

  /** Asks the host, and waits for its answer. */
  private ask(event: Asked, ms: number, waits: Waiting): Answer {
    const { id, question } = event;
    this.output.flush();
    this.progress?.tell();
    this.post(event);
    const began = now();
    try {
      const isInterrupted = () => this.isInterrupted(id);
      const given = waits.await({ id, question, ms, isInterrupted, perform: this.perform });
      const answer = given ?? noAnswer(id, question);
      this.given.answers.push(answer);
      return answer;
    } finally {
      this.heldMs += now() - began;
    }
  }

  /** Values as PRIN1 writes them, as many as there is room for. */
  private print(values: readonly LispValue[]): PrintedValues {
    this.phase = "print";
    const { valueChars, maxValues } = this.command.limits;
    const texts: string[] = [];
    let room = valueChars;
    for (const value of values.slice(0, maxValues)) {
      if (room < 0) break;
      const text = this.image.prin1(value, valueChars);
      texts.push(text);
      room -= text.length;
    }
    return { texts, dropped: values.length - texts.length };
  }

  /**
   * Prints the values of a form before the next one can change them, unless there is no room for more
   * results.
   */
  private noteResult({ position }: SourceForm, values: readonly LispValue[]): PrintedValues | null {
    if (this.resultsRoom <= 0 || this.results.length >= this.command.limits.maxValues) {
      this.dropped.results += 1;
      return null;
    }
    const printed = this.print(values);
    const kept = values.slice(0, Math.min(printed.texts.length, this.handlesLeft));
    this.handlesLeft -= kept.length;
    const handles = kept.map((value) => this.image.keep(value));
    const result = { form: this.forms - 1, values: [...printed.texts], handles, position };
    this.results.push(result);
    this.progress?.returned(result);
    this.resultsRoom -= printed.texts.reduce((sum, text) => sum + text.length + 1, 0);
    return printed;
  }

  private noteWarning(warning: Warning): void {
    if (this.warned >= this.command.limits.maxWarnings) {
      this.dropped.warnings += 1;
      return;
    }
    this.warned += 1;
    this.warnings.push({ ...warning, position: warning.position ?? this.current?.position ?? null });
  }

  private outcome(result: BoundaryResult, timing: Timing | null): Outcome {
    const returned = result.kind === "returned";
    const failed = result.kind === "condition" || result.kind === "timeout";
    const ends = this.output.takeEnds();
    return {
      status: statusOf[result.kind],
      values: returned ? [...this.values] : [],
      results: this.command.tellResults ? this.results : null,
      warnings: this.warnings,
      condition: failed ? this.conditionOf(result) : null,
      package: packageNameOf(this.image.currentPackage()),
      forms: this.forms,
      timing,
      dropped: { ...this.output.dropped, ...this.dropped, definitions: this.definitions.dropped },
      restartsTaken: this.given.restarts,
      definitions: this.definitions.list,
      report: returned ? this.report : null,
      display: this.pictures.displayed(),
      recording: this.recording,
      replay: replayOf(this.given, result.kind),
      ends,
    };
  }

  private conditionOf(failed: Pick<FailedResult, "report" | "whileCompiling" | "condition">): Condition {
    const { report, whileCompiling } = failed;
    const reading = this.phase === "read";
    const end = reading ? this.source?.failure() : null;
    const place = reading ? end?.position : this.current?.position;
    const hints = end?.unclosed ? readingHints(this.command.code, end.start, report.where?.in ?? null) : [];
    const form = reading ? this.forms : Math.max(0, this.forms - 1);
    return {
      ...report,
      restartProblem: report.restartProblem ?? this.notHeld,
      form,
      phase: this.phase === "eval" && whileCompiling ? "compile" : this.phase,
      position: place ?? null,
      where: report.where && end ? { ...report.where, ...end.position } : report.where,
      severalForms: form > 0 || this.source?.goesOn() === true,
      unclosed: end?.unclosed ?? report.unclosed,
      hints: [...hints, ...(report.hints ?? [])],
      handle: this.handleOf(failed.condition),
      prelude: replayOf(this.given, null),
    };
  }

  /** The handle of a condition; null where there is no room for it. */
  private handleOf(condition: LispValue | undefined): number | null {
    if (condition === undefined || this.handlesLeft <= 0) return null;
    this.handlesLeft -= 1;
    return this.image.keep(condition);
  }
}

/** Said of a file that its program may look for on the disk. */
function onlyInMemory(path: string): Warning {
  const message = `${path} was made in the Lisp's memory alone, as it is not in the directory that was granted.`;
  const type = "STYLE-WARNING";
  const nowhere = { position: null, where: null, hints: [] };
  return { type, package: "COMMON-LISP", label: type, message, severity: "style", ...nowhere };
}

const notHeld = (problem: string) => `The evaluation was not held: ${problem}.`;

/** Said to a program that reads where nothing can wait for input. */
const noInput = (problem: string) => `There is no input, and ${problem}. Give it as the argument stdin.`;

/** A question to the host. */
type Asked = Extract<Event, { kind: "asking" | "needs-input" }>;

/** Printed values, and how many others there was no room for. */
type PrintedValues = { readonly texts: readonly string[]; readonly dropped: number };

const statusOf: Record<BoundaryResult["kind"], OutcomeStatus> = {
  returned: "ok",
  aborted: "aborted",
  cancelled: "cancelled",
  left: "left",
  condition: "error",
  timeout: "timeout",
};
