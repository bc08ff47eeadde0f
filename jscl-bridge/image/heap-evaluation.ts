/**
 * Evaluation on the heap: a form as at toplevel, by calls that are yielded, so that what runs can be left in
 * the middle of it. What arranges for other forms is done here; what is compiled runs as its twin.
 */

import { nativeMacro } from "../compiler/macros/macros.js";
import { Environment } from "../compiler/scope/environment.js";
import { elements } from "../compiler/syntax/forms.js";
import { specialOperator } from "../compiler/syntax/operators/table.js";
import { isExecuted } from "../compiler/syntax/operators/values.js";
import { ProgramError } from "../compiler/syntax/program-error.js";
import { noteAssignment, noteParallelAssignments } from "../compiler/syntax/toplevel-assignments.js";
import { carOf, cdrOf } from "../runtime/objects/conses.js";
import {
  type LispCons,
  type LispFunction,
  type LispSymbol,
  type LispValue,
  type ValuesFunction,
  valuesOf,
} from "../runtime/objects/marshal.js";
import { functionNameSymbol } from "../runtime/objects/setf-names.js";
import {
  homeName,
  setSymbolValue,
  symbolFunction,
  symbolName,
  symbolValue,
} from "../runtime/objects/symbols.js";
import { isCons, isSymbol, lispRequest, nil } from "../runtime/signals.js";
import { EVALUATOR } from "../runtime/stack/callstack.js";
import { type Activation, apart, type Steps } from "../runtime/stack/heap-calls.js";
import { HeldRun } from "../runtime/stack/held-run.js";
import type { Image } from "./image.js";

/** Evaluates a form as `Image.evaluate` does; its values are an array. */
export function* evaluateOnHeap(image: Image, form: LispValue): Steps<LispValue[]> {
  const { stack } = image;
  const { sp } = stack;
  stack.e1(image.evaluatorFrameNumber(), null);
  const values = valuesOf(yield* evaluate(image, form, image.internals.mv));
  stack.sp = sp;
  return values;
}

function* valuesOnHeap(image: Image, form: LispValue): Activation {
  return (yield* evaluateOnHeap(image, form)) as unknown as LispValue;
}

/** The same at once, where nothing that runs asks to be left. */
export function evaluateWhollyOnHeap(image: Image, form: LispValue): LispValue[] {
  const progress = new HeldRun(image.stack, image.loops, valuesOnHeap(image, form)).proceed();
  if (progress.kind === "left") throw new Error("an evaluation was left that nobody takes up");
  return progress.value as unknown as LispValue[];
}

function* evaluate(image: Image, source: LispValue, values: ValuesFunction): Activation {
  const { stack } = image;
  const { sp } = stack;
  const frame = stack.innermost();
  // The form that is evaluated stands in its frame, so that a report can tell its place.
  const slot = frame?.info === EVALUATOR ? frame.base : -1;
  const outer = stack.st[slot];
  if (slot >= 0 && isCons(source) && image.sources.has(source)) stack.st[slot] = source;
  const form = yield* expanded(image, source, slot);
  stack.sp = sp;
  const result = yield* step(image, form, values);
  if (slot >= 0) stack.st[slot] = outer;
  stack.sp = sp;
  return result;
}

/** The form that the macro calls of a form come to. The functions of the program's macros run on the heap. */
function* expanded(image: Image, source: LispValue, slot: number): Activation {
  const { compiler, stack, internals, definitions, sources } = image;
  const { evaluator } = compiler;
  const { sp } = stack;
  const own: LispCons[] = [];
  let form = source;
  for (let macro = ownMacro(image, form); macro !== null; macro = ownMacro(image, form)) {
    // A macro that expands into itself has to end at the deadline as well.
    if (--stack.fuel < 0) yield [stack.tick];
    own.push(form as LispCons);
    noteParallelAssignments(definitions.log, form, Environment.empty);
    form = yield [macro, internals.pv, form, Environment.empty];
    stack.sp = sp;
    if (slot >= 0 && isCons(form) && sources.has(form)) stack.st[slot] = form;
  }
  const macroexpansion = () => apart(() => evaluator.expanded(form, Environment.empty, slot));
  const result = yield* signalling(image, macroexpansion);
  compiler.expanded = [...own, ...compiler.expanded];
  return result;
}

/** The function of a program's macro that a form calls, where nothing else expands it; null for none. */
function ownMacro({ compiler, definitions }: Image, form: LispValue): LispFunction | null {
  const head = isCons(form) ? carOf(form) : null;
  if (!isSymbol(head) || homeName(head) === "COMMON-LISP" || compiler.expansionHook !== null) return null;
  if (nativeMacro(head) !== null || specialOperator(head, compiler) !== undefined) return null;
  const macro = compiler.macroFunction(head);
  return macro === null || definitions.stockExpanders.has(macro) ? null : macro;
}

/** Forms that the evaluator runs whole: their operands are no forms. */
const WHOLE: ReadonlySet<string> = new Set("QUOTE FUNCTION".split(" "));

/** Has a step made that may find a form malformed: that is signalled by a call of its own. */
function* signalling(image: Image, step: () => LispValue): Activation {
  try {
    return yield [step];
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error;
    return yield [() => image.compiler.signal(error)];
  }
}

