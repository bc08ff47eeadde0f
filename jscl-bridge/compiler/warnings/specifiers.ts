/** Type specifiers of the program as types. */

import { integer, isInteger } from "../../runtime/numbers.js";
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import { makeString } from "../../runtime/objects/vectors.js";
import { callLisp, INTERNAL_PACKAGE, list, nil, sym } from "../../runtime/signals.js";
import { next } from "../../runtime/stack/safepoints.js";
import type { CompilerHost } from "../host.js";
import { isCons, isSymbol } from "../syntax/forms.js";
import { typeOfConstant } from "../types/constants.js";
import { STRUCTURE } from "../types/kinds.js";
import { type LispType, NOTHING, union } from "../types/lattice.js";
import { instances, parseSpecifier, type Specifier } from "../types/specifiers.js";

/** What stands for a part of a specifier that the compiler does not follow. */
const UNKNOWN = "?";

/** The type that a specifier denotes; what the compiler does not know admits everything. */
export function typeFromForm(host: CompilerHost, form: LispValue): LispType {
  const expanded = host.expandType(form);
  const text = (): string => host.printQualified(form);
  if (isSymbol(expanded) && homeName(expanded) !== "COMMON-LISP" && host.isStructureName(expanded))
    return instances(expanded, text);
  const members = membersOf(expanded);
  if (members !== null) return memberType(host, members).named(() => host.printQualified(expanded));
  return parseSpecifier(specifierOf(host, expanded)).named(text);
}

/** The objects of (MEMBER object …) or (EQL object); null for another type. */
function membersOf(form: LispValue): LispValue[] | null {
  const head = isCons(form) ? carOf(form) : null;
  if (!isSymbol(head) || homeName(head) !== "COMMON-LISP") return null;
  if (symbolName(head) !== "MEMBER" && symbolName(head) !== "EQL") return null;
  const items: LispValue[] = [];
  for (let rest = cdrOf(form as never); isCons(rest); rest = next(rest)) items.push(carOf(rest));
  return items;
}

function memberType(host: CompilerHost, members: readonly LispValue[]): LispType {
  const type = members.map((each) => typeOfConstant(host, each)).reduce(union, NOTHING);
  return members.length === 1 ? type : type.loosened();
}

function specifierOf(host: CompilerHost, form: LispValue): Specifier {
  if (isInteger(form)) return BigInt(form);
  if (isSymbol(form)) return nameOf(host, form);
  if (!isCons(form))
    return typeof form === "object" && form !== null && "value" in form ? String(form.value) : UNKNOWN;
  const items: Specifier[] = [];
  let rest: LispValue = form;
  for (; isCons(rest); rest = next(rest)) items.push(specifierOf(host, carOf(rest)));
  return items;
}

function nameOf(host: CompilerHost, symbol: LispSymbol): string {
  const home = homeName(symbol);
  if (home === "COMMON-LISP") return symbolName(symbol);
  if (home === "KEYWORD") return `:${symbolName(symbol)}`;
  // A structure's name: its instances are no objects of the standard kinds.
  return host.isStructureName(symbol) ? STRUCTURE : UNKNOWN;
}

/** A specifier as a Lisp object. */
export function lispSpecifier(specifier: Specifier): LispValue {
  if (typeof specifier === "string") {
    const [, home, name] = /^([^:]*)::?(.+)$/.exec(specifier) ?? [null, "COMMON-LISP", specifier];
    if (home === "") return sym(name as string, "KEYWORD");
    return home?.startsWith("SB-") ? ofSbcl(name as string, home) : sym(name as string, home);
  }
  if (typeof specifier === "bigint") return integer(specifier);
  return list(...specifier.map(lispSpecifier));
}

/** A symbol of a package of SBCL's own, most of which are one package of this image. */
function ofSbcl(name: string, home: string): LispSymbol {
  const [text, pkg] = [name, home].map((each) => makeString(each));
  const isThere = callLisp("FIND-PACKAGE", "COMMON-LISP", pkg) !== nil();
  const found = isThere ? callLisp("FIND-SYMBOL", "COMMON-LISP", text, pkg) : nil();
  return found === nil() ? sym(name, INTERNAL_PACKAGE) : (found as LispSymbol);
}

/** A literal type of elements as data. */
export function elementSpecifier(host: CompilerHost, form: LispValue): Specifier {
  return specifierOf(host, host.expandType(form));
}
