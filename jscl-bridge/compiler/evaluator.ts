/**
 * Evaluation of what needs no compiler, as SBCL's EVAL does it: constants, variables, calls of global
 * functions, and the special operators that only arrange for other forms. Everything else is compiled. Which
 * of the two handles a form decides where its mistakes are signalled: the evaluator signals them itself,
 * compiled code when it reaches the place.
 */

import type { BaseImage } from "../runtime/base-image.js";
import { carOf, cdrOf } from "../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue, ValuesFunction } from "../runtime/objects/marshal.js";
import { functionNameOf } from "../runtime/objects/setf-names.js";
import { homeName, setSymbolValue, symbolName, symbolValue } from "../runtime/objects/symbols.js";
import { isCons, isSymbol, sym } from "../runtime/signals.js";
import { EVALUATOR } from "../runtime/stack/callstack.js";
import { next } from "../runtime/stack/safepoints.js";
import type { Compiler } from "./compiler.js";
import { ofMacro } from "./macros/macros.js";
import { withSpecials } from "./scope/bindings.js";
import type { Environment } from "./scope/environment.js";
import { parseBody } from "./syntax/declarations.js";
import { isDefining } from "./syntax/defining-assignments.js";
import { car, cdr, elements, operands, setfFunctionSymbol } from "./syntax/forms.js";
import {
  checkMultipleValueBind,
  macroletEnvironment,
  symbolMacroletEnvironment,
} from "./syntax/operators/bindings.js";
import { specialOperator } from "./syntax/operators/table.js";
import { isExecuted } from "./syntax/operators/values.js";
import { STEPS } from "./syntax/policy.js";
import { MacroCallError, ODD_SETQ, OperandError, ProgramError } from "./syntax/program-error.js";
import { noteAssignment, noteParallelAssignments } from "./syntax/toplevel-assignments.js";
import { checkInitforms, hasMisplacedKeyword } from "./warnings/operators.js";
import { bindsForItself, isOfProgram } from "./warnings/unused.js";

type Operator = (evaluator: Evaluator, form: LispCons, env: Environment, values: ValuesFunction) => LispValue;

export class Evaluator {
  constructor(
    readonly image: BaseImage,
    readonly compiler: Compiler,
  ) {}

  evaluate(source: LispValue, env: Environment, values: ValuesFunction): LispValue {
    const { stack } = this.image;
    const { sp } = stack;
    const frame = stack.innermost();
    // The form that is evaluated stands in its frame, so that a report can tell its place.
    const slot = frame?.info === EVALUATOR ? frame.base : -1;
    const outer = stack.st[slot];
    try {
      this.note(source, slot);
      const result = this.step(source, env, values, slot);
      if (slot >= 0) stack.st[slot] = outer;
      stack.sp = sp;
      return result;
    } catch (error) {
      if (error instanceof ProgramError) return this.compiler.signal(error);
      throw error;
    }
  }

  /** Notes a form as the one that is evaluated, if it has a place. */
  private note(form: LispValue, slot: number): void {
    const { sources, stack } = this.image;
    if (slot >= 0 && isCons(form) && sources.has(form)) stack.st[slot] = form;
  }

  /** The form that the macro calls of a form come to; the slot of its frame notes each. */
  private expanded(source: LispValue, env: Environment, slot: number): LispValue {
    const { compiler } = this;
    const { stack } = this.image;
    const { sp } = stack;
    let form = source;
    let inLibrary = false;
    let inProgramMacro = false;
    const expanded: LispCons[] = [];
    for (;;) {
      const expansion = compiler.expanding(() => compiler.expandOnce(form, env));
      if (expansion === null) break;
      const macro = car(form);
      inLibrary = isSymbol(macro) && bindsForItself(macro);
      inProgramMacro = isSymbol(macro) && isOfProgram(macro, inProgramMacro);
      if (isCons(form)) {
        expanded.push(form);
        noteParallelAssignments(this.image.definitions.log, form, env);
      }
      // The evaluator takes its expansion apart.
      if (macro === sym("DEFCLASS") && isCons(form) && !compiler.internalCode) checkInitforms(compiler, form);
      form = expansion.form;
      stack.sp = sp;
      this.note(form, slot);
    }
    compiler.inLibrary = inLibrary;
    compiler.inProgramMacro = inProgramMacro;
    compiler.expanded = expanded;
    return form;
  }