function* step(image: Image, form: LispValue, values: ValuesFunction): Activation {
  const { compiler, internals, stack } = image;
  const asEvaluator = [() => apart(() => valuesFrom(values, compiler.evaluateToplevel(form)))] as [
    () => LispValue,
  ];
  if (isSymbol(form) && symbolValue(form) === undefined && homeName(form) !== "KEYWORD")
    return yield [image.runtime["unboundVariable"] as LispFunction, form];
  if (!isCons(form)) return yield asEvaluator;
  const head = carOf(form);
  if (!isSymbol(head)) return yield* compiled(image, form, values);
  const problem = malformation(form);
  if (problem !== null) return yield [() => compiler.signal(problem)];
  const name = homeName(head) === "COMMON-LISP" ? symbolName(head) : "";
  const missing = name === "FUNCTION" ? undefinedFunction(image, form) : null;
  if (missing !== null) return yield lispRequest("UNDEFINED-FUNCTION-REFERENCE", missing);
  if (WHOLE.has(name)) return yield asEvaluator;
  switch (name) {
    case "PROGN":
      return yield* body(image, cdrOf(form), values);
    case "EVAL-WHEN":
      if (isCons(cdrOf(form)) && isExecuted(form))
        return yield* body(image, cdrOf(cdrOf(form) as LispCons), values);
      return yield asEvaluator;
    case "SETQ":
      return yield* assignments(image, form, values);
    case "IF": {
      const parts = elements(cdrOf(form));
      if (parts.length < 2 || parts.length > 3) return yield asEvaluator;
      const { sp } = stack;
      const chosen =
        (yield* evaluate(image, parts[0], internals.pv)) === nil() ? (parts[2] ?? nil()) : parts[1];
      stack.sp = sp;
      return yield* evaluate(image, chosen, values);
    }
  }
  if (!isGlobalCall(image, head)) return yield* compiled(image, form, values);
  return yield* call(image, head, cdrOf(form), values);
}

/** What is wrong with a form as a list; null for nothing. */
function malformation(form: LispCons): ProgramError | null {
  try {
    elements(form);
    return null;
  } catch (error) {
    if (error instanceof ProgramError) return error;
    throw error;
  }
}

/** The name in a form of FUNCTION where nothing has it as a function; null for any other form of it. */
function undefinedFunction({ internals }: Image, form: LispCons): LispSymbol | null {
  const rest = cdrOf(form);
  const name = isCons(rest) && cdrOf(rest) === nil() ? carOf(rest) : null;
  const symbol = isSymbol(name) || isCons(name) ? functionNameSymbol(name) : null;
  return symbol === null || internals.fboundp(symbol) ? null : symbol;
}

/** Whether a form with this head is a call that the evaluator makes itself. */
function isGlobalCall({ compiler, internals }: Image, head: LispSymbol): boolean {
  return compiler.isEvaluatedCall(head) && internals.fboundp(head);
}

function* call(image: Image, head: LispSymbol, operands: LispValue, values: ValuesFunction): Activation {
  const { stack, internals } = image;
  const { sp } = stack;
  const args: LispValue[] = [];
  for (let rest = operands; isCons(rest); rest = cdrOf(rest)) {
    args.push(yield* evaluate(image, carOf(rest), internals.pv));
    stack.sp = sp;
  }
  if (image.isStockFunction(head)) stack.push(stack.library(head, args.length), args);
  const result = yield [symbolFunction(head), values, ...args];
  stack.sp = sp;
  return result;
}

/** (SETQ variable value …) of variables that the evaluator assigns; others are the compiler's. */
function* assignments(image: Image, form: LispCons, values: ValuesFunction): Activation {
  const { stack, internals, compiler, definitions } = image;
  const parts = elements(cdrOf(form));
  const names = parts.filter((_, i) => i % 2 === 0);
  const isSimple = names.every((name) => compiler.evaluator.isSimple(name, Environment.empty));
  if (parts.length % 2 === 1)
    return yield [() => apart(() => valuesFrom(values, compiler.evaluateToplevel(form)))];
  for (let i = 0; i < parts.length; i += 2)
    noteAssignment(definitions.log, parts[i], parts[i + 1], Environment.empty);
  if (!isSimple) return yield* compiled(image, form, values);
  const { sp } = stack;
  let result: LispValue = nil();
  for (let i = 0; i < parts.length; i += 2) {
    result = yield* evaluate(image, parts[i + 1], internals.pv);
    stack.sp = sp;
    setSymbolValue(parts[i] as LispSymbol, result);
  }
  return values(result);
}

function* body(image: Image, forms: LispValue, values: ValuesFunction): Activation {
  const { stack, internals } = image;
  const { sp } = stack;
  let result: LispValue = nil();
  for (let rest = forms; isCons(rest); rest = cdrOf(rest)) {
    stack.sp = sp;
    result = yield* evaluate(image, carOf(rest), cdrOf(rest) === nil() ? values : internals.pv);
  }
  return result;
}

function* compiled(image: Image, form: LispCons, values: ValuesFunction): Activation {
  const { compiler, stack } = image;
  const frame = stack.innermost();
  const source = frame?.info === EVALUATOR ? (stack.st[frame.base] as LispValue) : null;
  const compilation = () => apart(() => compiler.run(form, Environment.empty, source));
  const code = (yield* signalling(image, compilation)) as unknown as LispFunction;
  return yield [code, values];
}

/** All values of a form as `values` would have them. */
function valuesFrom(values: ValuesFunction, result: LispValue): LispValue {
  return values(...valuesOf(result));
}
