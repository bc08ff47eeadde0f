/**
 * One JavaScript function being generated: its frame, and where the frame is pushed.
 *
 * A frame is pushed as late as possible: leaf paths of a function never pay for it. Code that may call is
 * bracketed by markers while it is generated; `finish` turns them into pushes, or into nothing where an
 * enclosing region pushes first.
 */
const MARK = "\u0001";

/** Around the parts of a call, which a function's twin does not make but yields (`runtime/deep-calls.ts`). */
const CALL = { begin: "\u0002", open: "\u0003", end: "\u0004" };

/**
 * How much of JavaScript's stack frames may take, half of the 500 KB that Chromium gives a Worker, and an estimate of what
 * V8's interpreter takes for one; in bytes.
 */
const NATIVE_STACK = 250_000;
const FRAME_BYTES = 150;
const VARIABLE_BYTES = 8;

/** The size of a function's text up to which it has a twin: nested functions are in the twin again. */
const MAX_TWIN = 12_000;

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

  constructor(
    readonly parent: FunctionContext | null,
    /** The info number as JavaScript; null where no frame is pushed (a toplevel form, internal code). */
    readonly info: string | null,
    slots: readonly string[],
  ) {
    this.slots = info === null ? [] : slots;
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
    return `${CALL.begin}${target}${CALL.open}${args.join(",")}${CALL.end}`;
  }

  /**
   * The finished body of the function `label`, with the JavaScript parameters `head`. With `twin`, a body that makes
   * calls goes on as its twin when the stack is high.
   */
  finishFunction(text: string, label: string, head: string, twin: boolean): string {
    const marked = this.finish(text);
    const body = plainCalls(marked);
    if (!twin || label === "" || body === marked || marked.length > MAX_TWIN) return body;
    const begun = `(${label}.twin??=function*(${head}){${yieldedCalls(marked)}})(${head})`;
    return `if(S.sp>${this.deepAt(body)})return R.deepen(${label},${begun});${body}`;
  }

  /** How high the Lisp stack may get by calls of this function before they go on as its twin. */
  private deepAt(body: string): number {
    const variables = body.split(/\b(?:let|const) /).length + this.slots.length;
    return Math.floor(NATIVE_STACK / (FRAME_BYTES + VARIABLE_BYTES * variables)) * (this.slots.length + 1);
  }

  /** Wraps a call into the runtime that a fast path makes when it must; the frame is there for it. */
  slow(expression: string): string {
    this.slows.push({ pushed: this.pushed });
    const n = this.slows.length - 1;
    return `${MARK}S${n}(${expression}${MARK}E${n})`;
  }

  /** Text before an assignment to a variable: if it is a parameter and the frame is pushed, the frame follows it. */
  store(variable: string): string {
    if (!this.slots.includes(variable)) return "";
    this.stores.push({ pushed: this.pushed });
    return `${MARK}A${this.stores.length - 1}:${variable};`;
  }

  /** The finished text of a toplevel form. */
  finishToplevel(text: string): string {
    return plainCalls(this.finish(text));
  }

  /** Replaces the markers of pushes in the finished text of the function. */
  private finish(text: string): string {
    const size = this.slots.length + (this.info === null ? 0 : 1);
    const anyPush = this.pushes.some((site) => site.active);
    const push = this.pushText(size);
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
        return this.info === null ? "(" : `S.x(S.sp,(S.${e}(${args}),`;
      })
      .replace(/\u0001E(\d+)/g, (_, n: string) => {
        if (this.slows[Number(n)]?.pushed) return ")";
        return this.info === null ? ")" : "))";
      });
    return anyPush ? `let q;${body}` : body;
  }

  private pushText(size: number): string {
    const stores = this.slots.map((slot, i) => `st[q-${size - i}]=${slot};`).join("");
    const info = this.info === null ? "" : `st[q-1]=${this.info};`;
    return `q=S.sp+${size};${stores}${info}S.sp=q;if(--S.fuel<0)S.tick();`;
  }
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
