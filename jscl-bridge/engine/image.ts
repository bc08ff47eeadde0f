import type { LispPackage, LispValue } from "../runtime/marshal.js";
import type { Condition, OutputStream, Phase, Position, PrintLimits, Warning } from "./contract.js";

/** A form as it was read, and where it begins. */
export interface SourceForm {
  readonly form: LispValue;
  readonly position: Position;
}

/** The forms of a text, each read only when it is asked for. */
export interface FormSource {
  /** The next form, or null at the end. Signals reader errors. */
  next(): SourceForm | null;
}

/** What is known of a condition where it was signalled; the engine adds which form it was. */
export type ConditionReport = Omit<Condition, "form" | "phase">;

export interface BoundaryOptions {
  /** How long the body may run, in milliseconds; 0 for no limit. */
  readonly deadlineMs: number;
  readonly limits: PrintLimits;
  readonly onOutput: (stream: OutputStream, text: string) => void;
  /** Told of each warning that no handler of the program's took; it is muffled afterwards. */
  readonly onWarning: (warning: Warning) => void;
  /** Called now and then at safepoints, a few milliseconds apart. */
  readonly onSafepoint: () => void;
}

/** How a body ended inside the boundary. */
export type BoundaryResult<T> =
  | { readonly kind: "values"; readonly value: T }
  | { readonly kind: "condition"; readonly report: ConditionReport }
  | { readonly kind: "timeout"; readonly report: ConditionReport };

/** What the engine needs of an image. */
export interface EngineImage {
  readonly lisp: string;
  readonly version: string;
  currentPackage(): LispPackage;
  setCurrentPackage(pkg: LispPackage): void;
  /** The package of a name or nickname. Signals PACKAGE-DOES-NOT-EXIST. */
  requirePackage(name: string): LispPackage;
  makeReader(text: string): FormSource;
  /** Compiles and runs a form and answers all its values; `onPhase` is told when either begins. */
  evalForm(form: SourceForm, onPhase: (phase: Phase) => void): LispValue[];
  /** The value as PRIN1 writes it, cut after so many characters. Methods of the program's may signal. */
  prin1(value: LispValue, maxChars: number): string;
  /** Runs a body so that whatever it does, a non-local exit included, control comes back here. */
  withBoundary<T>(body: () => T, options: BoundaryOptions): BoundaryResult<T>;
}
