/** Functions with lambda lists of every kind, and calls of them. */
import { declarations } from "./declarations.mjs";
import { Variable } from "./scope.mjs";

const PARAMETER_TYPES = ["int", "int", "int", "num", "list", "cons", "string", "symbol"];
const RESULTS = ["int", "int", "num", "list", "bool", "string", "cons", "values"];

/** Kinds that a variable of several kinds may have; a value of the first is what it mostly begins with. */
const MIXTURES = [
  ["nil", "int"],
  ["nil", "int"],
  ["nil", "int"],
  ["nil", "cons"],
  ["nil", "string"],
  ["int", "string"],
  ["int", "cons"],
  ["int", "nil"],
  ["symbol", "int"],
  ["string", "int"],
  ["cons", "int"],
  ["string", "nil"],
  ["int", "float"],
  ["char", "int"],
  ["nil", "vector"],
  ["nil", "char"],
  ["nil", "int", "string"],
  ["int", "cons", "nil"],
];

export const mixture = (random) => random.pick(MIXTURES);
export const resultType = (random) => random.pick(RESULTS);

/** A lambda list: its text, the variables it binds, and what a call has to give. */
function lambdaList(m, scope, depth, required) {
  const { random } = m;
  const list = [];
  const shape = { required, optional: [], keys: [], rest: false };
  let inner = scope;
  const variables = [];
  const bind = (kinds, type) => {
    const variable = new Variable(m.variableName(scope), kinds);
    if (variables.some(({ name }) => name === variable.name)) variable.name = m.name("x");
    variables.push(variable);
    inner = inner.bind([variable, type]);
    return variable.name;
  };
  for (const type of required) list.push(bind([type]));
  const withDefault = () => defaulted(m, inner, depth, bind);
  if (random.chance(0.3)) {
    list.push("&optional");
    for (const made of random.many(1, 2, withDefault)) {
      list.push(made.text);
      shape.optional.push(made.given);
    }
  }
  if (random.chance(0.12)) {
    shape.rest = true;
    list.push("&rest", bind(["list"]));
  } else if (shape.optional.length === 0 && random.chance(0.25)) {
    list.push("&key");
    for (const made of random.many(1, 2, withDefault)) {
      list.push(made.text);
      shape.keys.push([`:${made.name}`, made.given]);
    }
  }
  if (random.chance(0.12)) {
    const init = m.note(m.form(inner, "int", depth - 1));
    list.push("&aux", [bind(["int"]), init]);
  }
  return { list, shape, inner, variables };
}

/** A parameter with a default: of the kind that is given, or of another. */
function defaulted(m, inner, depth, bind) {
  const { random } = m;
  const given = random.pick(PARAMETER_TYPES);
  const isMixed = random.chance(0.4);
  const init = isMixed ? "nil" : m.note(m.form(inner, given, depth - 1));
  const name = bind(isMixed && given !== "list" ? ["nil", given] : [given]);
  if (isMixed && random.chance(0.3)) return { text: name, given, name };
  return { text: random.chance(0.8) ? [name, init] : [name, init, bind(["bool"])], given, name };
}

/**
 * A function's lambda list and body, and what is to be known for calls; `block` is the name of a block
 * around the body.
 */
export function functionOf(m, scope, depth, { required, result, block, callees = [] }) {
  const { made, assigns } = m.later(() => {
    const outer = scope.inFunction().with({ functions: [...callees, ...scope.functions] });
    const { list, shape, inner, variables } = lambdaList(m, outer, depth, required);
    const body = m.bodyOf(block === undefined ? inner : inner.inBlock(block, result), result, depth);
    return { list, shape, body: [...declarations(m, variables), ...body] };
  });
  return { list: made.list, body: made.body, shape: made.shape, result, assigns };
}

/** A name for a local function: now and then that of one that is there already. */
export function functionName(m, scope) {
  const local = scope.functions.filter(({ name }) => typeof name === "string" && !name.endsWith("_"));
  return local.length > 0 && m.random.chance(0.15) ? m.random.pick(local).name : m.name("f");
}

/** The types of required parameters. */
export const requiredTypes = (random) => random.many(0, 2, () => random.pick(PARAMETER_TYPES));

/** A call of a function that is in scope. */
export function callOf(m, scope, callee, depth) {
  const { random } = m;
  const { shape } = callee;
  const types = [...shape.required];
  const optional = random.int(0, shape.optional.length);
  types.push(...shape.optional.slice(0, optional));
  const makes = types.map((type) => (now) => argument(m, now, type, depth));
  if (shape.rest && optional === shape.optional.length)
    for (const type of random.many(0, 2, () => "int")) makes.push((now) => argument(m, now, type, depth));
  for (const [key, type] of shape.keys)
    if (random.chance(0.5))
      makes.push(
        () => key,
        (now) => argument(m, now, type, depth),
      );
  const args = m.inOrder(scope, makes);
  m.assignments.push(...callee.assigns);
  const { name } = callee;
  if (callee.isVariable) return ["funcall", name, ...args];
  if (callee.isMacro || random.chance(0.85)) return [name, ...args];
  return random.chance(0.5)
    ? ["funcall", ["function", name], ...args]
    : ["apply", ["function", name], ...args.slice(0, 1), ["list", ...args.slice(1)]];
}

/**
 * Makes an argument. One of type `fuel` is the number of calls that a function may still make, so recursion
 * ends.
 */
function argument(m, scope, type, depth) {
  return type === "fuel" ? String(m.random.int(0, 3)) : m.form(scope, type, depth - 1);
}

/**
 * LABELS whose functions call each other until the number they are given is used up: the definitions, and
 * what may be called.
 */
export function mutuallyRecursive(m, scope, depth) {
  const { random } = m;
  const callees = random.many(1, 3, () => ({
    name: m.name("f"),
    shape: { required: ["fuel"], optional: [], keys: [], rest: false },
    result: resultType(random),
    assigns: [],
  }));
  const definitions = callees.map((callee) => recursive(m, scope, depth, callee, random.pick(callees)));
  const all = definitions.flatMap(({ assigns }) => assigns);
  return {
    definitions: definitions.map(({ text }) => text),
    callees: callees.map((callee) => ({ ...callee, assigns: all })),
  };
}

function recursive(m, scope, depth, { name, result }, next) {
  const counter = new Variable(m.name("n"), ["int"], { isFixed: true });
  const { made, assigns } = m.later(() => {
    const inner = scope.inFunction().inBlock(name, result).bind([counter]);
    const before = m.body(inner, depth, 0, 2);
    const end = m.form(inner, result, depth - 1);
    const call = [next.name, ["1-", counter.name]];
    const after = m.form(inner, result, depth - 1);
    const again = next.result === result && m.random.chance(0.5) ? call : ["progn", call, after];
    return [...before, ["if", ["<=", counter.name, "0"], end, again]];
  });
  return { text: [name, [counter.name], ...made], assigns };
}
