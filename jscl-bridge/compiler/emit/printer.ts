/**
 * Writes JavaScript, once, with the places of calls. A function is written in up to five ways: as it is; as
 * its twin, which yields the calls it makes; if it leaves by exits, as a function that returns them
 * (`leaving.ts`); and, if it calls itself, as two copies that call each other (`self-calls.ts`).
 */

import { table } from "../../runtime/objects/table.js";
import type { CallPlaces } from "../../runtime/stack/call-places.js";
import { nativeStack } from "../../runtime/stack/native-stack.js";
import { type At, binary, type Expression, isOfFrame, type Script, type Statement } from "./script.js";
import { directCopies, goRound } from "./self-calls.js";

/** How a function's body is written. */
interface Manner {
  /** The function; null for a toplevel form without a frame. */
  readonly fn: Pick<Script, "info" | "slots">;
  /** Whether calls are yielded. */
  readonly twin: boolean;
  /** Whether it returns the exits that it leaves by. */
  readonly leaving: boolean;
  /** Of a copy that calls itself: the copy that it calls, and whether it has a safepoint. */
  readonly direct: {
    readonly partner: string;
    readonly label: string;
    readonly parameters: readonly string[];
    readonly safepoint: boolean;
  } | null;
}

/**
 * How tightly operators bind (ECMA-262, chapter 13); what stands inside of one that binds tighter is put in
 * brackets.
 */
const BINDING: Readonly<Record<string, number>> = table({
  "||": 4,
  "??": 3.5,
  "&&": 5,
  "|": 6,
  "^": 7,
  "&": 8,
  "===": 9,
  "!==": 9,
  "<": 10,
  ">": 10,
  "<=": 10,
  ">=": 10,
  " instanceof ": 10,
  "<<": 11,
  ">>": 11,
  ">>>": 11,
  "+": 12,
  "-": 12,
  "*": 13,
  "/": 13,
  "%": 13,
});
const COMMA = 1;
const ASSIGNMENT = 2;
const CONDITIONAL = 3;
const BITWISE = 6;
const UNARY = 15;
const CALL = 18;
const PRIMARY = 20;

/** The size of a function's text up to which it has a twin: nested functions are in the twin again. */
const MAX_TWIN = 12_000;

/** The size of a function's text up to which it is copied to call itself: only small ones gain by it. */
const MAX_DIRECT = 3_000;

/** So many times as long may the text of a function be that says what it does. */
const RECORDED = 3;

/**
 * An estimate of what V8's interpreter takes of JavaScript's stack for a frame, in bytes.
 */
const FRAME_BYTES = 150;
const VARIABLE_BYTES = 8;

/** Text, and what it has places for, by offset. */
interface Written {
  readonly text: string;
  readonly offsets: readonly number[];
  readonly places: readonly At[];
}

export class Printer {
  private text = "";
  private offsets: number[] = [];
  private places: (At | null)[] = [];

  /** The code as text; where its calls are is put into `calls`. */
  static print(
    body: readonly Statement[],
    fn: Pick<Script, "info" | "slots" | "pushes">,
    calls: CallPlaces | null,
  ): string {
    const printer = new Printer();
    if (fn.pushes) printer.text = "let q;";
    printer.statements(body, plain(fn));
    if (calls !== null) {
      calls.offsets.push(...printer.offsets);
      for (const place of printer.places) calls.places.push(place ?? null);
    }
    return printer.text;
  }

  private mark(at: At | null): void {
    if (at === undefined) return;
    this.offsets.push(this.text.length);
    this.places.push(at);
  }

  /** What `write` writes, not yet part of the text. */
  private apart(write: () => void): Written {
    const { text, offsets, places } = this;
    this.text = "";
    this.offsets = [];
    this.places = [];
    write();
    const written = { text: this.text, offsets: this.offsets, places: this.places as At[] };
    this.text = text;
    this.offsets = offsets;
    this.places = places;
    return written;
  }

  private add({ text, offsets, places }: Written): void {
    const start = this.text.length;
    for (const offset of offsets) this.offsets.push(start + offset);
    for (const place of places) this.places.push(place);
    this.text += text;
  }

