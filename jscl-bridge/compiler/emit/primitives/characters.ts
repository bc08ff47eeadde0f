/** Characters, and the characters of strings. A character is a JavaScript string of one code point. */

import { table } from "../../../runtime/objects/table.js";
import { MARKS } from "../../../runtime/objects/vectors.js";
import type { Node, RuntimeNode } from "../../syntax/tree.js";
import { CHARACTER, SIMPLE_STRING } from "../../types/kinds.js";
import type { Generator } from "../generator.js";
import {
  and,
  assign,
  binary,
  call,
  conditional,
  type Expression,
  element,
  isType,
  isUndefined,
  literal,
  member,
  number,
  TRUE,
} from "../script.js";
import { is, isOpenVector } from "../type-checks.js";
import { indexTest } from "./arrays.js";
import {
  atomsOf,
  elementCall,
  libraryCall,
  operator,
  type Primitive,
  predicateOf,
  writerCall,
} from "./primitive.js";

function characterTest(x: Expression, node: Node): Expression {
  return node.type?.kinds === CHARACTER || x.kind === "literal" ? TRUE : isType(x, "string");
}

function codeOf(x: Expression): Expression {
  return { ...call(member(x, "codePointAt"), number(0)) };
}

/** A comparison that holds between each argument and the next. */
function comparison(compare: (a: Expression, b: Expression) => Expression): Primitive {
  return predicateOf(2, 3, (g, node) => {
    const atoms = atomsOf(g, node);
    const tests = and(...atoms.map((x, i) => characterTest(x, node.args[i] as Node)));
    const links = and(...atoms.slice(1).map((b, i) => compare(atoms[i] as Expression, b)));
    return conditional(tests, links, binary("!==", libraryCall(g, node, atoms), literal("nil")));
  });
}

const byCode = (operator_: string) => comparison((a, b) => binary(operator_, codeOf(a), codeOf(b)));

/** (SETF CHAR) and (SETF SCHAR), which macros expand into a call of the runtime. */
export function setCharacter(g: Generator, node: RuntimeNode, accessor: string): Expression {
  const [, indexNode, valueNode] = node.args as [Node, Node, Node];
  const atoms = g.atoms(node.args, g.guards(node)) as [Expression, Expression, Expression];
  const [string, index, value] = atoms;
  const test = and(
    isOpenVector(string),
    is(member(string, MARKS.string), number(1)),
    isUndefined(member(string, MARKS.bits)),
    characterTest(value, valueNode),
    indexTest(string, index, indexNode),
  );
  return conditional(test, assign(element(string, index), value), writerCall(g, node, accessor, atoms));
}

const characterOf = operator(2, 2, (g, node, string, index) => {
  const [s, i] = [string as Expression, index as Expression];
  const [stringNode, indexNode] = node.args as [Node, Node];
  const isString =
    stringNode.type?.kinds === SIMPLE_STRING && !stringNode.type.loose
      ? TRUE
      : and(call(literal("Array.isArray"), s), is(member(s, MARKS.string), number(1)));
  const test = and(isString, indexTest(s, i, indexNode));
  return conditional(test, element(s, i), elementCall(g, node, [s, i]));
});

export const characterPrimitives: Readonly<Record<string, Primitive>> = table({
  "CHAR-CODE": operator(1, 1, (g, node, x) => {
    const character = x as Expression;
    return conditional(
      characterTest(character, node.args[0] as Node),
      codeOf(character),
      libraryCall(g, node, [character]),
    );
  }),
  CHAR: characterOf,
  SCHAR: characterOf,
  "CHAR=": comparison(is),
  "CHAR<": byCode("<"),
  "CHAR>": byCode(">"),
  "CHAR<=": byCode("<="),
  "CHAR>=": byCode(">="),
});
