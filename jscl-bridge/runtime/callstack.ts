/**
 * The live call stack of compiled Lisp: arguments and a function's number, pushed by the function itself
 * before its first call, walkable at any moment.
 *
 * Layout, bottom to top, one frame: its arguments as they were on entry, then its info number (a small
 * integer). `sp` is the index after the running frame. Compiled code stores `sp` again before each call, so
 * neither a return nor a non-local exit has to pop anything; what lies above `sp` is stale.
 */
import type { LispSymbol, LispValue } from "./marshal.js";

export type FrameKind =
  | "function"
  | "local"
  | "lambda"
  | "method"
  | "setf"
  | "toplevel"
  | "library"
  | "operator";

export interface SourcePosition {
  line: number;
  column: number;
}

/** What the compiler knows of a function whose calls are recorded. */
export interface FrameInfo {
  kind: FrameKind;
  /** The function's name: a symbol, or a list such as (FLET F :IN G); null for a toplevel form. */
  name: LispValue | null;
  /** How many stack slots its arguments take. */
  slots: number;
  /** The last slot holds a JavaScript array with the rest of the arguments. */
  spread: boolean;
  /** Part of the image's own machinery, never shown. */
  internal: boolean;
  position: SourcePosition | null;
}

export interface Frame {
  info: FrameInfo;
  args: LispValue[];
}

/** Frames kept at each end when a deep stack is captured. */
const CAPTURE_TOP = 200;
const CAPTURE_BOTTOM = 50;

export class CallStack {
  sp = 0;
  /** Safepoints left until `tick` looks at the clock. */
  fuel = 0;
  readonly st: unknown[] = [];
  readonly infos: FrameInfo[] = [];
  private readonly libraryInfos = new Map<LispSymbol, number[]>();
  /** Called when the fuel is used up; refills it, or leaves by a non-local exit. */
  onTick: () => void = () => {
    this.fuel = 10_000;
  };

  tick(): void {
    this.onTick();
  }

  register(info: FrameInfo): number {
    this.infos.push(info);
    return this.infos.length - 1;
  }

  /** The name of a compiled function, by the number that the compiler put into its JavaScript name. */
  nameOf(fn: { name: string }): LispValue | undefined {
    const number = /^L(\d+)$/.exec(fn.name)?.[1];
    return number === undefined ? undefined : (this.infos[Number(number)]?.name ?? undefined);
  }

  /** The info number for calls of a library function with `count` arguments, made by its caller. */
  library(name: LispSymbol, count: number): number {
    let byCount = this.libraryInfos.get(name);
    if (byCount === undefined) {
      byCount = [];
      this.libraryInfos.set(name, byCount);
    }
    const known = byCount[count];
    if (known !== undefined) return known;
    const id = this.register({
      kind: "library",
      name,
      slots: count,
      spread: false,
      internal: false,
      position: null,
    });
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
  en(id: number, ...args: unknown[]): void {
    this.push(id, args);
  }

  /** Ends a temporary frame: sets `sp` back and passes `result` on. */
  x<T>(sp: number, result: T): T {
    this.sp = sp;
    return result;
  }

  /**
   * The running frames, innermost first, and how many there are in all. Of a deep stack the two ends are
   * returned; `total` counts what lies between.
   */
  capture(): { frames: Frame[]; total: number } {
    const frames: Frame[] = [];
    const bottom: Frame[] = [];
    let total = 0;
    let sp = this.sp;
    while (sp > 0) {
      const info = this.infos[this.st[sp - 1] as number];
      if (info === undefined) break;
      const base = sp - 1 - info.slots;
      if (base < 0) break;
      if (!info.internal) {
        total++;
        const frame = { info, base };
        const target = frames.length < CAPTURE_TOP ? frames : bottom;
        target.push({ info, args: this.argumentsAt(frame.base, info) });
        if (bottom.length > CAPTURE_BOTTOM * 2) bottom.splice(0, CAPTURE_BOTTOM);
      }
      sp = base;
    }
    return { frames: frames.concat(bottom), total };
  }

  private argumentsAt(base: number, info: FrameInfo): LispValue[] {
    const args = this.st.slice(base, base + info.slots);
    if (info.spread) {
      const rest = args.pop();
      if (Array.isArray(rest)) args.push(...rest);
    }
    return args.filter((arg) => arg !== undefined);
  }

  /** Forgets stale frames so that what they refer to can be collected. */
  clear(): void {
    this.sp = 0;
    this.st.length = 0;
  }
}
