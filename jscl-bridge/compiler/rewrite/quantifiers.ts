/**
 * SOME, EVERY and their negations as loops over the predicate, which SBCL has in a function of its own there.
 * One loop goes along lists and vectors, so that the predicate's code stands there once.
 */

import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { stockSymbol } from "../../runtime/objects/stock-symbols.js";
import { symbolName } from "../../runtime/objects/symbols.js";
import { table } from "../../runtime/objects/table.js";
import { nil, t } from "../../runtime/signals.js";
import type { CompilerHost } from "../host.js";
import type { Environment } from "../scope/environment.js";
import { form, list } from "../syntax/forms.js";
import { runtimeForm } from "../syntax/operators/runtime-verbs.js";
import { callForm } from "./callee.js";
import { allOf, fresh } from "./mapping.js";

/** When a quantifier ends early, and what it answers then, and otherwise. */
interface Quantifier {
  readonly until: boolean;
  /** Null for the value of the predicate. */
  readonly answer: (() => LispValue) | null;
  readonly otherwise: () => LispValue;
}

const QUANTIFIERS: Readonly<Record<string, Quantifier>> = table({
  SOME: { until: true, answer: null, otherwise: nil },
  EVERY: { until: false, answer: nil, otherwise: t },
  NOTANY: { until: true, answer: nil, otherwise: t },
  NOTEVERY: { until: false, answer: t, otherwise: nil },
});

/** A sequence that the loop goes along: a list by its tails, a vector by the index that all share. */
interface Cursor {
  readonly sequence: LispSymbol;
  readonly isList: LispSymbol;
  readonly rest: LispSymbol;
}

/** The loop that a call comes to; null where it stays a call. */
export function quantifierLoop(
  host: CompilerHost,
  name: LispSymbol,
  [designator, ...sequences]: readonly LispValue[],
  env: Environment,
): LispValue | null {
  const quantifier = QUANTIFIERS[symbolName(name)];
  if (quantifier === undefined) return null;
  const call = callForm(host, designator, sequences, env);
  if (call === null) return null;
  const { until, answer, otherwise } = quantifier;
  const index = fresh(host, "INDEX");
  const done = fresh(host, "DONE");
  const cursors = sequences.map(
    (): Cursor => ({
      sequence: fresh(host, "SEQUENCE"),
      isList: fresh(host, "LISTP"),
      rest: fresh(host, "REST"),
    }),
  );
  const bindings = [
    ...cursors.map(({ sequence }, i) => list(sequence, sequences[i])),
    ...cursors.map(({ sequence, isList }) => list(isList, runtimeForm("isListSequence", sequence))),
    ...cursors.map(({ sequence, isList, rest }) => list(rest, form("IF", isList, sequence, nil()))),
    list(index, 0),
  ];
  const more = cursors.map(({ sequence, isList, rest }) =>
    form("IF", isList, form("NOT", form("ENDP", rest)), runtimeForm("hasElement", sequence, index)),
  );
  const elements = cursors.map(({ sequence, isList, rest }) =>
    form("IF", isList, form("CAR", rest), runtimeForm("elementAt", sequence, index)),
  );
  const value = fresh(host, "VALUE");
  const leave = form("RETURN-FROM", done, answer === null ? value : answer());
  const [held, failed] = until ? [leave, nil()] : [nil(), leave];
  const body =
    answer === null
      ? form("LET", list(list(value, call(...elements))), form("IF", value, held, failed))
      : form("IF", call(...elements), held, failed);
  const steps = cursors.map(({ isList, rest }) =>
    form("IF", isList, form("SETQ", rest, form("CDR", rest)), nil()),
  );
  const loop = form(
    stockSymbol("%WHILE"),
    allOf(more),
    body,
    ...steps,
    form("SETQ", index, form("1+", index)),
  );
  return form("LET*", list(...bindings), form("BLOCK", done, loop, otherwise()));
}
