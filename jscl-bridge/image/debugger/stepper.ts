/**
 * Stepping: where a program that is stepped through stops next. A step is a call of the source text, before
 * which the compiled code calls STEP-POINT, and after which STEP-VALUES (`compiler/syntax/stepped-calls.ts`).
 */

import { STEPS } from "../../compiler/syntax/policy.js";
import type { LispFunction, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { makeString } from "../../runtime/objects/vectors.js";
import { callLisp, INTERNAL_PACKAGE, keyword, list, listOf, nil, sym, t } from "../../runtime/signals.js";
import type { Breakpoint, StepSite } from "../../runtime/stack/step-sites.js";
import { needExtensions } from "../extensions.js";
import type { Image } from "../image.js";
import { debuggedFunctions } from "./debugged-functions.js";
import { evaluateInFrame } from "./evaluation.js";
import { cut, KeptTexts } from "./kept-texts.js";
import type { ReplacedFunctions } from "./replaced-functions.js";

/** Calls whose values are shown at the next stop, at most. */
const MOST_GIVEN = 8;

/** Characters of a value, and of a form, that was evaluated since the last stop. */
const [VALUE_CHARS, FORM_CHARS] = [120, 80];

/** How many calls at a line with a breakpoint are known, at most: those further out stop once more. */
const MOST_LINES = 1000;

/** How far a program goes on: to the next step, in this call or one further out, further out, or for good. */
type Way = "into" | "next" | "out" | "continue";

/** A call that is at a line with a breakpoint. */
interface AtLine {
  readonly height: number;
  readonly breakpoint: Breakpoint;
  /** The calls on it that were made. */
  readonly passed: StepSite[];
}

export class Stepper {
  #way: Way = "continue";
  /** The height of the Lisp stack at the last stop. */
  #height = 0;
  /** What calls gave since then, the last ones. */
  #given: string[] = [];
  /** What stands in the place of the program's functions while it is stepped through. */
  #functions: ReplacedFunctions | null = null;
  /** What is evaluated while the program has stopped is not stepped through. */
  #isStopped = false;
  /** The lines with a breakpoint that calls are at, the innermost last. */
  #lines: AtLine[] = [];
  readonly #texts: KeptTexts;

  constructor(private readonly image: Image) {
    this.#texts = new KeptTexts(image);
  }

  /** Whether the program has stopped, and was asked nothing else since. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  get isStepping(): boolean {
    return this.#functions !== null;
  }

  /** Has the program stop at its next step. */
  begin(): void {
    this.#way = "into";
    this.#given = [];
    if (this.#functions !== null) return;
    needExtensions(this.image);
    const { debug } = this.image.definitions;
    const proclaimed = debug === STEPS ? (this.image.stops?.proclaimed ?? 1) : debug;
    this.#functions = debuggedFunctions(this.image, STEPS, proclaimed, true);
    this.#functions.begin();
  }

  /** Has it stop at breakpoints alone, and gives names their own functions back. */
  end(): void {
    this.#way = "continue";
    this.#given = [];
    this.#functions?.end();
    this.#functions = null;
  }

  /** Ends the stepping that has begun since it was known whether there was some. */
  restore(wasStepping: boolean): void {
    if (!wasStepping) this.end();
  }

  /** The function of a name, for which another one may stand while the program is stepped through. */
  ownOf(symbol: LispSymbol): LispFunction | null {
    return this.#functions?.ownOf(symbol) ?? null;
  }

  /** A call is about to be made at a height of the stack: stops there if that is wanted. */
  point(site: StepSite, args: readonly LispValue[], height: number): void {
    if (this.#isStopped) return;
    this.image.stops?.settle();
    const breakpoint = this.#isWanted(height) ? nil() : this.#breakpointAt(site, height);
    if (breakpoint !== null) this.#stop(site, args, height, breakpoint);
  }

  /** What calls gave since the last stop, a string for each. */
  given(): LispValue {
    const given = this.#given;
    this.#given = [];
    return listOf(given.map(makeString));
  }

  /** A call has given values. */
  values(site: StepSite, values: readonly LispValue[], height: number): void {
    if (this.#isStopped || !this.#isWanted(height)) return;
    const shown = values.map((each) => this.#texts.plain(each, VALUE_CHARS));
    const form = cut(this.#texts.plain(site.form, FORM_CHARS), FORM_CHARS);
    if (this.#given.length === MOST_GIVEN) this.#given.shift();
    this.#given.push(`${form} => ${shown.length === 0 ? "; No values" : shown.join(", ")}`);
  }

  #stop(site: StepSite, args: readonly LispValue[], height: number, breakpoint: LispValue): void {
    const stop = [site.form, listOf(args), this.given(), breakpoint];
    this.#isStopped = true;
    let way: Way;
    try {
      way = wayOf(callLisp("STEP-STOP", INTERNAL_PACKAGE, ...stop));
    } finally {
      this.#isStopped = false;
    }
    if (way === "continue") return this.end();
    this.begin();
    this.#way = way;
    this.#height = height;
  }

  /**
   * What STEP-STOP is told of the breakpoint on whose line a call is the first, where its condition is true
   * or fails; else null.
   */
  #breakpointAt(site: StepSite, height: number): LispValue | null {
    const { breakpoint } = site;
    const lines = this.#lines;
    const isLeft = (last: AtLine) =>
      last.height > height ||
      (last.height === height &&
        (breakpoint === null ? last.breakpoint.line !== site.position.line : last.breakpoint !== breakpoint));
    let last = lines.at(-1);
    while (last !== undefined && isLeft(last)) {
      lines.pop();
      last = lines.at(-1);
    }
    if (breakpoint === null) return null;
    if (last?.height === height) {
      if (!last.passed.includes(site)) {
        last.passed.push(site);
        return null;
      }
      lines.pop();
    }
    lines.push({ height, breakpoint, passed: [site] });
    if (lines.length > MOST_LINES) lines.shift();
    const { name, line, condition } = breakpoint;
    if (condition === t()) return list(name, line, nil());
    this.#isStopped = true;
    try {
      const checked = list(sym("CHECKED-CONDITION", INTERNAL_PACKAGE), condition);
      const [isTrue, problem = nil()] = evaluateInFrame(this.image, height, 0, checked);
      return isTrue === nil() ? null : list(name, line, problem);
    } finally {
      this.#isStopped = false;
    }
  }

  #isWanted(height: number): boolean {
    switch (this.#way) {
      case "into":
        return true;
      case "next":
        return height <= this.#height;
      case "out":
        return height < this.#height;
      case "continue":
        return false;
    }
  }
}

function wayOf(x: LispValue): Way {
  const ways = ["into", "next", "out"] as const;
  return ways.find((way) => x === keyword(way.toUpperCase())) ?? "continue";
}

/** The stepper of an image, which has none at first. */
export function stepperOf(image: Image): Stepper {
  image.stepper ??= new Stepper(image);
  return image.stepper;
}

/** Has the program stop at its steps from now on, until what is returned ends that. */
export function beginStepping(image: Image): () => void {
  const stepper = stepperOf(image);
  const wasStepping = stepper.isStepping;
  stepper.begin();
  return () => stepper.restore(wasStepping);
}
