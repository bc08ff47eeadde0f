/** Pathnames and the image's files; OPEN and the other functions with restarts are in the overlay. */
import { readAs } from "../../reader/streams.js";
import type { Image } from "../image.js";
import { isLispString, type LispFunction, type LispValue, makeString, stringText } from "../marshal.js";
import { MemoryFiles } from "../memory-files.js";
import { Pathname } from "../pathnames.js";
import { next } from "../safepoints.js";
import { isCons, isSymbol, keyword, lispError, list, nil, sym } from "../signals.js";
import { countArguments, keywordArguments, wrongType } from "../streams/arguments.js";
import { streamOf } from "../streams/designators.js";
import { LispStream } from "../streams/shape.js";
import { fixedArguments, predicate, truth } from "./fixed.js";

function text(value: string | null): LispValue {
  return value === null ? nil() : makeString(value);
}

/** (:ABSOLUTE "a" "b") for /a/b/. */
function directoryList(pathname: Pathname): LispValue {
  const part = pathname.directoryPart;
  if (part === "") return nil();
  const names = part.split("/").filter((name) => name !== "");
  return list(keyword(part.startsWith("/") ? "ABSOLUTE" : "RELATIVE"), ...names.map(makeString));
}

function directoryText(x: LispValue): string {
  if (isLispString(x)) return `/${stringText(x)}/`;
  if (!isCons(x)) return "";
  const names: string[] = [];
  for (let rest = x.$$jscl_cdr; isCons(rest); rest = next(rest)) {
    const item = rest.$$jscl_car;
    names.push(isLispString(item) ? stringText(item) : isSymbol(item) ? wildName(item.name) : "");
  }
  const absolute = isSymbol(x.$$jscl_car) && x.$$jscl_car.name === "ABSOLUTE";
  return `${absolute ? "/" : ""}${names.map((name) => `${name}/`).join("")}`;
}

function wildName(name: string): string {
  return name === "WILD" ? "*" : name === "WILD-INFERIORS" ? "**" : "..";
}

function component(x: LispValue): string | null {
  if (isLispString(x)) return stringText(x);
  return isSymbol(x) && x.name === "WILD" ? "*" : null;
}

/** Whether a name matches a pattern with `*`. */
function matches(name: string, pattern: string): boolean {
  const source = pattern
    .split("*")
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))
    .join("[^/]*");
  return new RegExp(`^${source}$`, "u").test(name);
}

function binary(direction: "input" | "output"): LispFunction {
  return (values, ...args) => {
    const [least, most] = direction === "input" ? [1, 3] : [2, 2];
    countArguments(args, least as number, most as number);
    const designator = direction === "input" ? args[0] : args[1];
    const stream = streamOf(designator, "*STANDARD-OUTPUT*");
    void values;
    return lispError(
      "SIMPLE-TYPE-ERROR",
      "DATUM",
      stream,
      "EXPECTED-TYPE",
      list(sym("SATISFIES"), sym(`${direction.toUpperCase()}-STREAM-P`)),
      "FORMAT-CONTROL",
      makeString(`~S is not a binary ${direction} stream.`),
      "FORMAT-ARGUMENTS",
      list(stream),
    );
  };
}

