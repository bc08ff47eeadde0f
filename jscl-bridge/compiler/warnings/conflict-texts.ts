/** What SBCL says of values that cannot be of the types that take them. */

import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName, symbolPackage } from "../../runtime/objects/symbols.js";
import { table } from "../../runtime/objects/table.js";
import { list, sym } from "../../runtime/signals.js";
import type { CompilerHost } from "../host.js";
import { car, elements, isCons, isSymbol, quoted } from "../syntax/forms.js";
import type { Node } from "../syntax/tree.js";
import { CONS, NULL, VECTOR } from "../types/kinds.js";
import { isOfKinds, type LispType } from "../types/lattice.js";

/** Where SBCL's manual speaks of types that conflict. */
export const REFERENCE = '\nSee also:\n  The SBCL Manual, Node "Handling of Types"';
const LINE = 80;

/**
 * An argument as SBCL shows it: what the program wrote, where a variable that a macro made has its value: the
 * name of a variable, or a form that is for one reader alone.
 */
export function shownForm(node: Node): LispValue {
  if (node.kind !== "read" || symbolPackage(node.variable.symbol) !== undefined) return node.form;
  const { written, reads } = node.variable;
  return written === null || (reads > 1 && !isSymbol(written)) ? node.form : written;
}

/** A value as SBCL names it: a lambda expression by the function that it comes to. */
export function shownValue(node: Node): LispValue {
  if (node.kind === "function" && car(node.form) === sym("LAMBDA")) return list(sym("FUNCTION"), node.form);
  return shownForm(node);
}

/** What a macro bound a variable to whose value it goes along, however often it reads that. */
function boundForm(node: Node): LispValue {
  const isMacros = node.kind === "read" && symbolPackage(node.variable.symbol) === undefined;
  return transformed(isMacros && node.variable.written !== null ? node.variable.written : shownForm(node));
}

/** A value as SBCL shows it after its transformations, some of which rest on the types of arguments. */
export function transformedText(node: Node, print: (form: LispValue) => string): string {
  return ofKindOfSequence(node) ?? print(transformed(shownValue(node)));
}

/** Functions that SBCL has one of for lists and one for vectors. */
const DIVIDED: ReadonlySet<string> = new Set(["REVERSE", "NREVERSE"]);

/** A call of such a function whose argument is known to be a list, or a vector; null for another node. */
function ofKindOfSequence(node: Node): string | null {
  if (node.kind !== "call" || homeName(node.name) !== "COMMON-LISP") return null;
  const name = symbolName(node.name);
  if (!DIVIDED.has(name)) return null;
  const type = node.args[0]?.type ?? null;
  if (isOfKinds(type, NULL | CONS)) return `(SB-IMPL::LIST-${name} SEQUENCE)`;
  return isOfKinds(type, VECTOR) ? `(SB-IMPL::VECTOR-${name} SEQUENCE)` : null;
}

/** The form of a literal. */
export function literalForm(host: CompilerHost, x: LispValue): LispValue {
  const isVariable = isSymbol(x) && x !== host.nil && x !== host.t && homeName(x) !== "KEYWORD";
  return isCons(x) || isVariable ? quoted(x) : x;
}

/** The warning of a constant that is of another type than is expected. */
export function constantConflict(host: CompilerHost, constant: LispValue, expected: string): string {
  const value = host.print(constant);
  const line = `Constant ${value} conflicts with its asserted type ${expected}.`;
  if (line.length <= LINE) return line + REFERENCE;
  return `Constant\n  ${value} conflicts with its asserted type\n  ${expected}.${REFERENCE}`;
}

