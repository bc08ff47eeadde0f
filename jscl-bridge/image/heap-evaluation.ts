/**
 * Evaluation on the heap: a form as at toplevel, by calls that are yielded, so that what runs can be left in
 * the middle of it. What arranges for other forms is done here; what is compiled runs as its twin.
 */

import { Environment } from "../compiler/scope/environment.js";
import { elements } from "../compiler/syntax/forms.js";
import { isExecuted } from "../compiler/syntax/operators/values.js";
import { ProgramError } from "../compiler/syntax/program-error.js";
import { noteAssignment } from "../compiler/syntax/toplevel-assignments.js";
import { carOf, cdrOf } from "../runtime/objects/conses.js";
import {
  type LispCons,
  type LispFunction,
  type LispSymbol,
  type LispValue,
  type ValuesFunction,
  valuesOf,
} from "../runtime/objects/marshal.js";
import {
  homeName,
  setSymbolValue,
  symbolFunction,
  symbolName,
  symbolValue,
} from "../runtime/objects/symbols.js";
import { isCons, isSymbol, nil } from "../runtime/signals.js";
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
  const { evaluator } = image.compiler;
  const macroexpansion = () =>
    apart(() => signalling(image, () => evaluator.expanded(source, Environment.empty, slot)));
  const form = yield [macroexpansion];
  stack.sp = sp;
  const result = yield* step(image, form, values);
  if (slot >= 0) stack.st[slot] = outer;
  stack.sp = sp;
  return result;
}

/** Forms that the evaluator runs whole: their operands are no forms. */
const WHOLE: ReadonlySet<string> = new Set("QUOTE FUNCTION".split(" "));

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
  const asEvaluator = [() => apart(() => valuesFrom(values, compiler.evaluateToplevel(form)))] as [
    () => LispValue,
  ];
  if (isSymbol(form) && symbolValue(form) === undefined && homeName(form) !== "KEYWORD")
    return yield [image.runtime["unboundVariable"] as LispFunction, form];
  if (!isCons(form)) return yield asEvaluator;
  const head = carOf(form);
  if (!isSymbol(head)) return yield* compiled(image, form, values);
  const name = homeName(head) === "COMMON-LISP" ? symbolName(head) : "";
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
  const compilation = () =>
    apart(() => signalling(image, () => compiler.run(form, Environment.empty, source)));
  const code = (yield [compilation]) as unknown as LispFunction;
  return yield [code, values];
}

/** All values of a form as `values` would have them. */
function valuesFrom(values: ValuesFunction, result: LispValue): LispValue {
  return values(...valuesOf(result));
}
