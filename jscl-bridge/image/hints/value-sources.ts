/** Which forms may give a value, by the texts of definitions: step by step back from where it is. */

import { typeOfConstant } from "../../compiler/types/constants.js";
import { disjoint } from "../../compiler/types/lattice.js";
import { knownFunction } from "../../compiler/warnings/known-functions.js";
import { functionEntry } from "../../functions/table.js";
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispFunction, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolFunction, symbolName } from "../../runtime/objects/symbols.js";
import { isCons, isSymbol, nil, t } from "../../runtime/signals.js";
import type { FrameInfo } from "../../runtime/stack/callstack.js";
import type { WrittenForms } from "./written-forms.js";
import { type Definition, type Given, Scope, type Written } from "./written-scopes.js";

/**
 * Where going back ends: at a form of which no more is known, one that is NIL there, a constant, or one that
 * gives fewer values than that.
 */
type End = "form" | "nil" | "constant" | "lost";

export interface Source extends Given {
  /** Null where there are others behind it. */
  readonly end: End | null;
}

/** A form that is a list. */
export interface ListForm extends Written {
  readonly form: LispCons;
}

const LAST = new Set(["LET", "LET*", "LOCALLY", "MULTIPLE-VALUE-BIND", "PROGN", "FLET", "LABELS"]);
const EXITS = new Set(["ERROR", "GO", "RETURN", "RETURN-FROM", "THROW"]);
/** Forms that RETURN leaves, and functions, out of which it does not belong to the form around them. */
const RETURN_ENDS = new Set([
  "DO",
  "DO*",
  "DOLIST",
  "DOTIMES",
  "FLET",
  "LABELS",
  "LAMBDA",
  "LOOP",
  "PROG",
  "PROG*",
]);
/** Words of LOOP that give its value in a way of their own. */
const LOOP_VALUES = ["NAMED", "RETURN", "THEREIS"];

/** The forms that may give values, for one report. */
export class ValueSources {
  readonly #definitions = new Map<FrameInfo, Definition | null>();

  constructor(readonly forms: WrittenForms) {}

  definition(info: FrameInfo): Definition | null {
    const known = this.#definitions.get(info);
    if (known !== undefined) return known;
    const read = this.forms.definition(info);
    this.#definitions.set(info, read);
    return read;
  }

  /**
   * What names mean at the beginning of a definition's body; `given` are the forms that give its required
   * parameters, where they are known.
   */
  bodyScope(definition: Definition, given: (index: number) => Given | null, calls: 0 | 1 | 2 = 0): Scope {
    let scope = new Scope(definition, calls);
    let isRequired = true;
    let index = 0;
    for (const parameter of this.forms.elements(carOf(definition.info.source as LispCons))) {
      const variable = isCons(parameter) ? carOf(parameter) : parameter;
      if (!isSymbol(variable)) continue;
      if (symbolName(variable).startsWith("&")) isRequired = false;
      else scope = scope.withVariable(variable, isRequired ? given(index++) : null);
    }
    return scope;
  }

  /** The forms in a definition's body; `given` as for `bodyScope`. */
  *bodyForms(info: FrameInfo, given: (index: number) => Given | null = () => null): Generator<ListForm> {
    const definition = this.definition(info);
    if (definition === null) return;
    const scope = this.bodyScope(definition, given);
    for (const form of this.forms.elements(cdrOf(info.source as LispCons)))
      yield* this.forms.within(this.forms.at(form, scope, null)) as Generator<ListForm>;
  }