/** The warning of a value of a type that is not the expected one. */
export function conflictMessage(
  host: CompilerHost,
  node: Node,
  type: LispType,
  { text: expected }: LispType,
  plain: boolean,
  called?: string,
): string {
  if (node.kind === "constant" && called === undefined) return constantConflict(host, node.value, expected);
  const name =
    called ??
    (plain ? host.printQualified(boundForm(node)) : transformedText(node, host.printQualified.bind(host)));
  const derived = plain ? type.text : valuesText(type.text);
  const end = derived.includes("\n") ? ",\n\n" : ",\n";
  return `Derived type of ${name} is\n  ${derived}${end}conflicting with its asserted type\n  ${expected}.${REFERENCE}`;
}

/** The warning of one of the nodes that a value may come from, of which others are right. */
export function wrongUse(
  host: CompilerHost,
  node: Node,
  { text: expected }: LispType,
  binding: string | null,
): string {
  if (node.kind === "constant") {
    const what = binding === null ? "This" : `The binding of ${binding}`;
    return `${what} is not a ${expected}:\n ${host.print(node.value)}${REFERENCE}`;
  }
  const what = binding === null ? "Result" : `The binding of ${binding}`;
  return `${what} is a ${valuesText(node.type?.text ?? "T")}, not a ${expected}.${REFERENCE}`;
}

/** The warning of a function that cannot return what it was proclaimed to. */
export function conflictingResult(
  host: CompilerHost,
  node: Node,
  type: LispType,
  { text: expected }: LispType,
): string {
  const returned = host.printQualified(list(transformed(shownForm(node))));
  return `Derived type of ${returned} is\n  ${valuesText(type.text)},\nconflicting with the declared function return type\n  (VALUES ${expected} &REST T).${REFERENCE}`;
}

/** The type of one value, on several lines where it needs them. */
export function valuesText(type: string): string {
  const text = `(VALUES ${type} &OPTIONAL)`;
  if (text.length + 3 <= LINE) return text;
  const first = `(VALUES ${type}`;
  return first.length + 2 < LINE
    ? `${first}\n          &OPTIONAL)`
    : `(VALUES\n   ${unionLines(type)}\n   &OPTIONAL)`;
}

/** The text of a union, which is printed in the fourth column. */
function unionLines(type: string): string {
  return type.startsWith("(OR ") ? filled(type, 3, 4) : type;
}

/** A list that is printed from a column on, with as many parts on a line as fit. */
export function filled(list: string, from: number, indentation = 1): string {
  if (!list.startsWith("(") || from + list.length < LINE) return list;
  let column = from;
  let text = "";
  for (const [i, part] of partsOf(list).entries()) {
    const fits = i === 0 || column + part.length + 1 < LINE;
    const gap = i === 0 ? "(" : fits ? " " : `\n${" ".repeat(from + indentation)}`;
    text += gap + part;
    column = fits ? column + part.length + 1 : from + indentation + part.length;
  }
  return `${text})`;
}

/** Words with as many on a line as fit. */
export function filledWords(text: string): string {
  let column = 0;
  return text.split(" ").reduce((lines, word, i) => {
    const fits = i === 0 || column + word.length + 1 < LINE;
    column = i === 0 ? word.length : fits ? column + word.length + 1 : word.length;
    return lines + (i === 0 ? "" : fits ? " " : "\n") + word;
  }, "");
}

/** The parts of a list that is written out. */
function partsOf(text: string): string[] {
  return text.slice(1, -1).match(/\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|[^\s()]+/g) ?? [];
}

/** A call as SBCL has it after its source transformations. */
function transformed(form: LispValue): LispValue {
  if (!isCons(form)) return form;
  const head = carOf(form);
  if (!isSymbol(head) || homeName(head) !== "COMMON-LISP") return form;
  const name = symbolName(head);
  const args = elements(cdrOf(form));
  const sign = SIGNS[name];
  if (sign !== undefined) return list(sym(sign[0]), ...args, sign[1]);
  if (name === "CONS") return list(sym("LIST*"), ...args);
  const part = partOf(name);
  if (part === "CAR" || part === "CDR") return list(sym(part), ...args);
  return part === null ? form : list(sym("NTH"), part, ...args);
}

