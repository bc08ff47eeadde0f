/** LOOP (CLHS 6.1) and LOOP-FINISH as source transformations. */

import { cdrOf } from "../../../runtime/objects/conses.js";
import type { LispSymbol, LispValue } from "../../../runtime/objects/marshal.js";
import { symbolName } from "../../../runtime/objects/symbols.js";
import { nil, sym } from "../../../runtime/signals.js";
import type { CompilerHost } from "../../host.js";
import type { Environment } from "../../scope/environment.js";
import { car, cons, form, isCons, isSymbol, operands } from "../../syntax/forms.js";
import type { NativeMacro } from "../macros.js";
import { clauseOf } from "./clauses.js";
import { iterate } from "./iteration.js";
import { endLoop, expansion, type LoopParts, loopParts } from "./parts.js";
import { isWord } from "./source.js";

/** The forms again and again. */
function simpleLoop(tag: LispSymbol, forms: LispValue): LispValue {
  return form("BLOCK", nil(), form("TAGBODY", tag, cons(sym("PROGN"), forms), form("GO", tag)));
}

function readClause(parts: LoopParts): void {
  const { source } = parts;
  const word = source.next();
  if (!isSymbol(word)) return source.fail("~S found where LOOP keyword expected", word);
  source.begin();
  source.token();
  const clause = clauseOf(symbolName(word));
  if (clause !== undefined) clause(parts, word);
  else if (isWord(word, "FOR", "AS")) iterate(parts);
  else if (isWord(word, "AND", "ELSE")) {
    const control = "secondary clause misplaced at top level in LOOP macro: ~S ~S ~S ...";
    source.fail(control, word, source.next(), source.second());
  } else source.fail("unknown LOOP keyword: ~S", word);
}

function extendedLoop(host: CompilerHost, clauses: LispValue, environment: Environment): LispValue {
  const parts = loopParts(host, environment, clauses);
  while (!parts.source.ended()) readClause(parts);
  return expansion(parts);
}

const loop: NativeMacro = (host, source, environment) => {
  const clauses = cdrOf(source);
  if (!isCons(clauses) || !isSymbol(car(clauses)))
    return simpleLoop(new host.internals.Symbol("LOOP"), clauses);
  return extendedLoop(host, clauses, environment);
};

export const loopMacros: Readonly<Record<string, NativeMacro>> = {
  LOOP: loop,
  "LOOP-FINISH": (_, source) => {
    operands(source, 0, 0);
    return endLoop();
  },
};
