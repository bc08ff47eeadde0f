import { SnapshotError } from "./error.js";
import type { HeapData, OperationName } from "./restore.js";

/** What the stream has to know of a value; those of plain constants are their own. */
export type Shape =
  | { kind: "known"; index: number }
  | { kind: "symbol"; name: string; home: number }
  | { kind: "constant" }
  | { kind: "string"; text: string }
  | { kind: "function"; index: number }
  | { kind: "cons"; car: unknown; cdr: unknown }
  | { kind: "array"; items: unknown[] }
  | { kind: "map"; parts: unknown[] }
  | { kind: "object"; isBare: boolean; keys: string[]; values: unknown[] }
  | { kind: "closure"; factory: number; captured: unknown[] }
  | { kind: "late"; index: number };

/** Digits of the stream: a text that needs no escapes in a template. */
const digits = Array.from({ length: 87 }, (_, index) => String.fromCharCode(40 + index))
  .filter((digit) => digit !== "\\" && digit !== "`")
  .join("");
const ONE = 40;
const TWO = 39 * digits.length;

/** Numbers in the alphabet that `restoreHeap` reads, small ones in one character. */
function numeral(value: number): string {
  const base = digits.length;
  const digit = (at: number): string => digits[at] as string;
  if (value < ONE) return digit(value);
  const second = value - ONE;
  if (second < TWO) return digit(ONE + Math.floor(second / base)) + digit(second % base);
  const third = second - TWO;
  const first = 79 + Math.floor(third / base / base);
  if (first >= base) throw new SnapshotError(`the number ${value} is too large for the stream`);
  return digit(first) + digit(Math.floor(third / base) % base) + digit(third % base);
}

/** Values that are named so often that each has an operation of its own. */
const FREQUENT = 60;

/** The places that follow the last one in a list in order, and have operations of their own. */
const NEAR = 40;

type Token = number | { operation: OperationName; argument: number } | { again: unknown };

/** Writes values into a stream, in the order in which it is given them. */
export class StreamWriter {
  readonly names: string[] = [];
  readonly constants: unknown[] = [];
  readonly strings: string[] = [];
  readonly shapes: HeapData["shapes"] = [];
  private readonly tokens: Token[] = [];
  private readonly places = new Map<unknown, number>();
  private readonly shapeNumbers = new Map<string, number>();
  private readonly open = new Set<unknown>();
  private nextFunction = 0;
  /** As in `restoreHeap`. */
  private met = 0;
  private last = 0;
  private lastDefinition = -1;

  /** `places` are the objects that are there before; `uses` counts how often each value will be written. */
  constructor(
    private readonly shapeOf: (value: unknown) => Shape,
    private readonly uses: Map<unknown, number>,
    private readonly nil: unknown,
    before: unknown[],
  ) {
    for (const value of before) this.places.set(value, this.places.size);
  }

  number(value: number): void {
    this.tokens.push(value);
  }

  value(value: unknown): void {
    if (this.open.has(value)) throw new SnapshotError("closures that capture each other");
    if (this.places.has(value)) {
      this.again(value);
      return;
    }
    const shape = this.shapeOf(value);
    if (shape.kind === "closure") {
      this.closure(value, shape);
      return;
    }
    const isAtom = shape.kind === "symbol" || shape.kind === "constant";
    if (shape.kind !== "function" && shape.kind !== "late" && (isAtom || (this.uses.get(value) ?? 0) > 1))
      this.keep(value, isAtom);
    this.fresh(value, shape);
  }

  /** Writes a value of a list whose values come in the order in which they were made, mostly. */
  inOrder(value: unknown): void {
    const near = (this.places.get(value) ?? -1) - this.last - 1;
    if (near >= 0 && near < NEAR) {
      this.operation("skip", near);
      this.met = this.places.get(value) as number;
    } else this.value(value);
    this.last = this.met;
  }

  /** Writes the place of a pair of a symbol and its function. */
  definition(place: number): void {
    const step = place - this.lastDefinition;
    this.number(step > 0 ? 2 * (step - 1) : 1 - 2 * step);
    this.lastDefinition = place;
  }

  private again(value: unknown): void {
    this.tokens.push({ again: value });
    this.met = this.places.get(value) as number;
  }

  private keep(value: unknown, isAtom: boolean): void {
    if (isAtom) this.met = this.places.size;
    else this.operation("shared", 0);
    this.places.set(value, this.places.size);
  }

  private fresh(value: unknown, shape: Exclude<Shape, { kind: "closure" }>): void {
    switch (shape.kind) {
      case "symbol":
        if (shape.name.includes("\n")) throw new SnapshotError(`a symbol whose name has more than one line`);
        this.names.push(shape.name);
        return this.operation("symbol", shape.home);
      case "constant":
        this.constants.push(value);
        return this.operation("constant", 0);
      case "string":
        this.strings.push(shape.text);
        return this.operation("string", 0);
      case "function":
        return this.function(shape.index);
      case "cons":
        return this.list(shape);
      case "array":
        return this.parts("array", shape.items.length, shape.items);
      case "map":
        return this.parts("map", shape.parts.length / 2, shape.parts);
      case "object":
        return this.parts("object", this.shapeNumber(shape.isBare, shape.keys), shape.values);
      case "late":
        this.operation("late", 0);
        return this.number(shape.index);
      default:
        throw new SnapshotError("a known object that is not there before");
    }
  }

