/**
 * Objects of code that COMPILE-FILE writes, as steps that make similar ones when the file is loaded (CLHS
 * 3.2.4). Objects that are one in the file are one when it is loaded, and so are similar strings and numbers.
 */

import type { FileObjects } from "../../compiler/emit/file-units.js";
import { TOPLEVEL_HOLES } from "../../compiler/emit/file-units.js";
import type { Signature } from "../../compiler/warnings/signature.js";
import { Comma } from "../../reader/comma.js";
import { dimensionsOf } from "../../runtime/library/array-checks.js";
import { elementTypeOf, specifierOf } from "../../runtime/library/element-types.js";
import { Complex, DoubleFloat, Ratio, SingleFloat } from "../../runtime/numbers/types.js";
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import { HashTable } from "../../runtime/objects/hash-table.js";
import { lineageOf } from "../../runtime/objects/instances.js";
import type {
  LispCons,
  LispPackage,
  LispSymbol,
  LispValue,
  LispVector,
} from "../../runtime/objects/marshal.js";
import { valuesOf } from "../../runtime/objects/marshal.js";
import { isPackageObject, packageNameOf } from "../../runtime/objects/package-objects.js";
import { homeName, symbolFunction, symbolName } from "../../runtime/objects/symbols.js";
import { fillPointerOf, isLispString, makeString, stringText } from "../../runtime/objects/vectors.js";
import { Pathname } from "../../runtime/pathnames/pathname.js";
import {
  callLisp,
  INTERNAL_PACKAGE,
  isCons,
  isSymbol,
  keyword,
  list,
  nil,
  sym,
  t,
} from "../../runtime/signals.js";
import type { FrameInfo } from "../../runtime/stack/callstack.js";
import { next, safepoint } from "../../runtime/stack/safepoints.js";
import type { Image } from "../image.js";
import {
  type Description,
  INTERNAL,
  OTHER_KEYS,
  REST,
  SCOPED,
  SILENT_STEPS,
  SPREAD,
  type Step,
} from "./steps.js";

/** An object that no file can have. */
export class DumpError extends Error {
  constructor(
    readonly object: LispValue,
    message: string,
  ) {
    super(message);
  }
}

/** Compiles a form for the file; the number of its unit. */
type CompileForm = (form: LispValue) => number;

/** How deep lists and vectors may be nested in an object. */
const DEEPEST = 1_000;

export class FaslObjects implements FileObjects {
  readonly steps: Step[] = [];
  readonly structureNames = new Map<LispValue, LispSymbol>();
  /** The descriptions since they were last taken. */
  private descriptions: Description[] = [];
  holes = TOPLEVEL_HOLES;
  private count = 0;
  private readonly places = new Map<LispValue, number>();
  /** Places by what stands for similar objects. */
  private readonly similar = new Map<string, number>();
  /** Objects whose parts are being written; the place of one that is a part of itself. */
  private open = new Map<object, number | null>();
  /** Conses that stand in more than one place of the object at work. */
  private shared: ReadonlySet<object> = new Set();

  constructor(
    private readonly image: Image,
    private readonly compile: CompileForm,
  ) {}

  takeDescriptions(): Description[] {
    const taken = this.descriptions;
    this.descriptions = [];
    return taken;
  }

  putBack(descriptions: Description[]): void {
    this.descriptions = descriptions;
  }

  add(step: Step): number {
    this.steps.push(step);
    return Array.isArray(step) && SILENT_STEPS.has(step[0]) ? -1 : this.count++;
  }

  object(value: LispValue): number {
    const known = this.places.get(value);
    if (known !== undefined) return known;
    const { shared } = this;
    if (this.open.size === 0) this.shared = sharedConses(value);
    try {
      return this.written(value);
    } finally {
      this.shared = shared;
    }
  }

  valueOf(form: LispValue): number {
    const { open, shared } = this;
    this.open = new Map();
    try {
      return this.add(["value", this.compile(form)]);
    } finally {
      this.open = open;
      this.shared = shared;
    }
  }

  library(name: LispSymbol, count: number): number {
    const place = this.object(name);
    return this.once(`library ${place} ${count}`, () => ["library", place, count]);
  }