  private statements(body: readonly Statement[], manner: Manner): void {
    for (const statement of body) this.statement(statement, manner);
  }

  private braced(body: readonly Statement[], manner: Manner): void {
    this.text += "{";
    this.statements(body, manner);
    this.text += "}";
  }

  // biome-ignore lint/complexity/noExcessiveLinesPerFunction: one case for each kind of statement.
  private statement(s: Statement, manner: Manner): void {
    switch (s.kind) {
      case "declare":
        this.text += `${s.constant ? "const" : "let"} ${s.name}`;
        if (s.value !== null) {
          this.text += "=";
          this.expression(s.value, ASSIGNMENT, manner);
        }
        this.text += ";";
        return;
      case "do":
        this.effect(s.x, manner);
        this.text += ";";
        return;
      case "return":
        this.text += "return ";
        this.expression(s.x, COMMA, manner);
        this.text += ";";
        return;
      case "if":
        this.text += "if(";
        this.expression(s.test, COMMA, manner);
        this.text += ")";
        this.braced(s.then, manner);
        if (s.otherwise.length > 0) {
          this.text += "else";
          this.braced(s.otherwise, manner);
        }
        return;
      case "block":
        if (s.label !== null) this.text += `${s.label}:`;
        this.braced(s.body, manner);
        return;
      case "loop":
        if (s.label !== null) this.text += `${s.label}:`;
        this.text += "for(;;)";
        this.braced(s.body, manner);
        return;
      case "while":
        this.text += "while(";
        this.expression(s.test, COMMA, manner);
        this.text += ")";
        this.braced(s.body, manner);
        return;
      case "break":
        this.text += s.label === null ? "break;" : `break ${s.label};`;
        return;
      case "continue":
        this.text += `continue ${s.label};`;
        return;
      case "leave":
      case "throw":
        this.text += s.kind === "leave" && manner.leaving ? "return " : "throw ";
        this.expression(s.x, COMMA, manner);
        this.text += ";";
        return;
      case "try":
        this.text += "try";
        this.braced(s.body, manner);
        if (s.caught !== null) {
          this.text += "catch(e)";
          this.braced(s.caught, manner);
        }
        if (s.finally !== null) {
          this.text += "finally";
          this.braced(s.finally, manner);
        }
        return;
      case "switch":
        this.text += "switch(";
        this.expression(s.on, COMMA, manner);
        this.text += "){";
        for (const [i, each] of s.cases.entries()) {
          this.text += `case ${i}:`;
          this.braced(each, manner);
        }
        this.text += "}";
        return;
      case "push":
        this.text += pushText(manner);
        return;
      case "function-start":
        this.mark(null);
        return;
      case "self-tail-call":
        this.selfTailCall(s, manner);
    }
  }

  /** An expression whose value is not used; one that begins with a brace or a function is put in brackets. */
  private effect(x: Expression, manner: Manner): void {
    const bare = x.kind !== "object" && x.kind !== "function" && x.kind !== "template";
    this.expression(x, bare ? COMMA : PRIMARY + 1, manner);
  }

  private list(items: readonly Expression[], manner: Manner): void {
    for (const [i, item] of items.entries()) {
      if (i > 0) this.text += ",";
      this.expression(item, ASSIGNMENT, manner);
    }
  }

  /** Writes an expression where what binds less tightly than `least` has to stand in brackets. */
  private expression(x: Expression, least: number, manner: Manner): void {
    const binding = bindingOf(x);
    if (binding >= least) {
      this.bare(x, manner);
      return;
    }
    this.text += "(";
    this.bare(x, manner);
    this.text += ")";
  }

