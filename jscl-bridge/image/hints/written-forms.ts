/**
 * The forms in the text of a definition, with what names mean there. Nothing is expanded, since expanders
 * have effects: in the operands of a macro that is not of the standard, names may mean anything.
 */

import { functionEntry } from "../../functions/table.js";
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import { isCons, isSymbol, nil } from "../../runtime/signals.js";
import type { FrameInfo } from "../../runtime/stack/callstack.js";
import type { Image } from "../image.js";
import type { Definition, Scope, Written } from "./written-scopes.js";

/** Whether a name is one of those in a text. Texts are data, which comes with what asks for it. */
const isAmong = (name: string, names: string): boolean => names.split(/\s+/).includes(name);

/** Conses that are looked at for one report. */
const MOST_CONSES = 100_000;

/** Operators whose operands are forms, or names that nobody takes for lists. */
const OF_FORMS = `AND BLOCK CATCH DECF IF IGNORE-ERRORS INCF LOCALLY MULTIPLE-VALUE-CALL MULTIPLE-VALUE-LIST
  MULTIPLE-VALUE-PROG1 NTH-VALUE OR POP PROG1 PROG2 PROGN PSETF PSETQ PUSH PUSHNEW RETURN RETURN-FROM SETF SETQ THE
  THROW TIME UNLESS UNWIND-PROTECT VALUES WHEN`;

/** Operators whose first operand has the variables that the others see, and perhaps more. */
const WITH_VARIABLES = `DESTRUCTURING-BIND DO DO* DOLIST DOTIMES LAMBDA PROG PROG* WITH-ACCESSORS
  WITH-INPUT-FROM-STRING WITH-OPEN-FILE WITH-OPEN-STREAM WITH-OUTPUT-TO-STRING WITH-SLOTS`;

const KEYED = "CASE CCASE CTYPECASE ECASE ETYPECASE TYPECASE";
const CLAUSED = "HANDLER-CASE RESTART-CASE";

/** Operators that assign the variables among their operands; SPECIAL stands in declarations. */
const ASSIGNING = `DECF INCF MULTIPLE-VALUE-SETQ POP PSETF PSETQ PUSH PUSHNEW REMF ROTATEF SETF SETQ SHIFTF
  SPECIAL`;

/** Places in which variables may be that are assigned with them; others of the program's may be such. */
const OF_PLACES = "GETF LDB MASK-FIELD THE VALUES";

/** Operators that define what a name stands for in their body. */
const LOCAL_MACROS = "MACROLET SYMBOL-MACROLET";

/** Words of LOOP before what it binds. */
const LOOP_BINDS = "AND AS FOR INTO WITH";

/** Reads definitions, for one report. */
export class WrittenForms {
  #left = MOST_CONSES;

  constructor(readonly image: Image) {}

  /** A definition that was written as `source`, `(lambda-list . body)`; `null` where that is not known. */
  definition(info: FrameInfo): Definition | null {
    if (!isCons(info.source ?? null)) return null;
    const assigned = new Set<LispSymbol>();
    this.#assignments(info.source ?? null, assigned);
    return { info, assigned };
  }

  /** The elements of a list, as far as there is room to look at them. */
  *elements(list: LispValue): Generator<LispValue> {
    for (let rest = list; isCons(rest) && this.#left-- > 0; rest = cdrOf(rest)) {
      this.image.printer.safepoint();
      yield carOf(rest);
    }
  }

  /** Whether all was looked at that was asked for. */
  get isComplete(): boolean {
    return this.#left > 0;
  }

  /** The name of an operator of COMMON-LISP; null for another one. */
  standardName(operator: LispValue): string | null {
    return isSymbol(operator) && homeName(operator) === "COMMON-LISP" ? symbolName(operator) : null;
  }

  isMacro(symbol: LispSymbol): boolean {
    return this.image.compiler.macroFunction(symbol) !== null;
  }

  /** The last form of a body, seen from a place. */
  last(forms: readonly LispValue[], scope: Scope, around: LispCons | null): Written {
    return this.at(forms.at(-1) ?? nil(), scope, around);
  }

  at(form: LispValue, scope: Scope, around: LispCons | null): Written {
    return { form, scope, around: isCons(form) ? form : around };
  }

  /** The form, and all that are in it. */
  *within(written: Written): Generator<Written> {
    if (!isCons(written.form)) return;
    yield written;
    for (const inner of this.subforms(written)) yield* this.within(inner);
  }

