/** The functions on pathnames (CLHS chapter 19). There are no logical hosts. */

import type { FunctionTable } from "../function-table.js";
import type { LispFunction, LispSymbol, LispValue, ValuesFunction } from "../objects/marshal.js";
import { symbolName, symbolValue } from "../objects/symbols.js";
import { isLispString, makeString, stringText } from "../objects/vectors.js";
import {
  type Component,
  type DirectoryPart,
  directoryList,
  HOST,
  isWild,
  lispComponent,
  NEWEST,
  Pattern,
  sameComponent,
  UnixHost,
  type Version,
  WILD,
  WILD_INFERIORS,
} from "../pathnames/components.js";
import { isMatch } from "../pathnames/matching.js";
import { NamestringFault, signalFault } from "../pathnames/namestrings.js";
import { Pathname } from "../pathnames/pathname.js";
import { translated } from "../pathnames/translation.js";
import { keyword, list, nil, simpleError, sym } from "../signals.js";
import { indexType, keywordArguments, substring, wrongArgument } from "../streams/stream-arguments.js";
import { oneValue, predicate, truth } from "./fixed.js";
import {
  checkHost,
  componentArgument,
  deviceArgument,
  directoryArgument,
  either,
  internal,
  isCommonCase,
  isOneOf,
  members,
  versionArgument,
  withCase,
} from "./pathname-arguments.js";

/** What WILD-PATHNAME-P says of a part: SBCL's MEMBER of its kinds of wild parts, or T. */
function wildness(part: Component | DirectoryPart | Version): LispValue {
  if (part === WILD) return list(keyword("WILD"), keyword("WILD-INFERIORS"));
  if (part === WILD_INFERIORS) return list(keyword("WILD-INFERIORS"));
  return truth(isWild(part));
}

const FIELDS = ["HOST", "DEVICE", "DIRECTORY", "NAME", "TYPE", "VERSION"];

function wildPathname(pathname: Pathname, field: LispValue): LispValue {
  if (field !== nil() && !isOneOf(field, FIELDS)) {
    return wrongArgument(field, members("NIL", ...FIELDS), internal("FIELD-KEY"));
  }
  const parts = {
    DIRECTORY: pathname.directory?.parts.find(isWild) ?? null,
    NAME: pathname.name,
    TYPE: pathname.type,
    VERSION: pathname.version,
  };
  if (field === nil()) return wildness(Object.values(parts).find(isWild) ?? null);
  return wildness(parts[symbolName(field as LispSymbol) as keyof typeof parts] ?? null);
}

/** The namestring that, merged with `defaults`, is that of the pathname. */
function enoughNamestring(pathname: Pathname, defaults: Pathname): string {
  const { directory, name, type } = pathname;
  if (name === null && type !== null) {
    return simpleError("~S cannot be represented relative to ~S.", pathname, defaults);
  }
  const base = defaults.directory;
  const isWithin =
    directory?.isAbsolute === true &&
    base?.isAbsolute === true &&
    base.parts.length <= directory.parts.length &&
    base.parts.every((part, i) => sameComponent(part, directory.parts[i] as DirectoryPart));
  if (!isWithin) return pathname.namestring;
  const rest = { isAbsolute: false, parts: directory.parts.slice(base.parts.length) };
  return Pathname.from({ ...pathname.parts, directory: rest }).namestring;
}

/**
 * The pathname that a designator stands for; its error tells the parameter, and which other types it takes.
 */
export type PathnameOf = (x: LispValue, parameter?: LispSymbol, ...others: LispValue[]) => Pathname;

function checkIndex(x: LispValue, parameter: "START" | "END"): void {
  if (typeof x === "number" && Number.isInteger(x) && x >= 0) return;
  const index = indexType();
  const type = parameter === "START" ? index : either(index, sym("NULL"));
  wrongArgument(x, type, internal(parameter));
}

/** The defaults that an optional argument gives. */
function defaultsOf(pathnameOf: PathnameOf, x: LispValue): Pathname {
  return pathnameOf(
    x === undefined ? symbolValue(sym("*DEFAULT-PATHNAME-DEFAULTS*")) : x,
    internal("DEFAULTS"),
  );
}

// The following bodies stand on their own, and not in the functions of the table: so they can come later.

/** PARSE-NAMESTRING. */
function parseNamestring(
  pathnameOf: PathnameOf,
  values: ValuesFunction,
  args: readonly LispValue[],
): LispValue {
  const [thing, host, defaults] = args;
  const options = keywordArguments(args, Math.min(args.length, 3));
  checkHost(host, "PARSE-NAMESTRING");
  if (defaults !== undefined) defaultsOf(pathnameOf, defaults);
  const start = options["START"] ?? 0;
  if (!isLispString(thing)) return values(pathnameOf(thing, internal("THING")), start);
  const end = options["END"] ?? nil();
  checkIndex(start, "START");
  if (end !== nil()) checkIndex(end, "END");
  const text = substring(thing, start, end);
  try {
    // SBCL counts from :START, but not in the error.
    return values(Pathname.parse(text), Array.from(text).length);
  } catch (error) {
    if (!(error instanceof NamestringFault)) throw error;
    if ((options["JUNK-ALLOWED"] ?? nil()) !== nil()) return values(nil(), error.offset);
    return signalFault(stringText(thing), error, start as number);
  }
}

