import { carOf, cdrOf } from "../runtime/objects/conses.js";
import type { LispValue } from "../runtime/objects/marshal.js";
import { symbolName } from "../runtime/objects/symbols.js";
import { table } from "../runtime/objects/table.js";
import { isCons, isSymbol, nil } from "../runtime/signals.js";
import { safepoint } from "../runtime/stack/safepoints.js";

/** What laying out forms asks of an image. */
interface FormPrinter {
  /** An atom as it stands in source text. */
  readonly atom: (x: LispValue) => string;
  /** The index of the first argument that an operator has as its body; null where it has none. */
  readonly bodyPosition: (operator: LispValue) => number | null;
}

/** Columns of a line. */
const WIDTH = 80;

/** Conses that are laid out, at most: a form may be circular. */
const MOST_CONSES = 50_000;

interface Node {
  /** The text of an atom, or what stands before a list that it is of: `'`. */
  readonly text: string;
  readonly items: readonly Node[] | null;
  /** Characters on one line. */
  readonly width: number;
  /** Of a list: the arguments before its body, if it has one. */
  readonly distinguished: number | null;
}

/** A form as people lay it out: what does not fit on a line is broken, the body two columns in. */
export function formLayout(form: LispValue, printer: FormPrinter): string {
  return laidOut(new Nodes(printer).node(form), 0);
}

class Nodes {
  #left = MOST_CONSES;
  readonly #printer: FormPrinter;

  constructor(printer: FormPrinter) {
    this.#printer = printer;
  }

  node(x: LispValue): Node {
    if (!isCons(x)) return atom(this.#printer.atom(x));
    const prefix = PREFIXES[operatorName(x)];
    const rest = cdrOf(x);
    if (prefix !== undefined && isCons(rest) && cdrOf(rest) === nil()) {
      const inner = this.node(carOf(rest));
      return { ...inner, text: prefix + inner.text, width: inner.width + prefix.length };
    }
    const items: Node[] = [];
    let tail: LispValue = x;
    for (; isCons(tail); tail = cdrOf(tail)) {
      safepoint();
      if (--this.#left < 0) {
        items.push(atom("..."));
        tail = nil();
        break;
      }
      items.push(this.node(carOf(tail)));
    }
    if (tail !== nil()) items.push(atom("."), atom(this.#printer.atom(tail)));
    const width = items.reduce((sum, item) => sum + item.width + 1, 1);
    return { text: "", items, width, distinguished: this.#distinguished(carOf(x)) };
  }

  #distinguished(operator: LispValue): number | null {
    if (!isSymbol(operator)) return null;
    return BODIES[symbolName(operator)] ?? this.#printer.bodyPosition(operator);
  }
}

function atom(text: string): Node {
  return { text, items: null, width: text.length, distinguished: null };
}

function operatorName(x: LispValue): string {
  const operator = isCons(x) ? carOf(x) : null;
  return isSymbol(operator) ? symbolName(operator) : "";
}

const PREFIXES = table<string | undefined>({ QUOTE: "'", FUNCTION: "#'" });

/** The arguments of the standard's operators before their bodies. */
const BODIES = table<number | undefined>({
  BLOCK: 1,
  CASE: 1,
  CATCH: 1,
  DEFCLASS: 2,
  DEFMACRO: 2,
  DEFUN: 2,
  "DESTRUCTURING-BIND": 2,
  DO: 2,
  "DO*": 2,
  DOLIST: 1,
  DOTIMES: 1,
  "EVAL-WHEN": 1,
  FLET: 1,
  "HANDLER-BIND": 1,
  "HANDLER-CASE": 1,
  LABELS: 1,
  LAMBDA: 1,
  LET: 1,
  "LET*": 1,
  LOCALLY: 0,
  MACROLET: 1,
  "MULTIPLE-VALUE-BIND": 2,
  "NAMED-LAMBDA": 2,
  PROGN: 0,
  PROG1: 1,
  PROGV: 2,
  "RESTART-CASE": 1,
  "RETURN-FROM": 1,
  "SYMBOL-MACROLET": 1,
  TAGBODY: 0,
  UNLESS: 1,
  "UNWIND-PROTECT": 1,
  WHEN: 1,
});

function laidOut(node: Node, column: number): string {
  const { text, items } = node;
  if (items === null) return text;
  if (column + node.width <= WIDTH) return flat(node);
  const open = `${text}(`;
  const start = column + open.length;
  const [operator, ...rest] = items;
  if (operator === undefined || operator.items !== null || rest.length === 0)
    return open + lines(items, start);
  const head = `${open}${operator.text}`;
  const { distinguished } = node;
  if (distinguished !== null) {
    let at = column + head.length;
    const before = rest.slice(0, distinguished).map((item) => {
      const shown = laidOut(item, at + 1);
      at = shown.includes("\n") ? shown.length - shown.lastIndexOf("\n") - 1 : at + 1 + shown.length;
      return ` ${shown}`;
    });
    const body = rest
      .slice(distinguished)
      .map((item) => `\n${" ".repeat(column + 2)}${laidOut(item, column + 2)}`);
    return `${head}${before.join("")}${body.join("")})`;
  }
  const isNarrow = operator.text.length <= 24;
  const aligned = isNarrow ? column + head.length + 1 : start;
  const between = isNarrow ? " " : `\n${" ".repeat(start)}`;
  return `${head}${between}${lines(rest, aligned)}`;
}

/** Items below each other, and the bracket that closes their list. */
function lines(items: readonly Node[], column: number): string {
  return `${items.map((item) => laidOut(item, column)).join(`\n${" ".repeat(column)}`)})`;
}

function flat({ text, items }: Node): string {
  return items === null ? text : `${text}(${items.map(flat).join(" ")})`;
}
