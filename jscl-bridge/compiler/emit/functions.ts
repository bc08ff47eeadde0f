/** Lisp functions as JavaScript's, their parameters, and what defines them. */

import { textLiteral } from "../../runtime/code.js";
import { FUNCTION } from "../../runtime/objects/symbols.js";
import type { FrameInfo } from "../../runtime/stack/callstack.js";
import { type ArgumentSlots, argumentSlots, type Parameter } from "../scope/argument-slots.js";
import { children } from "../syntax/children.js";
import type {
  CheckNode,
  DefaultNode,
  DefineNode,
  FunctionNode,
  LocalFunction,
  LocalFunctionsNode,
  Node,
} from "../syntax/tree.js";
import { keepRaw } from "./bindings.js";
import { type Destination, RETURN, VALUES } from "./destination.js";
import { leavableFrame } from "./frame-exits.js";
import type { Generator } from "./generator.js";
import { entryProperty, isKeyed } from "./keyed-functions.js";
import { declareLeft } from "./leaving.js";
import { withQuietLoops } from "./quiet-loops.js";
import { declareRawFunctions } from "./raw-functions.js";
import { noteCall } from "./recording.js";
import { resumeScope, withLocalFunctions } from "./scopes.js";
import {
  array,
  assign,
  binary,
  call,
  conditional,
  constant,
  declare,
  type Expression,
  isUndefined,
  literal,
  member,
  NIL,
  name,
  number,
  POSITION,
  run,
  runtime,
  type Script,
  type Statement,
  T,
  UNDEFINED,
  when,
} from "./script.js";
import { keepSizes } from "./shapes.js";
import { typeCheck } from "./type-checks.js";

/** What the names of functions begin with, and of those that take an argument for each parameter. */
const ENTRY_LABEL = "L";
const BODY_LABEL = "KL";

/** The JavaScript names of parameters; `spread` is the array of all arguments after the optional ones. */
interface ParameterNames {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly spread: string | null;
  readonly rest: string | null;
  readonly keys: readonly string[];
}

export function functionExpression(outer: Generator, fn: FunctionNode): Expression {
  const property = outer.host.internalCode ? null : entryProperty(fn);
  if (property === null) return { kind: "function", fn: functionScript(outer, fn, false) };
  const script = functionScript(outer, fn, true);
  const body = outer.fresh("f");
  outer.emit(constant(body, { kind: "function", fn: script }));
  const entry: Expression = { kind: "function", fn: entryScript(outer, fn, script, name(body)) };
  return runtime("withEntry", entry, literal(textLiteral(property)), name(body));
}

/** The function that finds keywords among its arguments, and calls `body` with a value for each. */
function entryScript(outer: Generator, fn: FunctionNode, script: Script, body: Expression): Script {
  const { unit } = outer;
  const { info } = script;
  const names: ParameterNames = {
    required: fn.required.map(() => unit.fresh("v")),
    optional: fn.optional.map(() => unit.fresh("v")),
    spread: unit.fresh("v"),
    rest: null,
    keys: [],
  };
  const { required, optional } = names;
  const spread = names.spread as string;
  const positional = [...required, ...optional].map((each) => name(each));
  const found = fn.keys.map(({ keyword }) => runtime("keyword", name(spread), outer.reference(keyword)));
  const args = [VALUES.values, ...positional, ...found];
  return {
    ...script,
    label: `${ENTRY_LABEL}${script.label.slice(BODY_LABEL.length)}`,
    slots: [],
    parameters: ["values", ...required, ...optional, `...${spread}`],
    check: argumentCheck(names, info),
    body: [
      keywordCheck(outer, fn, names, info),
      { kind: "return", x: { kind: "lisp-call", callee: body, args, at: undefined } },
    ],
    pushes: false,
    calls: true,
    variables: 0,
    leaves: false,
  };
}

