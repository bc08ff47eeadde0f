/**
 * Quiet loops call nothing on their fast path. Under a debug quality of 2 a function's variables are slots of
 * its frame; in a quiet loop the code copies them to variables of JavaScript's, which V8 keeps in registers.
 * Before a call of the runtime, for a big number or an error, the code stores them in the slots, and it loads
 * them again after the call, because the debugger may have set them.
 */

import type { Generator } from "./generator.js";
import {
  assign,
  CAUGHT,
  comma,
  declare,
  type Expression,
  name,
  POSITION,
  run,
  type Statement,
  UNDEFINED,
} from "./script.js";
import { mapped, withParts } from "./script-parts.js";

/** Most stores and loads that the calls of the runtime in one loop may add to its code. */
const MOST_COPIES = 200;

/** Functions of JavaScript's, and of the runtime, that signal nothing. */
const PLAIN =
  /^(?:Math\.\w+|Array\.isArray|Number\.\w+|Object\.is|R\.(?:\w+Quickly|smallProduct|cursor\w+|isExitTo|valuesArray))$/;

/** Functions of the runtime that neither signal nor call. */
const QUIET: ReadonlySet<string> = new Set(
  `blockExit chooseClause chosenClause clauseTypes clauseValues handlerClauses isExit keyword knownKeywords leaving
  listFromArray openCatch openClause establishRestarts primary restartClauses valuesArray appendValues`.split(
    /\s+/,
  ),
);

type Loop = Extract<Statement, { kind: "loop" | "while" }>;

/** What a loop does, as far as it matters here. */
class LoopFacts {
  readonly used = new Set<string>();
  readonly assigned = new Set<string>();
  slow = 0;
  isQuiet = true;

  constructor(loop: Loop) {
    this.#statement(loop);
  }

  #statements(body: readonly Statement[]): void {
    for (const each of body) this.#statement(each);
  }

  #statement(s: Statement): void {
    if (!isQuietStatement(s)) this.isQuiet = false;
    withParts(
      s,
      (body) => {
        this.#statements(body);
        return [];
      },
      (x) => {
        this.#expression(x);
        return x;
      },
    );
  }

  #expression(x: Expression): void {
    switch (x.kind) {
      case "frame-slot":
        this.used.add(x.name);
        return;
      case "assign":
        if (x.target.kind === "frame-slot") this.assigned.add(x.target.name);
        break;
      case "slow":
        this.slow++;
        if (x.x.kind === "call") for (const arg of x.x.args) this.#expression(arg);
        else this.isQuiet = false;
        return;
      case "call":
        if (!isQuietCall(x)) this.isQuiet = false;
        break;
      case "name":
      case "literal":
      case "unary":
      case "binary":
      case "conditional":
      case "member":
      case "index":
      case "comma":
      case "array":
      case "attempt":
      case "new":
        break;
      default:
        this.isQuiet = false;
    }
    mapped(x, (part) => {
      this.#expression(part);
      return part;
    });
  }
}

function isQuietStatement(s: Statement): boolean {
  switch (s.kind) {
    case "declare":
    case "do":
    case "return":
    case "if":
    case "while":
    case "block":
    case "loop":
    case "break":
    case "continue":
    case "function-start":
      return true;
    case "try":
      return s.finally === null;
    case "throw":
      // The runtime threw it first, and the slots were stored before that call.
      return s.x === CAUGHT;
    default:
      return false;
  }
}

function isQuietCall({ callee }: Extract<Expression, { kind: "call" }>): boolean {
  if (callee.kind !== "literal") return false;
  return PLAIN.test(callee.text) || QUIET.has(callee.text.replace(/^R\./, ""));
}

/** A loop with variables of JavaScript's in the place of slots. */
class QuietLoop {
  readonly #variables = new Map<string, Expression>();
  readonly #labels = new Set<string>();
  readonly #result: Expression;
  /** Store the variables in the slots. */
  readonly #stores: readonly Expression[];
  /** Load the variables from the slots. */
  readonly #loads: readonly Expression[];

  constructor({ used, assigned }: LoopFacts, g: Generator) {
    for (const slot of used) this.#variables.set(slot, name(g.fresh("s"), true));
    this.#result = name(g.fresh("k"), true);
    const pairs = [...this.#variables].map(([slot, variable]) => ({ slot, variable, at: slotAt(slot) }));
    this.#stores = pairs
      .filter(({ slot }) => assigned.has(slot))
      .map(({ variable, at }) => assign(at, variable));
    // The debugger sets variables, and never which of them are bound.
    this.#loads = pairs
      .filter(({ slot }) => slot !== POSITION)
      .map(({ variable, at }) => assign(variable, at));
  }

  made(loop: Loop): Statement[] {
    const declared = [...this.#variables].map(([slot, variable]) => declare(textOf(variable), slotAt(slot)));
    const looped = this.#statement(loop);
    return [...declared, declare(textOf(this.#result), UNDEFINED), ...looped, ...this.#stores.map(run)];
  }

  #statements(body: readonly Statement[]): Statement[] {
    return body.flatMap((each) => this.#statement(each));
  }

  /** What stands inside of a label's statement. */
  #labelled(label: string | null, body: readonly Statement[]): Statement[] {
    if (label === null || this.#labels.has(label)) return this.#statements(body);
    this.#labels.add(label);
    const made = this.#statements(body);
    this.#labels.delete(label);
    return made;
  }

  #statement(s: Statement): Statement[] {
    switch (s.kind) {
      case "block":
      case "loop":
        return [{ ...s, body: this.#labelled(s.label, s.body) }];
      case "try":
        return [{ ...s, body: this.#statements(s.body), caught: s.caught && this.#caught(s.caught) }];
      case "break":
      case "continue": {
        // One without a label is of a loop in here.
        const stays = s.label === null || this.#labels.has(s.label);
        return stays ? [s] : [...this.#stores.map(run), s];
      }
      default:
        return [
          withParts(
            s,
            (body) => this.#statements(body),
            (x) => this.#expression(x),
          ),
        ];
    }
  }

  /** A handler goes on after a call of the runtime, during which the debugger may have set the slots. */
  #caught(body: readonly Statement[]): Statement[] {
    return [...this.#loads.map(run), ...this.#statements(body)];
  }

  #expression(x: Expression): Expression {
    if (x.kind === "frame-slot") return this.#variables.get(x.name) as Expression;
    const made = mapped(x, (part) => this.#expression(part));
    if (made.kind !== "slow") return made;
    return comma(...this.#stores, assign(this.#result, made), ...this.#loads, this.#result);
  }
}

function slotAt(slot: string): Expression {
  return { kind: "frame-slot", name: slot };
}

function textOf(variable: Expression): string {
  return (variable as Extract<Expression, { kind: "name" }>).name;
}

/** Code of a function whose variables are slots, its quiet loops made so. */
export function withQuietLoops(body: readonly Statement[], g: Generator): Statement[] {
  return body.flatMap((s): Statement[] => {
    if (s.kind === "loop" || s.kind === "while") {
      const facts = new LoopFacts(s);
      const copies = facts.slow * (facts.used.size + facts.assigned.size);
      if (facts.isQuiet && facts.used.size > 0 && copies <= MOST_COPIES)
        return new QuietLoop(facts, g).made(s);
    }
    return [
      withParts(
        s,
        (inside) => withQuietLoops(inside, g),
        (x) => x,
      ),
    ];
  });
}
