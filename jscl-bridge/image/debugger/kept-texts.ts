/** What a recording keeps of values, as text. */

import { numberEql } from "../../runtime/numbers.js";
import type { LispValue } from "../../runtime/objects/marshal.js";
import { homeName } from "../../runtime/objects/symbols.js";
import { makeString } from "../../runtime/objects/vectors.js";
import { printToString } from "../../runtime/printer.js";
import { type Kept, Moment, UNBOUND } from "../../runtime/recording/moment.js";
import { isSymbol } from "../../runtime/signals.js";
import type { Image } from "../image.js";

/** Cuts a text; dots stand for the rest. */
export function cut(text: string, chars: number): string {
  return text.length <= chars ? text : `${text.slice(0, Math.max(0, chars - 3))}...`;
}

const SETTINGS = {
  escape: true,
  readably: false,
  base: 10,
  radix: false,
  case: "upcase",
  circle: false,
  length: 10,
  level: 4,
  gensym: true,
  array: true,
  pretty: false,
  layout: false,
  readCase: "upcase",
  floatFormat: "SINGLE-FLOAT",
  // Methods of the program's would show the object as it is now.
  userMethods: false,
} as const;

export class KeptTexts {
  constructor(private readonly image: Image) {}

  /** How an object prints that cannot have changed. */
  plain(x: LispValue, chars = 200): string {
    return printToString(x, this.image.printer, { ...SETTINGS, budget: { chars, depth: 5 } });
  }

  /** A value as it was. */
  of(kept: Kept, chars: number): string {
    return cut(this.#of(kept), chars);
  }

  #of(kept: Kept): string {
    if ((kept as unknown) === UNBOUND) return "#<unbound>";
    if (!(kept instanceof Moment)) return this.plain(kept);
    const { kind, name, id, parts, labels, total, tail } = kept;
    switch (kind) {
      case "string": {
        const printed = this.plain(makeString(name as string), 300);
        const more = (total as number) - (name as string).length;
        return more > 0 ? `${printed.slice(0, -1)}..."` : printed;
      }
      case "list":
        if (parts === null) return `#<CONS #${id}>`;
        return `(${[...parts.map((part) => this.#of(part)), ...this.#end(total, tail)].join(" ")})`;
      case "vector":
        if (parts === null) return `#<VECTOR #${id} of ${total}>`;
        return `#(${this.#parts(parts, total)})`;
      case "array":
        return `#<ARRAY #${id} ${labels.join("x")}: ${parts === null ? "..." : this.#parts(parts, total)}>`;
      case "table": {
        if (parts === null) return `#<HASH-TABLE #${id} of ${total}>`;
        const entries: string[] = [];
        for (let i = 0; i + 1 < parts.length; i += 2)
          entries.push(`${this.#of(parts[i] as Kept)}: ${this.#of(parts[i + 1] as Kept)}`);
        if (entries.length < (total as number)) entries.push("...");
        return `#<HASH-TABLE #${id} ${name} {${entries.join(", ")}}>`;
      }
      case "structure":
        if (parts === null) return `#<${this.plain(name)} #${id}>`;
        return `#S(${[this.plain(name), ...this.#slots(kept, ":", " ")].join(" ")})`;
      case "instance":
        return `#<${[this.plain(name), ...(parts === null ? [] : this.#slots(kept, "", "=")), `#${id}`].join(" ")}>`;
      case "other": {
        const [label] = labels;
        if (name === "FUNCTION" || name === "GENERIC")
          return `#<FUNCTION${label === undefined ? "" : ` ${this.plain(label)}`} #${id}>`;
        return `${name}`;
      }
    }
  }

  #end(total: number | undefined, tail: Kept | undefined): string[] {
    if (total === undefined) return ["..."];
    return tail === undefined ? [] : [".", this.#of(tail)];
  }

  #parts(parts: readonly Kept[], total: number | undefined): string {
    const texts = parts.map((part) => this.#of(part));
    if (parts.length < (total ?? 0)) texts.push("...");
    return texts.join(" ");
  }

  #slots({ parts, labels, total }: Moment, before: string, between: string): string[] {
    const texts = (parts as readonly Kept[]).map((part, i) => {
      const label = labels[i];
      const name = isSymbol(label) ? `${before}${homeName(label) === "KEYWORD" ? ":" : ""}` : before;
      return `${name}${label === undefined ? i : this.plain(label).replace(/^.*:/, "")}${between}${this.#of(part)}`;
    });
    if (texts.length < (total ?? 0)) texts.push("...");
    return texts;
  }
}

/** Whether two values were the same at their moments, by what is kept of them: as EQUALP, but of case. */
export function sameKept(a: Kept, b: Kept): boolean {
  if (a instanceof Moment) {
    if (!(b instanceof Moment) || a.kind !== b.kind) return false;
    if (a.kind === "string") return a.total === b.total && a.name === b.name;
    if (a.parts === null || b.parts === null) return a.id === b.id;
    if (a.total !== b.total || a.name !== b.name) return false;
    if (a.parts.length !== b.parts.length) return false;
    const { parts } = b;
    if (!a.parts.every((part, i) => sameKept(part, parts[i] as Kept))) return false;
    if (a.tail === undefined || b.tail === undefined) return a.tail === b.tail;
    return sameKept(a.tail, b.tail);
  }
  return !(b instanceof Moment) && numberEql(a, b);
}

/** Whether a value was, or had among its parts, such a one. */
export function holdsKept(whole: Kept, part: Kept): boolean {
  if (sameKept(whole, part)) return true;
  if (!(whole instanceof Moment)) return false;
  const { parts, tail } = whole;
  return (parts ?? []).some((each) => holdsKept(each, part)) || (tail !== undefined && holdsKept(tail, part));
}