  // biome-ignore lint/complexity/noExcessiveLinesPerFunction: one case for each kind of expression.
  private bare(x: Expression, manner: Manner): void {
    switch (x.kind) {
      case "name":
        this.text += x.name;
        return;
      case "literal":
        this.text += x.text;
        return;
      case "unary":
        this.text += x.operator;
        this.expression(x.x, UNARY + (x.x.kind === "unary" ? 1 : 0), manner);
        return;
      case "binary": {
        // JavaScript has no mixture of `??` with the other two without brackets.
        const binding = x.operator === "??" ? BITWISE : (BINDING[x.operator] as number);
        this.expression(x.a, binding, manner);
        this.text += x.operator;
        this.expression(x.b, binding + (x.operator === "&&" || x.operator === "||" ? 0 : 1), manner);
        return;
      }
      case "conditional":
        this.expression(x.test, CONDITIONAL + 1, manner);
        this.text += "?";
        this.expression(x.then, ASSIGNMENT, manner);
        this.text += ":";
        this.expression(x.otherwise, ASSIGNMENT, manner);
        return;
      case "assign":
        this.expression(x.target, CALL, manner);
        this.text += "=";
        this.expression(x.value, ASSIGNMENT, manner);
        return;
      case "assign-slot": {
        const { slots, info } = manner.fn;
        const slot = slots.indexOf(x.name);
        const size = slots.length + (info === null ? 0 : 1);
        if (slot >= 0) this.text += `st[q-${size - slot}]=`;
        this.text += `${x.name}=`;
        this.expression(x.value, ASSIGNMENT, manner);
        return;
      }
      case "height":
        this.text += manner.direct === null ? "S.sp" : "p";
        return;
      case "frame-slot": {
        const { slots } = manner.fn;
        this.text += `st[q-${slots.length + 1 - slots.indexOf(x.name)}]`;
        return;
      }
      case "member":
        this.object(x.object, manner);
        this.text += `${x.maybe ? "?." : "."}${x.name}`;
        return;
      case "index":
        this.object(x.object, manner);
        this.text += x.maybe ? "?.[" : "[";
        this.expression(x.index, COMMA, manner);
        this.text += "]";
        return;
      case "call":
        this.mark(x.at);
        this.expression(x.callee, CALL, manner);
        this.text += "(";
        this.list(x.args, manner);
        this.text += ")";
        return;
      case "new":
        this.text += "new ";
        this.expression(x.callee, CALL + 1, manner);
        this.text += "(";
        this.list(x.args, manner);
        this.text += ")";
        return;
      case "comma":
        this.list(x.items, manner);
        return;
      case "array":
        this.text += "[";
        this.list(x.items, manner);
        this.text += "]";
        return;
      case "spread":
        this.text += "...";
        this.expression(x.x, ASSIGNMENT, manner);
        return;
      case "object":
        this.text += "{";
        for (const [i, [key, value]] of x.entries.entries()) {
          this.text += `${i > 0 ? "," : ""}${key}:`;
          this.expression(value, ASSIGNMENT, manner);
        }
        this.text += "}";
        return;
      case "template":
        for (const [i, part] of x.parts.entries()) {
          this.text += part;
          const arg = x.args[i];
          if (arg !== undefined) this.expression(arg, CALL, manner);
        }
        return;
      case "function":
        this.function(x.fn);
        return;
      case "lisp-call":
        this.lispCall(x, manner);
        return;
      case "slow":
        this.slow(x, manner);
        return;
      case "attempt":
        // V8 puts a function that calls itself into itself, as long as it is small.
        if (manner.direct === null) this.bare(binary("??", x.quick, x.slow), manner);
        else this.bare(x.slow, manner);
        return;
      case "accessor":
        this.text += "(i,v,st,q)=>{switch(i){";
        for (const [i, { read, write }] of x.variables.entries()) {
          this.text += `case ${i}:return v===undefined?`;
          this.expression(read, ASSIGNMENT, manner);
          this.text += ":";
          this.expression(write, ASSIGNMENT, manner);
          this.text += ";";
        }
        this.text += "}}";
        return;
      case "at-height":
        this.text += "(S.sp=q,";
        this.expression(x.x, ASSIGNMENT, manner);
        this.text += ")";
        return;
      case "self-call":
        this.selfCall(x, manner);
    }
  }

  /** What a property is read of; a number needs brackets. */
  private object(x: Expression, manner: Manner): void {
    const isNumber = x.kind === "literal" && x.value !== undefined;
    this.expression(x, isNumber ? PRIMARY + 1 : CALL, manner);
  }

