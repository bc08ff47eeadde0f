/**
 * What a compiled file holds, as data: a table of objects that is filled step by step, and units of code that
 * take their constants from it.
 */

import type { ReadyPackages } from "./ready-packages.js";

/** What adds an object to the table, or changes one there; numbers are places in the table. */
export type Step =
  /** A number that JavaScript's text has exactly. */
  | number
  /** A string. */
  | string
  /** A symbol, by the name of its home package; null for none. */
  | readonly ["symbol", string, string | null]
  | readonly ["character", string]
  | readonly ["integer", string]
  | readonly ["double" | "single", string]
  /** A list that ends with the last object. */
  | readonly ["list", ...number[]]
  | readonly ["vector", ...number[]]
  | readonly ["bits", string]
  | readonly ["comma", string, number]
  /** A cons, or a vector of a length, that is a part of itself, and its parts. */
  | readonly ["cons"]
  | readonly ["blank", number]
  | readonly ["set-cons", number, number, number]
  | readonly ["set-vector", number, ...number[]]
  /** The value of a global function of these arguments. */
  | readonly ["call", string, string, ...number[]]
  /** The value of a unit of code. */
  | readonly ["value", number]
  /** The number of the description of a library call. */
  | readonly ["library", number, number]
  /** Runs a unit that is a toplevel form. */
  | readonly ["run", number];

/** The steps that add nothing to the table. */
export const SILENT_STEPS: ReadonlySet<unknown> = new Set(["set-cons", "set-vector", "run"]);

/** The description of a function; names and keywords are places in the table. */
export interface Description {
  readonly hole: number;
  readonly kind: string;
  readonly name: number | null;
  readonly slots: number;
  readonly flags: number;
  readonly layout: readonly (number | readonly [number])[] | null;
  readonly signature: readonly [number, number, number, readonly string[] | null] | null;
}

/** Bits of `flags`. */
export const SPREAD = 1;
export const SCOPED = 2;
export const INTERNAL = 4;

/** Bits of a signature's last number. */
export const REST = 1;
export const OTHER_KEYS = 2;

export interface FaslUnit {
  /** The places of its constants. */
  readonly constants: readonly number[];
  readonly descriptions: readonly Description[];
}

export interface Fasl {
  /** The namestring of the source. */
  readonly source: string;
  /** Code that makes an array of the units' makers, cut at its holes: text, hole, text, …, text. */
  readonly code: readonly (string | number)[];
  readonly holes: number;
  readonly units: readonly FaslUnit[];
  readonly steps: readonly Step[];
  /** What the units come to that define packages; only in the file of ASDF. */
  readonly packages?: ReadyPackages;
}
