import type {
  Answer,
  Condition,
  DebugSetting,
  FileRequest,
  Found,
  FrameAddress,
  Keep,
  Look,
  OutputStream,
  Position,
  PrintLimits,
  Query,
  Record,
  RestartChoice,
  ToolCall,
  Unclosed,
  Warning,
} from "../contract/engine.js";
import type { ShownPicture } from "../runtime/base-image.js";
import type { FormDefinitions } from "../runtime/definitions/definition-log.js";
import type { LispPackage, LispValue } from "../runtime/objects/marshal.js";
import type { StackReport } from "../runtime/reports/boundary.js";
import type { TakenRestart } from "./restart-choices.js";
import type { EvaluationOfTool } from "./tools/tool-run.js";

/** The answer to a query, without its number. */
export type LookedUp = Omit<Found, "id">;

/** A form as it was read, and where it begins. */
export interface SourceForm {
  readonly form: LispValue;
  readonly position: Position;
  /** The offsets of its first character and of the one after its last, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** How the forms of a text are compiled for a debugger. */
export interface Debugging {
  /** A form is compiled next. */
  begin(form: SourceForm): void;
  end(): void;
}

/** Where reading a text failed. */
export interface ReadingEnd {
  readonly position: Position;
  /** Where the form begins that could not be read, from 0 in UTF-16 units. */
  readonly start: number;
  /** What was opened and never closed, if that is why. */
  readonly unclosed: Unclosed | null;
}

/** The forms of a text, each read only when it is asked for. */
export interface FormSource {
  /** The next form, or null at the end. Signals reader errors. */
  next(): SourceForm | null;
  /** Where reading failed; null if it did not. */
  failure(): ReadingEnd | null;
  /** Whether the text says anything after the form that was, or could not be, read last. */
  goesOn(): boolean;
}

/** What an image says of a condition where it was signalled; the engine adds what it knows of the form. */
export type ConditionReport = StackReport & Pick<Condition, "restartTaken" | "restartProblem">;

/** What a body can read from its standard input. */
export interface GivenInput {
  readonly text: string;
  /** Why there is nothing more, as a sentence. */
  readonly end: string;
  /**
   * Waits for more, having shown `prompt`; null where nobody can be asked. What runs on top meanwhile begins
   * in the package `onTopOf`. Answers null for none.
   */
  readonly ask: ((prompt: string, onTopOf: LispPackage) => Answer | null) | null;
}

export interface BoundaryOptions {
  /** How long the body may run, in milliseconds; 0 for no limit. */
  readonly deadlineMs: number;
  readonly limits: PrintLimits;
  readonly input: GivenInput;
  readonly onOutput: (stream: OutputStream, text: string) => void;
  /** Called with each warning that no handler of the program took; it is muffled afterwards. */
  readonly onWarning: (warning: Warning) => void;
  /** Restarts to take where the debugger would be entered. */
  readonly restarts: readonly RestartChoice[];
  readonly onRestart: (taken: TakenRestart) => void;
  /**
   * Asks which restart to take where the command names none; null where no client can be asked. What runs on
   * top meanwhile begins in the package `onTopOf`. Returns when there is an answer, or null when the body is
   * to be left.
   */
  readonly ask:
    | ((report: ConditionReport, whileCompiling: boolean, onTopOf: LispPackage) => Answer | null)
    | null;
  /** Why nobody can be asked although the command wants it; null where somebody can, or it does not. */
  readonly notHeld: string | null;
  /** Whether to ask also where the toplevel's ABORT is all there is to choose from. */
  readonly hold: boolean;
  /** Whether the next form is being read: nothing goes on after the text has no more of it. */
  readonly isReading: () => boolean;
  /** Called every few milliseconds while Lisp runs. */
  readonly onTick: () => void;
  /**
   * Called for each form of a file that is loaded: the file, and the number of forms done; null where no
   * progress is wanted.
   */
  readonly onLoadedForm: ((file: string, done: number) => void) | null;
  /** Called with each picture that the program displays. */
  readonly onPicture: (picture: ShownPicture) => void;
  /** Called as often: whether the evaluation was cancelled. */
  readonly isCancelled: () => boolean;
}

/** How a body ended inside the boundary. */
export type BoundaryResult =
  | { readonly kind: "returned" }
  /** The program itself left for the toplevel. */
  | { readonly kind: "aborted" }
  | { readonly kind: "cancelled" }
  /** It left for an evaluation that is held below it: what runs it there is to throw `exit`. */
  | { readonly kind: "left"; readonly exit: unknown }
  | FailedResult;

/** What came of a body that an error or its deadline ended. */
export interface FailedResult {
  readonly kind: "condition" | "timeout";
  readonly report: ConditionReport;
  readonly whileCompiling: boolean;
  /** The condition itself, where there is one. */
  readonly condition?: LispValue | undefined;
}

/** What the engine needs of an image. */
export interface EngineImage {
  readonly lisp: string;
  readonly version: string;
  currentPackage(): LispPackage;
  setCurrentPackage(pkg: LispPackage): void;
  /** The path of a file that was made in memory, where the machine's own lie in a directory elsewhere. */
  takeOnlyInMemory(): string | null;
  /** Says whether what is evaluated from now on restores definitions and leaves the machine's files alone. */
  setRestoring(isRestoring: boolean): void;
  /** The package of a name or nickname. Signals PACKAGE-DOES-NOT-EXIST. */
  requirePackage(name: string): LispPackage;
  openSource(text: string): FormSource;
  /**
   * Compiles and runs a form, where it says so in the lexical environment of a call, and answers all its
   * values, which `*` and its like are afterwards.
   */
  evaluate(source: SourceForm, frame: FrameAddress | null): LispValue[];
  /** As `evaluate`, but that `*` and its like are what they were. */
  evaluateAside(source: SourceForm): LispValue[];
  /** The JSON text of what is to be seen of a form, which is null where a handle says of what. */
  look(look: Look, form: SourceForm | null, maxChars: number): string;
  /** The JSON text of what a tool reports, which has the evaluation do what it needs. */
  tool(call: ToolCall, run: EvaluationOfTool, maxChars: number): string;
  /** The one form of a text. Signals an error where there are none or several. */
  readOne(source: FormSource, look: Look): SourceForm;
  /** Compiles the forms of a text as a debugger wants it. */
  beginDebugging(setting: DebugSetting, text: string): Debugging;
  /** Forgets the calls of the last report. */
  forgetCalls(): void;

