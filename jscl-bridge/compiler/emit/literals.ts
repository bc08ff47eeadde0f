/**
 * Constants of compiled code: passed in as data when it runs here, rebuilt by code when it is written to a
 * file.
 */

import { carOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName, symbolPackage } from "../../runtime/objects/symbols.js";
import { isLispString, stringText } from "../../runtime/objects/vectors.js";
import type { FrameInfo } from "../../runtime/stack/callstack.js";
import { next } from "../../runtime/stack/safepoints.js";
import type { CompilerHost } from "../host.js";
import { ProgramError } from "../syntax/program-error.js";
import type { Signature } from "../warnings/signature.js";

export interface Literals {
  /** JavaScript text by which a function keeps the descriptions of its unit, at no cost when it runs. */
  readonly keep: string;
  /** JavaScript text that stands for the very object. */
  reference(value: LispValue): string;
  /** Whether it is code of a file that COMPILE-FILE makes. */
  readonly isFile?: boolean;
  /** The number of a new function info, or text that stands for it when the code is loaded. */
  info(info: FrameInfo, signature: Signature | null): number | string;
  /** The same for that of a toplevel form, where it is not the image's own. */
  toplevelInfo?(keepsVariables: boolean): string;
  /** JavaScript text for the value of a LOAD-TIME-VALUE form. */
  loadTimeValue(form: LispValue): string;
  /** JavaScript text for the number of a library call's info. */
  libraryInfo(name: LispSymbol, count: number): string;
}

/** Literals of code that runs in this image. */
export class ImageLiterals implements Literals {
  readonly keep = "if(0)K;";
  readonly data: LispValue[] = [];
  private readonly names = new Map<LispValue, string>();

  constructor(
    private readonly register: (info: FrameInfo) => number,
    private readonly library: (name: LispSymbol, count: number) => number,
    private readonly evaluate: (form: LispValue) => LispValue,
  ) {}

  loadTimeValue(form: LispValue): string {
    return this.reference(this.evaluate(form));
  }

  reference(value: LispValue): string {
    let name = this.names.get(value);
    if (name === undefined) {
      name = `c${this.data.length}`;
      this.data.push(value);
      this.names.set(value, name);
    }
    return name;
  }

  info(info: FrameInfo): number {
    return this.register(info);
  }

  libraryInfo(name: LispSymbol, count: number): string {
    return String(this.library(name, count));
  }

  /** Declares the constants, reading them from the array `D`. */
  prelude(): string {
    if (this.data.length === 0) return "";
    return `const ${this.data.map((_, i) => `c${i}=D[${i}]`).join(",")};`;
  }
}

/**
 * Literals of code compiled ahead of time; `take` yields the code that rebuilds them when the file is loaded.
 */
export class FileLiterals implements Literals {
  /** What a file describes stays. */
  readonly keep = "";
  private declarations: string[] = [];
  private counter = 0;
  private readonly names = new Map<LispValue, string>();
  private readonly structural = new Map<string, string>();

  constructor(
    private readonly host: CompilerHost,
    private readonly compile: (form: LispValue) => string,
  ) {}

  loadTimeValue(form: LispValue): string {
    return this.declare(`(function(values){${this.compile(form)}})(pv)`);
  }

  reference(value: LispValue): string {
    const known = this.names.get(value);
    if (known !== undefined) return known;
    const text = this.text(value);
    let name = this.structural.get(text);
    if (name === undefined || text.startsWith("R.uninterned")) {
      name = this.declare(text);
      this.structural.set(text, name);
    }
    this.names.set(value, name);
    return name;
  }

  info(info: FrameInfo): string {
    const name = info.name === null ? "null" : this.reference(info.name);
    // As nearly all of the Lisp's own code has it.
    if (info.kind === "library" && info.layout === null && !info.internal)
      return this.declare(`S.registerLibrary(${name},${info.slots}${info.spread ? ",true" : ""})`);
    const layout =
      info.layout === null
        ? "null"
        : `[${info.layout.map((item) => (typeof item === "number" ? item : this.reference(item))).join(",")}]`;
    return this.declare(
      `S.register({kind:${JSON.stringify(info.kind)},name:${name},slots:${info.slots},spread:${info.spread},layout:${layout},internal:${info.internal},place:null})`,
    );
  }

  libraryInfo(name: LispSymbol, count: number): string {
    return this.declare(`S.library(${this.reference(name)},${count})`);
  }

  /** The declarations made since the last call. */
  take(): string {
    const text = this.declarations.join("");
    this.declarations = [];
    return text;
  }

  private declare(text: string): string {
    const name = `k${this.counter++}`;
    this.declarations.push(`const ${name}=${text};`);
    return name;
  }

  private text(value: LispValue): string {
    const { internals, nil, t } = this.host;
    if (value === nil) return "nil";
    if (value === t) return "t";
    if (typeof value === "number") return String(value);
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value === "string") return JSON.stringify(value);
    if (value instanceof internals.Symbol) {
      const symbol = value as LispSymbol;
      const name = JSON.stringify(symbolName(symbol));
      if (symbolPackage(symbol) === undefined) return `R.uninterned(${name})`;
      return `R.symbol(${name},${JSON.stringify(homeName(symbol))})`;
    }
    if (value instanceof internals.Cons) {
      const items: string[] = [];
      let rest: LispValue = value;
      while (rest instanceof internals.Cons) {
        items.push(this.reference(carOf(rest as LispCons)));
        rest = next(rest as LispCons);
      }
      items.push(this.reference(rest));
      return `R.listStar(${items.join(",")})`;
    }
    if (isLispString(value)) return `R.string(${JSON.stringify(stringText(value))})`;
    if (Array.isArray(value)) return `[${value.map((item) => this.reference(item)).join(",")}]`;
    const float = this.float(value);
    if (float !== null) return float;
    throw new ProgramError("an object of this kind cannot be written into a compiled file");
  }

  private float(value: LispValue): string | null {
    const name = (value as object | null)?.constructor?.name;
    const number = (value as { value?: unknown }).value;
    if (name === "SingleFloat") return `new R.SingleFloat(${String(number)})`;
    if (name === "DoubleFloat") return `new R.DoubleFloat(${String(number)})`;
    return null;
  }
}
