/**
 * The boundary: where an evaluation begins and every non-local exit ends. An unhandled error is described at
 * the point of the error, with the stack alive; then control returns here.
 */

import { BUDGETS } from "../../contract/budgets.js";
import type { Condition, PrintLimits, Restart, Warning } from "../../contract/engine.js";
import type { BaseImage, CaughtAt } from "../base-image.js";
import { single } from "../numbers.js";
import { carOf, cdrOf } from "../objects/conses.js";
import { HEAP_LIMIT } from "../objects/heap.js";
import {
  isMultiple,
  type LispCons,
  type LispFunction,
  type LispSymbol,
  type LispValue,
  type LispVector,
} from "../objects/marshal.js";
import { homeName, setSymbolValue, symbolFunction, symbolName, symbolValue } from "../objects/symbols.js";
import { stringText } from "../objects/vectors.js";
import { callLisp, cons, elementsOf, INTERNAL_PACKAGE, keyword, list, nil, sym } from "../signals.js";
import { heapExhausted, isStackExhaustion } from "../stack/exhaustion.js";
import { boundSpecials, type Level, levelAt, unwindSpecials, waitAt } from "../stack/levels.js";
import { Watch } from "../stack/watch.js";
import { type CallsText, NO_CALLS, visibleFrames, whereIs } from "./frames.js";
import { firstUnits } from "./text-cuts.js";

/** The restart that is always there. */
const TOPLEVEL_ABORT: Restart = { name: "ABORT", description: "Return to top level.", parameters: "()" };

type ReportLimits = Pick<PrintLimits, "messageChars" | "argumentChars" | "formChars" | "maxFrames">;

/**
 * What the stack and the condition say of an error; the engine adds what it knows of the form and of
 * restarts.
 */
export type StackReport = Omit<
  Condition,
  "form" | "phase" | "position" | "severalForms" | "restartTaken" | "restartProblem" | "handle" | "prelude"
>;

export type Outcome =
  | { kind: "values"; values: LispValue[] }
  /** `condition` is absent when not even describing it was possible. */
  | { kind: "error"; report: StackReport; condition?: LispValue }
  | { kind: "timeout"; report: StackReport; condition?: LispValue }
  /** The evaluation was cancelled. */
  | { kind: "cancelled" }
  /** The program invoked ABORT itself. */
  | { kind: "aborted" }
  /** It left for something that is held below it: whoever runs it there is to throw `exit`. */
  | { kind: "left"; exit: unknown };

export interface BoundaryOptions {
  /** Milliseconds of the clock `performance.now()` counts in at which to stop; 0 for never. */
  deadline: number;
  /** How long after the beginning that is, in seconds. */
  seconds: number;
  limits: ReportLimits;
  /** An unhandled warning; it is muffled. */
  onWarning(warning: Warning): void;
  /** Called with an error that nothing handles, before it is reported: a restart may take it from there. */
  onError?(condition: LispValue, toplevel: Toplevel): void;
  /** Called every few milliseconds while Lisp runs. */
  onTick?(): void;
  /** Asked as often: whether to leave without a report. */
  isCancelled?(): boolean;
}

/** What a body may ask of the boundary that it runs in. */
export interface Toplevel {
  /**
   * To be called between forms: leaves when a cleanup form has stopped the exit of an error that is reported
   * already.
   */
  goOn(): void;
  /**
   * Holds the body at a condition that nothing handles: `wait` is given the report of it and returns when the
   * body is to go on. The time that takes is not the body's, and meanwhile it is the innermost of the image's
   * levels. Answers null, at once, when the body is being left or a report is being made.
   */
  hold<T>(condition: LispValue, wait: (report: StackReport) => T): T | null;
  /** Holds the body at a level without a condition, where it waits for input; answers null as `hold` does. */
  wait<T>(wait: (level: Level) => T): T | null;
}

/** As many calls as making a report may need. */
const ROOM = 1000;

/**
 * Calls itself so many times; throws the RangeError of an exhausted stack where there is no room for that.
 */
