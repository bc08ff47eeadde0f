/** What the functions on pathnames accept for the parts of one. */

import { carOf, cdrOf } from "../objects/conses.js";
import type { LispSymbol, LispValue } from "../objects/marshal.js";
import { symbolName } from "../objects/symbols.js";
import { isLispString, stringText } from "../objects/vectors.js";
import {
  type Component,
  canonical,
  commonCase,
  type Directory,
  type DirectoryPart,
  HOME,
  HomeOf,
  type Host,
  LogicalHost,
  Pattern,
  type Special,
  specialNamed,
  UnixHost,
  type Version,
  WILD_INFERIORS,
} from "../pathnames/components.js";
import { definedHost, logicalHost, undefinedHost } from "../pathnames/logical.js";
import { isCons, isSymbol, keyword, list, nil, simpleError, sym } from "../signals.js";
import { next } from "../stack/safepoints.js";
import { wrongArgument, wrongType } from "../streams/stream-arguments.js";

/** A symbol of SBCL's implementation, such as most of its parameters are. */
export function internal(name: string): LispSymbol {
  return sym(name, "SB-IMPL");
}

export function isOneOf(x: LispValue, names: readonly string[]): boolean {
  return isSymbol(x) && names.some((name) => x === keyword(name));
}

export function members(...names: string[]): LispValue {
  return list(sym("MEMBER"), ...names.map((name) => (name === "NIL" ? nil() : keyword(name))));
}

export function either(...types: LispValue[]): LispValue {
  return list(sym("OR"), ...types);
}

/** Whether a :CASE argument says :COMMON; `cases` are in the order in which the error names them. */
export function isCommonCase(x: LispValue, ...cases: ["COMMON", "LOCAL"] | ["LOCAL", "COMMON"]): boolean {
  if (x !== undefined && !isOneOf(x, cases)) return wrongArgument(x, members(...cases), sym("CASE"));
  return x === keyword("COMMON");
}

export function withCase<T extends Component | DirectoryPart>(part: T, isCommon: boolean): T {
  return isCommon && typeof part === "string" ? (commonCase(part) as T) : part;
}

function specialArgument(x: LispValue, names: readonly string[]): Special | undefined {
  return isOneOf(x, names) ? specialNamed(symbolName(x as LispSymbol)) : undefined;
}

export function deviceArgument(x: LispValue): Component {
  if (isLispString(x)) return stringText(x);
  if (x === nil()) return null;
  const type = (): LispValue => either(sym("STRING"), members("NIL", "UNSPECIFIC", "UNC"));
  return specialArgument(x, ["UNSPECIFIC", "UNC"]) ?? wrongArgument(x, type(), internal("DEVICE"));
}

/** A name or type; what is written in a string is meant literally. */
export function componentArgument(x: LispValue, parameter: LispSymbol): Component {
  if (isLispString(x)) return stringText(x);
  if (x === nil()) return null;
  if (x instanceof Pattern) return x;
  const type = (): LispValue =>
    either(sym("STRING"), internal("PATTERN"), members("NIL", "UNSPECIFIC", "WILD"));
  return specialArgument(x, ["WILD", "UNSPECIFIC"]) ?? wrongArgument(x, type(), parameter);
}

/** A directory, of which each part is as `own` has it. */
export function directoryArgument(
  x: LispValue,
  own: <T extends DirectoryPart>(part: T) => T,
): Directory | null {
  if (x === nil()) return null;
  if (isLispString(x)) {
    return { isAbsolute: true, parts: canonical([own(stringText(x))]) };
  }
  if (x === keyword("WILD")) return { isAbsolute: true, parts: [WILD_INFERIORS] };
  if (!isCons(x)) {
    return wrongArgument(x, either(sym("STRING"), sym("CONS"), members("WILD", "NIL")), sym("DIRECTORY"));
  }
  const [absolute, relative] = [keyword("ABSOLUTE"), keyword("RELATIVE")];
  if (carOf(x) !== absolute && carOf(x) !== relative) {
    return simpleError("List of directory components must start with ~S or ~S.", absolute, relative);
  }
  const parts: DirectoryPart[] = [];
  let rest = cdrOf(x);
  for (; isCons(rest); rest = next(rest)) {
    parts.push(own(directoryPart(carOf(rest), parts.length === 0)));
  }
  if (rest !== nil()) return wrongType(rest, sym("LIST"));
  return { isAbsolute: carOf(x) === absolute, parts: canonical(parts) };
}

/** A home directory may be the first one only. */
function directoryPart(x: LispValue, isFirst: boolean): DirectoryPart {
  if (isLispString(x)) return stringText(x);
  if (x instanceof Pattern) return x;
  const home = isFirst ? homeDirectory(x) : undefined;
  const special = home ?? specialArgument(x, ["UP", "BACK", "WILD", "WILD-INFERIORS"]);
  return special ?? simpleError("~S is not allowed as a directory component.", x);
}

/** `:HOME` or `(:HOME "user")`. */
function homeDirectory(x: LispValue): DirectoryPart | undefined {
  const home = keyword("HOME");
  if (x === home) return HOME;
  if (!isCons(x) || carOf(x) !== home) return undefined;
  const rest = cdrOf(x);
  if (!isCons(rest)) return undefined;
  const user = carOf(rest);
  return isLispString(user) && cdrOf(rest) === nil() ? new HomeOf(stringText(user)) : undefined;
}

export function versionArgument(x: LispValue, parameter: "VERSION" | "DEFAULT-VERSION"): Version {
  if (x === nil()) return null;
  if (typeof x === "number" && Number.isInteger(x)) return x;
  const type = (): LispValue => either(sym("INTEGER"), members("NIL", "NEWEST", "WILD", "UNSPECIFIC"));
  return (
    specialArgument(x, ["NEWEST", "WILD", "UNSPECIFIC"]) ?? wrongArgument(x, type(), internal(parameter))
  );
}

/** The host that an argument names; null where it names none. */
export function hostArgument(x: LispValue, caller: "MAKE-PATHNAME" | "PARSE-NAMESTRING"): Host | null {
  const isParsing = caller === "PARSE-NAMESTRING";
  if (x === undefined || x === nil()) return null;
  if (x instanceof UnixHost || x instanceof LogicalHost) return x;
  if (isParsing && x === keyword("UNSPECIFIC")) return null;
  if (isParsing && isCons(x)) {
    return simpleError(
      "A LIST representing a pathname host is not supported in this implementation:~%  ~S",
      x,
    );
  }
  if (isLispString(x)) return logicalHost(stringText(x)) ?? undefinedHost(x, "LOGICAL-PATHNAME");
  const host = sym("HOST", "SB-KERNEL");
  const type = isParsing
    ? either(sym("STRING"), sym("CONS"), host, members("UNSPECIFIC", "NIL"))
    : either(sym("STRING"), host, sym("NULL"));
  return wrongArgument(x, type, host);
}

/** The logical host that an argument is or names. */
export function logicalHostArgument(x: LispValue): LogicalHost {
  if (x instanceof LogicalHost) return x;
  if (isLispString(x)) return definedHost(stringText(x));
  return wrongType(x, either(sym("STRING"), sym("LOGICAL-HOST", "SB-KERNEL")));
}

/** For a pathname of another host than the one that a call names. */
export function otherHost(given: Host, own: Host): never {
  return simpleError("The HOST argument doesn't match the pathname host:~%  ~S and ~S.", given, own);
}
