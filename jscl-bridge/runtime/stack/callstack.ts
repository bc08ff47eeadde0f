/**
 * The live call stack of compiled Lisp: arguments and a function's number, pushed by the function itself
 * before its first call, walkable at any moment.
 *
 * Layout, bottom to top, one frame: its arguments as they were on entry, then its info number (a small
 * integer). `sp` is the index after the running frame. Compiled code stores `sp` again before each call, so
 * neither a return nor a non-local exit has to pop anything; what lies above `sp` is stale.
 *
 * It also carries the counters that compiled code decrements: `fuel` for safepoints, `room` for allocation.
 */

import type { FrameKind } from "../../contract/engine.js";
import { carOf, cdrOf } from "../objects/conses.js";
import type { LispSymbol, LispValue } from "../objects/marshal.js";
import { homeName } from "../objects/symbols.js";
import { INTERNAL_PACKAGE, isCons, nil } from "../signals.js";
import { type CallPlaces, ToplevelPlaces } from "./call-places.js";
import type { Scope } from "./scopes.js";
import type { Place } from "./sources.js";

export interface SourcePosition {
  line: number;
  column: number;
}

/**
 * One thing after another: the number of a slot, a keyword, or -1 for a variable that SBCL would not keep.
 */
export type ArgumentLayout = readonly (number | LispSymbol)[];

/** Stands in a frame's arguments for an object that the image does not have, as SBCL prints it. */
export class ArgumentText {
  constructor(readonly text: string) {}
}

/** Stands for an argument that SBCL would not keep. */
export const UNUSED_ARGUMENT = new ArgumentText("#<unused argument>");

/** Stands for the environment of a toplevel form. */
export const NULL_ENVIRONMENT = new ArgumentText("#<NULL-LEXENV>");

/** Packages whose functions are none of the program's; `undefined` for symbols without one. */
const LIBRARY_PACKAGES: ReadonlySet<string | undefined> = new Set([
  "COMMON-LISP",
  "JSCL",
  INTERNAL_PACKAGE,
  undefined,
]);

/** How many arguments of a &REST parameter are looked at. */
const REST_SHOWN = 200;

/** What the compiler knows of a function whose calls are recorded. */
export interface FrameInfo {
  kind: FrameKind;
  /** The function's name: a symbol, or a list such as (FLET F :IN G); null for a toplevel form. */
  name: LispValue | null;
  /** How many stack slots its arguments take. */
  slots: number;
  /** The last slot holds the rest of the arguments: a list, or a JavaScript array. */
  spread: boolean;
  /** The last slot says which variables of the frame are bound (`scopes.ts`). */
  scoped?: boolean;
  /** Of a frame whose variables are slots: how many there are for them between the arguments and that one. */
  variables?: number;
  /** The last of these holds the scope that the function is inside of. */
  isInside?: true;
  /** The scope around the function, where it was compiled again inside of one. */
  around?: Scope;
  /** What a frame shows, where that is not just its slots. */
  layout: ArgumentLayout | null;
  /** The special variables that the function binds; absent where it binds none, or nothing is known. */
  specials?: readonly LispSymbol[];
  /** Shown as the call was made, without the defaults of what was not given. */
  asGiven?: true;
  /** Part of the image's own machinery, never shown. */
  internal: boolean;
  /** Where its definition stands, if it has source text. */
  place: Place | null;
  /** Where the calls in the function's code stand in the source text, if it has one. */
  calls?: CallPlaces;
  /** What it was written as, without LAMBDA; absent for the image's own and for those of compiled files. */
  source?: LispValue;
  /** How many changes of meaning there had been when it was compiled; absent for none (`MeaningChanges`). */
  since?: number;
  /** There was no function of that name. */
  undefined?: true;
  /** The function looked at its arguments and was not entered. */
  rejected?: true;
  /** The number of its like for calls whose arguments are kept as they came, once there was one. */
  asItCame?: number;
}

/** How many slots of a frame hold arguments: the first. */
export function argumentSlotsOf({ slots, scoped, variables = 0 }: FrameInfo): number {
  return scoped === true ? slots - variables - 1 : slots;
}

