/**
 * One JavaScript function being generated: its frame, and where the frame is pushed.
 *
 * A frame is pushed as late as possible: leaf paths of a function never pay for it. Code that may call is
 * bracketed by markers while it is generated; `finish` turns them into pushes, or into nothing where an
 * enclosing region pushes first.
 */
import type { LispSymbol } from "../../runtime/objects/marshal.js";
import { directFunction, goRound, LABEL, PARTNER } from "../scope/self-calls.js";
import { isLongerThan, type Mark } from "./call-marks.js";

const MARK = "\u0001";

/**
 * Around text that only a function's copies hold which call each other directly (`self-calls.ts`), and text
 * that its other copies hold in its place.
 */
const DIRECT = { begin: "\u0005", end: "\u0006" };
const INDIRECT = { begin: "\u0007", end: "\u0008" };

/**
 * Around the parts of a call, which a function's twin does not make but yields
 * (`runtime/stack/deep-calls.ts`).
 */
const CALL = { begin: "\u0002", open: "\u0003", end: "\u0004" };

/**
 * How much of JavaScript's stack frames may take, half of the 500 KB that Chromium gives a Worker, and an
 * estimate of what V8's interpreter takes for one; in bytes.
 */
const NATIVE_STACK = 250_000;
const FRAME_BYTES = 150;
const VARIABLE_BYTES = 8;

/** The size of a function's text up to which it has a twin: nested functions are in the twin again. */
const MAX_TWIN = 12_000;

/** The size of a function's text up to which it is copied to call itself: only small ones gain by it. */
const MAX_DIRECT = 3_000;

interface Site {
  active: boolean;
}

/** A stretch of code whose pushes may move to its head. */
interface Region {
  text: string;
  push: number;
  slow: number;
  store: number;
  was: boolean;
}

export class FunctionContext {
  private readonly pushes: Site[] = [];
  private readonly slows: { pushed: boolean }[] = [];
  private readonly stores: { pushed: boolean }[] = [];
  pushed = false;
  /** JavaScript names of the argument slots. */
  slots: readonly string[];
  /**
   * The global function that this is the code of, if it may call itself directly, and its JavaScript
   * parameters.
   */
  self: { name: LispSymbol; target: string; parameters: readonly string[] } | null = null;
  /** Calls of itself; Infinity where a call of something else might redefine this function. */
  selfCalls = 0;
  private selfTailCalls = false;

  constructor(
    readonly parent: FunctionContext | null,
    /** The info number as JavaScript; null where no frame is pushed (a toplevel form, internal code). */
    readonly info: string | null,
    slots: readonly string[],
    /** Text that marks the place of what comes after it (`call-marks.ts`). */
    readonly mark: Mark,
  ) {
    this.slots = info === null ? [] : slots;
    parent?.callsOther();
  }

  /**
   * Notes what keeps calls of itself from being direct: a call of code that could define this function anew
   * while it runs, or a `try`, in which no call is the last thing done.
   */
  callsOther(): void {
    this.selfCalls = Number.POSITIVE_INFINITY;
  }

  /** Marks a place where the frame must be pushed by now; returns text for the statement position. */
  pushHere(): string {
    if (this.pushed) return "";
    this.pushed = true;
    this.pushes.push({ active: true });
    return `${MARK}P${this.pushes.length - 1};`;
  }

  /** Text for the head of a region, which pushes if `closeRegion` finds that it must. */
  openRegion(): Region {
    const was = this.pushed;
    this.pushes.push({ active: false });
    return {
      text: was ? "" : `${MARK}P${this.pushes.length - 1};`,
      push: this.pushes.length - 1,
      slow: this.slows.length,
      store: this.stores.length,
      was,
    };
  }

  /**
   * Ends a region. With `hoist`, a push inside it moves to its head: needed for loops, which would push again
   * each time round, and for `try`, which could be left before the push.
   */
  closeRegion(region: Region, hoist: boolean): void {
    if (region.was || !hoist) return;
    let any = false;
    for (let i = region.push + 1; i < this.pushes.length; i++) {
      const site = this.pushes[i] as Site;
      if (site.active) any = true;
      site.active = false;
    }
    if (!any) return;
    (this.pushes[region.push] as Site).active = true;
    for (const site of this.slows.slice(region.slow)) site.pushed = true;
    for (const site of this.stores.slice(region.store)) site.pushed = true;
    this.pushed = true;
  }

