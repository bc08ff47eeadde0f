/**
 * JavaScript as a tree: what the emitter makes and the printer writes. Most of it is JavaScript's own; the
 * rest has to do with the Lisp stack and is written in several ways (`printer.ts`).
 */

import type { Place } from "../../runtime/stack/sources.js";

/** The place of a call in the source text; undefined where it has none. */
export type At = Place | undefined;

export type Expression =
  /** A name that is declared in the code or a parameter of it. */
  | { readonly kind: "name"; readonly name: string; readonly assigned: boolean }
  /** A literal, or the name of a constant: it means the same wherever it stands. */
  | { readonly kind: "literal"; readonly text: string; readonly value?: number }
  | { readonly kind: "unary"; readonly operator: string; readonly x: Expression }
  | { readonly kind: "binary"; readonly operator: string; readonly a: Expression; readonly b: Expression }
  | {
      readonly kind: "conditional";
      readonly test: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
    }
  | { readonly kind: "assign"; readonly target: Expression; readonly value: Expression }
  /** With `maybe`, of an object that may be undefined. */
  | { readonly kind: "member"; readonly object: Expression; readonly name: string; readonly maybe?: true }
  | { readonly kind: "index"; readonly object: Expression; readonly index: Expression; readonly maybe?: true }
  | {
      readonly kind: "call";
      readonly callee: Expression;
      readonly args: readonly Expression[];
      readonly at: At;
    }
  | { readonly kind: "new"; readonly callee: Expression; readonly args: readonly Expression[] }
  | { readonly kind: "comma"; readonly items: readonly Expression[] }
  | { readonly kind: "array"; readonly items: readonly Expression[] }
  | { readonly kind: "spread"; readonly x: Expression }
  | { readonly kind: "object"; readonly entries: readonly (readonly [string, Expression])[] }
  /** Text with expressions in it, which stand in brackets of the text's own. */
  | { readonly kind: "template"; readonly parts: readonly string[]; readonly args: readonly Expression[] }
  | { readonly kind: "function"; readonly fn: Script }
  /** A call of a Lisp function, which a twin yields (`runtime/stack/deep-calls.ts`). */
  | {
      readonly kind: "lisp-call";
      readonly callee: Expression;
      readonly args: readonly Expression[];
      readonly at: At;
    }
  /** A call into the runtime that a fast path makes when it must; the frame is there for it. */
  | { readonly kind: "slow"; readonly x: Expression; readonly pushed: boolean; readonly at: At }
  /** A function of `(i, v, st, q)` that reads variable number `i`, or sets it to `v`. */
  | {
      readonly kind: "accessor";
      readonly variables: readonly { readonly read: Expression; readonly write: Expression }[];
    }
  /** A call that answers undefined where `slow` is needed; copies that call themselves make that at once. */
  | { readonly kind: "attempt"; readonly quick: Expression; readonly slow: Expression }
  /** Says that the stack ends with the frame, and then has the value. */
  | { readonly kind: "at-height"; readonly x: Expression }
  /** The height of the Lisp stack when the function was called. */
  | { readonly kind: "height" }
  /** A call of the function that the code is of; `kept` is a name for its last argument where that moves. */
  | {
      readonly kind: "self-call";
      readonly callee: Expression;
      readonly args: readonly Expression[];
      readonly kept: string | null;
      readonly at: At;
    }
  /** A slot of the frame, which is there, that holds no variable of JavaScript's. */
  | { readonly kind: "frame-slot"; readonly name: string }
  /** Assigns a parameter whose frame is pushed: the frame follows it. */
  | { readonly kind: "assign-slot"; readonly name: string; readonly value: Expression };

export type Statement =
  | {
      readonly kind: "declare";
      readonly constant: boolean;
      readonly name: string;
      readonly value: Expression | null;
    }
  | { readonly kind: "do"; readonly x: Expression }
  | { readonly kind: "return"; readonly x: Expression }
  | {
      readonly kind: "if";
      readonly test: Expression;
      readonly then: readonly Statement[];
      readonly otherwise: readonly Statement[];
    }
  | { readonly kind: "block"; readonly label: string | null; readonly body: readonly Statement[] }
  /** `for (;;)`. */
  | { readonly kind: "loop"; readonly label: string | null; readonly body: readonly Statement[] }
  | { readonly kind: "while"; readonly test: Expression; readonly body: readonly Statement[] }
  | { readonly kind: "break"; readonly label: string | null }
  | { readonly kind: "continue"; readonly label: string }
  | {
      readonly kind: "try";
      readonly body: readonly Statement[];
      /** What is done with the exception, `CAUGHT`. */
      readonly caught: readonly Statement[] | null;
      readonly finally: readonly Statement[] | null;
    }
  | { readonly kind: "throw"; readonly x: Expression }
  /** Leaves the function by an exit: throws it, or returns it to callers that ask for that. */
  | { readonly kind: "leave"; readonly x: Expression }
  | {
      readonly kind: "switch";
      readonly on: Expression;
      readonly cases: readonly (readonly Statement[])[];
    }
  /** Pushes the frame of the function. */
  | { readonly kind: "push" }
  /** The code that follows is of no call in the source text: a wrong argument is a matter of the caller. */
  | { readonly kind: "function-start" }
  /** A call of the function itself with nothing left to do after it; `names` are for its arguments. */
  | {
      readonly kind: "self-tail-call";
      readonly callee: Expression;
      readonly args: readonly Expression[];
      readonly names: readonly string[];
      readonly kept: string | null;
      readonly at: At;
    };