  private step(source: LispValue, env: Environment, values: ValuesFunction, slot: number): LispValue {
    const { compiler } = this;
    const { stack } = this.image;
    const { sp } = stack;
    const form = this.expanded(source, env, slot);
    if (isSymbol(form)) return this.variable(form, env);
    if (!isCons(form)) return form;
    const head = carOf(form);
    if (!isSymbol(head) || env.function(head) !== undefined) return this.compiled(form, env, values);
    elements(form);
    const operator = homeName(head) === "COMMON-LISP" ? operators.get(symbolName(head)) : undefined;
    if (operator !== undefined) return operator(this, form, env, values);
    // What JSCL's own macros expand into is the compiler's alone.
    if (specialOperator(head, compiler) !== undefined && homeName(head) !== "COMMON-LISP") {
      return this.compiled(form, env, values);
    }
    if (compiler.debug >= STEPS || hasMisplacedKeyword(head, car(cdr(cdrOf(form)))))
      return this.compiled(form, env, values);
    // A call that was warned of once is a call of a function like any other.
    if (!this.image.internals.fboundp(head) && compiler.warnings.isNew(head))
      return this.compiled(form, env, values);
    const args: LispValue[] = [];
    for (let rest = cdrOf(form); isCons(rest); rest = next(rest)) {
      args.push(this.evaluate(carOf(rest), env, this.image.internals.pv));
      stack.sp = sp;
    }
    // SBCL's evaluator asks for the function by its name, as FDEFINITION does.
    if (!this.image.internals.fboundp(head))
      return this.image.callGlobal(sym("FUNCALL"), values, [this.functionNamed(head), ...args]);
    return this.image.callGlobal(head, values, args);
  }

  private functionNamed(name: LispSymbol): LispValue {
    const { image } = this;
    return image.callGlobal(sym("FDEFINITION"), image.internals.pv, [functionNameOf(name)]);
  }

  /** Whether an assignment of a variable is made here. */
  private isSimple(name: LispValue, env: Environment): boolean {
    const { compiler } = this;
    return isSymbol(name) && env.variable(name) === undefined && compiler.proclaimed(name) === "special";
  }

  /**
   * Whether a SETQ of these variables is done without compiling: where one has a type, a program's SETQ
   * asserts that as THE does.
   */
  isAssignable(form: LispCons, names: readonly LispValue[], env: Environment): boolean {
    const isFree = isDefining(form) ? () => true : (name: LispValue) => this.isUntyped(name as LispSymbol);
    return names.every((name) => this.isSimple(name, env) && isFree(name));
  }

  private isUntyped(name: LispSymbol): boolean {
    return this.compiler.declaredType(name) === null;
  }

  /** Assigns a global variable; SET checks the type of one that has any. */
  assign(name: LispSymbol, value: LispValue): void {
    const { image } = this;
    if (this.isUntyped(name)) setSymbolValue(name, value);
    else image.callGlobal(sym("SET"), image.internals.pv, [name, value]);
  }

  compiled(form: LispValue, env: Environment, values: ValuesFunction): LispValue {
    const { stack } = this.image;
    const frame = stack.innermost();
    return this.compiler.run(form, env, frame?.info === EVALUATOR ? stack.st[frame.base] : null)(values);
  }

  /** The forms one after the other; the values of the last. */
  body(forms: LispValue, env: Environment, values: ValuesFunction): LispValue {
    const { stack, internals } = this.image;
    const { sp } = stack;
    let result: LispValue = this.compiler.nil;
    for (let rest = forms; isCons(rest); rest = next(rest)) {
      stack.sp = sp;
      result = this.evaluate(carOf(rest), env, cdrOf(rest) === this.compiler.nil ? values : internals.pv);
    }
    return result;
  }

  /** A body with declarations, of which those of special variables matter. */
  locally(forms: LispValue, env: Environment, values: ValuesFunction): LispValue {
    const declarations = parseBody(forms);
    return this.body(declarations.body, withSpecials(this.compiler, declarations, new Set(), env), values);
  }

  private variable(symbol: LispSymbol, env: Environment): LispValue {
    const value = symbolValue(symbol);
    if (value !== undefined) return value;
    if (homeName(symbol) === "KEYWORD") return symbol;
    return env.variable(symbol)?.kind === "lexical" ? this.compiler.nil : this.image.unboundVariable(symbol);
  }
}

