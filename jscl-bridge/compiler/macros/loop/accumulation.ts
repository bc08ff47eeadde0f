/** The clauses that accumulate values: COLLECT, APPEND, NCONC, SUM, COUNT, MAXIMIZE, MINIMIZE. */

import { DoubleFloat, SingleFloat } from "../../../runtime/numbers.js";
import type { LispSymbol, LispValue } from "../../../runtime/objects/marshal.js";
import { makeString } from "../../../runtime/objects/vectors.js";
import { nil, sym, t } from "../../../runtime/signals.js";
import { car, cdr, cons, form, isCons, isSymbol, list } from "../../syntax/forms.js";
import { runtimeForm } from "../../syntax/operators/runtime-verbs.js";
import type { LoopParts } from "./parts.js";
import { checkedType, initializedType, initialValue, isTyped, optionalType } from "./types.js";

type Kind = "list" | "sum" | "extreme";

/** What one or more clauses accumulate. */
export interface Collector {
  /** The name after INTO; NIL where the value is the loop's. */
  readonly name: LispValue;
  readonly kind: Kind;
  /** The last verb, as messages show it. */
  verb: string;
  type: LispValue;
  /** A clause says the type, or it is not the verb's own. */
  readonly isSpecified: boolean;
  /** The variable of the value; of lists, the cons before it, and the last one. */
  readonly variable: LispSymbol;
  readonly head: LispSymbol;
  readonly tail: LispSymbol;
  /** Whether anything was seen, for extremes of values that have none to begin with. */
  readonly flag: LispSymbol;
  readonly operators: Set<string>;
}

export function refuseCollectors({ collectors, source }: LoopParts): void {
  if (collectors.every(({ name }) => name !== nil())) return;
  source.fail("This LOOP clause is not permitted with anonymous collectors.");
}

/** The collector of a clause, and the form whose values it collects. */
function collected(
  parts: LoopParts,
  kind: Kind,
  verb: string,
  typed: (specified: LispValue) => LispValue,
): [Collector, LispValue] {
  const { source, collectors } = parts;
  const value = source.form();
  let name: LispValue = nil();
  if (source.take("INTO")) {
    name = source.token();
    if (!isSymbol(name)) source.fail("The value accumulation recipient name, ~S, is not a symbol.", name);
  }
  if (name === nil() && parts.isQuantified) {
    source.fail("This anonymous collection LOOP clause is not permitted with aggregate booleans.");
  }
  const found = collectors.find((each) => each.name === name);
  const specified = optionalType(parts);
  const type = typed(specified);
  if (found !== undefined) {
    merge(parts, found, kind, verb, type, specified !== null);
    return [found, value];
  }
  if (parts.bound.has(name)) source.fail("Duplicated variable ~S in INTO clause", name);
  const collector = makeCollector(parts, name as LispSymbol, kind, verb, type, specified !== null);
  collectors.push(collector);
  return [collector, value];
}

function makeCollector(
  parts: LoopParts,
  name: LispSymbol,
  kind: Kind,
  verb: string,
  type: LispValue,
  isSpecified: boolean,
): Collector {
  const isNamed = name !== nil();
  if (isNamed) parts.bound.add(name);
  const variable = isNamed ? name : parts.fresh(verb);
  const collector: Collector = {
    name,
    kind,
    verb,
    type,
    isSpecified,
    variable,
    operators: new Set(),
    head: parts.fresh("HEAD"),
    tail: parts.fresh("TAIL"),
    flag: parts.fresh("FLAG"),
  };
  parts.closeBindings();
  parts.surround((body) => surrounded(parts, collector, body));
  if (!isNamed) parts.result = kind === "list" ? form("CDR", collector.head) : variable;
  return collector;
}

/** Another clause accumulates into the same variable. */
function merge(
  { source }: LoopParts,
  collector: Collector,
  kind: Kind,
  verb: string,
  type: LispValue,
  isSpecified: boolean,
): void {
  const { name } = collector;
  if (collector.kind !== kind) {
    const verbs = [collector.verb, verb].map((each) => makeString(each === "SUM" ? "SB-LOOP::SUM" : each));
    const control =
      "incompatible kinds of LOOP value accumulation specified for collecting~@\n" +
      "~:[as the value of the LOOP~;~:*INTO ~S~]: ~A and ~A";
    source.fail(control, name, ...verbs);
  }
  if (type !== collector.type && !sameType(type, collector.type)) {
    if (isSpecified || collector.isSpecified) {
      const control =
        "unequal datatypes specified in different LOOP value accumulations~@\ninto ~S: ~S and ~S";
      source.warn(control, name, type, collector.type);
    } else collector.type = t(); // The defaults of SUM and COUNT differ; the program is right.
  }
  collector.verb = verb;
}