/** With `positional`, the function takes an argument for each parameter; its entry has checked them. */
function functionScript(outer: Generator, fn: FunctionNode, positional: boolean): Script {
  const { unit, host } = outer;
  const { literals } = unit;
  const raw = unit.rawFunctions.get(fn);
  const names: ParameterNames = {
    required: fn.required.map((variable, i) => {
      const format = raw?.parameters[i] ?? null;
      return format === null ? unit.declare(variable) : unit.declareRaw(variable, format);
    }),
    optional: fn.optional.map(({ variable }) => unit.declare(variable)),
    spread: !positional && (fn.rest !== null || fn.hasKey) ? unit.fresh("v") : null,
    rest: fn.rest === null ? null : unit.declare(fn.rest),
    keys: fn.keys.map(({ variable }) => unit.declare(variable)),
  };
  const kept = slotsOf(outer, fn, names);
  const scope = fn.keepsVariables ? unit.fresh("d") : null;
  // The functions of a file are described before their code is made.
  const inSlots = scope !== null && literals.isFile !== true && !hasFunction(fn.body);
  // Only a function inside of one that keeps its variables has scopes around its own.
  const isInside = outer.scopes !== null && outer.scopes.current !== UNDEFINED;
  const around = scope === null || (inSlots && !isInside) ? [] : [scope];
  const slots = [...kept.variables, ...around, ...(inSlots ? [POSITION] : [])];
  const description = descriptionOf(outer, fn, slots, kept);
  const described = fn.hidden ? null : literals.info(description, fn.signature);
  const info = described === null ? null : String(described);
  const isNumbered = typeof described === "number" || (described !== null && literals.isFile === true);
  if (typeof described === "number" && fn.signature !== null) host.noteSignature(described, fn.signature);
  const g = outer.nested(fn, { info, slots: info === null ? [] : slots, scope });
  // With functions for its scopes, the next turn would have those of the last one.
  if (fn.self !== null && (scope === null || inSlots)) {
    const callee = member(g.reference(fn.self), FUNCTION);
    g.self = { callee, parameters: names.required };
  }
  g.rawResult = raw?.result ?? null;
  noteCall(g, argumentsGiven(g, fn, names, positional));
  declareMore(g, fn, names, info);
  if (inSlots) {
    g.pushHere();
    g.emit(...resumeScope(g));
  }
  g.statement(fn.body, RETURN);
  if (inSlots) {
    description.slots = slots.length;
    description.variables = slots.length - kept.variables.length - 1;
    if (isInside) description.isInside = true;
  }
  if (g.specials.size > 0) description.specials = [...g.specials];
  const { required, optional, spread } = names;
  const more = positional ? names.keys : spread === null ? [] : [`...${spread}`];
  // A closure's name tells its description, at no cost to those who make it.
  const label = isNumbered ? `${positional ? BODY_LABEL : ENTRY_LABEL}${described}` : "";
  const again = () => calledAgain(label, [...required, ...optional, ...more], inSlots ? slots : []);
  const code = inSlots ? withQuietLoops(g.out, g) : g.out;
  const isDirect = g.self !== null && Number.isFinite(g.selfCalls) && g.selfCalls > 0;
  return {
    label,
    info,
    slots: g.frame.slots,
    parameters: ["values", ...required, ...optional, ...more],
    check: positional ? [] : argumentCheck(names, info),
    body: scope !== null && isNumbered ? leavableFrame(code, again()) : code,
    pushes: g.pushes,
    calls: g.calls,
    variables: g.variables,
    twin: !host.internalCode,
    recorded: fn.recorded,
    leaves: g.leaves && !fn.recorded && !positional && fn.frame === "function" && fn.signature !== null,
    direct: isDirect && g.self !== null ? { ...g.self, round: g.selfTailCalls } : null,
    after: outer.at(fn),
    keep: literals.keep,
  };
}

/** Whether code has a function inside, which could capture variables. */
function hasFunction(node: Node): boolean {
  return node.kind === "function" || children(node).some(hasFunction);
}

/** A call of the function with the arguments that its parameters have now, some of them in slots. */
function calledAgain(label: string, parameters: readonly string[], slots: readonly string[]): Expression {
  const given = parameters.map(
    (each): Expression => (slots.includes(each) ? { kind: "frame-slot", name: each } : literal(each)),
  );
  return { kind: "lisp-call", callee: literal(label), args: [VALUES.values, ...given], at: undefined };
}

