/** Lambda lists, declarations, and the functions that are made of them. */
import {
  Cons,
  isKeyword,
  items,
  LispFunction,
  LispSymbol,
  list,
  Malformed,
  NIL,
  programError,
  symbol,
  T,
} from "./data.mjs";
import { Frame, SpecialName } from "./frames.mjs";
import { block } from "./operators/exits.mjs";
import { typeNames } from "./types.mjs";

const TYPE_NAMES = new Set(typeNames);
const IGNORED = new Set([
  "IGNORE",
  "IGNORABLE",
  "INLINE",
  "NOTINLINE",
  "OPTIMIZE",
  "DYNAMIC-EXTENT",
  "FTYPE",
]);

/** The declarations at the head of a body, and the forms behind them. */
export function bodyOf(body) {
  const declared = { specials: new Set(), types: new Map() };
  let at = 0;
  for (; isDeclaration(body[at]); at++) for (const one of items(body[at].cdr)) declare(items(one), declared);
  return { declared, forms: body.slice(at) };
}

const isDeclaration = (form) => form instanceof Cons && form.car === symbol("DECLARE");

function declare([head, ...names], { specials, types }) {
  const { name } = head;
  if (name === "SPECIAL") for (const variable of names) specials.add(variable);
  else if (name === "TYPE") for (const variable of names.slice(1)) types.set(variable, names[0]);
  else if (TYPE_NAMES.has(name)) for (const variable of names) types.set(variable, head);
  else if (!IGNORED.has(name)) throw new Malformed(`declaration ${name}`);
}

/**
 * The environment of a body: variables that are declared special without being bound there are special in
 * it.
 */
export function withFreeSpecials(env, declared, bound) {
  let inner = env;
  for (const name of declared.specials)
    if (!bound.includes(name)) inner = new Frame("variable", name, new SpecialName(), inner);
  return inner;
}

const MARKERS = {
  "&OPTIONAL": "optional",
  "&REST": "rest",
  "&BODY": "rest",
  "&KEY": "key",
  "&AUX": "aux",
};

/** The parameters of a lambda list, in order: `{ kind, name, keyword, init, supplied }`. */
function parse(lambdaList) {
  const parameters = [];
  let kind = "required";
  for (const item of items(lambdaList)) {
    const marker = item instanceof LispSymbol && MARKERS[item.name];
    if (marker) kind = marker;
    else parameters.push(parameter(kind, item));
  }
  return parameters;
}

function parameter(kind, item) {
  if (item instanceof LispSymbol) return { kind, name: item, keyword: symbol(`:${item.name}`), init: NIL };
  const [variable, init = NIL, supplied] = items(item);
  if (kind === "required") throw new Malformed("a parameter");
  if (!(variable instanceof Cons))
    return { kind, name: variable, keyword: symbol(`:${variable.name}`), init, supplied };
  const [keyword, name] = items(variable);
  return { kind, name, keyword, init, supplied };
}

/** @param blockName What RETURN-FROM may name in the body, or null. */
export function makeFunction(lisp, blockName, lambdaList, body, env) {
  const parameters = parse(lambdaList);
  const { declared, forms } = bodyOf(body);
  const names = parameters.flatMap(({ name, supplied }) => (supplied ? [name, supplied] : [name]));
  return new LispFunction(blockName?.name ?? "lambda", (args) =>
    lisp.binding(() => {
      checkCount(parameters, args);
      const outside = new Frame("boundary", null, null, env);
      const bound = bindParameters(lisp, parameters, args, outside, declared);
      const inner = withFreeSpecials(bound, declared, names);
      return blockName === null ? lisp.progn(forms, inner) : block(lisp, blockName, forms, inner);
    }),
  );
}

const countOf = (parameters, kind) => parameters.filter((parameter) => parameter.kind === kind).length;
const has = (parameters, kind) => parameters.some((parameter) => parameter.kind === kind);

function checkCount(parameters, args) {
  const required = countOf(parameters, "required");
  const positional = required + countOf(parameters, "optional");
  if (args.length < required) throw programError();
  if (has(parameters, "key")) checkKeys(parameters, args.slice(positional));
  else if (args.length > positional && !has(parameters, "rest")) throw programError();
}

function checkKeys(parameters, given) {
  if (given.length % 2 === 1) throw programError();
  const known = parameters.filter(({ kind }) => kind === "key").map(({ keyword }) => keyword);
  for (let i = 0; i < given.length; i += 2)
    if (!isKeyword(given[i]) || !known.includes(given[i])) throw programError();
}

function bindParameters(lisp, parameters, args, outside, declared) {
  let env = outside;
  let at = 0;
  const positional = countOf(parameters, "required") + countOf(parameters, "optional");
  const keys = args.slice(positional);
  const bind = (name, value) => {
    env = lisp.bind(env, name, value, declared);
  };
  for (const { kind, name, keyword, init, supplied } of parameters) {
    const place = kind === "key" ? keys.findIndex((key, i) => i % 2 === 0 && key === keyword) + 1 : at + 1;
    const given = kind === "key" ? keys[place] : args[at];
    const isGiven = kind === "key" ? place > 0 : at < args.length;
    if (kind === "required") bind(name, given);
    else if (kind === "rest") {
      lisp.cover("&REST");
      bind(name, list(args.slice(positional)));
    } else if (kind === "aux") {
      lisp.cover("&AUX");
      bind(name, lisp.one(init, env));
    } else {
      if (!isGiven) lisp.cover(`default of &${kind.toUpperCase()}`);
      bind(name, isGiven ? given : lisp.one(init, env));
      if (supplied !== undefined) bind(supplied, isGiven ? T : NIL);
    }
    if (kind === "required" || kind === "optional") at++;
  }
  return env;
}
