/** The functions on pathnames (CLHS chapter 19); those on logical hosts are in logical-pathnames.ts. */

import type { FunctionTable } from "../function-table.js";
import type { LispFunction, LispSymbol, LispValue, ValuesFunction } from "../objects/marshal.js";
import { symbolName, symbolValue } from "../objects/symbols.js";
import { isLispString, makeString, stringText } from "../objects/vectors.js";
import {
  type Component,
  type DirectoryPart,
  directoryList,
  HOST,
  type Host,
  isWild,
  LogicalHost,
  lispComponent,
  NEWEST,
  Pattern,
  sameComponent,
  UNSPECIFIC,
  UnixHost,
  type Version,
  WILD,
  WILD_INFERIORS,
} from "../pathnames/components.js";
import { forHost, inCaseOf } from "../pathnames/logical.js";
import { isMatch } from "../pathnames/matching.js";
import { NamestringFault, signalFault } from "../pathnames/namestrings.js";
import { type Parts, Pathname } from "../pathnames/pathname.js";
import { translated } from "../pathnames/translation.js";
import { keyword, list, nil, simpleError, sym } from "../signals.js";
import { indexType, keywordArguments, substring, wrongArgument } from "../streams/stream-arguments.js";
import { oneValue, predicate, truth } from "./fixed.js";
import { logicalFunctions, physical } from "./logical-pathnames.js";
import {
  componentArgument,
  deviceArgument,
  directoryArgument,
  either,
  hostArgument,
  internal,
  isCommonCase,
  isOneOf,
  members,
  otherHost,
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
  if (pathname.logicalHost !== null) return enoughLogical(pathname, defaults);
  const { directory, name, type } = pathname;
  if (name === null && type !== null) {
    return simpleError("~S cannot be represented relative to ~S.", pathname, defaults);
  }
  const base = defaults.directory;
  const isWithin =
    defaults.logicalHost === null &&
    directory?.isAbsolute === true &&
    base?.isAbsolute === true &&
    base.parts.length <= directory.parts.length &&
    base.parts.every((part, i) => sameComponent(part, directory.parts[i] as DirectoryPart));
  if (!isWithin) return pathname.namestring;
  const rest = { isAbsolute: false, parts: directory.parts.slice(base.parts.length) };
  return Pathname.from({ ...pathname.parts, directory: rest }).namestring;
}

/** The same of a logical one: SBCL leaves out as many directories as both begin with. */
function enoughLogical(pathname: Pathname, defaults: Pathname): string {
  const { directory } = pathname;
  const base = defaults.directory;
  if (!directory?.isAbsolute || !base?.isAbsolute) return pathname.namestring;
  const differs = directory.parts.findIndex((part, i) => !sameComponent(part, base.parts[i] ?? null));
  const rest = { isAbsolute: false, parts: differs < 0 ? [] : directory.parts.slice(differs) };
  return Pathname.from({ ...pathname.parts, directory: rest }).namestring;
}

/**
 * The pathname that a designator stands for; its error tells the parameter, and which other types it takes. A
 * string that names no host is of the given one, or else of that of *DEFAULT-PATHNAME-DEFAULTS*.
 */
export type PathnameOf = (
  x: LispValue,
  parameter?: LispSymbol,
  other?: LispValue | null,
  host?: Host,
) => Pathname;

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
  const [thing, wanted, defaults] = args;
  const options = keywordArguments(args, Math.min(args.length, 3));
  const given = hostArgument(wanted, "PARSE-NAMESTRING");
  const { host } = defaultsOf(pathnameOf, defaults);
  const start = options["START"] ?? 0;
  if (!isLispString(thing)) {
    const pathname = pathnameOf(thing, internal("THING"));
    if (given !== null && given !== pathname.host) otherHost(given, pathname.host);
    return values(pathname, start);
  }
  const end = options["END"] ?? nil();
  checkIndex(start, "START");
  if (end !== nil()) checkIndex(end, "END");
  const text = substring(thing, start, end);
  try {
    // SBCL counts from :START, but not in the error.
    return values(Pathname.parse(text, given ?? host, given !== null), Array.from(text).length);
  } catch (error) {
    if (!(error instanceof NamestringFault)) throw error;
    if ((options["JUNK-ALLOWED"] ?? nil()) !== nil()) return values(nil(), error.offset);
    return signalFault(stringText(thing), error, start as number);
  }
}

