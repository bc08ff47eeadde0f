/** The printer's state during one outermost PRINT, and the dispatch on the kind of object. */

import { isNumber, printNumber } from "../numbers.js";
import { arrayDimensions, hasType, isCons, isSymbol } from "../objects/instances.js";
import type { LispValue, LispVector } from "../objects/marshal.js";
import { isLispString, stringText } from "../objects/vectors.js";
import { breakHere, closeBlock, finishPrinter, openBlock } from "../pretty/blocks.js";
import { pretty, printByTable } from "../pretty/dispatch.js";
import type { Lines } from "../pretty/lines.js";
import { firstUnits } from "../reports/text-cuts.js";
import { isSpecialized, writeArray, writeSpecialized, writeVector } from "./arrays.js";
import { characterToken } from "./characters.js";
import { writeFunction } from "./functions.js";
import { writeInstance } from "./instances.js";
import { Labels } from "./labels.js";
import { writeList } from "./lists.js";
import type { PrinterImage } from "./printer-image.js";
import type { PrintSettings } from "./settings.js";
import { homePackage, symbolText } from "./symbols.js";
import { stringLiteral } from "./tokens.js";
import { writeUnreadable } from "./unreadable.js";

/** The destination of printed text. */
export interface Sink {
  write(text: string): void;
  /** The column of the next character, where it is known. */
  column?(): number | null;
}

/** Thrown inside the printer alone when the budget is used up. */
class BudgetSpent {}

/** Objects printed between two safepoints. */
const SAFEPOINT_INTERVAL = 8;

export class Printer {
  /** Open lists, arrays and structures. */
  depth = 0;
  labels: Labels | null = null;
  /** The object to be printed next without its own method: that method has asked for it. */
  private unadorned: LispValue;
  /** Where lines are laid out; null until something asks for it. */
  lines: Lines | null = null;
  /** The Lisp stream that writes here. */
  stream: LispValue;
  /** The list that a function of the program is about to print: its label, if it has one, is out already. */
  entered: LispValue;
  private remaining: number;
  private spent = false;
  /** Calls of Lisp methods that print; a budget must not cut those with a JavaScript exception. */
  private methodCalls = 0;
  private untilSafepoint = SAFEPOINT_INTERVAL;

  constructor(
    readonly image: PrinterImage,
    public sink: Sink,
    public settings: PrintSettings,
  ) {
    this.remaining = settings.budget.chars;
  }

  /** Prints a whole object, first looking for shared parts if they are to be labelled. */
  top(object: LispValue): void {
    try {
      if (this.settings.circle && mayShare(object, this.image)) this.lookForShared(object);
      this.object(object);
    } catch (e) {
      if (!(e instanceof BudgetSpent)) throw e;
    } finally {
      this.labels = null;
      this.depth = 0;
    }
    this.finish();
  }

  /** Finds the parts of an object that are to be labelled. */
  lookForShared(object: LispValue): void {
    this.labels = new Labels();
    this.object(object);
    if (this.labels.anyShared()) this.labels.startWriting();
    else this.labels = null;
    this.depth = 0;
  }

  /** Writes what waits to be laid out. */
  finish(): void {
    if (this.lines === null) return;
    this.holdExits();
    finishPrinter(this);
  }

  /** Whether text is not written now: shared objects are looked for, or nothing more is to be written. */
  get isSilent(): boolean {
    return this.labels?.marking === true || this.spent;
  }

  get isSpent(): boolean {
    return this.spent;
  }

  /** For a printer that Lisp code writes on from its beginning to its end. */
  holdExits(): void {
    this.methodCalls++;
  }

  /** Ends the output. Lisp code that prints returns first. */
  stop(): void {
    this.spent = true;
    if (this.methodCalls === 0) throw new BudgetSpent();
  }

  /** Prints with other settings for a while, as a method that calls PRIN1 on its stream does. */
  nested(object: LispValue, settings: PrintSettings): void {
    const { settings: outer, depth } = this;
    this.settings = { ...settings, budget: outer.budget, userMethods: outer.userMethods };
    try {
      this.object(object);
    } finally {
      this.settings = outer;
      this.depth = depth;
    }
  }

  /** Prints an object as if the program had no method for it; its parts are printed as ever. */
  withoutMethod(object: LispValue, settings: PrintSettings): void {
    this.unadorned = object;
    // The object's label, if it has one, is out already.
    const { settings: outer, depth } = this;
    this.settings = { ...settings, budget: outer.budget, userMethods: outer.userMethods };
    try {
      if (!this.leaf(object)) this.compound(object as object);
    } finally {
      this.settings = outer;
      this.depth = depth;
      this.unadorned = undefined;
    }
  }

  /** Whether the program's own method may print `object` now. */
  mayCallMethod(object: LispValue): boolean {
    if (this.unadorned === object) {
      this.unadorned = undefined;
      return false;
    }
    return this.settings.userMethods;
  }

  write(text: string): void {
    if (this.isSilent) return;
    if (text.length > this.remaining) {
      this.spent = true;
      this.sink.write(`${firstUnits(text, this.remaining)}...`);
      if (this.methodCalls === 0) throw new BudgetSpent();
      return;
    }
    this.remaining -= text.length;
    this.sink.write(text);
  }

