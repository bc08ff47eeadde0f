import type { SyntaxNode, Tree } from "@lezer/common";
import { afterBlanks, Columns, lineStart } from "./columns.js";
import {
  type Element,
  elementsOf,
  headOf,
  isAtom,
  listAround,
  openingOf,
  outerList,
  tokenAround,
} from "./elements.js";
import { type BodyOf, LocalMacros, macrosIn } from "./macros.js";
import { DEFINITION, type Method, operators, SCOPE } from "./operators.js";
import { BlockComment, String as StringTerm } from "./parser.terms.js";
import { type Line, placeOfArgument } from "./places.js";
import { withoutPackage } from "./symbol-names.js";

/** So many lists around a line may say how it is indented, as `lisp-indent-maximum-backtracking` has it. */
const MOST_LISTS = 3;

/** A list around the beginning of a line. */
interface Level {
  readonly list: SyntaxNode;
  readonly opening: number;
  readonly elements: readonly Element[];
  /** The elements that end before the line. */
  readonly before: number;
}

/**
 * Finds the indentation of lines as Emacs's `common-lisp-indent-function` does, of a text and its tree. A
 * line's indentation follows from the text before it alone, and from what the line begins with.
 */
export class Indentation {
  readonly #text: string;
  readonly #tree: Tree;
  readonly #bodyOf: BodyOf;
  readonly #columns: Columns;
  readonly #localMacros: LocalMacros;
  readonly #elements = new Map<number, readonly Element[]>();

  constructor(text: string, tree: Tree, bodyOf: BodyOf = () => null) {
    this.#text = text;
    this.#tree = tree;
    this.#bodyOf = bodyOf;
    this.#columns = new Columns(text);
    this.#localMacros = new LocalMacros(text);
  }

  /** Has the lines that follow see a line, by its beginning, at another indentation. */
  indent(line: number, column: number): void {
    this.#columns.indent(line, column);
  }

