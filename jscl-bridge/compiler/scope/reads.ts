/**
 * Which variables a program reads where it can come to: a parameter that is not among them has no value in
 * SBCL's frames, because SBCL does not keep it.
 *
 * A read that serves only to make another value counts when that value is read: the right side of
 * `(let ((y x)) …)`, or the body of a local function.
 */
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import { elements, isCons, isSymbol } from "../syntax/forms.js";
import { standardFunction } from "../syntax/standard-functions.js";
import type { Environment } from "./environment.js";

export interface Readable {
  read: boolean;
  /** Read as soon as this is. */
  waiting: Readable[];
}

export function readable(): Readable {
  return { read: false, waiting: [] };
}

function markRead(what: Readable): void {
  if (what.read) return;
  what.read = true;
  for (const each of what.waiting.splice(0)) markRead(each);
}

/** What the code being compiled is for, in one function. */
interface Level {
  consumer: Readable | null;
  outer: Level | null;
}

/** The compiler's place in a program, as far as reads are concerned. */
export class Reads {
  /** Whether control can come here. */
  reachable = true;
  private level: Level = { consumer: null, outer: null };

  /** Notes that the code reads a variable that `functions` functions further out bind, or a function. */
  note(what: Readable, functions = 0): void {
    if (!this.reachable) return;
    let level: Level | null = this.level;
    for (let i = functions; i > 0 && level?.consumer === null; i--) level = level.outer;
    const consumer = level?.consumer ?? null;
    if (consumer === null || consumer.read) markRead(what);
    else consumer.waiting.push(what);
  }

  /** Compiles what only `consumer` uses. */
  on<T>(consumer: Readable, compile: () => T): T {
    const { level } = this;
    const saved = level.consumer;
    level.consumer = consumer;
    try {
      return compile();
    } finally {
      level.consumer = saved;
    }
  }

  /** Compiles what only `consumer` uses, if making its value does nothing else. */
  onlyFor<T>(consumer: Readable, form: LispValue, env: Environment, compile: () => T): T {
    return isFlushable(form, env) ? this.on(consumer, compile) : compile();
  }

  /** Compiles a form whose value is not used. */
  unwanted<T>(form: LispValue, env: Environment, compile: () => T): T {
    return this.onlyFor(readable(), form, env, compile);
  }

  /** Compiles a function; what follows it can be reached as before. */
  inFunction<T>(compile: () => T): T {
    const { reachable, level } = this;
    this.level = { consumer: null, outer: level };
    try {
      return compile();
    } finally {
      this.level = level;
      this.reachable = reachable;
    }
  }
}

function isFlushable(form: LispValue, env: Environment): boolean {
  if (!isCons(form)) return isSymbol(form) ? env.variable(form)?.kind === "lexical" : true;
  const head = carOf(form as LispCons);
  if (!isSymbol(head) || homeName(head) !== "COMMON-LISP") return false;
  if (symbolName(head) === "LAMBDA" || symbolName(head) === "FUNCTION") return true;
  const isSafe = standardFunction(head)?.attributes.has("flushable") === true;
  if (!isSafe || env.function(head) !== undefined) return false;
  return elements(cdrOf(form)).every((argument) => isFlushable(argument, env));
}
