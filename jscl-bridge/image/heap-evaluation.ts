/**
 * Evaluation on the heap: a form as at toplevel, by calls that are yielded, so that what runs can be left in
 * the middle of it. What arranges for other forms is done here; what is compiled runs as its twin.
 */

import type { Compiler } from "../compiler/compiler.js";
import { destructured } from "../compiler/evaluator.js";
import { nativeMacro } from "../compiler/macros/macros.js";
import { withSpecials } from "../compiler/scope/bindings.js";
import { Environment } from "../compiler/scope/environment.js";
import { parseBody } from "../compiler/syntax/declarations.js";
import { elements } from "../compiler/syntax/forms.js";
import { macroletEnvironment, symbolMacroletEnvironment } from "../compiler/syntax/operators/bindings.js";
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
import { homeName, symbolFunction, symbolName, symbolValue } from "../runtime/objects/symbols.js";
import { isCons, isSymbol, lispRequest, nil } from "../runtime/signals.js";
import { EVALUATOR } from "../runtime/stack/callstack.js";
import { type Activation, apart, type Steps } from "../runtime/stack/heap-calls.js";
import { HeldRun } from "../runtime/stack/held-run.js";
import { replayed } from "../runtime/stack/replayed-on-heap.js";
import type { FormInFrame } from "./debugger/evaluation.js";
import type { Image } from "./image.js";

/** Evaluates a form as `Image.evaluate` does; its values are an array. */
export function evaluateOnHeap(image: Image, form: LispValue): Steps<LispValue[]> {
  return inEvaluatorFrame(image, () => evaluate(image, form, Environment.empty, image.internals.mv));
}

/** Evaluates what `prepare` makes of a form in a frame; it may signal that there is no such frame. */
export function evaluateInFrameOnHeap(image: Image, prepare: () => FormInFrame): Steps<LispValue[]> {
  return inEvaluatorFrame(image, function* () {
    const [form, environment] = (yield [prepare]) as unknown as FormInFrame;
    return yield* compiled(image, form as LispCons, environment, image.internals.mv);
  });
}

function* inEvaluatorFrame(image: Image, body: () => Activation): Steps<LispValue[]> {
  const { stack } = image;
  const { sp } = stack;
  stack.e1(image.evaluatorFrameNumber(), null);
  const values = valuesOf(yield* body());
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

function* evaluate(image: Image, source: LispValue, env: Environment, values: ValuesFunction): Activation {
  const { stack } = image;
  const { sp } = stack;
  const frame = stack.innermost();
  // The form that is evaluated stands in its frame, so that a report can tell its place.
  const slot = frame?.info === EVALUATOR ? frame.base : -1;
  const outer = stack.st[slot];
  if (slot >= 0 && isCons(source) && image.sources.has(source)) stack.st[slot] = source;
  const form = yield* expanded(image, source, env, slot);
  stack.sp = sp;
  const result = yield* step(image, form, env, values);
  if (slot >= 0) stack.st[slot] = outer;
  stack.sp = sp;
  return result;
}

/** The form that the macro calls of a form come to. The functions of the program's macros run on the heap. */
function* expanded(image: Image, source: LispValue, env: Environment, slot: number): Activation {
  const { compiler, stack, internals, definitions, sources } = image;
  const { evaluator } = compiler;
  const { sp } = stack;
  const own: LispCons[] = [];
  let form = source;
  for (let macro = ownMacro(image, form, env); macro !== null; macro = ownMacro(image, form, env)) {
    // A macro that expands into itself has to end at the deadline as well.
    if (--stack.fuel < 0) yield [stack.tick];
    own.push(form as LispCons);
    noteParallelAssignments(definitions.log, form, env);
    form = yield [macro, internals.pv, form, env];
    stack.sp = sp;
    if (slot >= 0 && isCons(form) && sources.has(form)) stack.st[slot] = form;
  }
  const macroexpansion = () => apart(() => evaluator.expanded(form, env, slot));
  const result = yield* signalling(image, replayed(image.loops, macroexpansion));
  compiler.expanded = [...own, ...compiler.expanded];
  return result;
}

/** The function of a program's macro that a form calls, where nothing else expands it; null for none. */
export function ownMacro(
  { compiler, definitions }: Image,
  form: LispValue,
  env: Environment,
): LispFunction | null {
  const head = isCons(form) ? carOf(form) : null;
  if (!isSymbol(head)) return null;
  const local = env.function(head);
  if (local !== undefined) return local.kind === "macro" ? local.expander : null;
  if (homeName(head) === "COMMON-LISP" || compiler.expansionHook !== null) return null;
  if (nativeMacro(head) !== null || specialOperator(head, compiler) !== undefined) return null;
  const macro = compiler.macroFunction(head);
  return macro === null || definitions.stockExpanders.has(macro) ? null : macro;
}

/** Forms that the evaluator runs whole, or refuses: their operands are no forms that it evaluates. */
const WHOLE: ReadonlySet<string> = new Set("QUOTE FUNCTION".split(" "));

/** What an operator that only says what names mean evaluates: forms, in an environment. */
type Meaning = (compiler: Compiler, form: LispCons, env: Environment) => readonly [LispValue, Environment];

const MEANINGS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ["MACROLET", (compiler, form, env) => [afterFirst(form), macroletEnvironment(compiler, form, env)]],
  [
    "SYMBOL-MACROLET",
    (compiler, form, env) => [afterFirst(form), symbolMacroletEnvironment(compiler, form, env)],
  ],
  ["LOCALLY", (_, form, env) => [cdrOf(form), env]],
]);