function descriptionOf(
  { unit: { literals }, host }: Generator,
  fn: FunctionNode,
  slots: readonly string[],
  { spread, layout }: ArgumentSlots,
): FrameInfo {
  return {
    kind: fn.frame,
    name: fn.name,
    slots: slots.length,
    spread,
    scoped: fn.keepsVariables,
    layout,
    // A part of the function around it, to SBCL.
    internal: fn.inlined,
    place: fn.place,
    // As in SBCL, a function of a compiled file does not know its lambda expression.
    ...(literals.isFile || host.internalCode ? {} : { source: fn.lambda }),
  };
}

/** The arguments of the call, as they came. */
function argumentsGiven(
  g: Generator,
  fn: FunctionNode,
  { required, optional, spread, keys }: ParameterNames,
  positional: boolean,
): Expression[] {
  const given: Expression[] = [...required, ...optional].map((each) => name(each));
  if (spread !== null) given.push({ kind: "spread", x: name(spread) });
  if (!positional) return given;
  for (const [i, { keyword }] of fn.keys.entries()) {
    const value = name(keys[i] as string);
    const pair = array([g.reference(keyword), value]);
    given.push({ kind: "spread", x: conditional(isUndefined(value), array([]), pair) });
  }
  return given;
}

/** What the frame keeps: the parameters that the body reads. */
function slotsOf(g: Generator, fn: FunctionNode, names: ParameterNames): ArgumentSlots {
  const { unit, host } = g;
  const { internalCode } = host;
  const whole = internalCode || fn.callsNext || fn.keepsVariables;
  const isRead = (variable: FunctionNode["rest"]): boolean =>
    whole || (variable !== null && unit.read.has(variable));
  const plain = { keyword: null, rest: false };
  // SBCL's sequence functions show their keyword arguments as they came.
  const more = internalCode ? names.spread : names.rest;
  const positional = [...fn.required, ...fn.optional.map(({ variable }) => variable)];
  const all: Parameter[] = [
    ...positional.map((variable) => ({ ...plain, js: unit.nameOf(variable), read: isRead(variable) })),
    ...(more === null ? [] : [{ ...plain, js: more, rest: true, read: isRead(fn.rest) }]),
    ...(internalCode ? [] : fn.keys).map(({ variable, keyword }) => ({
      ...plain,
      js: unit.nameOf(variable),
      keyword,
      read: isRead(variable),
    })),
  ];
  return argumentSlots(all);
}

/**
 * Declares what holds &REST and the keyword arguments: a frame may be pushed, with all of them, before the
 * defaults are made.
 */
function declareMore(g: Generator, fn: FunctionNode, names: ParameterNames, info: string | null): void {
  const { rest, keys, spread } = names;
  if (spread === null) return;
  if (rest !== null) g.emit(declare(rest, runtime("listFromArray", name(spread))));
  for (const key of keys) g.emit(declare(key, null));
  g.variables += keys.length + 1;
  if (!fn.hasKey) return;
  g.emit(keywordCheck(g, fn, names, info));
  g.unit.spreads.set(fn, spread);
}

/** Keyword arguments are checked before any default is made; the error shows the call as it was made. */
function keywordCheck(g: Generator, fn: FunctionNode, names: ParameterNames, info: string | null): Statement {
  const spread = name(names.spread as string);
  const table = array(fn.keys.map(({ keyword }) => g.reference(keyword)));
  const positional = [...names.required, ...names.optional].map((each) => name(each));
  const args = array([...positional, { kind: "spread", x: spread }]);
  const known = runtime("knownKeywords", spread, table, literal(String(fn.allowOtherKeys)));
  const wrong = runtime("badKeywords", literal(info ?? "-1"), args, spread, table);
  return run(binary("||", known, wrong));
}

function argumentCheck({ required, optional, spread }: ParameterNames, info: string | null): Statement[] {
  const given = literal("arguments.length");
  const wrong = runtime("badArgumentCount", literal(info ?? "-1"), literal("arguments"));
  const bad: Statement = { kind: "return", x: wrong };
  const least = binary("<", given, number(required.length + 1));
  const most = binary(">", given, number(required.length + optional.length + 1));
  if (spread !== null) return required.length === 0 ? [] : [when(least, bad)];
  if (optional.length === 0) return [when(binary("!==", given, number(required.length + 1)), bad)];
  return [when(required.length === 0 ? most : binary("||", least, most), bad)];
}