/** A JavaScript function that is made of a Lisp function. */
export interface Script {
  /** Its name, which tells its description; empty where it has none. */
  readonly label: string;
  /** The number of its description as JavaScript; null where no frame is pushed. */
  readonly info: string | null;
  /** Names of the parameters that its frame keeps. */
  readonly slots: readonly string[];
  readonly parameters: readonly string[];
  /** Whether it says what it does, which makes its text longer. */
  readonly recorded?: boolean;
  /** Checks how many arguments there are. */
  readonly check: readonly Statement[];
  readonly body: readonly Statement[];
  readonly pushes: boolean;
  readonly calls: boolean;
  /** How many variables the body declares. */
  readonly variables: number;
  /** Whether it may have a twin. */
  readonly twin: boolean;
  /** Whether it is written again, to return the exits that it leaves by. */
  readonly leaves: boolean;
  /** How copies of it that call each other are made; null where none are. */
  readonly direct: {
    readonly callee: Expression;
    readonly parameters: readonly string[];
    readonly round: boolean;
  } | null;
  /** The place of the code after the function. */
  readonly after: At;
  /** JavaScript text by which it keeps the descriptions of its unit. */
  readonly keep: string;
}

export function name(text: string, assigned = false): Expression {
  return { kind: "name", name: text, assigned };
}

export function literal(text: string): Expression {
  return { kind: "literal", text };
}

export function number(value: number): Expression {
  const text = Object.is(value, -0) ? "-0" : String(value);
  return { kind: "literal", text: value < 0 || Object.is(value, -0) ? `(${text})` : text, value };
}

export const NIL = literal("nil");
export const T = literal("t");
export const TRUE = literal("true");
export const FALSE = literal("false");
export const UNDEFINED = literal("undefined");

export function unary(operator: string, x: Expression): Expression {
  return { kind: "unary", operator, x };
}

export function binary(operator: string, a: Expression, b: Expression): Expression {
  return { kind: "binary", operator, a, b };
}

export function and(...tests: readonly Expression[]): Expression {
  const needed = tests.filter((test) => test !== TRUE);
  if (needed.includes(FALSE)) return FALSE;
  return needed.length === 0 ? TRUE : needed.reduce((a, b) => binary("&&", a, b));
}

export function not(x: Expression): Expression {
  if (x === TRUE) return FALSE;
  if (x === FALSE) return TRUE;
  return unary("!", x);
}

export function conditional(test: Expression, then: Expression, otherwise: Expression): Expression {
  if (test === TRUE) return then;
  return test === FALSE ? otherwise : { kind: "conditional", test, then, otherwise };
}

export function assign(target: Expression, value: Expression): Expression {
  return { kind: "assign", target, value };
}

export function member(object: Expression, property: string): Expression {
  return { kind: "member", object, name: property };
}

/** A property of an object that may be undefined, or that has none of the name. */
export function maybeMember(object: Expression, property: string): Expression {
  return { kind: "member", object, name: property, maybe: true };
}

/** An element of what may be undefined. */
export function maybeElement(object: Expression, index: Expression): Expression {
  return { kind: "index", object, index, maybe: true };
}

export function element(object: Expression, index: Expression): Expression {
  return { kind: "index", object, index };
}

export function call(callee: Expression, ...args: readonly Expression[]): Expression {
  return { kind: "call", callee, args, at: undefined };
}

/** A call of a function of the runtime. */
export function runtime(property: string, ...args: readonly Expression[]): Expression {
  return call(literal(`R.${property}`), ...args);
}

export function make(callee: Expression, ...args: readonly Expression[]): Expression {
  return { kind: "new", callee, args };
}

export function comma(...items: readonly Expression[]): Expression {
  return { kind: "comma", items };
}

export function array(items: readonly Expression[]): Expression {
  return { kind: "array", items };
}

export function isUndefined(x: Expression): Expression {
  return binary("===", x, UNDEFINED);
}

export function isType(x: Expression, type: string): Expression {
  return binary("===", unary("typeof ", x), literal(`"${type}"`));
}

export function instanceOf(x: Expression, type: string): Expression {
  return binary(" instanceof ", x, literal(type));
}

export function declare(variable: string, value: Expression | null): Statement {
  return { kind: "declare", constant: false, name: variable, value };
}

export function constant(variable: string, value: Expression): Statement {
  return { kind: "declare", constant: true, name: variable, value };
}

export function run(x: Expression): Statement {
  return { kind: "do", x };
}

export function when(test: Expression, ...then: readonly Statement[]): Statement {
  return { kind: "if", test, then, otherwise: [] };
}

export function choose(
  test: Expression,
  then: readonly Statement[],
  otherwise: readonly Statement[],
): Statement {
  return { kind: "if", test, then, otherwise };
}

/** The exception that a `try` has caught. */
export const CAUGHT = name("e");

export function rethrowUnless(test: Expression): Statement {
  return when(not(test), { kind: "throw", x: CAUGHT });
}

/** Whether an expression has no effect and is nothing that code in between could change. */
export function isConstant(x: Expression): boolean {
  return x.kind === "literal" || (x.kind === "name" && !x.assigned);
}

/** Whether an expression is a literal or a variable. */
export function isSimple(x: Expression): boolean {
  return x.kind === "literal" || x.kind === "name";
}

/** The slot of a frame that says which of its variables are bound. */
export const POSITION = "$p";

/** Whether a slot's name is no variable of JavaScript's. */
export function isOfFrame(slot: string): boolean {
  return slot.startsWith("$");
}
