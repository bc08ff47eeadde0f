/** Ordinary lambda lists (CLHS 3.4.1) as data. */
import { carOf } from "../../runtime/objects/conses.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { symbolName } from "../../runtime/objects/symbols.js";
import { keyword, list, nil, sym } from "../../runtime/signals.js";
import { car, cdr, cons, elements, isCons } from "./forms.js";
import { checkLambdaList, lambdaListKeyword, repeated } from "./lambda-list-check.js";
import { ProgramError } from "./program-error.js";

export interface OptionalParameter {
  variable: LispSymbol;
  init: LispValue;
  supplied: LispSymbol | null;
}

interface KeyParameter extends OptionalParameter {
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

/** The lambda list as SBCL names a function by it: without initial forms, with keys for variables. */
export function lambdaListName({
  required,
  optional,
  rest,
  hasKey,
  keys,
  allowOtherKeys,
}: LambdaList): LispValue {
  const marked = (keyword: string, isThere: boolean, items: readonly LispValue[]): readonly LispValue[] =>
    isThere ? [sym(keyword), ...items] : [];
  return list(
    ...required,
    ...marked(
      "&OPTIONAL",
      optional.length > 0,
      optional.map(({ variable }) => variable),
    ),
    ...marked("&REST", rest !== null, [rest]),
    ...marked(
      "&KEY",
      hasKey,
      keys.map(({ keyword: key }) => key),
    ),
    ...marked("&ALLOW-OTHER-KEYS", allowOtherKeys, []),
  );
}

/** A lambda list as data; what is not one is an invalid program. */
export function parseLambdaList(source: LispValue): LambdaList {
  checkLambdaList(source, "ordinary");
  const result: LambdaList = {
    required: [],
    optional: [],
    rest: null,
    hasKey: false,
    keys: [],
    allowOtherKeys: false,
    aux: [],
  };
  let section = "";
  for (const item of elements(source)) {
    const key = lambdaListKeyword(item);
    if (key !== null) {
      section = key;
      if (section === "&KEY") result.hasKey = true;
      if (section === "&ALLOW-OTHER-KEYS") result.allowOtherKeys = true;
    } else if (section === "") result.required.push(item as LispSymbol);
    else if (section === "&REST") result.rest = item as LispSymbol;
    else if (section === "&OPTIONAL") result.optional.push(optional(item));
    else if (section === "&KEY") result.keys.push(keyParameter(item));
    else result.aux.push(auxiliary(item));
  }
  const keys = result.keys.map((key) => key.keyword);
  const twice = repeated(keys);
  if (twice !== undefined && repeated(boundOnce(result)) === undefined) {
    throw new ProgramError("The keyword ~S occurs more than once in the lambda list.", twice);
  }
  return result;
}

function optional(item: LispValue): OptionalParameter {
  if (!isCons(item)) return { variable: item as LispSymbol, init: nil(), supplied: null };
  const [name, init = nil(), supplied = null] = elements(item);
  return { variable: name as LispSymbol, init, supplied: supplied as LispSymbol | null };
}

function keyParameter(item: LispValue): KeyParameter {
  const spec = isCons(item) ? carOf(item) : item;
  if (isCons(spec)) {
    const [name, variable] = elements(spec);
    return { ...optional(cons(variable, cdr(item))), keyword: name as LispSymbol };
  }
  const parameter = optional(item);
  return { ...parameter, keyword: keyword(symbolName(parameter.variable)) };
}

function auxiliary(item: LispValue): { variable: LispSymbol; init: LispValue } {
  return {
    variable: (isCons(item) ? carOf(item) : item) as LispSymbol,
    init: isCons(item) ? car(cdr(item)) : nil(),
  };
}

/** The variables that must differ: those of &AUX are bound one after the other and may repeat. */
export function boundOnce(list: LambdaList): LispSymbol[] {
  const names = [...list.required];
  for (const o of [...list.optional, ...list.keys]) {
    names.push(o.variable);
    if (o.supplied !== null) names.push(o.supplied);
  }
  if (list.rest !== null) names.push(list.rest);
  return names;
}

export function variablesOf(list: LambdaList): LispSymbol[] {
  return boundOnce(list).concat(list.aux.map((a) => a.variable));
}