/** The description of a plain frame, but for `more`. */
export function frameInfo(
  kind: FrameKind,
  name: LispValue | null,
  slots: number,
  more: Partial<FrameInfo> = {},
): FrameInfo {
  return { kind, name, slots, spread: false, layout: null, internal: false, place: null, ...more };
}

/** Stands where there is no description: not yet, or not any more until its number is given out again. */
export const NO_FRAME = frameInfo("library", null, 0, { internal: true });

/**
 * Marks where the evaluator calls functions itself, without code of the program's in between; its slot is the
 * call.
 */
export const EVALUATOR = frameInfo("toplevel", null, 1, { internal: true });

/** A running frame: valid until control leaves the function. */
export interface Frame {
  info: FrameInfo;
  /** Where its slots begin. */
  base: number;
}

/** Slots that are there from the start: a store that need not make the array longer is faster. */
const ROOM = 16_384;
const STRETCH = 256;

export class CallStack {
  sp = 0;
  /** Where the running evaluation's frames begin: above those of the evaluations that are held below it. */
  base = 0;
  /**
   * The evaluations that are held below it, the innermost last: their heights, and where their frames begin.
   */
  readonly held: { readonly sp: number; readonly base: number }[] = [];
  /** Safepoints left until `tick` looks at the clock. */
  fuel = 0;
  /** Bytes that may be allocated until `onSample` is told of an object. A small integer, as `fuel` is. */
  room = 2 ** 30 - 1;
  onSample: (object: object) => void = () => {};
  /** The innermost active CATCH form, which knows the one around it. */
  catches: unknown = null;
  readonly st: unknown[] = new Array(ROOM).fill(undefined);
  readonly infos: FrameInfo[] = [];
  private readonly released: number[] = [];
  readonly toplevel = new ToplevelPlaces();
  private readonly libraryInfos = new Map<LispSymbol, number[]>();
  /** Called when the fuel is used up; refills it, or leaves by a non-local exit. */
  onTick: () => void = () => {
    this.fuel = 10_000;
  };

  tick(): void {
    this.onTick();
  }

  /**
   * Looks at the clock although there is fuel left, as what runs next or ran last is no matter of safepoints.
   */
  look(): void {
    this.onTick();
  }

  register(info: FrameInfo, since = 0): number {
    if (since > 0) info.since = since;
    const id = this.released.pop() ?? this.infos.length;
    this.infos[id] = info;
    return id;
  }

  /** Lets the number of a description be used again. No function may be left that has it. */
  release(id: number): void {
    const { asItCame } = this.infos[id] ?? NO_FRAME;
    this.infos[id] = NO_FRAME;
    this.released.push(id);
    if (asItCame !== undefined) this.release(asItCame);
  }

  /** The description of a compiled function, by the number that the compiler put into its JavaScript name. */
  infoOf(fn: { name: string }): FrameInfo | undefined {
    // Without a regular expression: on an exhausted stack V8 ends the process over one.
    const number = Number(fn.name.slice(1));
    return fn.name === `L${number}` ? this.infos[number] : undefined;
  }

  /** The info number for calls of a function of the library that pushes its frame itself. */
  registerLibrary(name: LispValue, slots: number, spread = false): number {
    return this.register(frameInfo("library", name, slots, { spread }));
  }

  /**
   * The info number for calls, made by the caller, of a function that is not our compiler's, with `count`
   * arguments: one of the library or, under a name that the program made up, one that is undefined.
   */
  library(name: LispSymbol, count: number): number {
    let byCount = this.libraryInfos.get(name);
    if (byCount === undefined) {
      byCount = [];
      this.libraryInfos.set(name, byCount);
    }
    const known = byCount[count];
    if (known !== undefined) return known;
    const id = this.register(
      LIBRARY_PACKAGES.has(homeName(name))
        ? frameInfo("library", name, count)
        : frameInfo("function", name, count, { undefined: true }),
    );
    byCount[count] = id;
    return id;
  }

  /** Pushes a frame outside of compiled code; the caller restores `sp`. */
  push(id: number, args: readonly unknown[]): void {
    const st = this.st;
    let sp = this.sp;
    for (const arg of args) st[sp++] = arg;
    st[sp++] = id;
    this.sp = sp;
  }

