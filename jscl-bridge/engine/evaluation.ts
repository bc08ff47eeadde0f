import { now } from "../runtime/platform.js";
import type { AwaitAnswer } from "./answers.js";
import type {
  Answer,
  Condition,
  Evaluate,
  Event,
  Outcome,
  OutcomeStatus,
  Phase,
  RestartTaken,
  Timing,
  Warning,
} from "./contract.js";
import type { BoundaryResult, ConditionReport, EngineImage, FormSource, SourceForm } from "./engine-image.js";
import { FormProgress } from "./form-progress.js";
import type { IsInterrupted } from "./interrupts.js";
import { KeptDefinitions } from "./kept-definitions.js";
import { EvaluationOutput } from "./output.js";

/** One `evaluate` command being carried out: which form it is at, and what has gathered so far. */
export class Evaluation {
  readonly #image: EngineImage;
  readonly #command: Evaluate;
  readonly #isInterrupted: IsInterrupted;
  readonly #post: (event: Event) => void;
  readonly #awaitAnswer: AwaitAnswer | null;
  readonly #output: EvaluationOutput;
  /** Null where nobody wants to know. */
  readonly #progress: FormProgress | null;
  readonly #warnings: Warning[] = [];
  readonly #restartsTaken: RestartTaken[] = [];
  readonly #definitions = new KeptDefinitions();
  #questions = 0;
  #heldMs = 0;
  #phase: Phase = "read";
  #forms = 0;
  #source: FormSource | null = null;
  #current: SourceForm | null = null;
  readonly #values: string[] = [];
  readonly #dropped = { values: 0, warnings: 0 };

  constructor(
    image: EngineImage,
    command: Evaluate,
    post: (event: Event) => void,
    isInterrupted: IsInterrupted,
    awaitAnswer: AwaitAnswer | null,
  ) {
    this.#image = image;
    this.#command = command;
    this.#isInterrupted = isInterrupted;
    this.#post = post;
    this.#awaitAnswer = awaitAnswer;
    this.#output = new EvaluationOutput(command.id, command.maxOutput, post);
    this.#progress = command.tellForms ? new FormProgress(command.id, post) : null;
  }

  /** Reads and evaluates every form. Returns whatever Lisp does; throws only where the image itself is broken. */
  run(): Outcome {
    const home = this.#image.currentPackage();
    const began = now();
    const result = this.#image.runInBoundary(() => this.#evaluateForms(), {
      deadlineMs: this.#command.deadlineMs,
      limits: this.#command.limits,
      onOutput: (stream, text) => this.#output.write(stream, text),
      onWarning: (warning) => this.#noteWarning(warning),
      restarts: this.#command.restarts,
      onRestart: (taken) => this.#restartsTaken.push(taken),
      ask: this.#asker(),
      onTick: () => {
        this.#output.flushIfDue();
        this.#progress?.tellIfDue();
      },
      onLoadedForm: this.#progress && ((file, done) => this.#progress?.loaded(file, done)),
      isCancelled: () => this.#isInterrupted(this.#command.id),
    });
    const realMs = now() - began - this.#heldMs;
    // The package of one evaluation alone must not outlive it; without one, IN-PACKAGE is to last.
    if (this.#command.package !== null) this.#image.setCurrentPackage(home);
    this.#output.flush();
    const timing = this.#command.captureTime ? { realMs, compileMs: this.#image.compileMs() } : null;
    return this.#outcome(result, timing);
  }

  #evaluateForms(): void {
    const { code, package: packageName } = this.#command;
    if (packageName !== null) this.#image.setCurrentPackage(this.#image.requirePackage(packageName));
    const source = this.#image.openSource(code);
    this.#source = source;
    let values: unknown[] = [];
    for (;;) {
      this.#phase = "read";
      const form = source.next();
      if (form === null) break;
      this.#forms += 1;
      this.#current = form;
      this.#phase = "eval";
      this.#progress?.begin(form.position);
      const readIn = this.#image.currentPackage().packageName;
      values = this.#image.evaluate(form);
      this.#progress?.end();
      this.#definitions.add(code.slice(form.start, form.end), readIn, this.#image.definitions());
      this.#output.flushIfDue();
    }
    this.#phase = "print";
    this.#printValues(values);
  }

  /** What asks the host which restart to take; null where it does not want that, or cannot answer. */
  #asker(): ((report: ConditionReport, whileCompiling: boolean) => Answer | null) | null {
    const { id, askMs } = this.#command;
    const awaitAnswer = this.#awaitAnswer;
    if (!(askMs > 0) || awaitAnswer === null) return null;
    return (report, whileCompiling) => {
      const question = ++this.#questions;
      const condition = this.#condition({ report, whileCompiling });
      const isInterrupted = () => this.#isInterrupted(id);
      this.#output.flush();
      this.#post({ kind: "asking", id, question, condition });
      const began = now();
      const answer = awaitAnswer({ id, question, ms: askMs, isInterrupted });
      this.#heldMs += now() - began;
      return answer ?? { id, question, restart: null, values: null };
    };
  }

  #printValues(values: readonly unknown[]): void {
    const { valueChars, maxValues } = this.#command.limits;
    let room = valueChars;
    for (const value of values.slice(0, maxValues)) {
      if (room < 0) break;
      const text = this.#image.prin1(value, valueChars);
      this.#values.push(text);
      room -= text.length;
    }
    this.#dropped.values = values.length - this.#values.length;
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
      values: returned ? this.#values : [],
      warnings: this.#warnings,
      condition: failed ? this.#condition(result) : null,
      package: this.#image.currentPackage().packageName,
      forms: this.#forms,
      timing,
      dropped: { ...this.#output.dropped, ...this.#dropped, definitions: this.#definitions.dropped },
      restartsTaken: this.#restartsTaken,
      definitions: this.#definitions.list,
    };
  }

  #condition({ report, whileCompiling }: { report: ConditionReport; whileCompiling: boolean }): Condition {
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
    };
  }
}

const statusOf: Record<BoundaryResult["kind"], OutcomeStatus> = {
  returned: "ok",
  aborted: "aborted",
  cancelled: "cancelled",
  condition: "error",
  timeout: "timeout",
};