/** MAKE-PATHNAME. */
function makePathname(pathnameOf: PathnameOf, args: readonly LispValue[]): LispValue {
  const given = keywordArguments(args, 0);
  const isCommon = isCommonCase(given["CASE"], "LOCAL", "COMMON");
  checkHost(given["HOST"], "MAKE-PATHNAME");
  const { DEFAULTS: base = nil(), DEVICE: device, DIRECTORY: directory } = given;
  const { NAME: name, TYPE: type, VERSION: version } = given;
  const defaults = base === nil() ? emptyPathname() : pathnameOf(base, internal("DEFAULTS"), sym("NULL"));
  const component = (x: LispValue, parameter: LispSymbol): Component =>
    withCase(componentArgument(x, parameter), isCommon);
  return Pathname.from({
    device: device === undefined ? defaults.device : withCase(deviceArgument(device), isCommon),
    directory: directory === undefined ? defaults.directory : directoryArgument(directory, isCommon),
    name: name === undefined ? defaults.name : component(name, internal("NAME")),
    type: type === undefined ? defaults.type : component(type, sym("TYPE")),
    version: version === undefined ? defaults.version : versionArgument(version, "VERSION"),
  });
}

/** COMPILE-FILE-PATHNAME. */
function compileFilePathname(pathnameOf: PathnameOf, args: readonly LispValue[]): LispValue {
  const options = keywordArguments(args, 1);
  const source = pathnameOf(args[0]).merged(defaultsOf(pathnameOf, undefined), NEWEST).absolute;
  const compiled = Pathname.from({ ...source.parts, type: "fasl" });
  const { "OUTPUT-FILE": output = nil() } = options;
  return output === nil() ? compiled : pathnameOf(output).merged(compiled, NEWEST);
}

/** The readers of a pathname's parts. */
function readers(pathnameOf: PathnameOf): FunctionTable {
  const reader = (body: (pathname: Pathname, isCommon: boolean) => LispValue): LispFunction => {
    return (values, ...args) => {
      const options = keywordArguments(args, Math.min(args.length, 1));
      const pathname = pathnameOf(args[0], sym("PATHNAME"));
      return values(body(pathname, isCommonCase(options["CASE"], "COMMON", "LOCAL")));
    };
  };
  const component = (part: Component, isCommon: boolean): LispValue =>
    lispComponent(withCase(part, isCommon), nil());
  return {
    "PATHNAME-HOST": reader(() => HOST),
    "PATHNAME-DEVICE": reader(({ device }, isCommon) => component(device, isCommon)),
    "PATHNAME-DIRECTORY": reader(({ directory }, isCommon) =>
      directoryList(directory, nil(), (part) => withCase(part, isCommon)),
    ),
    "PATHNAME-NAME": reader(({ name }, isCommon) => component(name, isCommon)),
    "PATHNAME-TYPE": reader(({ type }, isCommon) => component(type, isCommon)),
    "PATHNAME-VERSION": oneValue((x) => lispComponent(pathnameOf(x, sym("PATHNAME")).version, nil())),
  };
}

/** The functions on wild pathnames. */
function wildFunctions(pathnameOf: PathnameOf): FunctionTable {
  return {
    "WILD-PATHNAME-P": oneValue((x, field = nil()) => wildPathname(pathnameOf(x, sym("PATHNAME")), field)),
    "PATHNAME-MATCH-P": oneValue((x, wild) =>
      truth(isMatch(pathnameOf(x, internal("IN-PATHNAME")), pathnameOf(wild, internal("IN-WILDNAME")))),
    ),
    "TRANSLATE-PATHNAME": (values, ...args) => {
      const source = pathnameOf(args[0], internal("SOURCE"));
      const from = pathnameOf(args[1], internal("FROM-WILDNAME"));
      return values(Pathname.from(translated(source, from, pathnameOf(args[2], internal("TO-WILDNAME")))));
    },
  };
}

/** The functions; `pathnameOf` is the pathname that a designator stands for. */
export function pathnameFunctions(pathnameOf: PathnameOf): FunctionTable {
  const onPathname = (body: (pathname: Pathname) => LispValue): LispFunction =>
    oneValue((x) => body(pathnameOf(x, sym("PATHNAME"))));
  return {
    ...readers(pathnameOf),
    ...wildFunctions(pathnameOf),
    PATHNAMEP: predicate((x) => x instanceof Pathname),
    "JSCL-MCP::PATTERN-P": predicate((x) => x instanceof Pattern),
    "JSCL-MCP::UNIX-HOST-P": predicate((x) => x instanceof UnixHost),
    PATHNAME: oneValue((x) => pathnameOf(x, internal("PATHSPEC"))),
    NAMESTRING: onPathname((pathname) => makeString(pathname.namestring)),
    "FILE-NAMESTRING": onPathname((pathname) => makeString(pathname.filePart)),
    "DIRECTORY-NAMESTRING": onPathname((pathname) => makeString(pathname.directoryPart)),
    "HOST-NAMESTRING": onPathname(() => makeString("")),
    "ENOUGH-NAMESTRING": oneValue((x, defaults) =>
      makeString(enoughNamestring(pathnameOf(x, sym("PATHNAME")), defaultsOf(pathnameOf, defaults))),
    ),
    "TRANSLATE-LOGICAL-PATHNAME": onPathname((pathname) => pathname),
    "PARSE-NAMESTRING": (values, ...args) => parseNamestring(pathnameOf, values, args),
    "MERGE-PATHNAMES": oneValue((x, defaults, version = keyword("NEWEST")) =>
      pathnameOf(x, sym("PATHNAME")).merged(
        defaultsOf(pathnameOf, defaults),
        versionArgument(version, "DEFAULT-VERSION"),
      ),
    ),
    "MAKE-PATHNAME": (_values, ...args) => makePathname(pathnameOf, args),
    "USER-HOMEDIR-PATHNAME": oneValue(() => Pathname.of("/")),
    "COMPILE-FILE-PATHNAME": (_values, ...args) => compileFilePathname(pathnameOf, args),
  };
}

/** A pathname without any parts. */
export function emptyPathname(): Pathname {
  return Pathname.from({ device: null, directory: null, name: null, type: null, version: null });
}