  /** The forms that are directly in one. */
  *subforms(written: Written): Generator<Written> {
    const { form, scope } = written;
    if (!isCons(form)) return;
    const operator = carOf(form);
    const operands = [...this.elements(cdrOf(form))];
    const name = this.standardName(operator);
    const inside = (forms: Iterable<LispValue>, of = scope, around = form) => this.#all(forms, of, around);
    if (isCons(operator)) yield* inside([operator]);
    if (name === null)
      yield* inside(operands, isSymbol(operator) && this.isMacro(operator) ? scope.opaque() : scope);
    else if (name === "QUOTE" || name === "DECLARE" || name === "GO") return;
    else if (name === "LET" || name === "LET*") {
      yield* this.inits(written);
      yield* inside(operands.slice(1), this.bodyScope(written));
    } else if (name === "MULTIPLE-VALUE-BIND") {
      yield* inside(operands.slice(1, 2));
      yield* inside(operands.slice(2), this.bodyScope(written));
    } else if (name === "COND") {
      for (const clause of operands) if (isCons(clause)) yield* inside(this.elements(clause), scope, clause);
    } else if (isAmong(name, KEYED)) {
      yield* inside(operands.slice(0, 1));
      for (const clause of operands.slice(1))
        if (isCons(clause)) yield* inside(this.elements(cdrOf(clause)), scope, clause);
    } else if (isAmong(name, CLAUSED)) {
      yield* inside(operands.slice(0, 1));
      for (const clause of operands.slice(1)) {
        const [, variables, ...body] = this.elements(clause);
        yield* inside(body, this.#unknown(variables, scope), clause as LispCons);
      }
    } else if (name === "FLET" || name === "LABELS") {
      const own = this.bodyScope(written);
      for (const local of this.elements(operands[0] ?? nil())) {
        const [, variables, ...body] = this.elements(local);
        yield* inside(body, this.#unknown(variables, name === "LABELS" ? own : scope), local as LispCons);
      }
      yield* inside(operands.slice(1), own);
    } else if (name === "FUNCTION") yield* inside(operands.filter(isCons));
    else if (name === "LOOP") yield* inside(operands, this.#loopScope(operands, scope));
    else if (isAmong(name, WITH_VARIABLES)) {
      yield* inside(this.elements(operands[0] ?? nil()), scope.opaque());
      yield* inside(operands.slice(1), this.#unknown(operands[0], scope));
    } else {
      const isKnown = isAmong(name, OF_FORMS) || functionEntry(name) !== undefined;
      yield* inside(operands, isKnown ? scope : scope.opaque());
    }
  }

  *#all(forms: Iterable<LispValue>, scope: Scope, around: LispCons): Generator<Written> {
    for (const form of forms) yield this.at(form, scope, around);
  }

  /** The initial forms of LET and LET*. */
  *inits({ form, scope }: Written): Generator<Written> {
    const [operator, bindings] = this.elements(form);
    let own = scope;
    for (const binding of this.elements(bindings ?? nil())) {
      const [variable, init] = isCons(binding) ? [...this.elements(binding)] : [binding];
      const written = this.at(init ?? nil(), own, isCons(binding) ? binding : (form as LispCons));
      yield written;
      if (isSymbol(variable) && this.standardName(operator ?? null) === "LET*")
        own = own.withVariable(variable, { written, index: 0 });
    }
  }

  /** What names mean in the body of LET, LET*, MULTIPLE-VALUE-BIND, FLET, LABELS or LOCALLY. */
  bodyScope(written: Written): Scope {
    const { form, scope } = written;
    const [operator, bound, init] = this.elements(form);
    const name = this.standardName(operator ?? null);
    let own = scope;
    const names = [...this.elements(bound ?? nil())];
    if (name === "MULTIPLE-VALUE-BIND") {
      const values = this.at(init ?? nil(), scope, form as LispCons);
      for (const [index, variable] of names.entries())
        if (isSymbol(variable)) own = own.withVariable(variable, { written: values, index });
    } else if (name === "LET" || name === "LET*") {
      const inits = [...this.inits(written)];
      for (const [i, binding] of names.entries()) {
        const variable = isCons(binding) ? carOf(binding) : binding;
        const init = inits[i];
        if (isSymbol(variable) && init !== undefined)
          own = own.withVariable(variable, { written: init, index: 0 });
      }
    } else if (name === "FLET" || name === "LABELS")
      for (const local of names)
        if (isCons(local) && isSymbol(carOf(local))) own = own.withFunction(carOf(local) as LispSymbol);
    return own;
  }

  /** With variables of which nothing is known: all symbols of a lambda list or the like. */
  #unknown(list: LispValue | undefined, scope: Scope): Scope {
    let own = scope;
    if (isSymbol(list ?? null)) return own.withVariable(list as LispSymbol, null);
    for (const each of this.elements(list ?? null)) own = this.#unknown(each, own);
    return own;
  }

  #loopScope(operands: readonly LispValue[], scope: Scope): Scope {
    let own = scope;
    for (const [i, operand] of operands.entries())
      if (isSymbol(operand) && isAmong(symbolName(operand), LOOP_BINDS))
        own = this.#unknown(operands[i + 1], own);
    return own;
  }

  #assignments(form: LispValue, assigned: Set<LispSymbol>): void {
    if (!isCons(form)) return;
    const operator = carOf(form);
    const name = this.standardName(operator);
    const isUnknown = name === null && isSymbol(operator) && this.isMacro(operator);
    if (isUnknown || (name !== null && isAmong(name, LOCAL_MACROS))) this.#symbols(cdrOf(form), assigned);
    const operands = [...this.elements(cdrOf(form))];
    if (name !== null && isAmong(name, ASSIGNING))
      for (const place of operands) {
        if (isSymbol(place)) assigned.add(place);
        const inner = isCons(place) ? this.standardName(carOf(place)) : "";
        const mayHave = inner === null || isAmong(inner, OF_PLACES) || name === "MULTIPLE-VALUE-SETQ";
        if (mayHave) this.#symbols(place, assigned);
      }
    for (const each of [operator, ...operands]) this.#assignments(each, assigned);
  }

  #symbols(form: LispValue, found: Set<LispSymbol>): void {
    if (isSymbol(form)) found.add(form);
    for (const each of this.elements(form)) this.#symbols(each, found);
  }
}
