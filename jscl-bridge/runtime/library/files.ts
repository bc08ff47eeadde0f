/** The image's files; OPEN and the other functions with restarts are in the overlay. */

import type { BaseImage } from "../base-image.js";
import type { MemoryFiles } from "../memory-files.js";
import { carOf } from "../objects/conses.js";
import type { LispFunction, LispSymbol, LispValue } from "../objects/marshal.js";
import { setSymbolValue, symbolName, symbolValue } from "../objects/symbols.js";
import { isLispString, makeString, stringText } from "../objects/vectors.js";
import { isWild, NEWEST } from "../pathnames/components.js";
import { isMatch } from "../pathnames/matching.js";
import { Pathname } from "../pathnames/pathname.js";
import { isCons, isSymbol, lispError, list, nil, sym } from "../signals.js";
import { next, safepoint } from "../stack/safepoints.js";
import { readAs } from "../stack/stream-readings.js";
import { streamOf } from "../streams/designators.js";
import { LispStream } from "../streams/shape.js";
import { wrongArgument, wrongType } from "../streams/stream-arguments.js";
import { fixedArguments, oneValue, truth } from "./fixed.js";
import { either } from "./pathname-arguments.js";
import { emptyPathname, type PathnameOf, pathnameFunctions } from "./pathnames.js";

/** READ-BYTE and WRITE-BYTE: no stream is binary. */
function notBinary(designator: LispValue, direction: "input" | "output"): never {
  const stream = streamOf(designator, "*STANDARD-OUTPUT*");
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
}

/** The functions on pathnames and files, for one image with no files yet. */
function wrongFileStream(x: LispValue): never {
  const types = ["FILE-STREAM", "SYNONYM-STREAM", "BROADCAST-STREAM"].map((name) => sym(name));
  return wrongArgument(x, either(...types), sym("STREAM"));
}

function notOfFile(stream: LispStream): never {
  return lispError(
    "SIMPLE-TYPE-ERROR",
    "DATUM",
    stream,
    "EXPECTED-TYPE",
    sym("FILE-STREAM"),
    "FORMAT-CONTROL",
    makeString("The stream ~S isn't associated with a file."),
    "FORMAT-ARGUMENTS",
    list(stream),
  );
}

function fileLength(files: MemoryFiles, x: LispValue): LispValue {
  safepoint();
  if (!(x instanceof LispStream)) return wrongFileStream(x);
  switch (x.kind) {
    case "FD-STREAM":
      return files.lengthOf(x) ?? notOfFile(x);
    case "SYNONYM-STREAM":
      return fileLength(files, symbolValue(x.part("SYMBOL") as LispSymbol));
    case "BROADCAST-STREAM": {
      let last: LispValue = null;
      for (let rest = x.part("STREAMS"); isCons(rest); rest = next(rest)) last = carOf(rest);
      return last === null ? 0 : fileLength(files, last);
    }
    default:
      return wrongFileStream(x);
  }
}

/** How long a file is, and where a stream is in its own. */
function positionFunctions(files: MemoryFiles): Record<string, LispFunction> {
  return {
    "FILE-LENGTH": oneValue((x) => fileLength(files, x)),
    "FILE-POSITION": oneValue((x, position) => {
      const stream = streamOf(x, "*STANDARD-OUTPUT*");
      if (position !== undefined || !(stream instanceof LispStream)) return nil();
      return stream.input?.position?.() ?? files.lengthOf(stream) ?? nil();
    }),
  };
}

/** What LOAD tells of a file and of its forms. */
function loadingFunctions(
  image: BaseImage,
  files: MemoryFiles,
  pathnameOf: PathnameOf,
): Record<string, LispFunction> {
  return {
    "JSCL-MCP::NOTE-LOADED-FILE": fixedArguments(1, 1, (file) => {
      const pathname = pathnameOf(file);
      image.definitions.log.noteFile({
        namestring: pathname.path,
        text: files.textOf(pathname) ?? "",
      });
      return nil();
    }),
    "JSCL-MCP::BEGIN-LOADED-FORMS": fixedArguments(2, 2, (stream, file) => {
      const { path } = pathnameOf(file);
      if (stream instanceof LispStream) readAs(image.sources.reading(path), stream);
      return nil();
    }),
    "JSCL-MCP::NOTE-LOADED-FORM": fixedArguments(2, 2, (file, done) => {
      image.onLoadedForm?.(pathnameOf(file).path, done as number);
      return nil();
    }),
  };
}

export function fileFunctions(image: BaseImage): Record<string, LispFunction> {
  const { files } = image;
  const defaults = sym("*DEFAULT-PATHNAME-DEFAULTS*");
  setSymbolValue(defaults, emptyPathname());
  image.definitions.variables.set(defaults, "special");
  const pathnameOf: PathnameOf = (x, parameter, ...others) => {
    if (x instanceof Pathname) return x;
    if (isLispString(x)) return Pathname.of(stringText(x));
    const opened = x instanceof LispStream ? files.pathnameOf(x) : undefined;
    if (opened !== undefined) return opened;
    const types = ["STRING", "PATHNAME", "SYNONYM-STREAM", "FILE-STREAM"].map((name) => sym(name));
    const type = either(...types, ...others);
    return parameter === undefined ? wrongType(x, type) : wrongArgument(x, type, parameter);
  };
  const onPathname = (body: (pathname: Pathname) => LispValue): LispFunction =>
    oneValue((x) => body(pathnameOf(x)));
  const absolute = (pathname: Pathname): Pathname =>
    pathname.merged(pathnameOf(symbolValue(defaults)), NEWEST).absolute;
  return {
    ...pathnameFunctions(pathnameOf),
    "JSCL-MCP::FILE-EXISTS-P": onPathname((pathname) => truth(files.has(pathname))),
    "JSCL-MCP::ABSOLUTE-PATHNAME": fixedArguments(1, 2, (x, parameter) =>
      absolute(pathnameOf(x, parameter as LispSymbol | undefined)),
    ),
    "JSCL-MCP::FILE-TRUENAME": onPathname((pathname) => Pathname.ofPath(pathname.path)),
    "JSCL-MCP::FILE-STREAM-OF": fixedArguments(3, 3, (x, direction, keep) => {
      const way = (isSymbol(direction) ? symbolName(direction) : "INPUT").toLowerCase();
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
    ...loadingFunctions(image, files, pathnameOf),
    "JSCL-MCP::FILE-WRITTEN": onPathname((pathname) => files.written(pathname) ?? nil()),
    "JSCL-MCP::FILES-LIKE": onPathname((pathname) => {
      const pattern = pathname.resolved;
      // A name without a type stands for files of any type where it is wild.
      const wild = pattern.type === null && pattern.name !== null && isWild(pattern.name);
      const found = files.names().map((path) => Pathname.ofPath(path));
      return list(
        ...found.filter(
          (each) => (wild || (each.type === null) === (pattern.type === null)) && isMatch(each, pattern),
        ),
      );
    }),
    ...positionFunctions(files),
    "READ-BYTE": (_values, stream) => notBinary(stream, "input"),
    "WRITE-BYTE": (_values, _byte, stream) => notBinary(stream, "output"),
  };
}
