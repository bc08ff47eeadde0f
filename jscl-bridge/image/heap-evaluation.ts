/**
 * Evaluation on the heap: a form as at toplevel, by calls that are yielded, so that what runs can be left in
 * the middle of it. What arranges for other forms is done here; what is compiled runs as its twin.
 */

import { Environment } from "../compiler/scope/environment.js";
import { elements } from "../compiler/syntax/forms.js";
import { isExecuted } from "../compiler/syntax/operators/values.js";
import { ProgramError } from "../compiler/syntax/program-error.js";
import { carOf, cdrOf } from "../runtime/objects/conses.js";
import {
  type LispCons,
  type LispFunction,
  type LispSymbol,
  type LispValue,
  type ValuesFunction,
  valuesOf,
} from "../runtime/objects/marshal.js";
import { homeName, symbolFunction, symbolName, symbolValue } from "../runtime/objects/symbols.js";
import { isCons, isSymbol, list, nil, sym } from "../runtime/signals.js";
import { EVALUATOR } from "../runtime/stack/callstack.js";
import type { Activation } from "../runtime/stack/heap-calls.js";
import { HeldRun } from "../runtime/stack/held-run.js";
import type { Image } from "./image.js";

/** Evaluates a form as `Image.evaluate` does; its values are an array. */
export function* evaluateOnHeap(image: Image, form: LispValue): Activation {
  const { stack } = image;
  const { sp } = stack;
  stack.e1(image.evaluatorFrameNumber(), null);
  const values = valuesOf(yield* evaluate(image, form, image.internals.mv));
  stack.sp = sp;
  return values as unknown as LispValue;
}

/** The same at once, where nothing that runs asks to be left. */
export function evaluateWhollyOnHeap(image: Image, form: LispValue): LispValue[] {
  const progress = new HeldRun(image.stack, image.loops, evaluateOnHeap(image, form)).proceed();
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
  const note = (form: LispValue) => {
    if (slot >= 0 && isCons(form) && image.sources.has(form)) stack.st[slot] = form;
  };
  note(source);
  const form = yield* expanded(image, source, note);
  stack.sp = sp;
  const result = yield* step(image, form, values);
  if (slot >= 0) stack.st[slot] = outer;
  stack.sp = sp;
  return result;
}

/** The form that the macro calls of `source` come to. */
function* expanded(image: Image, source: LispValue, note: (form: LispValue) => void): Activation {
  const { compiler, stack } = image;
  const { sp } = stack;
  let form = source;
  for (;;) {
    // What it expands into for the evaluator alone is taken as a whole.
    if (isDefinition(form)) return form;
    const before = form;
    const macroexpansion = () => signalling(image, () => compiler.expandOnce(before, Environment.empty));
    const expansion = (yield [macroexpansion as () => LispValue]) as unknown as { form: LispValue } | null;
    if (expansion === null) return form;
    ({ form } = expansion);
    stack.sp = sp;
    note(form);
  }
}

/** Forms whose expansion is noted as the definition that they are. */
const DEFINITIONS: ReadonlySet<string> = new Set(
  "DEFUN DEFMACRO DEFINE-COMPILER-MACRO DEFINE-SYMBOL-MACRO DEFCONSTANT DECLAIM IN-PACKAGE DEFTYPE DEFSTRUCT".split(" "),
);

function isDefinition(form: LispValue): boolean {
  if (!isCons(form)) return false;
  const head = carOf(form);
  return isSymbol(head) && homeName(head) === "COMMON-LISP" && DEFINITIONS.has(symbolName(head));
}

function signalling<T>(image: Image, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof ProgramError) return image.compiler.signal(error) as never;
    throw error;
  }
}

function* step(image: Image, form: LispValue, values: ValuesFunction): Activation {
  const { compiler, internals, stack } = image;
  const asEvaluator = [() => valuesFrom(values, compiler.evaluateToplevel(form))] as [() => LispValue];
  if (isSymbol(form) && symbolValue(form) === undefined && homeName(form) !== "KEYWORD")
    return yield [image.runtime["unboundVariable"] as LispFunction, form];
  if (!isCons(form) || isDefinition(form)) return yield asEvaluator;
  const head = carOf(form);
  if (!isSymbol(head)) return yield* compiled(image, form, values);
  const name = homeName(head) === "COMMON-LISP" ? symbolName(head) : "";
  switch (name) {
    case "QUOTE":
    case "FUNCTION":
      return yield asEvaluator;
    case "PROGN":
      return yield* body(image, cdrOf(form), values);
    case "EVAL-WHEN":
      if (isCons(cdrOf(form)) && isExecuted(form)) return yield* body(image, cdrOf(cdrOf(form) as LispCons), values);
      return yield asEvaluator;
    case "SETQ":
      return yield* assignments(image, form, values);
    case "IF": {
      const parts = elements(cdrOf(form));
      if (parts.length < 2 || parts.length > 3) return yield asEvaluator;
      const { sp } = stack;
      const chosen = (yield* evaluate(image, parts[0], internals.pv)) === nil() ? (parts[2] ?? nil()) : parts[1];
      stack.sp = sp;
      return yield* evaluate(image, chosen, values);
    }
  }
  if (!isGlobalCall(image, head)) return yield* compiled(image, form, values);
  return yield* call(image, head, cdrOf(form), values);
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

/** (SETQ variable value …): each value on the heap, each assignment as the evaluator makes it. */
function* assignments(image: Image, form: LispCons, values: ValuesFunction): Activation {
  const { stack, internals, compiler } = image;
  const parts = elements(cdrOf(form));
  if (parts.length % 2 === 1 || parts.length === 0)
    return yield [() => valuesFrom(values, compiler.evaluateToplevel(form))];
  const { sp } = stack;
  let result: LispValue = nil();
  for (let i = 0; i < parts.length; i += 2) {
    const value = yield* evaluate(image, parts[i + 1], internals.pv);
    stack.sp = sp;
    const assignment = list(sym("SETQ"), parts[i], list(sym("QUOTE"), value));
    result = yield [() => compiler.evaluateToplevel(assignment)];
  }
  return valuesFrom(values, result);
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
  const compilation = () => signalling(image, () => compiler.run(form, Environment.empty, source));
  const code = (yield [compilation]) as unknown as LispFunction;
  return yield [code, values];
}

/** All values of a form as `values` would have them. */
function valuesFrom(values: ValuesFunction, result: LispValue): LispValue {
  return values(...valuesOf(result));
}