function descend(calls: number): number {
  return calls === 0 ? 0 : 1 + descend(calls - 1);
}

/** Runs `thunk` as a REPL runs a form: all its values, or a report of what stopped it. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its parts share the state of one evaluation.
export function runAtToplevel(
  image: BaseImage,
  thunk: (toplevel: Toplevel) => LispValue[],
  options: BoundaryOptions,
): Outcome {
  const { stack, internals } = image;
  let outcome: Outcome | null = null;
  class BoundaryExit extends internals.CatchNLX {}
  const exit = new BoundaryExit(undefined, nil());
  /** Unlike `exit` it ends a report that is being made, too. */
  const cancellation = new BoundaryExit(undefined, nil());
  let cancelled = false;

  let timeout: LispValue = null;
  let offered = false;
  let isDue = false;
  let describing = false;
  const failure: { type: string | null } = { type: null };
  const skip = (type: string): never => {
    failure.type = type;
    throw exit;
  };
  const leave = (kind: "error" | "timeout", condition: LispValue): never => {
    // A report or printer that fails while a report is made ends that one print.
    if (describing) return skip(conditionType(image, condition).type);
    outcome ??= { kind, report: reportOf(condition), condition };
    throw exit;
  };
  const reportOf = (condition: LispValue): StackReport => {
    // With no room left the exception passes on, and a guard further out signals it again.
    descend(ROOM);
    describing = true;
    const handlers = sym("*HANDLER-CLUSTERS*", INTERNAL_PACKAGE);
    const saved = symbolValue(handlers);
    setSymbolValue(handlers, nil());
    try {
      const describe = () => describeCondition(image, condition, options.limits, exit, failure);
      return watch.report(describe, () => skip("TIMEOUT"));
    } finally {
      setSymbolValue(handlers, saved);
      describing = false;
    }
  };
  const expire = (): never => {
    if (outcome !== null) throw exit;
    // Where there is no stack left for this, the first guard further out that has some does it.
    isDue = true;
    timeout ??= timeoutCondition(options.seconds);
    // A handler may take it, once: the code that then continues has the grace period of a cleanup form.
    if (!offered) {
      offered = true;
      const taken = callLisp("RUN-HANDLERS", INTERNAL_PACKAGE, timeout);
      if (taken !== nil()) throw taken;
    }
    return leave("timeout", timeout);
  };
  image.enterDebugger = (condition) => {
    options.onError?.(condition, toplevel);
    return leave("error", condition);
  };
  image.stackExhausted = () => {
    if (isDue) expire();
  };
  stack.clear();
  const outerBindings = boundSpecials(image);
  const watch: Watch = new Watch(stack, {
    deadline: options.deadline,
    expired: () => expire(),
    isCancelled: () => options.isCancelled?.() ?? false,
    cancelled: () => {
      cancelled = true;
      throw cancellation;
    },
    onTick: () => {
      options.onTick?.();
      if (image.heap.takeFull() && outcome === null && !describing) full();
    },
  });

  const full = (): void => {
    if (image.heap.held > 2 * HEAP_LIMIT) {
      // Handlers had their chance at half of this.
      const requested = [keyword("AVAILABLE"), 0];
      const type = sym("HEAP-EXHAUSTED-ERROR", INTERNAL_PACKAGE);
      leave("error", callLisp("MAKE-CONDITION", "COMMON-LISP", type, ...requested));
    }
    heapExhausted();
  };
  const goOn = () => {
    if (cancelled) throw cancellation;
    if (outcome !== null) throw exit;
    watch.look();
  };
  const pause = <T>(wait: () => T): T | null => {
    if (describing || outcome !== null || watch.isLeaving) return null;
    const waited = watch.pause(wait);
    watch.look();
    return waited;
  };
  const hold = <T>(condition: LispValue, use: (report: StackReport) => T): T | null => {
    if (describing || outcome !== null || watch.isLeaving) return null;
    const { sp } = stack;
    const report = reportOf(condition);
    const level = levelAt(image, sp, condition, image.reported);
    return pause(() => waitAt(image, level, () => use(report)));
  };
  const wait = <T>(use: (level: Level) => T): T | null => {
    const level = levelAt(image, stack.sp, null, null);
    return pause(() => waitAt(image, level, () => use(level)));
  };
  const toplevel: Toplevel = { goOn, hold, wait };
  const body: LispFunction = () => {
    const putBack = establishHandlers(image, options);
    try {
      watch.look();
      return internals.mv(...thunk(toplevel));
    } catch (e) {
      return convert(e);
    } finally {
      putBack();
    }
  };
  const convert = (e: unknown): never => {
    if (e === exit || e === cancellation) throw e;
    if (isStackExhaustion(e)) unwindSpecials(image, outerBindings);
    return (image.runtime["convertForeign"] as (e: unknown) => never)(e);
  };
  const aborted = {};
  try {
    const call = symbolFunction(sym("CALL-AT-TOPLEVEL", INTERNAL_PACKAGE));
    const result = call(internals.mv, body, () => aborted, image.levels.length);
    // A cleanup form can turn the exit to here into one of its own. What was reported stays reported.
    if (cancelled) return { kind: "cancelled" };
    if (outcome !== null) return outcome;
    if (result === aborted) return { kind: "aborted" };
    return { kind: "values", values: isMultiple(result) ? [...result] : [result] };
  } catch (e) {
    if (isStackExhaustion(e)) unwindSpecials(image, outerBindings);
    if (cancelled) return { kind: "cancelled" };
    if (outcome !== null) return outcome;
    if (image.levels.length > 0 && image.internals.isNLX(e)) return { kind: "left", exit: e };
    return { kind: "error", report: lastResort(image, e, options.limits) };
  } finally {
    watch.end();
    if (watch.cutOff) unwindSpecials(image, outerBindings);
    stack.clear();
  }
}