  private lispCall(x: Extract<Expression, { kind: "lisp-call" }>, manner: Manner): void {
    if (manner.twin) this.text += "(yield[";
    this.mark(x.at);
    this.expression(x.callee, manner.twin ? ASSIGNMENT : CALL, manner);
    this.text += manner.twin ? "," : "(";
    this.list(x.args, manner);
    this.text += manner.twin ? "])" : ")";
  }

  private slow(x: Extract<Expression, { kind: "slow" }>, manner: Manner): void {
    const { info, slots } = manner.fn;
    const push = `S.${["e0", "e1", "e2", "e3", "e4"][slots.length] ?? "en"}(${[info, ...slots].join(",")})`;
    let end = ")";
    if (x.pushed) this.text += "(S.sp=q,";
    else if (manner.direct !== null) this.text += `(S.sp=p,${push},`;
    else if (info === null) this.text += "(";
    else {
      this.text += `S.x(S.sp,(${push},`;
      end = "))";
    }
    this.mark(x.at);
    this.expression(x.x, ASSIGNMENT, manner);
    this.text += end;
  }

  /**
   * The copies of a function that calls itself pass the height of the stack on; others keep the last argument
   * until that is stored.
   */
  private selfCall(x: Extract<Expression, { kind: "self-call" }>, manner: Manner): void {
    const { direct } = manner;
    if (direct !== null) {
      this.mark(x.at);
      this.text += `${direct.partner}(q,`;
      this.list(x.args, manner);
      this.text += ")";
      return;
    }
    this.text += x.kept === null ? "(S.sp=q," : "(";
    this.lispCall({ ...x, kind: "lisp-call", args: withKept(x.args, x.kept) }, manner);
    this.text += ")";
  }

  private selfTailCall(s: Extract<Statement, { kind: "self-tail-call" }>, manner: Manner): void {
    const { direct } = manner;
    if (direct === null) {
      this.text += `return ${s.kept === null ? "(S.sp=q," : "("}`;
      const args = [VALUES, ...withKept(s.args, s.kept)];
      this.lispCall({ kind: "lisp-call", callee: s.callee, args, at: s.at }, manner);
      this.text += ");";
      return;
    }
    for (const [i, arg] of s.args.entries()) {
      this.text += `${i === 0 ? "const " : ","}${s.names[i]}=`;
      this.expression(arg, ASSIGNMENT, manner);
    }
    const moves = direct.parameters.map((parameter, i) => `${parameter}=${s.names[i]};`).join("");
    const { slots, info } = manner.fn;
    const size = slots.length + (info === null ? 0 : 1);
    this.text += `${s.args.length > 0 ? ";" : ""}${moves}${goRound(direct.label, size)}`;
  }

  private function(fn: Script): void {
    const head = fn.parameters.join(",");
    const check = this.apart(() => {
      this.mark(null);
      this.text += fn.keep;
      this.statements(fn.check, plain(fn));
    });
    const body = this.body(fn, plain(fn));
    const length = body.text.length / (fn.recorded ? RECORDED : 1);
    const copied = fn.direct !== null && length <= MAX_DIRECT;
    const twin = fn.twin && fn.calls && fn.label !== "" && (copied || length <= MAX_TWIN);
    const leaving = fn.leaves && twin;
    if (leaving) this.text += "R.leavable(";
    if (copied && fn.direct !== null) {
      const { callee, parameters } = fn.direct;
      const copy = (safepoint: boolean, partner: string) =>
        this.body(fn, { ...plain(fn), direct: { partner, label: fn.label, parameters, safepoint } });
      this.directFunction(fn, head, callee, check, copy);
    } else {
      this.text += `function ${fn.label}(${head}){`;
      this.add(check);
      if (twin) {
        this.text += `if(S.sp>${deepAt(fn)})return `;
        this.deepened(fn, head);
        this.text += ";";
      }
      this.add(body);
      this.text += "}";
    }
    if (leaving) {
      this.text += `,f=>function ${fn.label}(${head}){`;
      this.add(check);
      this.text += `if(S.sp>${deepAt(fn)})return f(${head});`;
      this.add(this.body(fn, { ...plain(fn), leaving: true }));
      this.text += "})";
    }
    this.mark(fn.after);
  }

