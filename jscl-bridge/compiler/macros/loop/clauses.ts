/** The clauses of LOOP but FOR, by their words. */

import type { LispSymbol, LispValue } from "../../../runtime/objects/marshal.js";
import { symbolName } from "../../../runtime/objects/symbols.js";
import { keyword, nil, sym, t } from "../../../runtime/signals.js";
import { constantForm } from "../../syntax/constant-forms.js";
import { form, isCons, isSymbol, list } from "../../syntax/forms.js";
import { collectExtreme, collectList, collectSum, refuseCollectors } from "./accumulation.js";
import { emitTest, endLoop, type LoopParts, refuseInConditional, returning, together } from "./parts.js";
import { optionalType } from "./types.js";
import { makeVariable } from "./variables.js";

type Clause = (parts: LoopParts, word: LispSymbol) => void;

const named: Clause = (parts) => {
  const { source } = parts;
  const name = source.token();
  if (!isSymbol(name)) source.fail("~S is an invalid name for your LOOP", name);
  if (parts.hasBody || parts.inConditional || parts.before.length > 0 || parts.again.length > 0)
    source.fail("The NAMED ~S clause occurs too late.", name);
  if (parts.isNamed) {
    source.fail("You may only use one NAMED clause in your loop: NAMED ~S ... NAMED ~S.", parts.name, name);
  }
  parts.name = name;
  parts.isNamed = true;
};

/** The compound forms of DO, INITIALLY or FINALLY, of which there must be one. */
function compoundForms({ source }: LoopParts): LispValue[] {
  const forms: LispValue[] = [];
  do {
    const each = source.form();
    if (!isCons(each)) source.fail("A compound form was expected, but ~S found.", each);
    forms.push(each);
  } while (isCons(source.next()));
  return forms;
}

const around =
  (word: "INITIALLY" | "FINALLY"): Clause =>
  (parts) => {
    refuseInConditional(parts, word);
    (word === "INITIALLY" ? parts.prologue : parts.epilogue).push(...compoundForms(parts));
  };

const doing: Clause = (parts) => parts.emit(...compoundForms(parts));

const withClause: Clause = (parts) => {
  const { source } = parts;
  refuseInConditional(parts, "WITH");
  do {
    const variable = source.token();
    const type = optionalType(parts, variable);
    makeVariable(parts, variable, source.take("=") ? source.form() : null, type);
  } while (source.take("AND"));
  parts.closeBindings();
};

/** How often REPEAT does it; most forms make integers, for which nothing has to be called. */
function turns(parts: LoopParts, count: LispValue, isConstant: boolean): LispValue {
  // What is wrong with a constant is said of it as it is written.
  if (isConstant) return form("CEILING", count, 1);
  const whole = (each: LispValue): LispValue =>
    form("IF", form("INTEGERP", each), each, form("CEILING", each, 1));
  if (isSymbol(count)) return whole(count);
  const value = parts.fresh("COUNT");
  return form("LET", list(list(value, count)), whole(value));
}

const repeat: Clause = (parts) => {
  const { source, host, environment } = parts;
  refuseInConditional(parts, "REPEAT");
  const count = source.form();
  const constant = constantForm(host, count, environment)?.value;
  const left = parts.fresh("REPEAT");
  const isPlain = typeof constant === "number" && Number.isInteger(constant) && constant >= 0;
  const type = isPlain ? list(sym("INTEGER"), 0, constant) : sym("INTEGER");
  parts.bind(
    left,
    isPlain ? constant : turns(parts, count, constant !== undefined),
    list(sym("TYPE"), type, left),
  );
  parts.closeBindings();
  const step = form("IF", form("<=", left, 0), endLoop(), form("SETQ", left, form("1-", left)));
  parts.before.push(step);
  parts.again.push(step);
};

const whileClause =
  (word: "WHILE" | "UNTIL"): Clause =>
  (parts) => {
    const test = parts.source.form();
    refuseInConditional(parts, word);
    emitTest(parts, form(word === "WHILE" ? "UNLESS" : "WHEN", test, endLoop()));
  };

