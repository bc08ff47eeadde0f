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
  RestartTaken,
  Timing,
  Warning,
} from "../contract/engine.js";
import type { LispValue } from "../runtime/objects/marshal.js";
import { packageNameOf } from "../runtime/objects/package-objects.js";
import { now } from "../runtime/platform.js";
import type { AwaitAnswer } from "./answers.js";
import type {
  BoundaryOptions,
  BoundaryResult,
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
import type { EvaluationOfTool } from "./tools/tool-run.js";

/** One `evaluate` command being carried out: which form it is at, and what has gathered so far. */
export class Evaluation {
  readonly #image: EngineImage;
  readonly #command: Evaluate;
  readonly #isInterrupted: IsInterrupted;
  readonly #post: (event: Event) => void;
  readonly #awaitAnswer: AwaitAnswer | null;
  readonly #perform: (command: unknown) => void;
  readonly #output: EvaluationOutput;
  /** Null where no progress is wanted. */
  readonly #progress: FormProgress | null;
  readonly #warnings: Warning[] = [];
  readonly #restartsTaken: RestartTaken[] = [];
  readonly #definitions = new KeptDefinitions();
  readonly #pictures: Pictures;
  #questions = 0;
  #heldMs = 0;
  #phase: Phase = "read";
  #forms = 0;
  #source: FormSource | null = null;
  #current: SourceForm | null = null;
  readonly #dropped = { values: 0, results: 0, warnings: 0 };
  #values: readonly string[] = [];
  /** What was to be looked at, as JSON text. */
  #report: string | null = null;
  readonly #results: FormResult[] = [];
  /** Characters that there is room for in the results of the forms to come. */
  #resultsRoom: number;
  /** What takes a sample at each look at the clock; null for nothing. */
  #sample: (() => void) | null = null;
  /** Values of results that can still be given a handle. */
  #handlesLeft: number;
  #exit: { readonly thrown: unknown } | null = null;

  /** `perform` carries out a command while this evaluation is held. */
  constructor(
    image: EngineImage,
    command: Evaluate,
    post: (event: Event) => void,
    isInterrupted: IsInterrupted,
    awaitAnswer: AwaitAnswer | null,
    perform: (command: unknown) => void,
  ) {
    this.#image = image;
    this.#command = command;
    this.#isInterrupted = isInterrupted;
    this.#post = post;
    this.#awaitAnswer = awaitAnswer;
    this.#perform = perform;
    this.#output = new EvaluationOutput(command.id, command.maxOutput, post);
    this.#resultsRoom = command.limits.valueChars;
    this.#handlesLeft = command.keep.handles;
    this.#pictures = new Pictures(command.pictures);
    this.#progress = command.tellForms ? new FormProgress(command.id, post) : null;
  }

  /** What it left by for an evaluation that is held below it; null where it did not. */
  get exit(): { readonly thrown: unknown } | null {
    return this.#exit;
  }

  /**
   * Reads and evaluates every form. Returns whatever Lisp does; throws only where the image itself is broken.
   */
  run(): Outcome {
    const home = this.#image.currentPackage();
    this.#image.limitKept(this.#command.keep);
    if (this.#command.look === null) this.#image.forgetCalls();
    const began = now();
    const result = this.#image.runInBoundary(() => this.#evaluateDebugged(), {
      deadlineMs: this.#command.deadlineMs,
      limits: this.#command.limits,
      input: this.#input(),
      onOutput: (stream, text) => this.#output.write(stream, text),
      onWarning: (warning) => this.#noteWarning(warning),
      restarts: this.#command.restarts,
      onRestart: (taken) => this.#restartsTaken.push(taken),
      ask: this.#asker(),
      hold: this.#command.hold,
      onTick: () => {
        this.#sample?.();
        this.#output.flushIfDue();
        this.#progress?.tellIfDue();
      },
      onLoadedForm: this.#progress && ((file, done) => this.#progress?.loaded(file, done)),
      onPicture: (picture) => this.#pictures.add(picture, Math.max(0, this.#forms - 1)),
      isCancelled: () => this.#isInterrupted(this.#command.id),
    });
    const realMs = now() - began - this.#heldMs;
    if (result.kind === "left") this.#exit = { thrown: result.exit };
    // The package of one evaluation alone must not outlive it; without one, IN-PACKAGE is to last.
    if (this.#command.package !== null) this.#image.setCurrentPackage(home);
    this.#output.flush();
    const timing = this.#command.captureTime ? { realMs, compileMs: this.#image.compileMs() } : null;
    return this.#outcome(result, timing);
  }

  /** Evaluates the forms, compiled as the command wants it. */
  #evaluateDebugged(): void {
    const { debug } = this.#command;
    if (debug === null) return this.#evaluateForms();
    const end = this.#image.beginDebugging(debug);
    try {
      this.#evaluateForms();
    } finally {
      end();
    }
  }

  #evaluateForms(): void {
    const { package: packageName } = this.#command;
    if (packageName !== null) this.#image.setCurrentPackage(this.#image.requirePackage(packageName));
    const { look } = this.#command;
    if (look?.kind === "tool") {
      this.#report = this.#image.tool(look, this.#forTool(), this.#command.limits.valueChars);
      return;
    }
    if (look) return this.#look(look, this.#open());
    this.#evaluateAll();
  }

  #open(): FormSource {
    this.#source = this.#image.openSource(this.#command.code);
    return this.#source;
  }

  #eachForm(use: (form: SourceForm) => void): void {
    const source = this.#open();
    this.#forms = 0;
    for (;;) {
      this.#phase = "read";
      const form = source.next();
      if (form === null) break;
      this.#forms += 1;
      this.#current = form;
      this.#phase = "eval";
      this.#progress?.begin(form.position);
      use(form);
      this.#output.flushIfDue();
    }
  }

  #evaluateAll(): void {
    const { code, frame } = this.#command;
    let values: LispValue[] = [];
    let printed: PrintedValues | null = null;
    this.#eachForm((form) => {
      const readIn = packageNameOf(this.#image.currentPackage());
      values = frame === null ? this.#image.evaluate(form) : this.#image.evaluateInFrame(form, frame);
      this.#progress?.end();
      const text = code.slice(form.start, form.end);
      this.#definitions.add(text, readIn, this.#image.definitions(), form.position);
      printed = this.#command.tellResults ? this.#noteResult(form, values) : null;
    });
    const { texts, dropped } = (printed as PrintedValues | null) ?? this.#print(values);
    this.#values = texts;
    this.#dropped.values = dropped;
  }

  #forTool(): EvaluationOfTool {
    return {
      eachForm: (use) => this.#eachForm(use),
      evaluateAll: () => {
        this.#evaluateAll();
        return this.#values;
      },
      sampleBy: (sample) => {
        this.#sample = sample;
      },
      warnings: () => ({ kept: this.#warnings, dropped: this.#dropped.warnings }),
    };
  }

  /** Shows something of the one form of the text. */
  #look(look: Exclude<Look, { kind: "tool" }>, source: FormSource): void {
    const isKept = look.kind === "frame" || (look.kind === "inspect" && look.handle !== null);
    const form = isKept ? null : this.#image.readOne(source, look);
    this.#current = form;
    this.#forms = form === null ? 0 : 1;
    this.#phase = "eval";
    let shown = form;
    if (look.kind === "inspect" && form !== null) {
      const readIn = packageNameOf(this.#image.currentPackage());
      const [value] = this.#image.evaluateAside(form);
      const text = this.#command.code.slice(form.start, form.end);
      this.#definitions.add(text, readIn, this.#image.definitions(), form.position);
      shown = { ...form, form: value };
      this.#phase = "print";
    }
    this.#report = this.#image.look(look, shown, this.#command.limits.valueChars);
  }

  /** What asks the host which restart to take; null where it does not want that, or cannot answer. */
  #asker(): BoundaryOptions["ask"] {
    const { id, askMs } = this.#command;
    const awaitAnswer = this.#awaitAnswer;
    if (!(askMs > 0) || awaitAnswer === null) return null;
    return (report, whileCompiling, onTopOf) => {
      const question = ++this.#questions;
      const condition = this.#condition({ report, whileCompiling });
      const definitions = this.#definitions.take();
      const asked = { id, question, condition, definitions, package: packageNameOf(onTopOf) };
      return this.#ask({ kind: "asking", ...asked }, askMs, awaitAnswer);
    };
  }

  /** What the program can read, and what asks the host for more where that wants it and can answer. */
  #input(): GivenInput {
    const { id, input } = this.#command;
    const awaitAnswer = this.#awaitAnswer;
    const isAsked = input.askMs > 0 && awaitAnswer !== null;
    const ask = (prompt: string) => {
      const question = ++this.#questions;
      return (
        awaitAnswer && this.#ask({ kind: "needs-input", id, question, prompt }, input.askMs, awaitAnswer)
      );
    };
    return { text: input.text ?? "", end: input.end, ask: isAsked ? ask : null };
  }

  /** Asks the host, and waits for its answer. */
  #ask(event: Asked, ms: number, awaitAnswer: AwaitAnswer): Answer {
    const { id, question } = event;
    this.#output.flush();
    this.#progress?.tell();
    this.#post(event);
    const began = now();
    try {
      const isInterrupted = () => this.#isInterrupted(id);
      const answer = awaitAnswer({ id, question, ms, isInterrupted, perform: this.#perform });
      return answer ?? noAnswer(id, question);
    } finally {
      this.#heldMs += now() - began;
    }
  }

  /** Values as PRIN1 writes them, as many as there is room for. */
  #print(values: readonly LispValue[]): PrintedValues {
    this.#phase = "print";
    const { valueChars, maxValues } = this.#command.limits;
    const texts: string[] = [];
    let room = valueChars;
    for (const value of values.slice(0, maxValues)) {
      if (room < 0) break;
      const text = this.#image.prin1(value, valueChars);
      texts.push(text);
      room -= text.length;
    }
    return { texts, dropped: values.length - texts.length };
  }

  /**
   * Prints the values of a form before the next one can change them, unless there is no room for more
   * results.
   */
  #noteResult({ position }: SourceForm, values: readonly LispValue[]): PrintedValues | null {
    if (this.#resultsRoom <= 0 || this.#results.length >= this.#command.limits.maxValues) {
      this.#dropped.results += 1;
      return null;
    }
    const printed = this.#print(values);
    const kept = values.slice(0, Math.min(printed.texts.length, this.#handlesLeft));
    this.#handlesLeft -= kept.length;
    const handles = kept.map((value) => this.#image.keep(value));
    const result = { form: this.#forms - 1, values: [...printed.texts], handles, position };
    this.#results.push(result);
    this.#progress?.returned(result);
    this.#resultsRoom -= printed.texts.reduce((sum, text) => sum + text.length + 1, 0);
    return printed;
  }

  #noteWarning(warning: Warning): void {
    if (this.#warnings.length >= this.#command.limits.maxWarnings) {
      this.#dropped.warnings += 1;
      return;
    }
    this.#warnings.push({ ...warning, position: warning.position ?? this.#current?.position ?? null });
  }

  #outcome(result: BoundaryResult, timing: Timing | null): Outcome {
    const returned = result.kind === "returned";
    const failed = result.kind === "condition" || result.kind === "timeout";
    return {
      status: statusOf[result.kind],
      values: returned ? [...this.#values] : [],
      results: this.#command.tellResults ? this.#results : null,
      warnings: this.#warnings,
      condition: failed ? this.#condition(result) : null,
      package: packageNameOf(this.#image.currentPackage()),
      forms: this.#forms,
      timing,
      dropped: { ...this.#output.dropped, ...this.#dropped, definitions: this.#definitions.dropped },
      restartsTaken: this.#restartsTaken,
      definitions: this.#definitions.list,
      report: returned ? this.#report : null,
      display: this.#pictures.displayed(),
    };
  }

  #condition(failed: Pick<FailedResult, "report" | "whileCompiling" | "condition">): Condition {
    const { report, whileCompiling } = failed;
    const reading = this.#phase === "read";
    const end = reading ? this.#source?.failure() : null;
    const place = reading ? end?.position : this.#current?.position;
    const form = reading ? this.#forms : Math.max(0, this.#forms - 1);
    return {
      ...report,
      form,
      phase: this.#phase === "eval" && whileCompiling ? "compile" : this.#phase,
      position: place ?? null,
      where: report.where && end ? { ...report.where, ...end.position } : report.where,
      severalForms: form > 0 || this.#source?.goesOn() === true,
      unclosed: end?.unclosed ?? null,
      handle: this.#handleOf(failed.condition),
    };
  }

  /** The handle of a condition; null where there is no room for it. */
  #handleOf(condition: LispValue | undefined): number | null {
    if (condition === undefined || this.#handlesLeft <= 0) return null;
    this.#handlesLeft -= 1;
    return this.#image.keep(condition);
  }
}

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