/** Functions that compare with a number, or add one. */
const SIGNS: Readonly<Record<string, readonly [string, number]>> = table({
  "1+": ["+", 1],
  "1-": ["-", 1],
  ZEROP: ["=", 0],
  PLUSP: [">", 0],
  MINUSP: ["<", 0],
});

const PLACES = "FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH".split(" ");
/** From this one on, a place in a list is counted. */
const COUNTED = 4;

/** What a function that names a part of a list does to it first: CAR or CDR, or an index; null for others. */
function partOf(name: string): "CAR" | "CDR" | number | null {
  const place = PLACES.indexOf(name);
  if (place === 0) return "CAR";
  if (place > 0) return place < COUNTED ? "CDR" : place;
  if (name === "REST") return "CDR";
  const letter = /^C[AD]{1,3}([AD])R$/.exec(name)?.[1];
  return letter === undefined ? null : letter === "A" ? "CAR" : "CDR";
}

/** A call of two arguments each for one of many, as far as the argument with this number. */
function pairwise(head: LispSymbol, args: readonly LispValue[], index: number): LispValue {
  const [first, ...rest] = args.slice(0, Math.max(index + 1, 2));
  return rest.reduce((form, each) => list(head, form, each), first);
}

/** What functions of an element take, which SBCL makes calls of AREF. */
const VECTORS: Readonly<Record<string, string>> = table({
  CHAR: "STRING",
  SCHAR: "SIMPLE-STRING",
  SVREF: "SIMPLE-VECTOR",
});

/** The form that SBCL shows as the one whose argument is wrong. */
export function callContext(
  host: CompilerHost,
  head: LispSymbol,
  args: readonly Node[],
  index: number,
  isPlace = false,
): string {
  const shown = args.map(shownForm);
  const form = list(head, ...shown);
  const text = (i: number): string => host.print(shown[i]);
  switch (symbolName(head)) {
    case "FUNCALL":
      return index === 0 ? `(SB-KERNEL:%COERCE-CALLABLE-FOR-CALL ${text(0)})` : host.print(form);
    case "APPLY":
      return index === 0 ? host.print(form) : `(VALUES-LIST ${text(index)})`;
    case "GETHASH":
      if (isPlace) {
        // INCF and the like bind all but constants.
        const [key, hashTable] = ["#:KEY", "#:HASHTABLE"].map((name, i) =>
          args[i]?.kind === "constant" ? text(i) : name,
        );
        return `(SB-IMPL::GETHASH3 ${key} ${hashTable} ${shown.length === 2 ? "NIL" : text(2)})`;
      }
      return `(SB-IMPL::GETHASH3 ${shown.map((_, i) => text(i)).join(" ")}${shown.length === 2 ? " NIL" : ""})`;
    case "EVENP":
    case "ODDP":
      return `(LOGTEST ${text(0)} 1)`;
    case "+":
    case "*":
    case "-":
    case "/":
      return shown.length === 1 ? `(THE NUMBER ${text(0)})` : host.print(pairwise(head, shown, index));
    case "LOGAND":
    case "LOGIOR":
    case "LOGXOR":
    case "LOGEQV":
    case "GCD":
    case "LCM":
      return host.print(pairwise(head, shown, index));
    case "APPEND":
      return shown.length === 2 ? `(SB-IMPL::APPEND2 ${text(0)} ${text(1)})` : host.print(form);
    case "ENDP":
      return `(THE LIST ${text(0)})`;
    case "CHAR-EQUAL":
      return shown.length === 2 ? `(SB-INT:TWO-ARG-CHAR-EQUAL ${text(0)} ${text(1)})` : host.print(form);
    case "CHAR":
    case "SCHAR":
    case "SVREF": {
      const vector = `(THE ${VECTORS[symbolName(head)]} ${text(0)})`;
      return index === 0 ? vector : `(AREF ${vector} ${text(1)})`;
    }
    default:
      return host.print(transformed(form));
  }
}