const always =
  (ends: "UNLESS" | "WHEN"): Clause =>
  (parts) => {
    const test = parts.source.form();
    refuseInConditional(parts);
    refuseCollectors(parts);
    parts.emit(form(ends, test, returning(parts, nil())));
    parts.isQuantified = true;
    parts.result ??= t();
  };

const thereis: Clause = (parts) => {
  refuseInConditional(parts);
  refuseCollectors(parts);
  parts.isQuantified = true;
  const value = parts.fresh("IT");
  parts.emit(form("LET", list(list(value, parts.source.form())), form("IF", value, returning(parts, value))));
};

/** WHEN, IF and UNLESS: the value of the test is what IT stands for in the first clause after it. */
const conditional =
  (isNegated: boolean): Clause =>
  (parts, word) => {
    const { source } = parts;
    const tested = source.form();
    let it: LispSymbol | null = null;
    const theIt = (): LispSymbol => {
      it = parts.fresh("IT");
      return it;
    };
    const then = conditionalClauses(parts, word, theIt);
    const otherwise = source.take("ELSE") ? conditionalClauses(parts, keyword("ELSE"), null) : null;
    source.take("END");
    const test = it ?? tested;
    const branches = otherwise === null ? [then] : [then, otherwise];
    const choice = form("IF", isNegated ? form("NOT", test) : test, ...branches);
    parts.emit(it === null ? choice : form("LET", list(list(it, tested)), choice));
  };

/** The clauses joined by AND after a test, as one form. */
function conditionalClauses(
  parts: LoopParts,
  after: LispSymbol,
  theIt: (() => LispSymbol) | null,
): LispValue {
  const { source, body, inConditional, hasBody } = parts;
  parts.body = [];
  parts.inConditional = true;
  let takesIt = theIt;
  do {
    if (source.ended()) source.begin();
    const key = source.ended() ? source.token() : source.next();
    if (!isSymbol(key)) {
      return source.fail("~S found where keyword expected getting LOOP clause after ~S", key, after);
    }
    source.begin();
    source.token();
    const clause = clauseOf(symbolName(key));
    if (clause === undefined)
      return source.fail("~S does not introduce a LOOP clause that can follow ~S.", key, after);
    if (takesIt !== null && source.isNext("IT")) source.replaceNext(takesIt());
    takesIt = null;
    clause(parts, key);
  } while (source.take("AND"));
  const forms = parts.body;
  Object.assign(parts, { body, inConditional, hasBody });
  return together(forms);
}

/** What reads the clause of a word; undefined for other words. */
export function clauseOf(word: string): Clause | undefined {
  switch (word) {
    case "NAMED":
      return named;
    case "INITIALLY":
    case "FINALLY":
      return around(word);
    case "DO":
    case "DOING":
      return doing;
    case "RETURN":
      return (parts) => parts.emit(returning(parts, parts.source.form()));
    case "COLLECT":
    case "COLLECTING":
      return (parts) => collectList(parts, "LIST");
    case "APPEND":
    case "APPENDING":
      return (parts) => collectList(parts, "APPEND");
    case "NCONC":
    case "NCONCING":
      return (parts) => collectList(parts, "NCONC");
    case "SUM":
    case "SUMMING":
      return (parts) => collectSum(parts, "SUM");
    case "COUNT":
    case "COUNTING":
      return (parts) => collectSum(parts, "COUNT");
    case "MAXIMIZE":
    case "MAXIMIZING":
      return (parts) => collectExtreme(parts, "MAX");
    case "MINIMIZE":
    case "MINIMIZING":
      return (parts) => collectExtreme(parts, "MIN");
    case "ALWAYS":
      return always("UNLESS");
    case "NEVER":
      return always("WHEN");
    case "THEREIS":
      return thereis;
    case "WHILE":
    case "UNTIL":
      return whileClause(word);
    case "WITH":
      return withClause;
    case "REPEAT":
      return repeat;
    case "IF":
    case "WHEN":
    case "UNLESS":
      return conditional(word === "UNLESS");
    default:
      return undefined;
  }
}