/** Gives a parameter its default where it was not supplied. */
export function parameterDefault(g: Generator, node: DefaultNode): void {
  const { variable, supplied, keyword } = node;
  const x = g.unit.variable(variable);
  const text = g.unit.nameOf(variable);
  const store = (value: Expression): Statement =>
    run(g.followsFrame(variable) ? { kind: "assign-slot", name: text, value } : assign(x, value));
  const spread = g.unit.spreads.get(variable.owner);
  if (keyword !== null && spread !== undefined)
    g.emit(store(runtime("keyword", name(spread), g.reference(keyword))));
  if (supplied !== null) {
    const given = conditional(isUndefined(x), NIL, T);
    const declared = g.unit.declare(supplied);
    g.variables++;
    g.emit(supplied.assigned ? declare(declared, given) : constant(declared, given));
  }
  g.pushFor(node.init);
  const code = g.buffered(() => {
    const value = g.expression(node.init);
    g.emit(store(value));
  });
  g.emit(when(isUndefined(x), ...code));
}

/** An argument of a wrong type is a matter of the call. */
export function parameterCheck(g: Generator, node: CheckNode): void {
  // A parameter that is passed as a raw float is of its type.
  if (g.unit.rawVariable(node.variable) !== null) return;
  const x = g.unit.variable(node.variable);
  g.emit({ kind: "function-start" }, ...typeCheck(g, node, x, node.declared, node.symbol));
  keepRaw(g, node.variable);
  keepSizes(g, node.variable);
}

/** A local function, and the variable that holds it. */
interface Entry {
  readonly target: LocalFunction;
  readonly lambda: FunctionNode;
  readonly text: string;
}

/** Emits a local function; of one that is written as two, what takes an argument for each parameter. */
function bodyOf(g: Generator, { target, lambda, text }: Entry): Script | undefined {
  const body = g.unit.localBody(target);
  if (body?.kind !== "name") {
    g.emit(constant(text, functionExpression(g, lambda)));
    return undefined;
  }
  const script = functionScript(g, lambda, true);
  g.emit(constant(body.name, { kind: "function", fn: script }));
  return script;
}

export function localFunctions(g: Generator, node: LocalFunctionsNode, destination: Destination): void {
  const code = g.buffered(() => {
    const functions = node.functions.filter(({ referenced }) => referenced);
    declareLeft(g, node);
    declareRawFunctions(g, node);
    const entries: Entry[] = [];
    for (const target of functions) {
      const { lambda } = target;
      if (lambda === null) throw new Error("a local function without a lambda expression");
      const text = g.unit.declareFunction(target);
      const isTwo = !g.host.internalCode && target.signature !== null && isKeyed(lambda);
      if (isTwo) g.unit.declareBody(target);
      entries.push({ target, lambda, text });
    }
    g.variables += entries.length;
    const around = (make: () => void) => withLocalFunctions(g, node, make);
    const define = () => {
      const bodies = entries.map((entry) => bodyOf(g, entry));
      const body = () => g.statement(node.body, destination);
      const rest = g.buffered(() => (node.recursive ? body() : around(body)));
      for (const [i, { target, lambda, text }] of entries.entries()) {
        const script = bodies[i];
        const body = g.unit.localBody(target);
        if (script === undefined || body === undefined || !g.unit.entered.has(target)) continue;
        g.emit(constant(text, { kind: "function", fn: entryScript(g, lambda, script, body) }));
      }
      g.emit(...rest);
    };
    // The functions of LABELS are in the scope of each other.
    if (node.recursive) around(define);
    else define();
  });
  if (node.lexical !== null && destination.to !== "return") code.push(...resumeScope(g));
  if (destination.to === "return") g.emit(...code);
  else g.emit({ kind: "block", label: null, body: code });
}

/** What DEFUN does at run time. */
export function define(g: Generator, node: DefineNode): Expression {
  const fn = g.expression(node.definition);
  const { description } = node;
  // As in SBCL, a function of a compiled file does not know its lambda expression.
  const kept = g.unit.literals.isFile ? (description ?? []).slice(0, 2) : (description ?? []);
  const described =
    description === null ? fn : runtime("describeFunction", fn, ...kept.map((part) => g.reference(part)));
  return {
    ...call(literal("R.defineFunction"), g.reference(node.name), described),
    at: g.at(node),
  } as Expression;
}
