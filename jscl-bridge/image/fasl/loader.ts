/** Loads compiled files: makes their objects and runs their units, in order. */

import { Comma } from "../../reader/comma.js";
import { applied } from "../../runtime/applied.js";
import { CODE_PARAMETERS } from "../../runtime/base-image.js";
import { makeCode } from "../../runtime/code.js";
import { DoubleFloat, SingleFloat } from "../../runtime/numbers/types.js";
import { setCarOf, setCdrOf } from "../../runtime/objects/conses.js";
import type {
  LispCons,
  LispFunction,
  LispSymbol,
  LispValue,
  LispVector,
  ValuesFunction,
} from "../../runtime/objects/marshal.js";
import { symbolFunction } from "../../runtime/objects/symbols.js";
import { makeString, setBitMark } from "../../runtime/objects/vectors.js";
import { callLisp, cons, INTERNAL_PACKAGE, keyword, nil, sym } from "../../runtime/signals.js";
import { type FrameInfo, NO_FRAME } from "../../runtime/stack/callstack.js";
import { longStep } from "../../runtime/stack/safepoints.js";
import type { Image } from "../image.js";
import { PackageDefiner } from "./ready-packages.js";
import {
  type Description,
  type Fasl,
  INTERNAL,
  OTHER_KEYS,
  REST,
  SCOPED,
  SPREAD,
  type Step,
} from "./steps.js";

type Maker = (constants: readonly LispValue[], kept: object) => (values: ValuesFunction) => LispValue;

class Loading {
  private readonly table: LispValue[] = [];
  private readonly makers: readonly Maker[];
  /** The numbers in the holes. */
  private readonly numbers: number[];
  private readonly definer: PackageDefiner | null;

  constructor(
    private readonly image: Image,
    private readonly fasl: Fasl,
    private readonly onForm: () => void,
  ) {
    const { compiler, stack } = image;
    const numbers: number[] = [compiler.toplevelInfo(false), compiler.toplevelInfo(true)];
    for (let i = numbers.length; i < fasl.holes; i++) numbers.push(stack.register(NO_FRAME));
    this.numbers = numbers;
    const text = fasl.code.map((part) => (typeof part === "number" ? String(numbers[part]) : part)).join("");
    longStep();
    this.definer = fasl.packages === undefined ? null : new PackageDefiner(fasl.packages, image);
    this.makers = image.call(makeCode([...CODE_PARAMETERS], text)) as readonly Maker[];
  }

  load(): void {
    const { definitions } = this.image;
    const { compiledFrom } = definitions;
    definitions.compiledFrom = this.fasl.source;
    try {
      for (const step of this.fasl.steps) this.step(step);
    } finally {
      definitions.compiledFrom = compiledFrom;
    }
  }

  private step(step: Step): void {
    if (Array.isArray(step)) {
      const [kind, a, b] = step as readonly [string, number, number];
      if (kind === "run") {
        if (this.definer?.define(a) !== true) this.run(a);
        this.onForm();
        return;
      }
      if (kind === "set-cons") {
        const cell = this.table[a] as LispCons;
        setCarOf(cell, this.table[b]);
        setCdrOf(cell, this.table[step[3] as number]);
        return;
      }
      if (kind === "set-vector") {
        const vector = this.table[a] as LispVector;
        for (const [i, place] of (step.slice(2) as number[]).entries()) vector[i] = this.table[place];
        return;
      }
    }
    this.table.push(this.made(step));
  }

  /** Runs a unit that is a toplevel form. */
  private run(unit: number): void {
    const { definitions, stack } = this.image;
    const { sp } = stack;
    definitions.log.inEval(() => this.unit(unit));
    stack.sp = sp;
  }

  private made(step: Step): LispValue {
    if (typeof step === "number") return step;
    if (typeof step === "string") return makeString(step);
    switch (step[0]) {
      case "symbol":
        return this.symbol(step[1], step[2]);
      case "character":
        return step[1];
      case "integer":
        return BigInt(step[1]);
      case "double":
        return new DoubleFloat(Number(step[1]));
      case "single":
        return new SingleFloat(Number(step[1]));
      case "list": {
        let tail = this.table[step.at(-1) as number];
        for (let i = step.length - 2; i > 0; i--) tail = cons(this.table[step[i] as number], tail);
        return tail;
      }
      case "vector":
        return (step.slice(1) as number[]).map((place) => this.table[place]);
      case "bits": {
        const bits: LispVector = Array.from(step[1], Number);
        setBitMark(bits, true);
        return bits;
      }
      case "comma":
        return new Comma(this.table[step[2]], step[1] as Comma["kind"]);
      case "cons":
        return cons(nil(), nil());
      case "blank":
        return new Array(step[1]).fill(nil());
      case "call":
        return this.call(sym(step[1], step[2]), step.slice(3) as number[]);
      case "value":
        return this.unit(step[1]);
      case "library":
        return this.image.stack.library(this.table[step[1]] as LispSymbol, step[2]);
      default:
        throw new Error(`a compiled file with a step ${String(step[0])}`);
    }
  }

  private symbol(name: string, home: string | null): LispValue {
    if (home === null) return new this.image.internals.Symbol(name);
    if (home === "KEYWORD") return keyword(name);
    const { readerImage, tables } = this.image;
    const pkg = tables.findPackage(home);
    if (pkg === undefined) {
      const found = callLisp("PACKAGE-DESIGNATED", INTERNAL_PACKAGE, makeString(home));
      return readerImage.intern(name, found as NonNullable<typeof pkg>);
    }
    return tables.isHidden(name, pkg) ? sym(name, home) : readerImage.intern(name, pkg);
  }

  private call(name: LispSymbol, places: readonly number[]): LispValue {
    const { internals, stack } = this.image;
    const { sp } = stack;
    const result = applied(symbolFunction(name), [
      internals.pv,
      ...places.map((place) => this.table[place]),
    ] as Parameters<LispFunction>);
    stack.sp = sp;
    return result;
  }

  /** Makes the function of a unit and calls it. */
  private unit(number: number): LispValue {
    const { compiler, internals, stack } = this.image;
    const { constants, descriptions } = this.fasl.units[number] as Fasl["units"][number];
    const ids: number[] = [];
    for (const description of descriptions) {
      const id = this.numbers[description.hole] as number;
      stack.infos[id] = this.info(description);
      ids.push(id);
      const { signature } = description;
      if (signature === null) continue;
      const [required, optional, flags, keys] = signature;
      compiler.noteSignature(id, {
        required,
        optional,
        rest: (flags & REST) !== 0,
        keys: keys && new Set(keys),
        allowOtherKeys: (flags & OTHER_KEYS) !== 0,
      });
    }
    const kept = {};
    compiler.keepUnit(kept, ids);
    const maker = this.makers[number] as Maker;
    return maker(
      constants.map((place) => this.table[place]),
      kept,
    )(internals.pv);
  }

  private info({ kind, name, slots, flags, layout }: Description): FrameInfo {
    return {
      kind: kind as FrameInfo["kind"],
      name: name === null ? null : this.table[name],
      slots,
      spread: (flags & SPREAD) !== 0,
      scoped: (flags & SCOPED) !== 0,
      layout:
        layout?.map((item) => (typeof item === "number" ? item : (this.table[item[0]] as LispSymbol))) ??
        null,
      internal: (flags & INTERNAL) !== 0,
      place: null,
    };
  }
}

/** Loads the content of a compiled file; `onForm` is called after each of its forms. */
export function loadFasl(image: Image, fasl: Fasl, onForm: () => void): void {
  new Loading(image, fasl, onForm).load();
}