  /**
   * Notes the state of *RANDOM-STATE*. What is returned answers with the seed of that state, if random
   * numbers were drawn since, or null.
   */
  noteRandom(): () => bigint | null;
  /** Records what is evaluated from now on; whether that has not been done already. */
  beginRecording(record: Record): boolean;
  /** Ends that, and answers what was recorded, by function. */
  endRecording(record: Record): string;
  /** Calls that are traced from now on are of another evaluation. */
  endTraces(): void;
  /** Says which values are kept from now on. */
  limitKept(keep: Keep): void;
  /** Keeps a value, and answers its handle. */
  keep(value: LispValue): number;
  /** What the form that was evaluated last has defined. */
  definitions(): FormDefinitions;
  /** The value as PRIN1 writes it, cut after so many characters. Methods of the program's may signal. */
  prin1(value: LispValue, maxChars: number): string;
  /** How long the running evaluation has been compiling, in milliseconds. */
  compileMs(): number;
  /**
   * Looks something up. The session is afterwards as it was, but for what printers of the program's do in a
   * description.
   */
  lookUp(query: Query): LookedUp;
  /** Does something with a file. Nothing else of the session changes. */
  onFile(request: FileRequest): LookedUp;
  /** To be called between two commands, in a turn of JavaScript's loop before the next one's. */
  rest(): void;
  /**
   * Begins what runs on top of the evaluation that is held at the moment, which is as it was when what this
   * returns is called.
   */
  onTop(): () => void;
  /** Runs a body so that whatever it does, a non-local exit included, control comes back here. */
  runInBoundary(body: () => void, options: BoundaryOptions): BoundaryResult;
}