/** What follows the first operand. */
function afterFirst(form: LispCons): LispValue {
  destructured(form, 1);
  return cdrOf(cdrOf(form) as LispCons);
}

/** Makes a step that may find a form malformed: that is signalled by a call of its own. */
function* signalling(image: Image, step: Activation): Activation {
  try {
    return yield* step;
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error;
    return yield [() => image.compiler.signal(error)];
  }
}

function* step(image: Image, form: LispValue, env: Environment, values: ValuesFunction): Activation {
  const { compiler, internals, stack } = image;
  const asEvaluator = [
    () => apart(() => valuesFrom(values, compiler.evaluator.evaluate(form, env, internals.mv))),
  ] as [() => LispValue];
  if (
    isSymbol(form) &&
    env.variable(form) === undefined &&
    symbolValue(form) === undefined &&
    homeName(form) !== "KEYWORD"
  )
    return yield [image.runtime["unboundVariable"] as LispFunction, form];
  if (!isCons(form)) return yield asEvaluator;
  const head = carOf(form);
  if (!isSymbol(head) || env.function(head) !== undefined) return yield* compiled(image, form, env, values);
  const problem = malformation(form);
  if (problem !== null) return yield [() => compiler.signal(problem)];
  const name = homeName(head) === "COMMON-LISP" ? symbolName(head) : "";
  const missing = name === "FUNCTION" ? undefinedFunction(image, form, env) : null;
  if (missing !== null) return yield lispRequest("UNDEFINED-FUNCTION-REFERENCE", missing);
  if (WHOLE.has(name)) return yield asEvaluator;
  const meaning = MEANINGS.get(name);
  if (meaning !== undefined) return yield* locally(image, form, env, values, meaning);
  switch (name) {
    case "PROGN":
      return yield* body(image, cdrOf(form), env, values);
    case "EVAL-WHEN":
      if (isCons(cdrOf(form)) && isExecuted(form))
        return yield* body(image, cdrOf(cdrOf(form) as LispCons), env, values);
      return yield asEvaluator;
    case "SETQ":
      return yield* assignments(image, form, env, values);
    case "IF": {
      const parts = elements(cdrOf(form));
      if (parts.length < 2 || parts.length > 3) return yield asEvaluator;
      const { sp } = stack;
      const chosen =
        (yield* evaluate(image, parts[0], env, internals.pv)) === nil() ? (parts[2] ?? nil()) : parts[1];
      stack.sp = sp;
      return yield* evaluate(image, chosen, env, values);
    }
  }
  if (!isGlobalCall(image, head)) return yield* compiled(image, form, env, values);
  return yield* call(image, head, cdrOf(form), env, values);
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
function undefinedFunction({ internals }: Image, form: LispCons, env: Environment): LispSymbol | null {
  const rest = cdrOf(form);
  const name = isCons(rest) && cdrOf(rest) === nil() ? carOf(rest) : null;
  const symbol = isSymbol(name) || isCons(name) ? functionNameSymbol(name) : null;
  const isThere = symbol === null || env.function(symbol) !== undefined || internals.fboundp(symbol);
  return isThere ? null : symbol;
}

/** Whether a form with this head is a call that the evaluator makes itself. */
function isGlobalCall({ compiler, internals }: Image, head: LispSymbol): boolean {
  return compiler.isEvaluatedCall(head) && internals.fboundp(head);
}

function* call(
  image: Image,
  head: LispSymbol,
  operands: LispValue,
  env: Environment,
  values: ValuesFunction,
): Activation {
  const { stack, internals } = image;
  const { sp } = stack;
  const args: LispValue[] = [];
  for (let rest = operands; isCons(rest); rest = cdrOf(rest)) {
    args.push(yield* evaluate(image, carOf(rest), env, internals.pv));
    stack.sp = sp;
  }
  if (image.isStockFunction(head)) stack.push(stack.library(head, args.length), args);
  const result = yield [symbolFunction(head), values, ...args];
  stack.sp = sp;
  return result;
}

/** (SETQ variable value …) of variables that the evaluator assigns; others are the compiler's. */
function* assignments(image: Image, form: LispCons, env: Environment, values: ValuesFunction): Activation {
  const { stack, internals, compiler, definitions } = image;
  const parts = elements(cdrOf(form));
  const names = parts.filter((_, i) => i % 2 === 0);
  const isSimple = compiler.evaluator.isAssignable(form, names, env);
  if (parts.length % 2 === 1)
    return yield [
      () => apart(() => valuesFrom(values, compiler.evaluator.evaluate(form, env, internals.mv))),
    ];
  for (let i = 0; i < parts.length; i += 2) noteAssignment(definitions.log, parts[i], parts[i + 1], env);
  if (!isSimple) return yield* compiled(image, form, env, values);
  const { sp } = stack;
  let result: LispValue = nil();
  for (let i = 0; i < parts.length; i += 2) {
    result = yield* evaluate(image, parts[i + 1], env, internals.pv);
    stack.sp = sp;
    const name = parts[i] as LispSymbol;
    const value = result;
    yield [() => apart(() => compiler.evaluator.assign(name, value))];
  }
  return values(result);
}

/** A body whose names mean something else, with the declarations at its beginning. */
function* locally(
  image: Image,
  form: LispCons,
  env: Environment,
  values: ValuesFunction,
  meaning: Meaning,
): Activation {
  const { compiler } = image;
  const prepare = () => {
    const [forms, inner] = meaning(compiler, form, env);
    const declarations = parseBody(forms);
    return [declarations.body, withSpecials(compiler, declarations, new Set(), inner)];
  };
  const prepared = replayed(image.loops, () => apart(prepare) as unknown as LispValue);
  const [forms, inner] = (yield* signalling(image, prepared)) as unknown as [LispValue, Environment];
  return yield* body(image, forms, inner, values);
}

function* body(image: Image, forms: LispValue, env: Environment, values: ValuesFunction): Activation {
  const { stack, internals } = image;
  const { sp } = stack;
  let result: LispValue = nil();
  for (let rest = forms; isCons(rest); rest = cdrOf(rest)) {
    stack.sp = sp;
    result = yield* evaluate(image, carOf(rest), env, cdrOf(rest) === nil() ? values : internals.pv);
  }
  return result;
}

function* compiled(image: Image, form: LispCons, env: Environment, values: ValuesFunction): Activation {
  const { compiler, stack } = image;
  const frame = stack.innermost();
  const source = frame?.info === EVALUATOR ? (stack.st[frame.base] as LispValue) : null;
  const compilation = compiledOnHeap(image, () => compiler.run(form, env, source));
  const code = (yield* signalling(image, compilation)) as unknown as LispFunction;
  return yield [code, values];
}

/** All values of a form as `values` would have them. */
function valuesFrom(values: ValuesFunction, result: LispValue): LispValue {
  return values(...valuesOf(result));
}

/** Has something compiled: what the compiler calls of the program can leave the evaluation. */
export function* compiledOnHeap<T>({ compiler, loops }: Image, compile: () => T): Steps<T> {
  const { expanded, warnings } = compiler;
  const at = warnings.enter(null);
  const undo = () => {
    compiler.expanded = expanded;
    warnings.leave(at);
  };
  return yield* replayed(loops, () => apart(compile), undo);
}
