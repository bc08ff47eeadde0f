/** Ordinary lambda lists (CLHS 3.4.1) as data. */
import type { LispSymbol, LispValue } from "../runtime/marshal.js";
import { keyword, nil, sym } from "../runtime/signals.js";
import { car, cdr, cons, elements, isCons, isSymbol } from "./forms.js";
import { ProgramError } from "./host.js";

export interface OptionalParameter {
  variable: LispSymbol;
  init: LispValue;
  supplied: LispSymbol | null;
}

export interface KeyParameter extends OptionalParameter {
  keyword: LispSymbol;
}

export interface LambdaList {
  required: LispSymbol[];
  optional: OptionalParameter[];
  rest: LispSymbol | null;
  hasKey: boolean;
  keys: KeyParameter[];
  allowOtherKeys: boolean;
  aux: { variable: LispSymbol; init: LispValue }[];
}

function parameterName(x: LispValue): LispSymbol {
  if (!isSymbol(x)) throw new ProgramError("a lambda variable is not a symbol");
  if (x.package?.packageName === "KEYWORD" || x === nil() || x === sym("T")) {
    throw new ProgramError(`${x.name} is a constant and cannot be a lambda variable`);
  }
  return x;
}

/** A lambda list as data; what is not one is an invalid program. */
export function parseLambdaList(source: LispValue): LambdaList {
  const result: LambdaList = {
    required: [],
    optional: [],
    rest: null,
    hasKey: false,
    keys: [],
    allowOtherKeys: false,
    aux: [],
  };
  const order = ["&OPTIONAL", "&REST", "&BODY", "&KEY", "&ALLOW-OTHER-KEYS", "&AUX"];
  let section = "";
  const items = elements(source, "a lambda list");
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    if (isSymbol(item) && order.includes(item.name)) {
      if (order.indexOf(item.name) <= order.indexOf(section)) {
        throw new ProgramError(`misplaced ${item.name} in lambda list`);
      }
      section = item.name;
      if (section === "&KEY") result.hasKey = true;
      if (section === "&ALLOW-OTHER-KEYS") result.allowOtherKeys = true;
      if (section === "&REST" || section === "&BODY") {
        i++;
        if (i >= items.length) throw new ProgramError(`${section} without a variable in lambda list`);
        result.rest = parameterName(items[i]);
      }
      continue;
    }
    switch (section) {
      case "":
        result.required.push(parameterName(item));
        break;
      case "&OPTIONAL":
        result.optional.push(optional(item));
        break;
      case "&KEY":
        result.keys.push(key(item));
        break;
      case "&AUX":
        result.aux.push({
          variable: parameterName(isCons(item) ? car(item) : item),
          init: isCons(item) ? car(cdr(item)) : nil(),
        });
        break;
      default:
        throw new ProgramError(`unexpected element after ${section} in lambda list`);
    }
  }
  const names = variablesOf(result);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined)
    throw new ProgramError(`The variable ${twice.name} occurs more than once in the lambda list.`);
  return result;
}

function optional(item: LispValue): OptionalParameter {
  if (!isCons(item)) return { variable: parameterName(item), init: nil(), supplied: null };
  const [name, init = nil(), supplied] = elements(item, "a lambda list");
  return {
    variable: parameterName(name),
    init,
    supplied: supplied === undefined ? null : parameterName(supplied),
  };
}

function key(item: LispValue): KeyParameter {
  const spec = isCons(item) ? car(item) : item;
  if (isCons(spec)) {
    const [name, variable] = elements(spec, "a lambda list");
    const rest = optional(listWithName(variable, item));
    if (!isSymbol(name)) throw new ProgramError("a keyword name is not a symbol");
    return { ...rest, keyword: name };
  }
  const rest = optional(item);
  return { ...rest, keyword: keyword(rest.variable.name) };
}

function listWithName(variable: LispValue, item: LispValue): LispValue {
  return cons(variable, cdr(item));
}

export function variablesOf(list: LambdaList): LispSymbol[] {
  const names = [...list.required];
  for (const o of [...list.optional, ...list.keys]) {
    names.push(o.variable);
    if (o.supplied !== null) names.push(o.supplied);
  }
  if (list.rest !== null) names.push(list.rest);
  return names.concat(list.aux.map((a) => a.variable));
}