/** The functions on pathnames and files, for one image with no files yet. */
export function fileFunctions(image: Image): Record<string, LispFunction> {
  const files = new MemoryFiles();
  const pathnameOf = (x: LispValue): Pathname => {
    if (x instanceof Pathname) return x;
    if (isLispString(x)) return Pathname.of(stringText(x));
    const opened = x instanceof LispStream ? files.pathnameOf(x) : undefined;
    if (opened !== undefined) return opened;
    const types = ["STRING", "PATHNAME", "SYNONYM-STREAM", "FILE-STREAM"].map((name) => sym(name));
    return wrongType(x, list(sym("OR"), ...types));
  };
  const onPathname = (body: (pathname: Pathname) => LispValue): LispFunction =>
    fixedArguments(1, 1, (x) => body(pathnameOf(x)));
  /** For functions whose further arguments make no difference here. */
  const loosely = (body: (pathname: Pathname) => LispValue): LispFunction =>
    fixedArguments(1, 5, (x) => body(pathnameOf(x)));
  const fileStream = (x: LispValue): number => {
    const length = x instanceof LispStream ? files.lengthOf(x) : undefined;
    return (
      length ??
      wrongType(x, list(sym("OR"), sym("FILE-STREAM"), sym("SYNONYM-STREAM"), sym("BROADCAST-STREAM")))
    );
  };
  return {
    PATHNAMEP: predicate((x) => x instanceof Pathname),
    PATHNAME: onPathname((pathname) => pathname),
    NAMESTRING: onPathname((pathname) => makeString(pathname.namestring)),
    "FILE-NAMESTRING": onPathname((pathname) => makeString(pathname.filePart)),
    "DIRECTORY-NAMESTRING": onPathname((pathname) => makeString(pathname.directoryPart)),
    "PATHNAME-NAME": loosely((pathname) => text(pathname.name)),
    "PATHNAME-TYPE": loosely((pathname) => text(pathname.type)),
    "PATHNAME-DIRECTORY": loosely(directoryList),
    "PATHNAME-VERSION": loosely(() => keyword("NEWEST")),
    "PATHNAME-DEVICE": loosely(() => nil()),
    "PATHNAME-HOST": loosely(() => nil()),
    "WILD-PATHNAME-P": fixedArguments(1, 2, (x) => truth(pathnameOf(x).namestring.includes("*"))),
    "PARSE-NAMESTRING": (values, ...args) => {
      countArguments(args, 1, 9);
      const pathname = pathnameOf(args[0]);
      return values(pathname, Array.from(pathname.namestring).length);
    },
    "MERGE-PATHNAMES": fixedArguments(1, 3, (x, defaults) => {
      const base = defaults === undefined ? sym("*DEFAULT-PATHNAME-DEFAULTS*").value : defaults;
      return pathnameOf(x).merged(base === undefined ? Pathname.of("") : pathnameOf(base));
    }),
    "MAKE-PATHNAME": (values, ...args) => {
      const keys = ["HOST", "DEVICE", "DIRECTORY", "NAME", "TYPE", "VERSION", "DEFAULTS", "CASE"];
      const given = keywordArguments(args, 0, keys);
      const defaults = given["DEFAULTS"] === undefined ? undefined : pathnameOf(given["DEFAULTS"]);
      const made = Pathname.from(
        directoryText(given["DIRECTORY"]),
        component(given["NAME"]),
        component(given["TYPE"]),
      );
      return values(defaults === undefined ? made : made.merged(defaults));
    },
    "JSCL-MCP::FILE-EXISTS-P": onPathname((pathname) => truth(files.has(pathname))),
    "JSCL-MCP::ABSOLUTE-PATHNAME": onPathname((pathname) => pathname.absolute),
    "JSCL-MCP::FILE-STREAM-OF": fixedArguments(3, 3, (x, direction, keep) => {
      const way = (isSymbol(direction) ? direction.name : "INPUT").toLowerCase();
      return files.open(pathnameOf(x), way as "input" | "output" | "io", keep !== nil());
    }),
    "JSCL-MCP::REMOVE-FILE": onPathname((pathname) => {
      files.remove(pathname);
      return nil();
    }),
    "JSCL-MCP::MOVE-FILE": fixedArguments(2, 2, (from, to) => {
      files.rename(pathnameOf(from), pathnameOf(to));
      return nil();
    }),
    "JSCL-MCP::NOTE-LOADED-FILE": onPathname((pathname) => {
      image.definitions.log.noteFile({
        namestring: pathname.absolute.namestring,
        text: files.textOf(pathname) ?? "",
      });
      return nil();
    }),
    "JSCL-MCP::BEGIN-LOADED-FORMS": fixedArguments(2, 2, (stream, file) => {
      const { namestring } = pathnameOf(file).absolute;
      if (stream instanceof LispStream) readAs(image.sources.reading(namestring), stream);
      return nil();
    }),
    "JSCL-MCP::NOTE-LOADED-FORM": fixedArguments(2, 2, (file, done) => {
      image.onLoadedForm?.(pathnameOf(file).absolute.namestring, done as number);
      return nil();
    }),
    "JSCL-MCP::FILE-WRITTEN": onPathname((pathname) => files.written(pathname) ?? nil()),
    "JSCL-MCP::FILES-LIKE": onPathname((pathname) => {
      const pattern = pathname.absolute.namestring;
      return list(
        ...files
          .names()
          .filter((name) => matches(name, pattern))
          .map((name) => Pathname.of(name)),
      );
    }),
    "FILE-LENGTH": fixedArguments(1, 1, fileStream),
    "FILE-POSITION": fixedArguments(1, 2, (x, position) => {
      const stream = streamOf(x, "*STANDARD-OUTPUT*");
      if (position !== undefined || !(stream instanceof LispStream)) return nil();
      return stream.input?.position?.() ?? files.lengthOf(stream) ?? nil();
    }),
    "READ-BYTE": binary("input"),
    "WRITE-BYTE": binary("output"),
  };
}
