/** Operators that evaluate, choose, bind and assign. */
import { Cons, form, items, LispSymbol, Malformed, NIL } from "../data.mjs";
import { Frame, functionKey, Macro, SymbolMacro } from "../frames.mjs";
import { bodyOf, makeFunction, withFreeSpecials } from "../functions.mjs";

/** Name and form of each binding of a LET. */
const bindingsOf = (bindings) =>
  items(bindings).map((binding) =>
    binding instanceof Cons ? [binding.car, binding.cdr === NIL ? NIL : binding.cdr.car] : [binding, NIL],
  );

function let_(lisp, [bindings, ...body], env) {
  const pairs = bindingsOf(bindings);
  const { declared, forms } = bodyOf(body);
  const values = pairs.map(([, init]) => lisp.one(init, env));
  return bindAll(
    lisp,
    pairs.map(([name]) => name),
    values,
    declared,
    forms,
    env,
  );
}

/** The values of forms where variables are bound at once. */
function bindAll(lisp, names, values, declared, forms, env) {
  return lisp.binding(() => {
    let inner = env;
    for (const [i, name] of names.entries()) inner = lisp.bind(inner, name, values[i], declared);
    return lisp.progn(forms, withFreeSpecials(inner, declared, names));
  });
}

function letStar(lisp, [bindings, ...body], env) {
  const pairs = bindingsOf(bindings);
  const { declared, forms } = bodyOf(body);
  return lisp.binding(() => {
    let inner = env;
    for (const [name, init] of pairs) inner = lisp.bind(inner, name, lisp.one(init, inner), declared);
    return lisp.progn(
      forms,
      withFreeSpecials(
        inner,
        declared,
        pairs.map(([name]) => name),
      ),
    );
  });
}

function multipleValueBind(lisp, [names, valuesForm, ...body], env) {
  const variables = items(names);
  const { declared, forms } = bodyOf(body);
  const values = lisp.evaluate(valuesForm, env);
  return bindAll(
    lisp,
    variables,
    variables.map((_, i) => values[i] ?? NIL),
    declared,
    forms,
    env,
  );
}

function setq(lisp, args, env) {
  let value = NIL;
  for (let i = 0; i < args.length; i += 2) {
    if (!(args[i] instanceof LispSymbol)) throw new Malformed("a variable");
    value = lisp.assign(args[i], lisp.one(args[i + 1], env), env);
  }
  return [value];
}

function locally(lisp, body, env) {
  const { declared, forms } = bodyOf(body);
  return lisp.progn(forms, withFreeSpecials(env, declared, []));
}

function flet(lisp, [definitions, ...body], env) {
  let inner = env;
  for (const definition of items(definitions)) {
    const [name, lambdaList, ...forms] = items(definition);
    const made = makeFunction(lisp, blockOf(name), lambdaList, forms, env);
    inner = new Frame("function", functionKey(name), made, inner);
  }
  return locally(lisp, body, inner);
}

/** The name of the block around a function's body. */
const blockOf = (name) => (name instanceof Cons ? name.cdr.car : name);

function labels(lisp, [definitions, ...body], env) {
  const frames = [];
  let inner = env;
  for (const definition of items(definitions)) {
    inner = new Frame("function", functionKey(definition.car), null, inner);
    frames.push([inner, items(definition)]);
  }
  for (const [frame, [name, lambdaList, ...forms]] of frames)
    frame.meaning = makeFunction(lisp, blockOf(name), lambdaList, forms, inner);
  return locally(lisp, body, inner);
}

function macrolet(lisp, [definitions, ...body], env) {
  let inner = env;
  for (const definition of items(definitions))
    inner = new Frame("function", definition.car, macro(lisp, items(definition)), inner);
  return locally(lisp, body, inner);
}

/** The macro that a name, a lambda list and forms define; it sees no variable around it. */
export function macro(lisp, [, lambdaList, ...forms]) {
  const expander = makeFunction(lisp, null, lambdaList, forms, null);
  return new Macro((args) => lisp.call(expander, args)[0]);
}

function symbolMacrolet(lisp, [definitions, ...body], env) {
  let inner = env;
  for (const definition of items(definitions))
    inner = new Frame("variable", definition.car, new SymbolMacro(definition.cdr.car), inner);
  return locally(lisp, body, inner);
}

function progv(lisp, [names, values, ...forms], env) {
  const variables = items(lisp.one(names, env));
  const given = items(lisp.one(values, env));
  return lisp.binding(() => {
    for (const [i, name] of variables.entries()) lisp.bindSpecial(name, given[i]);
    return lisp.progn(forms, env);
  });
}

function the(lisp, [type, valueForm], env) {
  const values = lisp.evaluate(valueForm, env);
  lisp.checkType(values[0] ?? NIL, type);
  return values;
}

function multipleValueCall(lisp, [callee, ...forms], env) {
  const called = lisp.one(callee, env);
  return lisp.call(
    called,
    forms.flatMap((valuesForm) => lisp.evaluate(valuesForm, env)),
  );
}

function multipleValueProg1(lisp, [first, ...forms], env) {
  const values = lisp.evaluate(first, env);
  lisp.progn(forms, env);
  return values;
}

export const basic = {
  QUOTE: (_lisp, [datum]) => [datum],
  FUNCTION: (lisp, [name], env) => [lisp.functionNamed(name, env)],
  LAMBDA: (lisp, args, env) => lisp.evaluate(form("FUNCTION", ["LAMBDA", ...args]), env),
  PROGN: (lisp, forms, env) => lisp.progn(forms, env),
  IF: (lisp, [test, then, otherwise = NIL], env) =>
    lisp.evaluate(lisp.isTrue(test, env) ? then : otherwise, env),
  LET: let_,
  "LET*": letStar,
  "MULTIPLE-VALUE-BIND": multipleValueBind,
  SETQ: setq,
  LOCALLY: locally,
  FLET: flet,
  LABELS: labels,
  MACROLET: macrolet,
  "SYMBOL-MACROLET": symbolMacrolet,
  PROGV: progv,
  THE: the,
  "MULTIPLE-VALUE-CALL": multipleValueCall,
  "MULTIPLE-VALUE-PROG1": multipleValueProg1,
};
