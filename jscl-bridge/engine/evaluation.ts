import type {
  Condition,
  Evaluate,
  Event,
  Outcome,
  OutcomeStatus,
  Phase,
  Timing,
  Warning,
} from "./contract.js";
import type { BoundaryResult, ConditionReport, EngineImage, SourceForm } from "./image.js";
import { EvaluationOutput } from "./output.js";
import { Stopwatch } from "./stopwatch.js";

/** One `evaluate` command being carried out: which form it is at, and what has gathered so far. */
export class Evaluation {
  readonly #image: EngineImage;
  readonly #command: Evaluate;
  readonly #output: EvaluationOutput;
  readonly #warnings: Warning[] = [];
  readonly #stopwatch = new Stopwatch();
  #phase: Phase = "read";
  #forms = 0;
  #current: SourceForm | null = null;

  constructor(image: EngineImage, command: Evaluate, post: (event: Event) => void) {
    this.#image = image;
    this.#command = command;
    this.#output = new EvaluationOutput(command.id, command.maxOutput, post);
  }

  /** Reads and evaluates every form. Returns whatever Lisp does; throws only where the image itself is broken. */
  run(): Outcome {
    const home = this.#image.currentPackage();
    const result = this.#image.withBoundary(() => this.#evaluateForms(), {
      deadlineMs: this.#command.deadlineMs,
      limits: this.#command.limits,
      onOutput: (stream, text) => this.#output.write(stream, text),
      onWarning: (warning) => this.#warnings.push(warning),
      onSafepoint: () => this.#output.flushIfDue(),
    });
    const timing = this.#timing();
    // The package of one evaluation alone must not outlive it; without one, IN-PACKAGE is to last.
    if (this.#command.package !== null) this.#image.setCurrentPackage(home);
    this.#output.flush();
    return this.#outcome(result, timing);
  }

  #evaluateForms(): string[] {
    const { code, package: packageName, limits } = this.#command;
    if (packageName !== null) this.#image.setCurrentPackage(this.#image.requirePackage(packageName));
    const source = this.#image.makeReader(code);
    let values: unknown[] = [];
    for (;;) {
      this.#enter("read");
      this.#current = null;
      const form = source.next();
      if (form === null) break;
      this.#forms += 1;
      this.#current = form;
      values = this.#image.evalForm(form, (phase) => this.#enter(phase));
      this.#output.flush();
    }
    this.#enter("print");
    return values.map((value) => this.#image.prin1(value, limits.valueChars));
  }

  #enter(phase: Phase): void {
    this.#phase = phase;
    this.#stopwatch.enter(phase);
  }

  #timing(): Timing | null {
    this.#stopwatch.stop();
    return this.#command.captureTime ? this.#stopwatch.timing() : null;
  }

  #outcome(result: BoundaryResult<string[]>, timing: Timing | null): Outcome {
    const returned = result.kind === "values";
    return {
      status: statusOf[result.kind],
      values: returned ? result.value : [],
      warnings: this.#warnings,
      condition: returned ? null : this.#condition(result.report),
      package: this.#image.currentPackage().packageName,
      forms: this.#forms,
      timing,
      dropped: this.#output.dropped,
    };
  }

  #condition(report: ConditionReport): Condition {
    const reading = this.#phase === "read";
    return {
      ...report,
      form: reading ? this.#forms : Math.max(0, this.#forms - 1),
      phase: this.#phase,
      position: report.position ?? this.#current?.position ?? null,
    };
  }
}

const statusOf: Record<BoundaryResult<unknown>["kind"], OutcomeStatus> = {
  values: "ok",
  condition: "error",
  timeout: "timeout",
};
