/**
 * MAPCAR and its family as loops over the function, which SBCL makes of them as well: its code stands in the
 * loop, so that nothing is called to get there.
 */

import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { stockSymbol } from "../../runtime/objects/stock-symbols.js";
import { symbolName } from "../../runtime/objects/symbols.js";
import { table } from "../../runtime/objects/table.js";
import { INTERNAL_PACKAGE, nil, sym } from "../../runtime/signals.js";
import type { CompilerHost } from "../host.js";
import type { Environment } from "../scope/environment.js";
import { form, list } from "../syntax/forms.js";
import { runtimeForm } from "../syntax/operators/runtime-verbs.js";
import { callForm } from "./callee.js";

/** What a function of the family hands on, and what it makes of the values. */
interface Mapping {
  readonly ofTails: boolean;
  readonly result: "none" | "list" | "joined";
}

const MAPPINGS: Readonly<Record<string, Mapping>> = table({
  MAPC: { ofTails: false, result: "none" },
  MAPCAR: { ofTails: false, result: "list" },
  MAPCAN: { ofTails: false, result: "joined" },
  MAPL: { ofTails: true, result: "none" },
  MAPLIST: { ofTails: true, result: "list" },
  MAPCON: { ofTails: true, result: "joined" },
});

export function fresh(host: CompilerHost, name: string): LispSymbol {
  return new host.internals.Symbol(name);
}

/** All of the forms hold, of which there is at least one. */
export function allOf(tests: readonly LispValue[]): LispValue {
  return tests.reduceRight((rest, test) => form("IF", test, rest, nil()));
}

/** The first of the lists that is at its end has to end properly. */
function endOf(tails: readonly LispSymbol[]): LispValue {
  return tails.reduceRight(
    (others: LispValue, tail) => form("IF", form("CONSP", tail), others, runtimeForm("listEnd", tail)),
    nil(),
  );
}

/** MAPHASH as a loop along the table; null where it stays a call. */
export function tableLoop(
  host: CompilerHost,
  name: LispSymbol,
  [designator, table, ...others]: readonly LispValue[],
  env: Environment,
): LispValue | null {
  if (symbolName(name) !== "MAPHASH" || table === undefined || others.length > 0) return null;
  const call = callForm(host, designator, [table, table], env, false);
  if (call === null) return null;
  const cursor = fresh(host, "STEP");
  const made = call(runtimeForm("cursorKey", cursor), runtimeForm("cursorValue", cursor));
  const iterator = form(sym("HASH-TABLE-ITERATOR", INTERNAL_PACKAGE), table);
  const loop = form(stockSymbol("%WHILE"), runtimeForm("cursorNext", cursor), made);
  return form("LET", list(list(cursor, iterator)), loop, nil());
}

/** The loop that a call comes to; null where it stays a call. */
export function mappingLoop(
  host: CompilerHost,
  name: LispSymbol,
  [designator, ...lists]: readonly LispValue[],
  env: Environment,
): LispValue | null {
  const mapping = MAPPINGS[symbolName(name)];
  if (mapping === undefined) return null;
  const call = callForm(host, designator, lists, env);
  if (call === null) return null;
  const { ofTails, result } = mapping;
  const tails = lists.map(() => fresh(host, "REST"));
  const made = call(...tails.map((tail) => (ofTails ? tail : form("CAR", tail))));
  const loop = (body: LispValue): LispValue[] => [
    form(
      stockSymbol("%WHILE"),
      allOf(tails.map((tail) => form("CONSP", tail))),
      body,
      ...tails.map((tail) => form("SETQ", tail, form("CDR", tail))),
    ),
    endOf(tails),
  ];
  const bindings = tails.map((tail, i) => list(tail, lists[i]));
  if (result === "none") {
    const first = fresh(host, "LIST");
    const [, ...others] = bindings;
    const all = list(list(first, lists[0]), list(tails[0], first), ...others);
    return form("LET*", all, ...loop(made), first);
  }
  // The values are collected behind a cons that is dropped.
  const head = fresh(host, "HEAD");
  const end = fresh(host, "END");
  const added =
    result === "list" ? runtimeForm("setCdr", end, form("LIST", made)) : runtimeForm("joinTail", end, made);
  const all = list(...bindings, list(head, form("LIST", nil())), list(end, head));
  return form("LET*", all, ...loop(form("SETQ", end, added)), form("CDR", head));
}
