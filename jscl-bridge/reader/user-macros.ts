/**
 * Shared by standard and dispatching macro characters: calls of a user's macro functions, and forms around an
 * object.
 */
import type { LispFunction, LispValue } from "../runtime/objects/marshal.js";
import { sym } from "../runtime/signals.js";
import type { Reader } from "./reader.js";
import { NOTHING } from "./readtable.js";

/** A user's function that returns no value read a comment. */
export function callUserMacro(
  reader: Reader,
  fn: LispFunction,
  ...args: LispValue[]
): LispValue | typeof NOTHING {
  return reader.inLisp(() => primaryOrNothing(reader.image.callMacro(fn, reader.stream, ...args)));
}

/** The object read, taken from the values of a macro function. */
export function primaryOrNothing(values: readonly LispValue[]): LispValue | typeof NOTHING {
  return values.length === 0 ? NOTHING : values[0];
}

/** (OPERATOR object) for the object that follows. */
export function readWrapped(reader: Reader, operator: string, start: number): LispValue {
  const { image } = reader;
  const form = image.cons(sym(operator), image.cons(reader.readRequired(), image.nil));
  reader.notePlace(form, start);
  return form;
}
