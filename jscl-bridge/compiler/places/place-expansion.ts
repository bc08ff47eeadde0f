/** Expansions of reading and writing a place (CLHS 5.1.1.2), and the forms that are made of them. */
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { nil } from "../../runtime/signals.js";
import type { CompilerHost } from "../host.js";
import { elements, form, isSymbol, list } from "../syntax/forms.js";
import { constantOf } from "../warnings/constants.js";

/** A variable that holds the value of an operand. */
export interface Temporary {
  symbol: LispSymbol;
  init: LispValue;
}

/** The five parts of a setf expansion. */
export interface PlaceExpansion {
  temporaries: Temporary[];
  stores: LispSymbol[];
  writer: LispValue;
  reader: LispValue;
  /** The writer is a call that takes the operands, each once and in order, and then the new value. */
  inOrder?: boolean;
}

/** The expansion of a place inside another. */
export type ExpandPlace = (place: LispValue) => PlaceExpansion;

export function fresh(host: CompilerHost, name: string): LispSymbol {
  return new host.internals.Symbol(name);
}

/** Whether a form has the same value wherever it stands, and no effect. */
export function isConstantForm(host: CompilerHost, x: LispValue): boolean {
  return constantOf(host, x) !== undefined || (isSymbol(x) && host.proclaimed(x) === "constant");
}

/** Temporaries of a name for operands, so that each is evaluated once and in order; constants need none. */
export function evaluatedOnce(
  host: CompilerHost,
  operands: readonly LispValue[],
  name = "ARG",
): { temporaries: Temporary[]; names: LispValue[] } {
  const temporaries: Temporary[] = [];
  const names = operands.map((operand) => {
    if (isConstantForm(host, operand)) return operand;
    const symbol = fresh(host, name);
    temporaries.push({ symbol, init: operand });
    return symbol;
  });
  return { temporaries, names };
}

/** The assignment of the values of a form. */
export function storeForm(place: PlaceExpansion, value: LispValue): LispValue {
  if (place.inOrder !== true) return withTemporaries(place, storing(place, value));
  const values = new Map(place.temporaries.map(({ symbol, init }) => [symbol, init]));
  return replaced(place.writer, values.set(place.stores[0] as LispSymbol, value));
}

/** The writer, with the stores bound to the values of a form. */
function storing(place: PlaceExpansion, value: LispValue): LispValue {
  const { stores, writer } = place;
  if (stores.length === 1) return form("LET", list(list(stores[0], value)), writer);
  return form("MULTIPLE-VALUE-BIND", list(...stores), value, writer);
}

/** The writer, with the first store bound to the value of a form and the others to NIL. */
export function storingFirst(place: PlaceExpansion, value: LispValue): LispValue {
  const [store = nil() as LispSymbol, ...others] = place.stores;
  if (place.inOrder === true) return replaced(place.writer, new Map([[store, value]]));
  return form("LET*", list(list(store, value), ...others), place.writer);
}

/** A call with the operands that `values` has in place of others. */
function replaced(call: LispValue, values: ReadonlyMap<LispValue, LispValue>): LispValue {
  return list(...elements(call).map((x) => (values.has(x) ? values.get(x) : x)));
}

export function withTemporaries({ temporaries }: PlaceExpansion, body: LispValue): LispValue {
  if (temporaries.length === 0) return body;
  return form("LET*", list(...temporaries.map(({ symbol, init }) => list(symbol, init))), body);
}
