/** What the reader refuses in a text, all of it at once. Nothing is evaluated or interned. */

import type { Image } from "../../image/image.js";
import { formEnd } from "../../reader/blank.js";
import { EOF, Reader } from "../../reader/reader.js";
import type { PackageProblem, ReaderImage } from "../../reader/reader-image.js";
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispPackage, LispValue } from "../../runtime/objects/marshal.js";
import { setSymbolValue, symbolName, symbolValue } from "../../runtime/objects/symbols.js";
import { isLispString, stringText } from "../../runtime/objects/vectors.js";
import { conditionText } from "../../runtime/reports/boundary.js";
import { isCons, isSymbol, nil, sym } from "../../runtime/signals.js";
import { longStep } from "../../runtime/stack/safepoints.js";

/** A problem at a place: line from 1, column from 0. */
interface Problem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Problems that are told. */
const MOST_PROBLEMS = 20;

/** Characters of a message. */
const MESSAGE = 500;

/** The first problems of a text that is read in a package, without brackets that do not match. */
export function readerProblems(image: Image, text: string, home: LispPackage): Problem[] {
  const current = sym("*PACKAGE*");
  const outer = symbolValue(current);
  setSymbolValue(current, home);
  try {
    return new Checker(image, text).problems();
  } finally {
    setSymbolValue(current, outer);
  }
}

class Checker {
  readonly #image: Image;
  readonly #text: string;
  readonly #reading: ReaderImage;
  /** Names of packages that the text defines. */
  readonly #defined = new Set<string>();

  constructor(image: Image, text: string) {
    this.#image = image;
    this.#text = text;
    this.#reading = this.#careful(image.readerImage);
  }

  problems(): Problem[] {
    const found: Problem[] = [];
    for (let base = 0; base < this.#text.length && found.length < MOST_PROBLEMS; ) {
      longStep();
      const reader = new Reader(this.#text.slice(base), this.#reading);
      const problem = this.#readAll(reader);
      if (problem === null) break;
      const { failure } = reader;
      const start = base + (failure?.start.offset ?? reader.formStart);
      const at = base + (failure?.offset ?? reader.formStart);
      if (failure?.unclosed != null || problem.isEnd) break;
      const isStray =
        this.#text.charAt(at) === ")" && formEnd(this.#text, at) <= at + 1 && this.#isStray(start, at);
      if (!isStray) found.push({ ...this.#place(at), message: problem.message });
      base = isStray ? at + 1 : Math.max(formEnd(this.#text, base + reader.formStart), at + 1);
    }
    return found;
  }

  /** Whether a closing bracket stands where a form would begin. */
  #isStray(start: number, at: number): boolean {
    return start === at;
  }

  /** The problem that ends reading; null at the end of the text. */
  #readAll(reader: Reader): { message: string; isEnd: boolean } | null {
    const image = this.#image;
    return image.catchingErrors<{ message: string; isEnd: boolean } | null>(
      () => {
        for (;;) {
          const form = reader.read();
          if (form === EOF) return null;
          this.#note(form);
        }
      },
      (condition) => {
        const { label, message } = conditionText(image, condition, MESSAGE);
        return { message: `${label}: ${message}`, isEnd: label.endsWith("END-OF-FILE") };
      },
    );
  }

  /** Takes note of what a form does to packages. */
  #note(form: LispValue): void {
    const head = isCons(form) ? carOf(form) : null;
    const rest = isCons(form) ? cdrOf(form) : null;
    if (!isSymbol(head) || !isCons(rest)) return;
    const designator = carOf(rest);
    const name = isSymbol(designator)
      ? symbolName(designator)
      : isLispString(designator)
        ? stringText(designator)
        : null;
    if (name === null) return;
    const operator = symbolName(head);
    if (operator === "DEFPACKAGE" || operator === "MAKE-PACKAGE" || operator === "DEFINE-PACKAGE")
      this.#defined.add(name);
    const pkg = operator === "IN-PACKAGE" ? this.#image.tables.findPackage(name) : undefined;
    if (pkg !== undefined) setSymbolValue(sym("*PACKAGE*"), pkg);
  }

  /** The image's part of reading, but that nothing is interned, evaluated or made. */
  #careful(image: ReaderImage): ReaderImage {
    const elsewhere = (problem: PackageProblem, signal: () => LispValue) =>
      this.#defined.has(problem.home) ? image.makeSymbol(problem.symbolName) : signal();
    return {
      ...image,
      intern: (name, pkg) => image.findSymbol(name, pkg)?.symbol ?? image.makeSymbol(name),
      readEval: () => true,
      evaluate: () => [nil()],
      makeStructure: () => nil(),
      failed: () => {},
      missingPackage: (problem) => elsewhere(problem, () => image.missingPackage(problem)),
      inaccessibleSymbol: (problem) => elsewhere(problem, () => image.inaccessibleSymbol(problem)),
    };
  }

  #place(offset: number): { line: number; column: number } {
    const before = this.#text.slice(0, offset);
    return { line: before.split("\n").length, column: offset - (before.lastIndexOf("\n") + 1) };
  }
}