  e0(id: number): void {
    this.st[this.sp++] = id;
  }
  e1(id: number, a: unknown): void {
    const sp = this.sp;
    this.st[sp] = a;
    this.st[sp + 1] = id;
    this.sp = sp + 2;
  }
  e2(id: number, a: unknown, b: unknown): void {
    const sp = this.sp;
    this.st[sp] = a;
    this.st[sp + 1] = b;
    this.st[sp + 2] = id;
    this.sp = sp + 3;
  }
  e3(id: number, a: unknown, b: unknown, c: unknown): void {
    const sp = this.sp;
    this.st[sp] = a;
    this.st[sp + 1] = b;
    this.st[sp + 2] = c;
    this.st[sp + 3] = id;
    this.sp = sp + 4;
  }
  e4(id: number, a: unknown, b: unknown, c: unknown, d: unknown): void {
    const sp = this.sp;
    this.st[sp] = a;
    this.st[sp + 1] = b;
    this.st[sp + 2] = c;
    this.st[sp + 3] = d;
    this.st[sp + 4] = id;
    this.sp = sp + 5;
  }
  en(id: number, ...args: unknown[]): void {
    this.push(id, args);
  }

  /** Ends a temporary frame: sets `sp` back and passes `result` on. */
  x<T>(sp: number, result: T): T {
    this.sp = sp;
    return result;
  }

  /** The innermost running frame, or that below a height of the running evaluation or of one that is held. */
  innermost(sp?: number): Frame | null {
    if (sp === undefined) return this.sp > this.base ? this.frameBelow(this.sp, this.base) : null;
    return this.frameBelow(sp, this.floorOf(sp));
  }

  /** The frame that called `frame`, in the same evaluation. */
  callerOf({ info, base }: Frame): Frame | null {
    return this.frameBelow(base, this.floorOf(base + info.slots + 1));
  }

  /** Where the frames of the evaluation begin that reaches up to that height. */
  private floorOf(sp: number): number {
    if (sp > this.base) return this.base;
    return this.held.find((each) => each.base < sp && sp <= each.sp)?.base ?? sp;
  }

  private frameBelow(sp: number, floor: number): Frame | null {
    const info = sp > floor ? this.infos[this.st[sp - 1] as number] : undefined;
    const base = info === undefined ? -1 : sp - 1 - info.slots;
    return info === undefined || base < floor ? null : { info, base };
  }

  /** The arguments of a running frame, as a reader is shown them. */
  argumentsOf({ info, base }: Frame): LispValue[] {
    const slots = this.st.slice(base, base + argumentSlotsOf(info));
    const rest = info.spread ? restArguments(slots.pop()) : [];
    // An optional parameter has no value before its default is made.
    if (info.layout === null) return [...slots.filter((arg) => arg !== undefined), ...rest];
    const shown = info.layout.flatMap((item, i, layout) => {
      if (typeof item !== "number") return [item];
      if (item < 0) return [UNUSED_ARGUMENT];
      const value = slots[item];
      return value !== undefined ? [value] : typeof layout[i - 1] === "object" ? [nil()] : [];
    });
    return [...shown, ...rest];
  }

  /** Forgets stale frames so that what they refer to can be collected; held ones stay. */
  clear(): void {
    const { st, base } = this;
    this.sp = base;
    st.length = Math.max(ROOM, base);
    // Frames lie without gaps, so nothing is left above a stretch that has none.
    for (let start = base; start < ROOM && hasAny(st, start, start + STRETCH); start += STRETCH) {
      st.fill(undefined, start, start + STRETCH);
    }
  }
}

function hasAny(slots: readonly unknown[], start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (slots[i] !== undefined) return true;
  return false;
}

function restArguments(rest: unknown): LispValue[] {
  if (Array.isArray(rest)) return rest;
  const items: LispValue[] = [];
  for (let tail = rest; isCons(tail) && items.length < REST_SHOWN; tail = cdrOf(tail)) {
    items.push(carOf(tail));
  }
  return items;
}