  /** What may be behind a value directly; one that ends for itself. */
  steps({ written, index }: Given): readonly Source[] {
    const { form, scope } = written;
    const end = (kind: End): Source[] => [{ written, index, end: kind }];
    if (!isCons(form)) return this.#atomSteps(form, written, index);
    const operator = carOf(form);
    if (!isSymbol(operator)) return end("form");
    const name = this.forms.standardName(operator);
    if (name === null) return this.#callSteps(operator, written, index) ?? end("form");
    const operands = [...this.forms.elements(cdrOf(form))];
    const of = (operand: LispValue, from = index, around = form): Source => ({
      written: this.forms.at(operand, scope, around),
      index: from,
      end: null,
    });
    const lastOf = (body: readonly LispValue[], within: Scope, around = form): Source => ({
      written: this.forms.last(body, within, around),
      index,
      end: null,
    });
    const none: Source = { written, index, end: index === 0 ? "nil" : "lost" };
    if (EXITS.has(name)) return [];
    if (LAST.has(name)) {
      const body = operands.slice(
        name === "PROGN" || name === "LOCALLY" ? 0 : name === "MULTIPLE-VALUE-BIND" ? 2 : 1,
      );
      return [lastOf(body, this.forms.bodyScope(written))];
    }
    switch (name) {
      case "QUOTE":
        return end(index === 0 ? "constant" : "lost");
      case "VALUES":
        return index < operands.length ? [of(operands[index] ?? nil(), 0)] : end("lost");
      case "IF":
        return [of(operands[1] ?? nil()), operands.length > 2 ? of(operands[2] ?? nil()) : none];
      case "WHEN":
      case "UNLESS":
        return [lastOf(operands.slice(1), scope), none];
      case "AND":
        return [lastOf(operands, scope), ...(operands.length > 1 ? [none] : [])];
      case "THE":
        return [of(operands[1] ?? nil())];
      case "PROG1":
        return index === 0 ? [of(operands[0] ?? nil())] : end("lost");
      case "SETQ":
        return index === 0 && operands.length === 2 ? [of(operands[1] ?? nil())] : end("form");
      case "COND":
        return this.#clauseSteps(written, index, operands, true, none);
      case "CASE":
      case "TYPECASE":
        return this.#clauseSteps(written, index, operands.slice(1), false, none);
      case "ECASE":
      case "ETYPECASE":
        return this.#clauseSteps(written, index, operands.slice(1), false, null);
      case "LOOP":
        return this.#loopSteps(written, operands, index) ?? end("form");
      default: {
        const { values = null, attributes } = functionEntry(name) ?? {};
        const isSure = values !== null && attributes?.has("generic") !== true;
        return end(isSure && index >= values.length ? "lost" : "form");
      }
    }
  }

  #atomSteps(form: LispValue, written: Written, index: number): readonly Source[] {
    const isVariable = isSymbol(form) && form !== nil() && form !== t() && homeName(form) !== "KEYWORD";
    if (!isVariable) return [{ written, index, end: index === 0 ? "constant" : "lost" }];
    // Another symbol may be the name of a symbol macro.
    if (index > 0) return [{ written, index, end: written.scope.isVariable(form) ? "lost" : "form" }];
    const isSpecial = this.forms.image.definitions.variables.has(form);
    const given = isSpecial ? null : written.scope.givenTo(form);
    return [given === null ? { written, index, end: "form" } : { ...given, end: null }];
  }

  /** The last form of a function of the program's; null where it is not known, or is left in other ways. */
  #callSteps(operator: LispSymbol, written: Written, index: number): readonly Source[] | null {
    const { image } = this.forms;
    const { form, scope } = written;
    if (!scope.isGlobalFunction(operator) || this.forms.isMacro(operator)) return null;
    if (!image.internals.fboundp(operator)) return null;
    const info = image.stack.infoOf(symbolFunction(operator) as LispFunction & { name: string });
    if (info === undefined || info.kind !== "function" || info.name !== operator) return null;
    const definition = this.definition(info);
    if (definition === null) return null;
    const operands = [...this.forms.elements(cdrOf(form as LispCons))];
    const given = (i: number): Given | null => {
      const operand = operands[i];
      if (scope.calls > 0 || operand === undefined) return null;
      return { written: this.forms.at(operand, scope, form as LispCons), index: 0 };
    };
    // Further calls may go round: of their parameters nothing is known, so that one look at a form is enough.
    const inside = this.bodyScope(definition, given, scope.calls > 0 ? 2 : 1);
    for (const each of this.bodyForms(info))
      if (this.forms.standardName(carOf(each.form)) === "RETURN-FROM") return null;
    const body = [...this.forms.elements(cdrOf(info.source as LispCons))];
    return [{ written: this.forms.last(body, inside, null), index, end: null }];
  }

  /** The clauses of COND, and those of CASE and its like, of which `none` is null where one has to fit. */
  #clauseSteps(
    { scope }: Written,
    index: number,
    clauses: readonly LispValue[],
    isCond: boolean,
    none: Source | null,
  ): readonly Source[] {
    const found: Source[] = [];
    let isTotal = none === null;
    for (const clause of clauses) {
      if (!isCons(clause)) continue;
      const [test = nil(), ...body] = this.forms.elements(clause);
      if (isSymbol(test) && (test === t() || (!isCond && symbolName(test) === "OTHERWISE"))) isTotal = true;
      const isTest = isCond && body.length === 0;
      const written = isTest ? this.forms.at(test, scope, clause) : this.forms.last(body, scope, clause);
      found.push({ written, index, end: isTest && index > 0 ? "lost" : null });
    }
    return isTotal || none === null ? found : [...found, none];
  }

  /** What RETURN gives, and the loop itself where it may end without; null where nobody knows. */
  #loopSteps(written: Written, operands: readonly LispValue[], index: number): readonly Source[] | null {
    const isWord = (word: LispValue | undefined, words: readonly string[]): boolean =>
      isSymbol(word ?? nil()) && words.includes(symbolName(word as LispSymbol));
    if (operands.some((operand) => isWord(operand, LOOP_VALUES))) return null;
    const found: Source[] = [];
    const look = (each: Written): boolean => {
      const { form } = each;
      if (!isCons(form)) return true;
      const name = this.forms.standardName(carOf(form));
      if (name === null && isSymbol(carOf(form)) && this.forms.isMacro(carOf(form) as LispSymbol))
        return false;
      if (name === "RETURN-FROM" || name === "BLOCK") return false;
      if (name !== null && RETURN_ENDS.has(name)) return true;
      if (name === "RETURN") {
        const [operand = nil()] = this.forms.elements(cdrOf(form));
        found.push({ written: this.forms.at(operand, each.scope, form), index, end: null });
      }
      return [...this.forms.subforms(each)].every(look);
    };
    if (![...this.forms.subforms(written)].every(look)) return null;
    const last = operands.at(-1) ?? nil();
    const alwaysReturns =
      isWord(operands.at(-2), ["FINALLY"]) &&
      isCons(last) &&
      this.forms.standardName(carOf(last)) === "RETURN";
    return alwaysReturns ? found : [...found, { written, index, end: index === 0 ? "form" : "lost" }];
  }
}