  /** A call of a Lisp function, `args` being JavaScript arguments. */
  call(target: string, args: readonly string[]): string {
    return `${CALL.begin}${this.mark()}${target}${CALL.open}${args.join(",")}${CALL.end}`;
  }

  /**
   * A call of the function that this is the code of; `target` is how others reach it. Its copies pass the
   * height of the stack on, and in others the last argument is kept until that is stored.
   */
  selfCall(target: string, args: readonly string[], kept: string | null): string {
    this.selfCalls++;
    const { begin, end } = DIRECT;
    const indirect = (text: string) => INDIRECT.begin + text + INDIRECT.end;
    const last = args[args.length - 1] as string;
    const stored = kept === null ? last : `${indirect(`(${kept}=`)}${last}${indirect(`,S.sp=q,${kept})`)}`;
    const mark = this.mark();
    const opening = indirect(`${kept === null ? "(S.sp=q," : "("}${CALL.begin}${mark}${target}${CALL.open}`);
    const all = [...args.slice(0, -1), stored].join(",");
    return `${begin}${mark}${PARTNER}(q,${end}${opening}${all}${begin})${end}${indirect(`${CALL.end})`)}`;
  }

  /**
   * The same call where nothing is left to do after it: a direct copy goes round. `names` are fresh variables
   * for the arguments, which may need the parameters' old values.
   */
  selfTailCall(
    target: string,
    args: readonly string[],
    names: readonly string[],
    kept: string | null,
  ): string {
    const { self } = this;
    if (self === null) throw new Error("a call of itself in a function that makes none");
    this.selfCalls++;
    this.selfTailCalls = true;
    const direct = (text: string) => DIRECT.begin + text + DIRECT.end;
    const last = args.length - 1;
    const texts = args.map((arg, i) => {
      const held = kept !== null && i === last;
      const [open, close] = held ? [`(${kept}=`, `,S.sp=q,${kept})`] : ["", ""];
      const before = direct(`${i === 0 ? "const " : ","}${names[i]}=`);
      return `${before}${this.indirect(`,${open}`)}${arg}${this.indirect(close)}`;
    });
    const moves = self.parameters.map((parameter, i) => `${parameter}=${names[i]};`).join("");
    const opening = `return ${kept === null ? "(S.sp=q," : "("}${CALL.begin}${this.mark()}${target}${CALL.open}values`;
    const round = `${args.length > 0 ? ";" : ""}${moves}p=q;${goRound(self.parameters)}`;
    return `${this.indirect(opening)}${texts.join("")}${this.indirect(`${CALL.end});`)}${direct(round)}`;
  }

  /** Text that is needed where a call of itself is not direct. */
  indirect(text: string): string {
    return INDIRECT.begin + text + INDIRECT.end;
  }

  /**
   * The finished body of the function `label`, with the JavaScript parameters `head`. With `twin`, a body
   * that makes calls goes on as its twin when the stack is high.
   */
  finishFunction(source: string, label: string, head: string, twin: boolean): string {
    const marked = this.finish(withoutDirect(source), false, true);
    const body = plainCalls(marked);
    const begin = this.mark("function");
    if (!twin || label === "" || body === marked || isLongerThan(MAX_TWIN, marked)) return begin + body;
    return `if(S.sp>${this.deepAt(body)})return ${this.deepened(marked, label, head)};${begin}${body}`;
  }

  /** The function `label` as copies that call each other, if it may be (`self-calls.ts`), or null. */
  finishDirect(source: string, label: string, head: string, check: string): string | null {
    if (this.self === null || label === "" || !Number.isFinite(this.selfCalls) || this.selfCalls === 0)
      return null;
    const marked = this.finish(withoutDirect(source), false, true);
    if (isLongerThan(MAX_DIRECT, marked)) return null;
    const copy = (safepoint: boolean, partner: string) =>
      this.mark("function") + plainCalls(this.finish(onlyDirect(source, partner, label), true, safepoint));
    const deepAt = this.deepAt(plainCalls(marked));
    const parts = { label, head, check, deepAt, deepened: this.deepened(marked, label, head), copy };
    return directFunction(parts, this.self.target, this.selfTailCalls);
  }

  /** A call that continues as the twin of the function `label`. */
  private deepened(marked: string, label: string, head: string): string {
    const body = this.mark("function") + yieldedCalls(marked);
    return `R.deepen(${label},(${label}.twin??=function*(${head}){${body}})(${head}))`;
  }

  /** The height of the Lisp stack above which calls of this function continue as its twin. */
  private deepAt(body: string): number {
    const variables = body.split(/\b(?:let|const) /).length + this.slots.length;
    return Math.floor(NATIVE_STACK / (FRAME_BYTES + VARIABLE_BYTES * variables)) * (this.slots.length + 1);
  }

  /** Wraps a call into the runtime that a fast path makes when it must; the frame is there for it. */
  slow(expression: string): string {
    this.slows.push({ pushed: this.pushed });
    const n = this.slows.length - 1;
    return `${MARK}S${n}(${this.mark()}${expression}${MARK}E${n})`;
  }

  /**
   * Text before an assignment to a variable: if it is a parameter and the frame is pushed, the frame follows
   * it.
   */
  store(variable: string): string {
    if (!this.slots.includes(variable)) return "";
    this.stores.push({ pushed: this.pushed });
    return `${MARK}A${this.stores.length - 1}:${variable};`;
  }

  /** The finished text of a toplevel form. */
  finishToplevel(text: string): string {
    return plainCalls(this.finish(withoutDirect(text), false, true));
  }

  /**
   * Replaces the markers of pushes in the finished text of the function. A `direct` copy gets the height of
   * the stack as its parameter `p`; with `safepoint` the push is one.
   */
  private finish(text: string, direct: boolean, safepoint: boolean): string {
    const size = this.slots.length + (this.info === null ? 0 : 1);
    const anyPush = this.pushes.some((site) => site.active);
    const push = direct ? this.directPush(size, safepoint) : this.pushText(size);
    const e = ["e0", "e1", "e2"][this.slots.length] ?? "en";
    const args = [this.info, ...this.slots].join(",");
    const body = text
      .replace(/\u0001P(\d+);/g, (_, n: string) => ((this.pushes[Number(n)] as Site).active ? push : ""))
      .replace(/\u0001A(\d+):(\w+);/g, (_, n: string, variable: string) => {
        const slot = this.slots.indexOf(variable);
        return slot >= 0 && this.stores[Number(n)]?.pushed ? `st[q-${size - slot}]=` : "";
      })
      .replace(/\u0001S(\d+)/g, (_, n: string) => {
        if (this.slows[Number(n)]?.pushed) return "(S.sp=q,";
        if (direct) return `(S.sp=p,S.${e}(${args}),`;
        return this.info === null ? "(" : `S.x(S.sp,(S.${e}(${args}),`;
      })
      .replace(/\u0001E(\d+)/g, (_, n: string) => {
        if (this.slows[Number(n)]?.pushed) return ")";
        return this.info === null || direct ? ")" : "))";
      });
    return anyPush ? `let q;${body}` : body;
  }

  private pushText(size: number): string {
    const stores = this.slots.map((slot, i) => `st[q-${size - i}]=${slot};`).join("");
    const info = this.info === null ? "" : `st[q-1]=${this.info};`;
    return `q=S.sp+${size};${stores}${info}S.sp=q;if(--S.fuel<0)S.tick();`;
  }

  private directPush(size: number, safepoint: boolean): string {
    const stores = this.slots.map((slot, i) => `st[${i === 0 ? "p" : `p+${i}`}]=${slot};`).join("");
    const info = `st[${size === 1 ? "p" : `p+${size - 1}`}]=${this.info};`;
    return `q=p+${size};${stores}${info}${safepoint ? "if(--S.fuel<0){S.sp=q;S.tick();}" : ""}`;
  }
}

function withoutDirect(text: string): string {
  return text.replace(/\u0005[^\u0006]*\u0006|[\u0007\u0008]/g, "");
}

function onlyDirect(text: string, partner: string, label: string): string {
  return text
    .replace(/\u0007[^\u0008]*\u0008|[\u0005\u0006]/g, "")
    .replaceAll(PARTNER, partner)
    .replaceAll(LABEL, label);
}

function plainCalls(text: string): string {
  return text.replace(/[\u0002-\u0004]/g, (mark) =>
    mark === CALL.begin ? "" : mark === CALL.open ? "(" : ")",
  );
}

function yieldedCalls(text: string): string {
  return text.replace(/[\u0002-\u0004]/g, (mark) =>
    mark === CALL.begin ? "(yield[" : mark === CALL.open ? "," : "])",
  );
}
