/** What SBCL knows of the functions of COMMON-LISP: parameters, their types, and the type of the first value. */

import type { LispSymbol } from "../../runtime/objects/marshal.js";
import { table } from "../../runtime/objects/table.js";
import { TABLE } from "./known-function-table.js";
import type { Signature } from "./signature.js";
import { ANYTHING, type LispType, type Specifier, typeOf } from "./types.js";

export interface KnownFunction extends Signature {
  /** Types of required and optional parameters. */
  positional: readonly LispType[];
  restType: LispType | null;
  keyTypes: ReadonlyMap<string, LispType>;
  result: LispType | null;
  /** Whether any parameter has a type. */
  typed: boolean;
  /** Calls with constant arguments are computed when they are compiled. */
  foldable: boolean;
}

/** What the table abbreviates. */
const ABBREVIATIONS: Readonly<Record<string, string>> = table({
  "%INDEX": "(MOD 4611686018427387901)",
  "%FN": "(OR FUNCTION SYMBOL)",
  "%STR": "(OR STRING SYMBOL CHARACTER)",
  "%PKG": "(OR STRING SYMBOL CHARACTER PACKAGE)",
  "%TYPE": "(OR CONS SYMBOL SB-KERNEL:CLASSOID CLASS)",
  "%PATH": "(OR STRING PATHNAME SYNONYM-STREAM FILE-STREAM)",
  "%END": "(OR (MOD 4611686018427387901) NULL)",
  "%STREAM": "(OR STREAM BOOLEAN)",
  "%NEWSEQ": "(OR LIST (SIMPLE-ARRAY * (*)) SB-KERNEL:EXTENDED-SEQUENCE)",
});

/** Reads a type specifier of the table. */
export function readSpecifier(text: string): Specifier {
  const tokens = text.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const read = (): Specifier => {
    const token = tokens[at++] as string;
    if (token !== "(") return /^-?\d+$/.test(token) ? BigInt(token) : token;
    const items: Specifier[] = [];
    while (tokens[at] !== ")") items.push(read());
    at++;
    return items;
  };
  return read();
}

const expanded = (text: string): string => text.replace(/%[A-Z]+/g, (name) => ABBREVIATIONS[name] ?? name);

let lines: Map<string, string> | null = null;
const functions = new Map<string, KnownFunction | null>();

function lineOf(name: string): string | undefined {
  if (lines === null) {
    lines = new Map();
    for (const line of TABLE.trim().split("\n")) {
      const at = line.lastIndexOf(": ");
      for (const each of line.slice(at + 2).split(" ")) lines.set(each, line.slice(0, at));
    }
  }
  return lines.get(name);
}

/** The function of COMMON-LISP with this name, or null when it is none that is known. */
export function knownFunction(name: LispSymbol): KnownFunction | null {
  if (name.package?.packageName !== "COMMON-LISP") return null;
  let known = functions.get(name.name);
  if (known === undefined) {
    const line = lineOf(name.name);
    known = line === undefined ? null : parse(line);
    functions.set(name.name, known);
  }
  return known;
}

function parse(line: string): KnownFunction {
  const [, parameters = "", arrow, result = ""] = /^(.*) (->|=>) (.*)$/.exec(line) ?? [];
  const specifier = readSpecifier(expanded(parameters));
  const list = Array.isArray(specifier) ? (specifier as readonly Specifier[]) : [];
  const known = {
    required: 0,
    optional: 0,
    rest: false,
    keys: null as Set<string> | null,
    allowOtherKeys: false,
    positional: [] as LispType[],
    restType: null as LispType | null,
    keyTypes: new Map<string, LispType>(),
    result: result === "*" ? null : typeOf(readSpecifier(expanded(result))),
    typed: false,
    foldable: arrow === "=>",
  };
  let section = "";
  for (const item of list) {
    if (typeof item === "string" && item.startsWith("&")) {
      section = item;
      if (item === "&KEY") known.keys = new Set();
      if (item === "&ALLOW-OTHER-KEYS") known.allowOtherKeys = true;
    } else if (section === "&REST") {
      known.rest = true;
      known.restType = typeOf(item);
    } else if (section === "&KEY") {
      const [name, type] = item as readonly Specifier[];
      const key = `KEYWORD${String(name)}`;
      known.keys?.add(key);
      known.keyTypes.set(key, typeOf(type ?? "T"));
    } else {
      if (section === "&OPTIONAL") known.optional++;
      else known.required++;
      known.positional.push(typeOf(item));
    }
  }
  const types = [...known.positional, known.restType, ...known.keyTypes.values()];
  known.typed = types.some((type) => type !== null && type.kinds !== ANYTHING.kinds);
  return known;
}

/** The type that a known function's argument is to be of. */
export function parameterType(known: KnownFunction, index: number): LispType | null {
  return known.positional[index] ?? known.restType;
}