  private operation(operation: OperationName, argument: number): void {
    this.tokens.push({ operation, argument });
  }

  private function(index: number): void {
    if (index === this.nextFunction) this.operation("nextFunction", 0);
    else {
      this.operation("function", 0);
      this.number(index);
    }
    this.nextFunction = index + 1;
  }

  private parts(operation: OperationName, argument: number, parts: unknown[]): void {
    this.operation(operation, argument);
    for (const part of parts) this.value(part);
  }

  private list(first: { car: unknown; cdr: unknown }): void {
    const items = [first.car];
    let rest = first.cdr;
    for (;;) {
      const shape = this.shapeOf(rest);
      if (shape.kind !== "cons" || this.places.has(rest) || (this.uses.get(rest) ?? 0) > 1) break;
      items.push(shape.car);
      rest = shape.cdr;
    }
    if (rest === this.nil) this.parts("list", items.length, items);
    else this.parts("dotted", items.length, [...items, rest]);
  }

  private shapeNumber(isBare: boolean, keys: string[]): number {
    const name = JSON.stringify([isBare, keys]);
    const found = this.shapeNumbers.get(name);
    if (found !== undefined) return found;
    this.shapes.push([isBare ? 1 : 0, keys]);
    this.shapeNumbers.set(name, this.shapes.length - 1);
    return this.shapes.length - 1;
  }

  /**
   * What a closure captures is there before it: an object may hold the closure that captures it, and is kept
   * from its beginning on, which a closure cannot be.
   */
  private closure(value: unknown, { factory, captured }: Shape & { kind: "closure" }): void {
    for (const part of captured) {
      const { kind } = this.shapeOf(part);
      const mayHold = kind === "cons" || kind === "array" || kind === "map" || kind === "object";
      if (!mayHold || this.places.has(part)) continue;
      this.operation("first", 0);
      // It is written again as what the closure captures.
      this.uses.set(part, 2);
      this.value(part);
    }
    if (this.places.has(value)) {
      this.again(value);
      return;
    }
    this.open.add(value);
    const isShared = (this.uses.get(value) ?? 0) > 1;
    if (isShared) this.operation("shared", 0);
    // The place is taken before what it captures is read.
    if (isShared) this.places.set(value, this.places.size);
    this.operation("closure", factory);
    this.number(captured.length);
    for (const part of captured) this.value(part);
    this.open.delete(value);
  }

  /** The stream and what its operations are. */
  finish(): Pick<HeapData, "names" | "constants" | "strings" | "shapes" | "operations" | "stream"> {
    const counts = new Map<string, number>();
    const again = new Map<unknown, number>();
    for (const token of this.tokens) {
      if (typeof token === "number") continue;
      if ("again" in token) again.set(token.again, (again.get(token.again) ?? 0) + 1);
      else {
        const name = JSON.stringify([token.operation, token.argument]);
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }
    const frequent = [...again].sort(([, a], [, b]) => b - a).slice(0, FREQUENT);
    for (const [value, count] of frequent)
      counts.set(JSON.stringify(["again", this.places.get(value)]), count);
    const ordered = [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
    const numbers = new Map(ordered.map((name, index) => [name, index]));
    const tokenText = (token: Token): string => {
      if (typeof token === "number") return numeral(token);
      const name =
        "again" in token
          ? ["again", this.places.get(token.again) as number]
          : [token.operation, token.argument];
      const number = numbers.get(JSON.stringify(name));
      return numeral(number ?? ordered.length + (name[1] as number));
    };
    return {
      names: this.names.join("\n"),
      constants: this.constants,
      strings: this.strings,
      shapes: this.shapes,
      operations: ordered.map((name) => JSON.parse(name) as [OperationName, number]),
      stream: this.tokens.map(tokenText).join(""),
    };
  }
}

/** Counts how often each value will be written when `values` are, each whole where it is met first. */
export function countUses(
  shapeOf: (value: unknown) => Shape,
  values: Iterable<unknown>,
): Map<unknown, number> {
  const uses = new Map<unknown, number>();
  for (const value of values) {
    const pending = [value];
    while (pending.length > 0) {
      const next = pending.pop();
      const count = uses.get(next) ?? 0;
      uses.set(next, count + 1);
      if (count > 0) continue;
      const shape = shapeOf(next);
      if (shape.kind === "cons") pending.push(shape.car, shape.cdr);
      else if (shape.kind === "array") for (const item of shape.items) pending.push(item);
      else if (shape.kind === "map") for (const part of shape.parts) pending.push(part);
      else if (shape.kind === "object") for (const part of shape.values) pending.push(part);
      else if (shape.kind === "closure") for (const part of shape.captured) pending.push(part);
    }
  }
  return uses;
}
