/** Generalized reference (CLHS 5.1): how places are read and written. */

import type { SetfDefinition } from "../../runtime/definitions/global-definitions.js";
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispFunction, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { isMultiple } from "../../runtime/objects/marshal.js";
import { nil } from "../../runtime/signals.js";
import { safepoint } from "../../runtime/stack/safepoints.js";
import type { CompilerHost } from "../host.js";
import { Environment } from "../scope/environment.js";
import { cons, elements, form, isCons, isSymbol, list } from "../syntax/forms.js";
import { evaluatedOnce, fresh, type PlaceExpansion, type Temporary } from "./place-expansion.js";
import { standardPlace } from "./standard-places.js";

/** What a symbol stands for where it is a symbol macro in an environment, or null. */
export function symbolMacroOf(
  host: CompilerHost,
  symbol: LispSymbol,
  env: Environment,
): { expansion: LispValue } | null {
  const binding = env.variable(symbol);
  if (binding === undefined) return host.symbolMacro(symbol);
  return binding.kind === "symbol-macro" ? binding : null;
}

/** Whether SETQ of a symbol, if it is one, assigns a variable. */
export function isVariable(host: CompilerHost, x: LispValue, env: Environment): x is LispSymbol {
  return isSymbol(x) && symbolMacroOf(host, x, env) === null;
}

/**
 * Where a place stands; null is the global environment where a program gives none, which is NIL for its
 * expanders.
 */
type PlaceEnvironment = Environment | null;

/** The expansion of a place in a lexical environment. */
export function expandPlace(host: CompilerHost, source: LispValue, env: PlaceEnvironment): PlaceExpansion {
  const known = env ?? Environment.empty;
  let place = source;
  for (;;) {
    safepoint();
    if (isCons(place)) {
      const compound = place;
      const expansion = compoundPlace(host, compound, env);
      if (expansion !== null) return expansion;
      const macro = host.expandPlace(() => host.expandMacro(compound, known));
      if (macro === null) return functionPlace(host, carOf(compound), elements(cdrOf(compound)));
      place = macro.form;
    } else {
      const macro = isSymbol(place) ? symbolMacroOf(host, place, known) : null;
      // The assignment says what is wrong with what is no variable, as it is in SBCL's expansion.
      if (macro === null) return variablePlace(host, place);
      place = macro.expansion;
    }
  }
}

function variablePlace(host: CompilerHost, variable: LispValue): PlaceExpansion {
  const store = fresh(host, "NEW1");
  return {
    temporaries: [],
    stores: [store],
    writer: form("SETQ", variable, store),
    reader: variable,
    inOrder: true,
  };
}

/** The expansion of a compound form, or null where a macro or a function (SETF name) may say what it is. */
function compoundPlace(host: CompilerHost, place: LispCons, env: PlaceEnvironment): PlaceExpansion | null {
  const head = carOf(place);
  if (!isSymbol(head)) return functionPlace(host, head, elements(cdrOf(place)));
  if (env?.function(head) !== undefined) return null;
  const standard = standardPlace(host, place, head, (inner) => expandPlace(host, inner, env));
  if (standard !== null) return standard;
  const definition = host.setfDefinition(head);
  return definition === null ? null : definedPlace(host, place, definition, env);
}

/** The place that DEFSETF or DEFINE-SETF-EXPANDER defined. */
function definedPlace(
  host: CompilerHost,
  place: LispCons,
  definition: SetfDefinition,
  env: PlaceEnvironment,
): PlaceExpansion {
  const { mv, pv } = host.internals;
  if (definition.kind === "expander") {
    const parts = host.expandPlace(() => host.call(definition.expander, mv, place, env ?? nil()));
    const [names = nil(), inits = nil(), stores = nil(), writer = nil(), reader = nil()] = isMultiple(parts)
      ? parts
      : [parts];
    return {
      temporaries: paired(elements(names) as LispSymbol[], elements(inits)),
      stores: elements(stores) as LispSymbol[],
      writer,
      reader,
    };
  }
  const { temporaries, names } = evaluatedOnce(host, elements(cdrOf(place)));
  const reader = cons(carOf(place), list(...names));
  if (definition.kind === "function") {
    const store = fresh(host, "NEW1");
    const writer = form(definition.name, ...names, store);
    return { temporaries, stores: [store], writer, reader, inOrder: true };
  }
  const stores = Array.from({ length: definition.stores }, (_, i) => fresh(host, `NEW${i + 1}`));
  const writer = host.expandPlace(() => {
    const writerOf = definition.expander(pv, env ?? nil(), ...stores) as LispFunction;
    return host.call(writerOf, pv, ...names);
  });
  return { temporaries, stores, writer, reader };
}

/** Variables with the forms of their values, as far as both go. */
function paired(symbols: readonly LispSymbol[], inits: readonly LispValue[]): Temporary[] {
  return inits.flatMap((init, i) => {
    const symbol = symbols[i];
    return symbol === undefined ? [] : [{ symbol, init }];
  });
}

/** The place that #'(SETF name) writes. */
function functionPlace(host: CompilerHost, name: LispValue, operands: readonly LispValue[]): PlaceExpansion {
  const { temporaries, names } = evaluatedOnce(host, operands);
  const store = fresh(host, "NEW1");
  return {
    temporaries,
    stores: [store],
    writer: form("FUNCALL", form("FUNCTION", form("SETF", name)), store, ...names),
    reader: cons(name, list(...names)),
  };
}