  object(x: LispValue): void {
    if (--this.untilSafepoint <= 0) {
      this.untilSafepoint = SAFEPOINT_INTERVAL;
      this.image.safepoint();
    }
    if (this.settings.layout) {
      this.objectInLayout(x);
      return;
    }
    if (this.leaf(x)) return;
    if (this.depth >= this.settings.budget.depth) {
      this.write("...");
      return;
    }
    if (this.labels !== null && !this.openLabel(x)) return;
    this.compound(x as object);
  }

  /** Apart from {@link object}, whose frames are to be small: objects are nested deeply. */
  private objectInLayout(x: LispValue): void {
    if (pretty.leaves && printByTable(this, x)) return;
    if (this.leaf(x)) return;
    if (this.depth >= this.settings.budget.depth) this.write("...");
    else if ((this.labels === null || this.openLabel(x)) && !printByTable(this, x))
      this.compound(x as object);
  }

  /** Writes `#N#` or `#N=`; false when nothing of the object is left to print. */
  openLabel(x: LispValue): boolean {
    const labels = this.labels as Labels;
    if (labels.marking) return labels.mark(x);
    const label = labels.label(x);
    if (label === undefined) return true;
    this.write(label.first ? `#${label.number}=` : `#${label.number}#`);
    return label.first;
  }

  private leaf(x: LispValue): boolean {
    const { internals } = this.image;
    switch (typeof x) {
      case "number":
      case "bigint":
        this.number(x);
        return true;
      case "string":
        this.character(x);
        return true;
      case "object":
        if (x === null) break;
        if (isSymbol(x, internals)) {
          if (this.labels !== null && homePackage(x) === null && !this.openLabel(x)) return true;
          this.write(symbolText(x, this.settings));
          return true;
        }
        if (isNumber(x)) {
          this.number(x);
          return true;
        }
        return false;
      case "function":
        return false;
      default:
        break;
    }
    writeUnreadable(this, x, () => this.write(`JAVASCRIPT-OBJECT ${String(x)}`), false);
    return true;
  }

  private number(x: LispValue): void {
    const { base, radix, floatFormat } = this.settings;
    this.write(printNumber(x as Parameters<typeof printNumber>[0], base, radix, floatFormat));
  }

  private character(x: string): void {
    if (x.length > 2 || x.length === 0 || (x.codePointAt(0) ?? 0) < 0x10000 !== (x.length === 1)) {
      writeUnreadable(
        this,
        x,
        () => this.write(`JAVASCRIPT-OBJECT ${JSON.stringify(x.slice(0, 80))}`),
        false,
      );
    } else if (this.settings.escape) {
      this.write(characterToken(x, this.settings.readably, this.image.characterName));
    } else this.write(x);
  }

  private compound(x: object): void {
    if (Array.isArray(x)) this.array(x as LispVector);
    else if (typeof x === "function") writeFunction(this, x);
    else if (isCons(x, this.image.internals) && !hasType(x)) writeList(this, x);
    else writeInstance(this, x);
  }

  private array(x: LispVector): void {
    if (this.settings.readably) {
      const dimensions = arrayDimensions(x, this.image.internals);
      if (isSpecialized(x, dimensions === null)) {
        writeSpecialized(this, x, dimensions ?? [x.length]);
        return;
      }
    }
    if (isLispString(x) && arrayDimensions(x, this.image.internals) === null) {
      const text = stringText(x);
      this.write(this.settings.escape ? stringLiteral(text) : text);
      return;
    }
    const dimensions = arrayDimensions(x, this.image.internals);
    if (dimensions === null) writeVector(this, x);
    else writeArray(this, x, dimensions);
  }

  /** Runs `body` one level deeper, or writes `#` when *PRINT-LEVEL* is reached. */
  descend(body: () => void): void {
    const { level } = this.settings;
    if (level !== null && this.depth >= level) {
      this.write("#");
      return;
    }
    this.depth++;
    body();
    this.depth--;
  }

  /** Begins the parts of an object: a block where lines are laid out. */
  begin(prefix: string, suffix: string): void {
    if (this.settings.layout) openBlock(this, prefix, false, suffix);
    else this.write(prefix);
  }

  /** A blank between the parts, where a line may end. */
  blank(kind: "fill" | "linear"): void {
    this.write(" ");
    if (this.settings.layout) breakHere(this, kind);
  }

  end(suffix: string): void {
    if (this.settings.layout) closeBlock(this);
    else this.write(suffix);
  }

  /** Writes `...` and answers true when *PRINT-LENGTH* elements are out. */
  tooLong(count: number): boolean {
    if (!this.isTooLong(count)) return false;
    this.write("...");
    return true;
  }

  isTooLong(count: number): boolean {
    const { length } = this.settings;
    return length !== null && count >= length;
  }

  /** Runs Lisp code that prints to a stream of the printer. The text is cut after the code has returned. */
  callMethod(body: () => void): void {
    this.methodCalls++;
    try {
      body();
    } finally {
      this.methodCalls--;
    }
    if (this.spent && this.methodCalls === 0) throw new BudgetSpent();
  }
}

function mayShare(x: LispValue, image: PrinterImage): boolean {
  return typeof x === "object" && x !== null && !isSymbol(x, image.internals) && !isNumber(x);
}