/** MAKE-PATHNAME. */
function makePathname(pathnameOf: PathnameOf, args: readonly LispValue[]): LispValue {
  const options = keywordArguments(args, 0);
  const isCommon = isCommonCase(options["CASE"], "LOCAL", "COMMON");
  const given = hostArgument(options["HOST"], "MAKE-PATHNAME");
  const { DEFAULTS: base = nil(), DEVICE: device, DIRECTORY: directory } = options;
  const { NAME: name, TYPE: type, VERSION: version } = options;
  const others: Parts =
    base === nil()
      ? { ...emptyPathname().parts, host: defaultsOf(pathnameOf, undefined).host }
      : pathnameOf(base, internal("DEFAULTS"), sym("NULL"));
  const host = given ?? others.host ?? HOST;
  const isLogical = host instanceof LogicalHost;
  const defaults = forHost(others, host);
  const own = <T extends Component | DirectoryPart>(part: T): T => {
    const cased = withCase(part, isCommon);
    return isLogical && typeof cased === "string" ? inCaseOf(cased, host) : cased;
  };
  const component = (x: LispValue, parameter: LispSymbol): Component => own(componentArgument(x, parameter));
  return Pathname.from({
    host,
    device: isLogical ? UNSPECIFIC : device === undefined ? defaults.device : own(deviceArgument(device)),
    directory: directory === undefined ? defaults.directory : directoryArgument(directory, own),
    name: name === undefined ? defaults.name : component(name, internal("NAME")),
    type: type === undefined ? defaults.type : component(type, sym("TYPE")),
    version: version === undefined ? defaults.version : versionArgument(version, "VERSION"),
  });
}

/** COMPILE-FILE-PATHNAME. */
function compileFilePathname(pathnameOf: PathnameOf, args: readonly LispValue[]): LispValue {
  const options = keywordArguments(args, 1);
  const source = pathnameOf(args[0]).merged(defaultsOf(pathnameOf, undefined), NEWEST).absolute;
  const compiled = Pathname.from({ ...source.parts, type: inCaseOf("fasl", source.host) });
  const { "OUTPUT-FILE": output = nil() } = options;
  return output === nil() ? compiled : pathnameOf(output).merged(compiled, NEWEST);
}

/** The readers of a pathname's parts. */
function readers(pathnameOf: PathnameOf): FunctionTable {
  const reader = (body: (pathname: Pathname, isCommon: boolean) => LispValue): LispFunction => {
    return (values, ...args) => {
      const options = keywordArguments(args, Math.min(args.length, 1));
      const pathname = pathnameOf(args[0], sym("PATHNAME"));
      const isCommon = isCommonCase(options["CASE"], "COMMON", "LOCAL");
      return values(body(pathname, isCommon && pathname.logicalHost === null));
    };
  };
  const component = (part: Component, isCommon: boolean): LispValue =>
    lispComponent(withCase(part, isCommon), nil());
  return {
    "PATHNAME-HOST": reader(({ host }) => host),
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
    ...logicalFunctions(pathnameOf),
    PATHNAMEP: predicate((x) => x instanceof Pathname),
    "JSCL-MCP::PATTERN-P": predicate((x) => x instanceof Pattern),
    "JSCL-MCP::HOST-TYPE": oneValue((x) =>
      x instanceof UnixHost
        ? internal("UNIX-HOST")
        : x instanceof LogicalHost
          ? sym("LOGICAL-HOST", "SB-KERNEL")
          : nil(),
    ),
    PATHNAME: oneValue((x) => pathnameOf(x, internal("PATHSPEC"))),
    NAMESTRING: onPathname((pathname) => makeString(pathname.namestring)),
    "FILE-NAMESTRING": onPathname((pathname) => makeString(pathname.filePart)),
    "DIRECTORY-NAMESTRING": onPathname((pathname) => makeString(pathname.directoryPart)),
    "HOST-NAMESTRING": onPathname(({ logicalHost }) => makeString(logicalHost?.name ?? "")),
    "ENOUGH-NAMESTRING": oneValue((x, defaults) =>
      makeString(enoughNamestring(pathnameOf(x, sym("PATHNAME")), defaultsOf(pathnameOf, defaults))),
    ),
    "TRANSLATE-LOGICAL-PATHNAME": onPathname((pathname) => physical(pathname)),
    "PARSE-NAMESTRING": (values, ...args) => parseNamestring(pathnameOf, values, args),
    "MERGE-PATHNAMES": oneValue((x, others, version = keyword("NEWEST")) => {
      const given = isLispString(x) ? null : pathnameOf(x, sym("PATHNAME"));
      const defaults = defaultsOf(pathnameOf, others);
      const pathname = given ?? pathnameOf(x, sym("PATHNAME"), null, defaults.host);
      return pathname.merged(defaults, versionArgument(version, "DEFAULT-VERSION"));
    }),
    "MAKE-PATHNAME": (_values, ...args) => makePathname(pathnameOf, args),
    "USER-HOMEDIR-PATHNAME": oneValue(() => Pathname.of("/")),
    "COMPILE-FILE-PATHNAME": (_values, ...args) => compileFilePathname(pathnameOf, args),
  };
}

/** A pathname without any parts. */
export function emptyPathname(): Pathname {
  return Pathname.from({ device: null, directory: null, name: null, type: null, version: null });
}