/** (SETQ variable value …) of special variables; others are the compiler's, which warns of them. */
const setq: Operator = (evaluator, form, env, values) => {
  const parts = elements(cdrOf(form));
  if (parts.length % 2 === 1) throw new MacroCallError(ODD_SETQ, form);
  const names = parts.filter((_, i) => i % 2 === 0);
  const { compiler, image } = evaluator;
  const simple = evaluator.isAssignable(form, names, env);
  const { log } = image.definitions;
  for (let i = 0; i < parts.length; i += 2) noteAssignment(log, parts[i], parts[i + 1], env);
  if (!simple) return evaluator.compiled(form, env, values);
  let result: LispValue = compiler.nil;
  for (let i = 0; i < parts.length; i += 2) {
    result = evaluator.evaluate(parts[i + 1], env, image.internals.pv);
    evaluator.assign(parts[i] as LispSymbol, result);
  }
  return result;
};

const functionOperator: Operator = (evaluator, form, env, values) => {
  const parts = elements(cdrOf(form));
  if (parts.length !== 1) throw new MacroCallError("wrong number of args to FUNCTION:~% ~S", form);
  const [name] = parts;
  const setf = isCons(name) && car(name) === sym("SETF") ? car(cdr(name)) : null;
  const symbol = isSymbol(name) ? name : isSymbol(setf) ? setfFunctionSymbol(setf) : null;
  if (symbol === null || env.function(symbol) !== undefined) return evaluator.compiled(form, env, values);
  return evaluator.image.definitions.functionOf(symbol);
};

const quote: Operator = (_, form) => {
  const parts = elements(cdrOf(form));
  if (parts.length !== 1) throw new MacroCallError("wrong number of args to QUOTE:~% ~S", form);
  return parts[0];
};

const ifOperator: Operator = (evaluator, form, env, values) => {
  const [test, then, otherwise = evaluator.compiler.nil] = destructured(form, 2, 3);
  const { stack, internals } = evaluator.image;
  const { sp } = stack;
  const chosen = evaluator.evaluate(test, env, internals.pv) === evaluator.compiler.nil ? otherwise : then;
  stack.sp = sp;
  return evaluator.evaluate(chosen, env, values);
};

/** The operands as the evaluator's own DESTRUCTURING-BIND takes them. */
function destructured(form: LispCons, min: number, max?: number): LispValue[] {
  try {
    return operands(form, min, max);
  } catch (error) {
    throw error instanceof OperandError ? error.asDestructuring() : error;
  }
}

const operators = new Map<string, Operator>([
  ["SETQ", setq],
  ["FUNCTION", functionOperator],
  ["QUOTE", quote],
  ["IF", ifOperator],
  ["PROGN", (evaluator, form, env, values) => evaluator.body(cdrOf(form), env, values)],
  ["LOCALLY", (evaluator, form, env, values) => evaluator.locally(cdrOf(form), env, values)],
  [
    "EVAL-WHEN",
    (evaluator, form, env, values) => {
      destructured(form, 1);
      return isExecuted(form) ? evaluator.body(cdr(cdrOf(form)), env, values) : evaluator.compiler.nil;
    },
  ],
  [
    "MACROLET",
    (evaluator, form, env, values) => {
      destructured(form, 1);
      return evaluator.locally(cdr(cdrOf(form)), macroletEnvironment(evaluator.compiler, form, env), values);
    },
  ],
  [
    "SYMBOL-MACROLET",
    (evaluator, form, env, values) => {
      destructured(form, 1);
      return evaluator.locally(
        cdr(cdrOf(form)),
        symbolMacroletEnvironment(evaluator.compiler, form, env),
        values,
      );
    },
  ],
  [
    "MULTIPLE-VALUE-BIND",
    (evaluator, form, env, values) => {
      ofMacro(form, () => checkMultipleValueBind(form));
      return evaluator.compiled(form, env, values);
    },
  ],
  [
    "MULTIPLE-VALUE-LIST",
    (evaluator, form, env, values) => {
      operands(form, 1, 1);
      return evaluator.compiled(form, env, values);
    },
  ],
]);

for (const name of `BLOCK CATCH FLET GO LABELS LET LET* LOAD-TIME-VALUE MULTIPLE-VALUE-CALL MULTIPLE-VALUE-PROG1 PROGV RETURN-FROM
  TAGBODY THE THROW UNWIND-PROTECT`.split(/\s+/)) {
  operators.set(name, (evaluator, form, env, values) => evaluator.compiled(form, env, values));
}
