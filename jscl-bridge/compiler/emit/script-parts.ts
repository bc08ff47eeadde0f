/** Code with other parts in the place of its own. */

import { choose, conditional, type Expression, type Statement } from "./script.js";

/** A statement with others in the place of those inside of it, and of its expressions. */
export function withParts(
  s: Statement,
  statements: (body: readonly Statement[]) => Statement[],
  f: (x: Expression) => Expression,
): Statement {
  switch (s.kind) {
    case "declare":
      return s.value === null ? s : { ...s, value: f(s.value) };
    case "do":
    case "return":
    case "throw":
      return { ...s, x: f(s.x) };
    case "if":
      return choose(f(s.test), statements(s.then), statements(s.otherwise));
    case "while":
      return { ...s, test: f(s.test), body: statements(s.body) };
    case "block":
    case "loop":
      return { ...s, body: statements(s.body) };
    case "try":
      return {
        ...s,
        body: statements(s.body),
        caught: s.caught && statements(s.caught),
        finally: s.finally && statements(s.finally),
      };
    case "switch":
      return { ...s, on: f(s.on), cases: s.cases.map(statements) };
    default:
      return s;
  }
}

/** An expression with others in the place of its parts. */
export function mapped(x: Expression, f: (part: Expression) => Expression): Expression {
  switch (x.kind) {
    case "unary":
      return { ...x, x: f(x.x) };
    case "binary":
      return { ...x, a: f(x.a), b: f(x.b) };
    case "conditional":
      return conditional(f(x.test), f(x.then), f(x.otherwise));
    case "assign":
      return { ...x, target: f(x.target), value: f(x.value) };
    case "member":
      return { ...x, object: f(x.object) };
    case "index":
      return { ...x, object: f(x.object), index: f(x.index) };
    case "call":
    case "new":
      return { ...x, args: x.args.map(f) };
    case "comma":
    case "array":
      return { ...x, items: x.items.map(f) };
    case "attempt":
      return { ...x, quick: f(x.quick), slow: f(x.slow) };
    case "slow":
      return { ...x, x: f(x.x) };
    default:
      return x;
  }
}
