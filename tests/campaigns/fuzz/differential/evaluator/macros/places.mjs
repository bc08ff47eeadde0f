/**
 * Places, by the standard's five values: temporaries and their forms, store variables, the form that stores
 * and the one that reads.
 */
import { Cons, form, fresh, items, LispSymbol, Malformed, NIL, symbol } from "../data.mjs";
import { find, Macro, SymbolMacro } from "../frames.mjs";

/** Functions that store: `(name store arguments...)` for `(accessor arguments...)`. */
const STORING = {
  CAR: "%SET-CAR",
  FIRST: "%SET-CAR",
  CDR: "%SET-CDR",
  REST: "%SET-CDR",
  CADR: "%SET-CADR",
  SECOND: "%SET-CADR",
  NTH: "%SET-NTH",
  AREF: "%SET-AREF",
  SVREF: "%SET-AREF",
  CHAR: "%SET-AREF",
  ELT: "%SET-ELT",
  GETHASH: "%SET-GETHASH",
  "SYMBOL-VALUE": "SET",
};

/** The parts of a place: `{ temporaries, forms, stores, store, access }`. */
export function expansion(lisp, place, env) {
  if (place instanceof LispSymbol) return variablePlace(lisp, place, env);
  if (!(place instanceof Cons) || !(place.car instanceof LispSymbol)) throw new Malformed("a place");
  const { name } = place.car;
  const args = items(place.cdr);
  const local = find(env, "function", place.car)?.meaning;
  if (local instanceof Macro) return expansion(lisp, local.expand(args), env);
  if (Object.hasOwn(COMPOUND, name)) return COMPOUND[name](lisp, args, env);
  const defined = lisp.macros.get(place.car);
  if (defined !== undefined) return expansion(lisp, defined.expand(args), env);
  return accessorPlace(lisp, place.car, args);
}

function variablePlace(lisp, name, env) {
  const meaning = find(env, "variable", name)?.meaning;
  if (meaning instanceof SymbolMacro) return expansion(lisp, meaning.expansion, env);
  const store = fresh("NEW");
  return { temporaries: [], forms: [], stores: [store], store: form("SETQ", name, store), access: name };
}

function accessorPlace(lisp, name, forms) {
  const temporaries = forms.map(() => fresh("ARG"));
  const store = fresh("NEW");
  return {
    temporaries,
    forms,
    stores: [store],
    store: storing(lisp, name, temporaries, store),
    access: form(name, ...temporaries),
  };
}

function storing(lisp, name, temporaries, store) {
  lisp.cover(
    `place ${STORING[name.name] ? name.name : lisp.setters.has(name) ? "by DEFSETF" : "by (SETF name)"}`,
  );
  const setter = lisp.setters.get(name);
  if (setter !== undefined) return setter(temporaries, store);
  const standard = STORING[name.name];
  if (standard === undefined) return form("FUNCALL", ["FUNCTION", ["SETF", name]], store, ...temporaries);
  return name === symbol("SYMBOL-VALUE")
    ? form(standard, ...temporaries, store)
    : form(standard, store, ...temporaries);
}

const COMPOUND = {
  /** LDB stores into the place that holds the integer. */
  LDB(lisp, [byte, place], env) {
    lisp.cover("place LDB");
    const inner = expansion(lisp, place, env);
    const [specifier, store] = [fresh("BYTE"), fresh("NEW")];
    return {
      ...inner,
      temporaries: [specifier, ...inner.temporaries],
      forms: [byte, ...inner.forms],
      stores: [store],
      store: form("LET", [[inner.stores[0], ["DPB", store, specifier, inner.access]]], inner.store, store),
      access: form("LDB", specifier, inner.access),
    };
  },
  GETF(lisp, [place, indicator, ...otherwise], env) {
    lisp.cover("place GETF");
    const inner = expansion(lisp, place, env);
    const [key, store] = [fresh("KEY"), fresh("NEW")];
    const defaults = otherwise.map(() => fresh("DEFAULT"));
    return {
      temporaries: [...inner.temporaries, key, ...defaults],
      forms: [...inner.forms, indicator, ...otherwise],
      stores: [store],
      store: form("LET", [[inner.stores[0], ["%PUTF", inner.access, key, store]]], inner.store, store),
      access: form("GETF", inner.access, key, ...defaults),
    };
  },
  VALUES(lisp, places, env) {
    lisp.cover("place VALUES");
    const inner = places.map((place) => expansion(lisp, place, env));
    return {
      temporaries: inner.flatMap(({ temporaries }) => temporaries),
      forms: inner.flatMap(({ forms }) => forms),
      stores: inner.map(({ stores }) => stores[0]),
      store: form("VALUES", ...inner.map(({ store }) => store)),
      access: form("VALUES", ...inner.map(({ access }) => access)),
    };
  },
  THE(lisp, [type, place], env) {
    lisp.cover("place THE");
    const inner = expansion(lisp, place, env);
    const store = fresh("NEW");
    return {
      ...inner,
      stores: [store],
      store: form("LET", [[inner.stores[0], ["THE", type, store]]], inner.store),
      access: form("THE", type, inner.access),
    };
  },
};