  describe(info: FrameInfo, signature: Signature | null): number {
    const hole = this.holes++;
    const flags =
      (info.spread ? SPREAD : 0) | (info.scoped === true ? SCOPED : 0) | (info.internal ? INTERNAL : 0);
    this.descriptions.push({
      hole,
      kind: info.kind,
      name: info.name === null ? null : this.object(info.name),
      slots: info.slots,
      flags,
      layout: info.layout?.map((item) => (typeof item === "number" ? item : [this.object(item)])) ?? null,
      signature: signature && [
        signature.required,
        signature.optional,
        (signature.rest ? REST : 0) | (signature.allowOtherKeys ? OTHER_KEYS : 0),
        signature.keys && [...signature.keys],
      ],
    });
    return hole;
  }

  private once(key: string, step: () => Step): number {
    let place = this.similar.get(key);
    if (place === undefined) {
      place = this.add(step());
      this.similar.set(key, place);
    }
    return place;
  }

  private written(value: LispValue): number {
    safepoint();
    const known = this.places.get(value);
    if (known !== undefined) return known;
    const place = this.atom(value) ?? this.compound(value as object);
    this.places.set(value, place);
    return place;
  }

  private atom(value: LispValue): number | null {
    if (isSymbol(value)) return this.symbol(value);
    if (typeof value === "number") {
      return this.once(`n${value}`, () => value);
    }
    if (typeof value === "bigint") return this.once(`i${value}`, () => ["integer", String(value)]);
    if (typeof value === "string") return this.once(`c${value}`, () => ["character", value]);
    if (value instanceof SingleFloat) return this.float("single", value.value);
    if (value instanceof DoubleFloat) return this.float("double", value.value);
    if (value instanceof Ratio) return this.call("/", "COMMON-LISP", value.num, value.den);
    if (value instanceof Complex) return this.call("COMPLEX", "COMMON-LISP", value.re, value.im);
    if (value instanceof Pathname)
      return this.call("PARSE-NAMESTRING", "COMMON-LISP", callLisp("NAMESTRING", "COMMON-LISP", value));
    const structure = this.structureNames.get(value);
    if (structure !== undefined) return this.call("STRUCTURE-DEFINITION", INTERNAL_PACKAGE, structure);
    if (typeof value === "object" && value !== null && !Array.isArray(value) && isPackageObject(value)) {
      return this.call("FIND-PACKAGE", "COMMON-LISP", makeString(packageNameOf(value as LispPackage)));
    }
    return null;
  }

  private symbol(symbol: LispSymbol): number {
    const home = homeName(symbol) ?? null;
    return this.add(["symbol", symbolName(symbol), home]);
  }

  private float(kind: "single" | "double", value: number): number {
    const text = Object.is(value, -0) ? "-0" : String(value);
    return this.once(`${kind} ${text}`, () => [kind, text]);
  }

  private call(name: string, home: string, ...args: LispValue[]): number {
    return this.add(["call", name, home, ...args.map((arg) => this.written(arg))]);
  }

  private compound(value: object): number {
    const begun = this.open.get(value);
    if (begun !== undefined) {
      const place = begun ?? this.early(value);
      this.open.set(value, place);
      return place;
    }
    if (this.open.size >= DEEPEST) throw new DumpError(value, "The object is nested too deeply.");
    this.open.set(value, null);
    try {
      return this.parts(value);
    } finally {
      this.open.delete(value);
    }
  }

  /** Makes an object before its parts, one of which it is. */
  private early(value: object): number {
    if (isCons(value)) return this.add(["cons"]);
    if (Array.isArray(value)) return this.add(["blank", value.length]);
    throw new DumpError(
      value,
      "Objects of this type that are parts of themselves can't be dumped into fasl files.",
    );
  }

  private parts(value: object): number {
    if (isCons(value)) return this.cons(value);
    if (isLispString(value)) return this.string(value);
    if (Array.isArray(value)) return this.array(value as LispVector);
    if (value instanceof Comma) return this.add(["comma", value.kind, this.written(value.form)]);
    if (value instanceof HashTable) return this.table(value);
    return this.bySource(value);
  }