  /**
   * The column for a line that begins at a place; `null` where its blanks belong to a string, a symbol or a
   * comment, or where it is a comment of three semicolons, which stays where it is.
   */
  ofLine(place: number): number | null {
    if (tokenAround(this.#text, this.#tree, place)) return null;
    if (this.#text.startsWith(";;;", afterBlanks(this.#text, place))) return null;
    return this.#column(place);
  }

  /** The column for a line break at a place in the middle of a line; `null` in a string or block comment. */
  ofBreak(place: number): number | null {
    const kind = tokenAround(this.#text, this.#tree, place)?.type.id;
    return kind === StringTerm || kind === BlockComment ? null : this.#column(place);
  }

  #column(place: number): number {
    const list = listAround(this.#text, this.#tree, place);
    if (!list) return 0;
    const level = this.#level(list, place);
    if (level.before === 0) return this.#columns.of(level.opening) + 1;
    const normal = this.#normal(level);
    return this.#special(level, place, normal) ?? this.#underKeyword(level, place) ?? normal;
  }

  #level(list: SyntaxNode, place: number): Level {
    let elements = this.#elements.get(list.from);
    if (!elements) {
      elements = elementsOf(this.#text, list);
      this.#elements.set(list.from, elements);
    }
    // The first part of an atom that a line break divides is an element before it.
    const isBefore = ({ from, to, node }: Element) => to <= place || (from < place && isAtom(node));
    // They stand in the order of the text, so that halving finds the first one that is not before the line.
    let before = 0;
    for (let after = elements.length; before < after; ) {
      const middle = (before + after) >> 1;
      const element = elements[middle];
      if (element && isBefore(element)) before = middle + 1;
      else after = middle;
    }
    return { list, opening: openingOf(this.#text, list), elements, before };
  }

  #isFirstOfLine(place: number): boolean {
    return afterBlanks(this.#text, lineStart(this.#text, place)) === place;
  }

  /** The column of an argument of a function: under the first one, or under the line before. */
  #normal({ opening, elements, before }: Level): number {
    const [first, second] = elements;
    const last = elements[before - 1];
    if (!first || !last) return this.#columns.of(opening) + 1;
    const line = lineStart(this.#text, first.core);
    for (let at = before - 1; at > 0; at -= 1) {
      const element = elements[at];
      if (!element || lineStart(this.#text, element.core) === line) break;
      if (this.#isFirstOfLine(element.from)) return this.#columns.of(element.from);
    }
    if (this.#text[first.core] === "(") return this.#columns.of(first.core);
    const isApart = /[ \t]/.test(this.#text.charAt(opening + 1));
    const isFirstAlone = !second || before === 1 || lineStart(this.#text, second.core) !== line;
    return this.#columns.of(isApart || isFirstAlone ? first.from : second.from);
  }

  /** The column that an operator around the line has for it. */
  #special(innermost: Level, place: number, normal: number): number | null {
    const column = this.#columns.of(innermost.opening);
    if (this.#head(innermost) === "loop") return column + (this.#isSimpleLoop(innermost) ? 1 : 6);
    let path: readonly number[] = [];
    let tentative: number | null = null;
    let level: Level | null = innermost;
    for (let depth = 0; level && depth < MOST_LISTS; depth += 1) {
      path = [level.before, ...path];
      const mark = this.#text.slice(Math.max(level.opening - 2, 0), level.opening);
      if (mark.endsWith("'") && mark !== "#'") return column + 1;
      if (this.#text[level.list.from] === "#") return column + 1;
      const isInserted = mark.endsWith(",") || mark === ",@" || mark === ",.";
      if (isInserted) tentative = normal;
      const line = this.#line(innermost, place, column, tentative ?? normal, level);
      const method = this.#methodOf(level, path.length === 1);
      if (method !== null) return placeOfArgument(method, path, line);
      // What is named as a definition is indented as one, unless a list around it says another thing.
      if (path.length === 1 && this.#head(level)?.startsWith("def"))
        tentative = placeOfArgument(DEFINITION, path, line);
      if (isInserted) break;
      const outer: SyntaxNode | null = outerList(level.list);
      level = outer && this.#level(outer, place);
    }
    return tentative;
  }

  #line(innermost: Level, place: number, column: number, normal: number, level: Level): Line {
    const text = this.#text;
    return {
      text,
      column,
      normal,
      opening: innermost.opening,
      first: afterBlanks(text, place),
      place,
      columnOf: (at) => this.#columns.of(at),
      elements: level.elements,
      outerOpening: () => {
        const outer = outerList(level.list);
        return outer && openingOf(text, outer);
      },
    };
  }

  #head(level: Level): string | null {
    const head = headOf(this.#text, level.elements);
    return level.before > 0 && head !== null ? withoutPackage(head) : null;
  }

  #methodOf(level: Level, isInnermost: boolean): Method | null {
    const name = this.#head(level);
    if (name === null) return null;
    const method =
      operators.get(name) ??
      this.#localMacros.around(level.list).get(name) ??
      macrosIn(this.#text, this.#tree).get(name) ??
      this.#bodyOf(name);
    return method ?? (isInnermost && /^(?:with|without|do)-/.test(name) ? SCOPE : null);
  }

  /** Whether a LOOP has forms alone, no clauses. */
  #isSimpleLoop({ elements }: Level): boolean {
    const second = elements[1];
    return second !== undefined && !/[\p{L}\p{N}:]/u.test(this.#text.charAt(second.from));
  }

  /** The column of the keyword that the line before begins with, for a line that begins with one, too. */
  #underKeyword({ elements, before }: Level, place: number): number | null {
    if (this.#text[afterBlanks(this.#text, place)] !== ":") return null;
    let at = before - 1;
    while (at > 0 && !this.#isFirstOfLine(elements[at]?.from ?? 0)) at -= 1;
    const element = elements[at];
    if (at === 0 || !element || this.#text[element.core] !== ":") return null;
    return this.#columns.of(element.from);
  }
}