const bindingsOf = ({ temporaries, forms }) => temporaries.map((temporary, i) => [temporary, forms[i]]);

function setf(lisp, args, env) {
  if (args.length !== 2) {
    const pairs = [];
    for (let i = 0; i < args.length; i += 2) pairs.push(["SETF", args[i], args[i + 1]]);
    return form("PROGN", ...pairs);
  }
  const [place, value] = args;
  const parts = expansion(lisp, place, env);
  const stored = ["MULTIPLE-VALUE-BIND", parts.stores, value, parts.store];
  return form("LET*", bindingsOf(parts), stored);
}

/** All places and values are evaluated before anything is stored. */
function psetf(lisp, args, env) {
  const parts = [];
  for (let i = 0; i < args.length; i += 2) parts.push([expansion(lisp, args[i], env), args[i + 1]]);
  const stored = ["PROGN", ...parts.map(([{ store }]) => store), NIL];
  return parts.reduceRight(
    (body, [place, value]) =>
      form("LET*", bindingsOf(place), ["MULTIPLE-VALUE-BIND", place.stores, value, body]),
    form(...stored),
  );
}

/** Places are read only when all their parts have been evaluated. */
function shiftf(lisp, args, env) {
  const places = args.slice(0, -1).map((place) => expansion(lisp, place, env));
  const first = fresh("FIRST");
  const values = [...places.slice(1).map(({ access }) => access), args.at(-1)];
  const stores = places.map(({ stores }, i) => [stores[0], values[i]]);
  return form(
    "LET*",
    [...places.flatMap(bindingsOf), [first, places[0].access], ...stores],
    ...places.map(({ store }) => store),
    first,
  );
}

function rotatef(lisp, args, env) {
  const places = args.map((place) => expansion(lisp, place, env));
  const stores = places.map(({ stores }, i) => [stores[0], places[(i + 1) % places.length].access]);
  return form("LET*", [...places.flatMap(bindingsOf), ...stores], ...places.map(({ store }) => store), NIL);
}

/** The place's parts, then the arguments, then the place's value, then what the function makes of them. */
function modify(lisp, [callee, place, ...args], env) {
  const parts = expansion(lisp, place, env);
  const temporaries = args.map((arg) => [fresh("ARG"), arg]);
  const value = [callee, parts.access, ...temporaries.map(([name]) => name)];
  return form("LET*", [...bindingsOf(parts), ...temporaries, [parts.stores[0], value]], parts.store);
}

function push(lisp, [item, place], env) {
  const parts = expansion(lisp, place, env);
  const pushed = fresh("ITEM");
  const value = ["CONS", pushed, parts.access];
  return form("LET*", [[pushed, item], ...bindingsOf(parts), [parts.stores[0], value]], parts.store);
}

function pushnew(lisp, [item, place, ...keys], env) {
  const parts = expansion(lisp, place, env);
  const pushed = fresh("ITEM");
  const value = ["ADJOIN", pushed, parts.access, ...keys];
  return form("LET*", [[pushed, item], ...bindingsOf(parts), [parts.stores[0], value]], parts.store);
}

function pop(lisp, [place], env) {
  const parts = expansion(lisp, place, env);
  const old = fresh("OLD");
  const rest = [parts.stores[0], ["CDR", old]];
  return form("LET*", [...bindingsOf(parts), [old, parts.access], rest], parts.store, ["CAR", old]);
}

function remf(lisp, [place, indicator], env) {
  const parts = expansion(lisp, place, env);
  const [key, rest, found] = [fresh("KEY"), fresh("REST"), fresh("FOUND")];
  return form(
    "LET*",
    [...bindingsOf(parts), [key, indicator]],
    [
      "MULTIPLE-VALUE-BIND",
      [rest, found],
      ["%REMF", parts.access, key],
      ["LET", [[parts.stores[0], rest]], parts.store],
      found,
    ],
  );
}

export const places = {
  SETF: setf,
  PSETF: psetf,
  SHIFTF: shiftf,
  ROTATEF: rotatef,
  "%MODIFY": modify,
  INCF: (_lisp, [place, delta = 1n]) => form("%MODIFY", "+", place, delta),
  DECF: (_lisp, [place, delta = 1n]) => form("%MODIFY", "-", place, delta),
  PUSH: push,
  PUSHNEW: pushnew,
  POP: pop,
  REMF: remf,
  "MULTIPLE-VALUE-SETQ": (_lisp, [names, values]) =>
    form("VALUES", ["SETF", ["VALUES", ...items(names)], values]),
};