/**
 * Establishes the handlers of the toplevel, and what is told of forms that cannot be compiled; what it
 * returns takes them off.
 */
function establishHandlers(image: BaseImage, options: BoundaryOptions): () => void {
  const clusters = sym("*HANDLER-CLUSTERS*", INTERNAL_PACKAGE);
  const saved = symbolValue(clusters);
  const { onCompileError } = image;
  setSymbolValue(clusters, list(list(cons(sym("WARNING"), warningHandler(image, options)))));
  image.onCompileError = (text, at) => {
    const message = cut(text, options.limits.messageChars);
    options.onWarning({ ...COMPILER_ERROR, message, severity: "error", ...caughtAt(image, at, options) });
  };
  return () => {
    image.onCompileError = onCompileError;
    setSymbolValue(clusters, saved);
  };
}

/** The class that SBCL's compiler tells of a form that is no valid program by. */
const COMPILER_ERROR = { type: "COMPILER-ERROR", package: "SB-C", label: "SB-C:COMPILER-ERROR" };

/** Where the compiler caught something, as the report of it says. */
function caughtAt(
  image: BaseImage,
  { position, place, hints }: CaughtAt,
  { limits }: BoundaryOptions,
): Pick<Warning, "position" | "where" | "hints"> {
  const where =
    place &&
    whereIs(image, place, (x) => image.print(x, { chars: limits.formChars, depth: 4 }), limits.formChars);
  return { position, where, hints: [...(hints ?? [])] };
}