  private cons(value: LispCons): number {
    const items: number[] = [];
    let rest: LispValue = value;
    do {
      items.push(this.written(carOf(rest as LispCons)));
      rest = next(rest as LispCons);
    } while (isCons(rest) && !this.shared.has(rest) && !this.places.has(rest));
    items.push(this.written(rest));
    const early = this.open.get(value);
    if (early === null || early === undefined) return this.add(["list", ...items]);
    const [first = 0, ...others] = items;
    const tail = others.length === 1 ? (others[0] as number) : this.add(["list", ...others]);
    this.add(["set-cons", early, first, tail]);
    return early;
  }

  private string(value: LispVector): number {
    const text = stringText(value);
    const type = elementTypeOf(value);
    if (typeof fillPointerOf(value) === "number" || dimensionsOf(value, this.image.internals).length !== 1)
      return this.array(value);
    // What is not of plain characters is made by MAKE-ARRAY.
    if (type.name !== "CHARACTER") return this.made(value, text === "" ? nil() : makeString(text));
    return this.once(`s${text}`, () => text);
  }

  private array(value: LispVector): number {
    const dimensions = dimensionsOf(value, this.image.internals);
    const { name } = elementTypeOf(value);
    if (dimensions.length === 1 && name === "T" && typeof fillPointerOf(value) !== "number") {
      const items = value.map((item) => this.written(item));
      const early = this.open.get(value);
      if (early === null || early === undefined) return this.add(["vector", ...items]);
      this.add(["set-vector", early, ...items]);
      return early;
    }
    if (dimensions.length === 1 && name === "BIT") return this.add(["bits", value.join("")]);
    return this.made(value, callLisp("ARRAY-CONTENTS", INTERNAL_PACKAGE, value));
  }

  private made(value: LispVector, contents: LispValue): number {
    const dimensions = dimensionsOf(value, this.image.internals);
    const options: LispValue[] = [keyword("ELEMENT-TYPE"), specifierOf(elementTypeOf(value))];
    if (!dimensions.includes(0)) options.push(keyword("INITIAL-CONTENTS"), contents);
    return this.call("MAKE-ARRAY", "COMMON-LISP", list(...dimensions), ...options);
  }

  private table(value: HashTable): number {
    const test = callLisp("HASH-TABLE-TEST", "COMMON-LISP", value);
    const place = this.call("MAKE-HASH-TABLE", "COMMON-LISP", keyword("TEST"), test);
    this.places.set(value, place);
    for (const entry of value.entries) {
      if (entry === undefined) continue;
      const [key, held] = [this.written(entry.key), this.written(entry.value)];
      this.add(["call", "PUT-IN-TABLE", INTERNAL_PACKAGE, place, key, held]);
    }
    return place;
  }

  /** By what MAKE-LOAD-FORM says (CLHS 3.2.4.4). */
  private bySource(value: object): number {
    const isDumpable =
      lineageOf(value) !== undefined || callLisp("DUMPABLE-P", INTERNAL_PACKAGE, value) !== nil();
    if (!isDumpable) {
      const type = callLisp("TYPE-OF", "COMMON-LISP", value);
      throw new DumpError(
        value,
        `Objects of type ${this.image.print(type)} can't be dumped into fasl files.`,
      );
    }
    const [creation = nil(), initialization = nil()] = this.image.catchingErrors(
      () => valuesOf(symbolFunction(sym("MAKE-LOAD-FORM"))(this.image.internals.mv, value)),
      (condition) => {
        throw new DumpError(
          value,
          stringText(callLisp("PRINC-TO-STRING", "COMMON-LISP", condition) as LispVector),
        );
      },
    );
    if (creation === keyword("IGNORE-IT")) return this.written(t());
    const place = this.valueOf(creation);
    this.places.set(value, place);
    if (initialization !== nil()) this.valueOf(initialization);
    return place;
  }
}

/** The conses that stand in more than one place of an object of lists and vectors. */
function sharedConses(value: LispValue): ReadonlySet<object> {
  const seen = new Set<object>();
  const shared = new Set<object>();
  const left: LispValue[] = [value];
  while (left.length > 0) {
    let each = left.pop();
    if (Array.isArray(each) && !isLispString(each) && !seen.has(each)) {
      seen.add(each);
      for (const item of each) if (typeof item === "object") left.push(item);
    }
    while (isCons(each)) {
      if (seen.has(each)) {
        shared.add(each);
        break;
      }
      seen.add(each);
      const car = carOf(each);
      if (typeof car === "object") left.push(car);
      safepoint();
      each = cdrOf(each);
    }
  }
  return shared;
}