function sameType(a: LispValue, b: LispValue): boolean {
  if (isCons(a) && isCons(b)) return sameType(car(a), car(b)) && sameType(cdr(a), cdr(b));
  return a === b;
}

/** Binds what a collector needs around the loop. */
function surrounded(parts: LoopParts, collector: Collector, body: LispValue): LispValue {
  const { name, kind, variable, head, tail, flag, type } = collector;
  if (kind === "list") {
    const bindings = [list(head, form("LIST", nil())), list(tail, head)];
    const named = name !== nil();
    if (named) bindings.push(list(name, nil()));
    const declared = named ? [form("DECLARE", list(sym("TYPE"), sym("LIST"), name))] : [];
    return form("LET*", list(...bindings), ...declared, body);
  }
  const bound = kind === "extreme" ? leastExtreme(collector) : null;
  const bindings = [list(variable, bound ?? (isTyped(type) ? initialValue(parts, type) : 0))];
  if (kind === "extreme") bindings.push(list(flag, bound === null ? nil() : t()));
  const declared = isTyped(type) ? [list(sym("TYPE"), initializedType(parts, type), variable)] : [];
  return form("LET", list(...bindings), cons(sym("DECLARE"), list(...declared)), body);
}

/** What no value of the type is beyond, where there is such; null where a flag tells the first value. */
function leastExtreme({ type, operators }: Collector): LispValue | null {
  if (operators.size !== 1) return null;
  const isMost = operators.has("MAX");
  if (type === sym("FIXNUM")) return sym(isMost ? "MOST-NEGATIVE-FIXNUM" : "MOST-POSITIVE-FIXNUM");
  const infinity = isMost ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  if (type === sym("DOUBLE-FLOAT") || type === sym("LONG-FLOAT")) return new DoubleFloat(infinity);
  return type === sym("SINGLE-FLOAT") || type === sym("SHORT-FLOAT") ? new SingleFloat(infinity) : null;
}

export function collectList(parts: LoopParts, verb: "LIST" | "APPEND" | "NCONC"): void {
  const [{ name, head, tail }, value] = collected(parts, "list", verb, () => sym("LIST"));
  const item = verb === "LIST" ? value : onlyElement(value);
  const added = item === undefined ? joined(parts, tail, value, verb === "APPEND") : linked(tail, item);
  parts.emit(name === nil() ? added : form("PROGN", added, form("SETQ", name, form("CDR", head))));
}

/** The form whose value is the one element of the list that a form makes; undefined for other forms. */
function onlyElement(value: LispValue): LispValue | undefined {
  const isOne =
    isCons(value) && car(value) === sym("LIST") && isCons(cdr(value)) && cdr(cdr(value)) === nil();
  return isOne ? car(cdr(value)) : undefined;
}

function linked(tail: LispSymbol, item: LispValue): LispValue {
  return form("SETQ", tail, runtimeForm("setCdr", tail, form("LIST", item)));
}

/** Puts a list at the end. What is no list is COPY-LIST's error, or that of a list that does not end. */
function joined(parts: LoopParts, tail: LispSymbol, value: LispValue, copies: boolean): LispValue {
  const isFresh = isCons(value) && car(value) === sym("LIST");
  if (copies || isFresh) {
    const fresh = isFresh ? value : form("COPY-LIST", value);
    return form("SETQ", tail, runtimeForm("joinTail", tail, fresh));
  }
  const each = parts.fresh("NCONC");
  const join = form("SETQ", tail, runtimeForm("joinTail", tail, each));
  return form(
    "LET",
    list(list(each, value)),
    form("IF", form("CONSP", each), join, runtimeForm("listEnd", each)),
  );
}

export function collectSum(parts: LoopParts, verb: "SUM" | "COUNT"): void {
  const standard = verb === "SUM" ? "NUMBER" : "FIXNUM";
  const [{ variable }, value] = collected(parts, "sum", verb, (specified) =>
    checkedType(parts, specified, sym("NUMBER"), sym(standard)),
  );
  parts.emit(
    verb === "SUM"
      ? form("SETQ", variable, form("+", variable, value))
      : form("IF", value, form("SETQ", variable, form("1+", variable))),
  );
}

export function collectExtreme(parts: LoopParts, verb: "MAX" | "MIN"): void {
  const [collector, value] = collected(parts, "extreme", verb, (specified) =>
    checkedType(parts, specified, sym("REAL")),
  );
  collector.operators.add(verb);
  const { variable, flag, type } = collector;
  const each = parts.unnamed("EXTREME");
  const declaration = form("DECLARE", list(sym("TYPE"), isTyped(type) ? type : sym("REAL"), each));
  const test = form("OR", form("NOT", flag), form(verb === "MAX" ? ">" : "<", each, variable));
  const noted = form("SETQ", flag, t(), variable, each);
  parts.emit(form("LET", list(list(each, value)), declaration, form("IF", test, noted)));
}