function warningHandler(image: BaseImage, options: BoundaryOptions): LispFunction {
  return (_values, condition) => {
    const report = conditionType(image, condition);
    const { messageChars } = options.limits;
    const written = callLisp("WARNING-MESSAGE", INTERNAL_PACKAGE, condition, messageChars);
    const message = cut(text(written), messageChars);
    const compiled = image.compilerWarning?.condition === condition ? image.compilerWarning : null;
    const isStyle = callLisp("TYPEP", "COMMON-LISP", condition, sym("STYLE-WARNING")) !== nil();
    const severity = isStyle ? "style" : "warning";
    const at = compiled?.at ?? { position: null, place: null };
    const caught = image.expanding ? (isStyle ? "STYLE-WARNING" : "WARNING") : report.label;
    const label = compiled?.label ?? caught;
    options.onWarning({ ...report, label, message, severity, ...caughtAt(image, at, options) });
    // A warning signalled by other means than WARN has no MUFFLE-WARNING, and ends nothing.
    const muffle = callLisp("FIND-RESTART", "COMMON-LISP", sym("MUFFLE-WARNING"), condition);
    return muffle === nil() ? nil() : callLisp("MUFFLE-WARNING", "COMMON-LISP", condition);
  };
}

function timeoutCondition(seconds: number): LispValue {
  const name = sym("TIMEOUT", INTERNAL_PACKAGE);
  const limit = Number.isInteger(seconds) ? seconds : single(Math.fround(seconds));
  return callLisp("MAKE-CONDITION", "COMMON-LISP", name, keyword("SECONDS"), limit);
}

function text(x: LispValue): string {
  return Array.isArray(x) ? stringText(x as LispVector) : "";
}

function cut(message: string, chars: number): string {
  return message.length <= chars ? message : `${firstUnits(message, chars)}...`;
}

function messageOf(condition: LispValue, chars: number): string {
  return cut(text(callLisp("CONDITION-MESSAGE", INTERNAL_PACKAGE, condition, chars)), chars);
}

/** The name of a condition's type, its package, and how it is printed. */
interface ConditionType {
  readonly type: string;
  readonly package: string;
  readonly label: string;
}

/** What is said of a condition whose type could not be found out. */
const SOME_CONDITION: ConditionType = { type: "CONDITION", package: "COMMON-LISP", label: "CONDITION" };

function conditionType(image: BaseImage, condition: LispValue): ConditionType {
  const symbol = callLisp("TYPE-OF", "COMMON-LISP", condition) as LispSymbol;
  return {
    type: symbolName(symbol),
    package: homeName(symbol) ?? "",
    label: image.print(symbol, { chars: 200, depth: 1 }),
  };
}

/** The type and the report of a condition, with none of the program's handlers around. */
export function conditionText(
  image: BaseImage,
  condition: LispValue,
  chars: number,
): { label: string; message: string } {
  const handlers = sym("*HANDLER-CLUSTERS*", INTERNAL_PACKAGE);
  const saved = symbolValue(handlers);
  setSymbolValue(handlers, nil());
  try {
    const { label } = conditionType(image, condition);
    return { label, message: messageOf(condition, chars) };
  } finally {
    setSymbolValue(handlers, saved);
  }
}

function restartName(restart: LispValue): { name: string; parameters: string | null } {
  const parameters = callLisp("RESTART-PARAMETERS-TEXT", INTERNAL_PACKAGE, restart);
  return {
    name: symbolName(callLisp("RESTART-NAME", "COMMON-LISP", restart) as LispSymbol),
    parameters: parameters === nil() ? null : text(parameters),
  };
}

function qualifiedName(name: LispValue): string {
  const symbol = name as LispSymbol;
  return `${homeName(symbol) ?? "#"}:${symbolName(symbol)}`;
}

/** The name and the value of a slot, from a cons of its symbol and the value. */
function namedValue(slot: LispValue): readonly [string, LispValue] {
  return [symbolName(carOf(slot as LispCons) as LispSymbol), cdrOf(slot as LispCons)];
}

/**
 * What a report says of a condition, taken where it was signalled. `exit` is what a failing part throws,
 * having left the type of its error in `failure`.
 */
