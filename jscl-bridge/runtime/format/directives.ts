/** Every directive by its character. */
import { table } from "../objects/table.js";
import * as blocks from "./blocks.js";
import { callFunction } from "./call.js";
import { exponentialFloat, fixedFloat, generalFloat, monetary } from "./floats.js";
import { inBase, radix } from "./integers.js";
import type { Handler } from "./interpreter.js";
import { angle, closeAngle } from "./justify.js";
import { freshLine, newline, repetition, tabulate } from "./layout.js";
import { escapeUpward, goTo, indirection } from "./moves.js";
import { aesthetic, character, conditionalNewline, indent, plural, standard, write } from "./printing.js";

export const DIRECTIVES: Readonly<Record<string, Handler>> = table({
  A: aesthetic,
  S: standard,
  W: write,
  C: character,
  P: plural,
  D: inBase(10),
  B: inBase(2),
  O: inBase(8),
  X: inBase(16),
  R: radix,
  F: fixedFloat,
  E: exponentialFloat,
  G: generalFloat,
  $: monetary,
  "%": repetition("\n"),
  "|": repetition("\f"),
  "~": repetition("~"),
  "&": freshLine,
  T: tabulate,
  "\n": newline,
  _: conditionalNewline,
  I: indent,
  "*": goTo,
  "^": escapeUpward,
  "?": indirection,
  "[": blocks.choose,
  "]": blocks.closeBracket,
  "{": blocks.iterate,
  "}": blocks.closeBrace,
  "(": blocks.convertCase,
  ")": blocks.closeParen,
  ";": blocks.separator,
  "<": angle,
  ">": closeAngle,
  "/": callFunction,
});
