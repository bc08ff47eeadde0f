/** Constants of code that COMPILE-FILE writes: LOAD puts them in from the file's own table of objects. */

import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import type { FrameInfo } from "../../runtime/stack/callstack.js";
import type { Signature } from "../warnings/signature.js";
import type { Literals } from "./literals.js";

/** Stands at both ends of what LOAD puts a number for: no text that the compiler writes has it. */
export const HOLE = "\u0001";

/** The holes for the frames of toplevel forms: that of one that keeps no variables, that of one that does. */
export const TOPLEVEL_HOLES = 2;

/** Puts objects and descriptions into a file that is being made. */
export interface FileObjects {
  /** The place, in the file's table, of an object that is to be similar when the file is loaded. */
  object(value: LispValue): number;
  /** The place of the value of a form that is evaluated when the file is loaded. */
  valueOf(form: LispValue): number;
  /** The place of the number of the description of a library call. */
  library(name: LispSymbol, count: number): number;
  /** The hole for the number of a description. */
  describe(info: FrameInfo, signature: Signature | null): number;
}

export class UnitLiterals implements Literals {
  readonly keep = "if(0)K;";
  readonly isFile = true;
  /** The places, in the file's table, of the constants of the code. */
  readonly places: number[] = [];
  /** The holes for the descriptions of its functions. */
  readonly holes: number[] = [];
  private readonly names = new Map<number, string>();

  constructor(
    private readonly objects: FileObjects,
    /** The names of the definitions of structures that the code refers to. */
    readonly structureNames: Map<LispValue, LispSymbol>,
  ) {}

  reference(value: LispValue): string {
    return this.named(this.objects.object(value));
  }

  loadTimeValue(form: LispValue): string {
    return this.named(this.objects.valueOf(form));
  }

  libraryInfo(name: LispSymbol, count: number): string {
    return this.named(this.objects.library(name, count));
  }

  info(info: FrameInfo, signature: Signature | null): string {
    const hole = this.objects.describe(info, signature);
    this.holes.push(hole);
    return `${HOLE}${hole}${HOLE}`;
  }

  toplevelInfo(keepsVariables: boolean): string {
    return `${HOLE}${keepsVariables ? 1 : 0}${HOLE}`;
  }

  prelude(): string {
    if (this.places.length === 0) return "";
    return `const ${this.places.map((_, i) => `c${i}=D[${i}]`).join(",")};`;
  }

  private named(place: number): string {
    let name = this.names.get(place);
    if (name === undefined) {
      name = `c${this.places.length}`;
      this.places.push(place);
      this.names.set(place, name);
    }
    return name;
  }
}