function describeCondition(
  image: BaseImage,
  condition: LispValue,
  limits: ReportLimits,
  exit: unknown,
  failure: { type: string | null },
): StackReport {
  const { stack } = image;
  const { sp } = stack;
  const part = <T>(make: () => T, otherwise: T): T => {
    try {
      return make();
    } catch (e) {
      // A fault of the runtime in one part must not cost the report either.
      if (e !== exit && image.internals.isNLX(e)) throw e;
      return otherwise;
    } finally {
      stack.sp = sp;
    }
  };
  // A machine that stands still for a second takes the time of one part; the next has its own.
  const typed = () => part<ConditionType | null>(() => conditionType(image, condition), null);
  const type = typed() ?? typed() ?? SOME_CONDITION;
  const printed = (print: () => string, otherwise: (why: string) => string): string => {
    failure.type = null;
    const result = part(print, null);
    return result ?? otherwise(failure.type === null ? "" : `: ${failure.type}`);
  };
  const leftOut = { precedence: 0, slots: 0, restarts: 0 };
  const listOf = (name: string, of: keyof typeof leftOut) => {
    const all = part(() => elementsOf(callLisp(name, INTERNAL_PACKAGE, condition)), []);
    leftOut[of] = Math.max(0, all.length - BUDGETS.MAX_LISTED);
    return all.slice(0, BUDGETS.MAX_LISTED);
  };
  const { messageChars } = limits;
  const restartChars = Math.min(messageChars, BUDGETS.RESTART_CHARS);
  const slotChars = Math.min(messageChars, BUDGETS.SLOT_CHARS);
  const message = printed(
    () => messageOf(condition, messageChars),
    (why) => `#<error printing a condition of type ${type.label}${why}>`,
  );
  const restarts = listOf("APPLICABLE-RESTARTS", "restarts").flatMap((restart): Restart[] => {
    const known = part(() => restartName(restart), null);
    if (known === null) return [];
    const description = printed(
      () => cut(text(callLisp("RESTART-TEXT", INTERNAL_PACKAGE, restart, restartChars)), restartChars),
      (why) => `#<error printing a restart${why}>`,
    );
    return [{ ...known, description }];
  });
  const values = listOf("CONDITION-SLOTS-DATA", "slots").map(namedValue);
  const slots = values.map(([name, value]) => ({
    name,
    value: printed(
      () => text(callLisp("SLOT-TEXT", INTERNAL_PACKAGE, value, slotChars)),
      (why) => `#<error printing${why}>`,
    ),
  }));
  const signalled = { type: type.type, slots: new Map(values) };
  const calls = part(
    () =>
      visibleFrames(image, limits, signalled, (make) => {
        failure.type = null;
        const failed = {};
        const result = part<unknown>(make, failed);
        return result === failed ? { failure: failure.type } : (result as ReturnType<typeof make>);
      }),
    NO_CALLS,
  );
  return {
    ...type,
    message,
    precedence: listOf("CONDITION-PRECEDENCE", "precedence").map(qualifiedName),
    slots,
    restarts: restarts.length > 0 ? restarts : [TOPLEVEL_ABORT],
    leftOut,
    ...calls,
    hints: part(() => image.hints(signalled, type.package), []),
  };
}

/** When even describing an error failed: a bare report, so that the request is still answered. */
function lastResort(image: BaseImage, e: unknown, limits: ReportLimits): StackReport {
  const exhausted = isStackExhaustion(e);
  const type = exhausted ? "CONTROL-STACK-EXHAUSTED" : "SIMPLE-ERROR";
  const message = exhausted
    ? "Control stack exhausted (no more space for function call frames)."
    : `JavaScript error: ${e instanceof Error ? e.message : String(e)}`;
  return {
    type,
    package: exhausted ? INTERNAL_PACKAGE : "COMMON-LISP",
    label: type,
    message,
    precedence: [],
    slots: [],
    restarts: [TOPLEVEL_ABORT],
    leftOut: { precedence: 0, slots: 0, restarts: 0 },
    ...callsOf(image, limits),
    hints: [],
  };
}

/** The running calls, in a report of which nothing else is sure; none where their part cannot be loaded. */
function callsOf(image: BaseImage, limits: ReportLimits): CallsText {
  try {
    return visibleFrames(image, limits, null, (make) => {
      try {
        return make();
      } catch {
        return { failure: null };
      }
    });
  } catch {
    return NO_CALLS;
  }
}
