/**
 * Levels: evaluations that are held with their stacks alive, at a condition or where they wait for input, and
 * what runs on top of them meanwhile. Each is afterwards as it was, whatever ran on top of it.
 */
import type { BaseImage } from "../base-image.js";
import type { LispPackage, LispSymbol, LispValue } from "../objects/marshal.js";
import { packageSymbols } from "../objects/package-objects.js";
import { setSymbolValue, symbolStack, symbolValue } from "../objects/symbols.js";
import type { ReportedCalls } from "../reports/frames.js";
import { INTERNAL_PACKAGE, sym } from "../signals.js";
import { LIMIT_SLOTS } from "./deep-calls.js";

/** An evaluation that is held. */
export interface Level {
  /** The stack's height where it is held: its visible frames are counted from here. */
  readonly sp: number;
  /** Null where it waits for input. */
  readonly condition: LispValue;
  /** The calls that its report shows; none where it waits for input. */
  readonly calls: ReportedCalls;
  /** The restarts that are active there, as `*RESTART-CLUSTERS*` has them. */
  readonly restarts: LispValue;
  /** The current package of what is evaluated on top of it. */
  package: LispPackage;
}

/** What is held there, with the calls that its report shows; null where it has none. */
export function levelAt(
  image: BaseImage,
  sp: number,
  condition: LispValue,
  reported: ReportedCalls | null,
): Level {
  const calls = reported ?? { signalled: null, calls: [] };
  const restarts = symbolValue(sym("*RESTART-CLUSTERS*", INTERNAL_PACKAGE));
  return { sp, condition, calls, restarts, package: image.currentPackage() };
}

/** Waits at a level, which is the innermost of the image's meanwhile. */
export function waitAt<T>(image: BaseImage, level: Level, wait: () => T): T {
  image.levels.push(level);
  try {
    return wait();
  } finally {
    image.levels.pop();
  }
}

/**
 * Begins what runs on top of the innermost level, until what it returns is called. Its frames are counted
 * from there; exits to what is held below leave it, as they would in any call.
 */
export function onTop(image: BaseImage, level: Level): () => void {
  const { stack } = image;
  const { sp, base, fuel, catches, onTick } = stack;
  const { slots } = image.recursionLimit;
  const { enterDebugger, stackExhausted, compilerWarning, expanding, onLoadedForm, onPicture } = image;
  image.expanding = false;
  stack.held.push({ sp: level.sp, base });
  stack.base = level.sp;
  // What is held may be deeper than all that others may be.
  image.recursionLimit.slots = level.sp + LIMIT_SLOTS;
  return () => {
    stack.base = level.sp;
    stack.clear();
    stack.held.pop();
    image.recursionLimit.slots = slots;
    Object.assign(stack, { sp, base, fuel, catches, onTick });
    Object.assign(image, { enterDebugger, stackExhausted, compilerWarning, expanding });
    Object.assign(image, { onLoadedForm, onPicture });
  };
}

/** How many bindings of JSCL's own code hide a value of each special: of those where there are some. */
type BoundSpecials = ReadonlyMap<LispSymbol, number>;

const NONE: BoundSpecials = new Map();

/** The bindings of the evaluations that are held. */
export function boundSpecials(image: BaseImage): BoundSpecials {
  if (image.levels.length === 0) return NONE;
  const bound = new Map<LispSymbol, number>();
  for (const symbol of specials(image)) bound.set(symbol, symbolStack(symbol).length);
  return bound;
}

/**
 * Puts back specials that stock library code had bound when the stack ran out, or when its unwinding was cut
 * off: that calls functions, which an exhausted stack may not allow. Bindings of `outer` stay.
 */
export function unwindSpecials(image: BaseImage, outer: BoundSpecials): void {
  for (const symbol of specials(image)) {
    const stack = symbolStack(symbol);
    const kept = outer.get(symbol) ?? 0;
    if (stack.length <= kept) continue;
    setSymbolValue(symbol, stack[kept]);
    stack.length = kept;
  }
}

/** The symbols that JSCL's own code has bound. */
function* specials(image: BaseImage): Generator<LispSymbol> {
  for (const pkg of new Set(Object.values(image.packages))) {
    for (const symbol of Object.values(packageSymbols(pkg))) {
      if (typeof symbol === "object" && symbolStack(symbol).length > 0) yield symbol;
    }
  }
}