/** All ends that a value may come from. */
export function* endsOf(sources: ValueSources, from: Given): Generator<Source> {
  const seen = new Map<number, Set<LispValue>>();
  const isNew = ({ written: { form, scope }, index }: Given): boolean => {
    if (scope.calls < 2 || !isCons(form)) return true;
    if (seen.get(index)?.has(form)) return false;
    const forms = seen.get(index) ?? new Set();
    seen.set(index, forms.add(form));
    return true;
  };
  function* follow(given: Given): Generator<Source> {
    for (const step of sources.steps(given)) {
      if (step.end !== null) yield step;
      else if (isNew(step)) yield* follow(step);
    }
  }
  yield* follow(from);
}

/** Whether a source may give an object, for all that is certain. */
export function mayGive(sources: ValueSources, from: Source, object: LispValue): boolean {
  const may = (source: Source): boolean => {
    const { written, end } = source;
    if (end === "constant") return mayBe(constantOf(written.form), object);
    return end === "form" ? mayReturn(sources, source, object) : object === nil();
  };
  if (from.end !== null) return may(from);
  for (const end of endsOf(sources, from)) if (may(end)) return true;
  return false;
}

/** Whether a form is NIL as it is written. */
export function isNil({ form }: Written): boolean {
  return (
    form === nil() ||
    (isCons(form) &&
      isSymbol(carOf(form)) &&
      symbolName(carOf(form) as LispSymbol) === "QUOTE" &&
      constantOf(form) === nil())
  );
}

function constantOf(form: LispValue): LispValue {
  return isCons(form) ? (carOf(cdrOf(form) as LispCons) as LispValue) : form;
}

/** Objects of other kinds may be the same although their texts are apart. */
function mayBe(constant: LispValue, object: LispValue): boolean {
  const isPlain = (x: LispValue): boolean => isSymbol(x) || typeof x === "number" || typeof x === "string";
  return !(isPlain(constant) || isPlain(object)) || constant === object;
}

/** Whether a call of the standard's may return an object as its first value. */
function mayReturn({ forms }: ValueSources, { written, index }: Source, object: LispValue): boolean {
  const operator = isCons(written.form) ? carOf(written.form) : null;
  const known = index === 0 && isSymbol(operator) ? knownFunction(operator) : null;
  if (known === null || known.result === null || !written.scope.isGlobalFunction(operator as LispSymbol))
    return true;
  return !disjoint(known.result, typeOfConstant(forms.image.compiler, object));
}