  private body(fn: Script, manner: Manner): Written {
    return this.apart(() => {
      this.mark(null);
      if (fn.pushes) this.text += "let q;";
      this.statements(fn.body, manner);
    });
  }

  /** A call that continues as the twin of the function. */
  private deepened(fn: Script, head: string): void {
    const { label } = fn;
    this.text += `R.deepen(${label},(${label}.twin??=function*(${head}){`;
    this.add(this.body(fn, { ...plain(fn), twin: true }));
    this.text += `})(${head}))`;
  }

  private directFunction(
    fn: Script,
    head: string,
    callee: Expression,
    check: Written,
    copy: (safepoint: boolean, partner: string) => Written,
  ): void {
    const target = this.apart(() => this.expression(callee, CALL, plain(fn))).text;
    const parts = directCopies(fn.label, head, target, deepAt(fn), fn.direct?.round === true);
    this.text += parts.open;
    this.add(check);
    this.text += parts.entry;
    this.deepened(fn, head);
    this.text += parts.first;
    this.add(copy(true, parts.second.name));
    this.text += parts.second.open;
    this.add(copy(false, parts.firstName));
    this.text += parts.close;
  }
}

/** How a function is written first of all. */
function plain(fn: Manner["fn"]): Manner {
  return { fn, twin: false, leaving: false, direct: null };
}

const VALUES: Expression = { kind: "literal", text: "values" };

/** Arguments of which the last keeps its value while it is said where the stack ends. */
function withKept(args: readonly Expression[], kept: string | null): readonly Expression[] {
  if (kept === null) return args;
  const target: Expression = { kind: "name", name: kept, assigned: true };
  const value = args[args.length - 1] as Expression;
  const last: Expression = {
    kind: "comma",
    items: [{ kind: "assign", target, value }, STORE_HEIGHT, target],
  };
  return [...args.slice(0, -1), last];
}

const STORE_HEIGHT: Expression = {
  kind: "assign",
  target: { kind: "literal", text: "S.sp" },
  value: { kind: "literal", text: "q" },
};

/** The height of the Lisp stack above which calls of this function continue as its twin. */
function deepAt({ variables, slots }: Script): number {
  const most = nativeStack.bytes / (FRAME_BYTES + VARIABLE_BYTES * (variables + 1 + slots.length));
  return Math.floor(most) * (slots.length + 1);
}

function pushText({ fn: { info, slots }, direct }: Manner): string {
  const size = slots.length + (info === null ? 0 : 1);
  if (direct !== null) {
    const stores = slots
      .map((slot, i) => (isOfFrame(slot) ? "" : `st[${i === 0 ? "p" : `p+${i}`}]=${slot};`))
      .join("");
    const number = `st[${size === 1 ? "p" : `p+${size - 1}`}]=${info};`;
    const tick = direct.safepoint ? "if(--S.fuel<0){S.sp=q;S.tick();}" : "";
    return `q=p+${size};${stores}${number}${tick}`;
  }
  const stores = slots.map((slot, i) => (isOfFrame(slot) ? "" : `st[q-${size - i}]=${slot};`)).join("");
  const number = info === null ? "" : `st[q-1]=${info};`;
  return `q=S.sp+${size};${stores}${number}S.sp=q;if(--S.fuel<0)S.tick();`;
}

function bindingOf(x: Expression): number {
  switch (x.kind) {
    case "comma":
      return COMMA;
    case "assign":
    case "assign-slot":
      return ASSIGNMENT;
    case "conditional":
      return CONDITIONAL;
    case "binary":
      return BINDING[x.operator] as number;
    case "attempt":
      return BINDING["??"] as number;
    case "unary":
      return UNARY;
    // A conditional or assignment may stand at either end of the text.
    case "template":
    case "function":
    case "accessor":
      return ASSIGNMENT;
    case "name":
    case "literal":
    case "array":
    case "object":
      return PRIMARY;
    default:
      return CALL;
  }
}
