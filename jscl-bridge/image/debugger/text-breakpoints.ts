/** Breakpoints on lines of a text while it is evaluated: its forms that have one are compiled for it. */

import { STEPS } from "../../compiler/syntax/policy.js";
import type { LispFunction, LispValue } from "../../runtime/objects/marshal.js";
import { functionNameSymbol } from "../../runtime/objects/setf-names.js";
import { symbolFunction } from "../../runtime/objects/symbols.js";
import { makeString } from "../../runtime/objects/vectors.js";
import { list, nil, simpleError, sym, t } from "../../runtime/signals.js";
import type { FormName, Place } from "../../runtime/stack/sources.js";
import type { Breakpoint, StepSite } from "../../runtime/stack/step-sites.js";
import { needExtensions } from "../extensions.js";
import type { Image } from "../image.js";
import { breakpointsOf } from "./breakpoints.js";
import { LineSites } from "./line-sites.js";
import { stepperOf } from "./stepper.js";

/** A toplevel form of the text, by the offsets of its beginning and its end. */
interface Range {
  readonly start: number;
  readonly end: number;
}

export class TextBreakpoints {
  /** The offset where each line begins. */
  readonly #starts: readonly number[];
  readonly #lines: readonly number[];
  /** The texts of the conditions of those lines that have one. */
  readonly #conditions: ReadonlyMap<number, string>;
  /** How many of them are before the form at work. */
  #passed = 0;
  /** Those in it, each with the condition under which it stops. */
  #wanted: ReadonlyMap<number, LispValue> = new Map();
  #sites = new LineSites();
  /** Those that are set there. */
  #breakpoints: Breakpoint[] = [];
  /** The functions in it that have calls to stop at, by the name of the definition; NIL for other code. */
  #definitions = new Map<StepSite, LispValue>();
  /** The functions that it has made for definitions. */
  #functions: LispFunction[] = [];
  #isSettled = true;
  /** The debug quality of the forms that have none. */
  proclaimed: number;

  /** Lines count from 1; each has the text of its condition in the same place, "" or nothing for none. */
  constructor(
    private readonly image: Image,
    text: string,
    lines: readonly number[],
    conditions: readonly string[],
  ) {
    needExtensions(image);
    stepperOf(image);
    this.#starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
    this.#lines = [...new Set(lines)].sort((a, b) => a - b);
    this.#conditions = new Map(lines.map((line, place) => [line, conditions[place] ?? ""]));
    this.proclaimed = image.definitions.debug;
  }

  /** A form is compiled and evaluated next. A line before it that has no form counts as its first one. */
  begin({ end }: Range): void {
    this.end();
    const { definitions } = this.image;
    const passed = this.#passed;
    while (this.#passed < this.#lines.length && this.#startOf(this.#passed) < end) this.#passed++;
    // Read here, where the package is that of the form.
    this.#wanted = new Map(
      this.#lines.slice(passed, this.#passed).map((line) => [line, this.#conditionOn(line)]),
    );
    if (this.#wanted.size === 0) return;
    this.proclaimed = definitions.debug;
    definitions.debug = STEPS;
    definitions.steps = this;
    this.image.stops = this;
  }

  /** The form is over. */
  end(): void {
    if (this.image.stops !== this) return;
    this.#mark(true);
    this.#keep();
    this.aside();
    this.#sites = new LineSites();
    this.#breakpoints = [];
    this.#definitions.clear();
    this.#functions = [];
  }

  /** Has nothing to do with what is compiled from now on; what is returned ends that. */
  aside(): () => void {
    const { image } = this;
    const { definitions, stops } = image;
    const { debug, steps } = definitions;
    if (debug === STEPS) definitions.debug = this.proclaimed;
    definitions.steps = null;
    image.stops = null;
    return () => {
      Object.assign(definitions, { debug, steps });
      image.stops = stops;
    };
  }

  /** Called for each call that is compiled. */
  note(site: StepSite, { form, definition }: Place): void {
    // What is evaluated where the program has stopped, or comes from a file, is no part of the text.
    if (this.image.stepper?.isStopped || form.text.file !== null) return;
    this.#sites.note(site);
    this.#definitions.set(site, definedName(definition) ?? definedName(form.name) ?? nil());
    this.#isSettled = false;
  }

  noteFunction(fn: LispFunction): void {
    if (!this.image.stepper?.isStopped) this.#functions.push(fn);
  }

  /** Marks the calls to stop at among those that are compiled by now. */
  settle(): void {
    if (!this.#isSettled) this.#mark(false);
  }

  #mark(isWhole: boolean): void {
    this.#isSettled = true;
    const { lines } = this.#sites;
    for (const [asked, condition] of this.#wanted) {
      this.#sites.clear(asked);
      // Where no call stands on a line, the next one that has some is meant, as in other debuggers, or else
      // the last: the function may be called later.
      const line = lines.find((each) => each >= asked) ?? (isWhole ? lines.at(-1) : undefined);
      if (line === undefined) continue;
      for (const site of this.#sites.on(line))
        site.breakpoint = this.#breakpoint(this.#definitions.get(site) ?? nil(), line, asked, condition);
    }
  }

  /** What cannot be read fails in the same way where the program stops. */
  #conditionOn(line: number): LispValue {
    const text = this.#conditions.get(line)?.trim() ?? "";
    if (text === "") return t();
    const { image } = this;
    return image.catchingErrors<LispValue>(
      () => {
        const [form, ...more] = image.readAll(text);
        return form === undefined || more.length > 0
          ? simpleError("It has to be one form: ~A", makeString(text))
          : form;
      },
      (condition) => list(sym("ERROR"), list(sym("QUOTE"), condition)),
    );
  }

  #breakpoint(name: LispValue, line: number, asked: number, condition: LispValue): Breakpoint {
    const isIt = (each: Breakpoint) => each.name === name && each.line === line && each.asked === asked;
    const known = this.#breakpoints.find(isIt);
    if (known !== undefined) return known;
    const made = { name, line, asked, condition };
    this.#breakpoints.push(made);
    return made;
  }

  /** Lets what is defined now have its breakpoints set and cleared by names. */
  #keep(): void {
    const { definitions, internals, stack } = this.image;
    for (const fn of this.#functions) {
      const sites = this.#sites.within(definitions.written.get(fn) ?? nil());
      const { kind, name = null } = stack.infoOf(fn as { name: string }) ?? {};
      const symbol = name === null ? null : functionNameSymbol(name);
      if (sites.lines.length === 0) continue;
      if (kind === "method") breakpointsOf(this.image).methods.note(fn, sites);
      else if (symbol !== null && internals.fboundp(symbol) && symbolFunction(symbol) === fn)
        breakpointsOf(this.image).note(symbol, fn, sites);
    }
  }

  #startOf(index: number): number {
    const line = Math.max(1, this.#lines[index] ?? 1);
    return this.#starts[line - 1] ?? Number.POSITIVE_INFINITY;
  }
}

function definedName(name: FormName | null): LispValue | undefined {
  return name?.isDefinition ? name.operands[0] : undefined;
}
