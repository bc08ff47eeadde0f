/** Conses, lists, one-dimensional arrays, and predicates of kinds of objects. */

import { CAR, CDR } from "../../../runtime/objects/conses.js";
import { table } from "../../../runtime/objects/table.js";
import { isSymbol } from "../../syntax/forms.js";
import type { CallNode, Node } from "../../syntax/tree.js";
import { isListNode } from "../facts.js";
import type { Generator } from "../generator.js";
import {
  and,
  conditional,
  type Expression,
  instanceOf,
  isType,
  literal,
  make,
  member,
  NIL,
  not,
  runtime,
} from "../script.js";
import { is, isCons_, or } from "../type-checks.js";
import { operator, type Primitive, predicate, predicateOf } from "./primitive.js";

/** As many conses are made in place. */
const MOST_ELEMENTS = 24;

const CONS = literal("Cons");

/** LIST evaluates left to right, and nested constructors do so as well: each head before its tail. */
export function listOf(items: readonly Expression[], tail: Expression): Expression {
  return items.reduceRight((rest, item) => make(CONS, item, rest), tail);
}

/** The composition of CARs and CDRs, the outermost first. */
function accessor(path: string): Primitive {
  return operator(1, 1, (g, node, x) => {
    let object = x as Expression;
    for (let i = path.length - 1; i >= 0; i--) {
      const known = i === path.length - 1 ? (node.args[0] as Node) : null;
      const step = half(g, node, path[i] === "A", object, known);
      object = i > 0 ? g.stable(step) : step;
    }
    return object;
  });
}

function half(g: Generator, node: Node, isCar: boolean, object: Expression, known: Node | null): Expression {
  const place = member(object, isCar ? CAR : CDR);
  if (known !== null && isListNode(known)) return place;
  const wrong = g.slowCall(node, isCar ? "carError" : "cdrError", object);
  return conditional(or(isCons_(object), is(object, NIL)), place, wrong);
}

/** Whether identity decides what EQL says of a constant: it is no number that may be an object. */
function isIdentity(node: Node | undefined): boolean {
  if (node?.kind !== "constant") return false;
  const { value } = node;
  return (
    isSymbol(value) || typeof value === "string" || (typeof value === "number" && Number.isInteger(value))
  );
}

const eql = predicateOf(2, 2, (g, node) => {
  if (node.args.some(isIdentity)) {
    const [a, b] = g.expressions(node.args, g.guards(node)) as [Expression, Expression];
    return is(a, b);
  }
  const [a, b] = g.atoms(node.args, g.guards(node)) as [Expression, Expression];
  return or(is(a, b), runtime("eql", a, b));
});

/** EQUAL is identity but for objects, and numbers that are. */
const equal = predicate(2, 2, (g, node, a, b) => {
  const [x, y] = [a as Expression, b as Expression];
  const mayDiffer = or(isType(x, "object"), isType(x, "bigint"));
  return or(is(x, y), and(mayDiffer, g.slowCall(node, "isEqual", x, y)));
});

/** A predicate of a value that is looked at once. */
function kindTest(test: (x: Expression) => Expression): Primitive {
  return predicateOf(1, 1, (g, node) => test(g.expression(node.args[0] as Node)));
}

function list(star: boolean): Primitive {
  return {
    least: star ? 1 : 0,
    most: MOST_ELEMENTS,
    calls: false,
    expression: (g, node) => {
      const items = g.expressions(node.args, g.guards(node));
      return star ? listOf(items.slice(0, -1), items[items.length - 1] as Expression) : listOf(items, NIL);
    },
  };
}

export const listPrimitives: Readonly<Record<string, Primitive>> = table({
  CONS: {
    least: 2,
    most: 2,
    calls: false,
    expression: (g: Generator, node: CallNode) => make(CONS, ...g.expressions(node.args, g.guards(node))),
  },
  ACONS: operator(3, 3, (_g, _node, key, value, alist) =>
    make(CONS, make(CONS, key as Expression, value as Expression), alist as Expression),
  ),
  LIST: list(false),
  "LIST*": list(true),
  CAR: accessor("A"),
  CDR: accessor("D"),
  FIRST: accessor("A"),
  REST: accessor("D"),
  CAAR: accessor("AA"),
  CADR: accessor("AD"),
  CDAR: accessor("DA"),
  CDDR: accessor("DD"),
  SECOND: accessor("AD"),
  CADDR: accessor("ADD"),
  CDDDR: accessor("DDD"),
  THIRD: accessor("ADD"),
  FOURTH: accessor("ADDD"),
  "SYMBOL-VALUE": operator(1, 1, (g, node, x) => g.slowCall(node, "symbolValue", x as Expression)),
  NOT: predicateOf(1, 1, (g, node) => not(g.test(node.args[0] as Node))),
  NULL: predicateOf(1, 1, (g, node) => not(g.test(node.args[0] as Node))),
  ENDP: predicate(1, 1, (g, node, x) => {
    const object = x as Expression;
    if (isListNode(node.args[0] as Node)) return is(object, NIL);
    return or(is(object, NIL), and(not(isCons_(object)), g.slowCall(node, "endpError", object)));
  }),
  EQ: predicateOf(2, 2, (g, node) => {
    const [a, b] = g.expressions(node.args, g.guards(node)) as [Expression, Expression];
    return is(a, b);
  }),
  EQL: eql,
  EQUAL: equal,
  CONSP: kindTest(isCons_),
  ATOM: kindTest((x) => not(isCons_(x))),
  LISTP: predicate(1, 1, (_g, _node, x) => or(is(x as Expression, NIL), isCons_(x as Expression))),
  SYMBOLP: kindTest((x) => instanceOf(x, "Symbol_")),
  FUNCTIONP: kindTest((x) => isType(x, "function")),
  STRINGP: kindTest((x) => runtime("isString", x)),
  CHARACTERP: kindTest((x) => isType(x, "string")),
});
