/** The image's files; OPEN and the other functions with restarts are in the overlay. */

import type { BaseImage } from "../base-image.js";
import { FASL_HEADER } from "../fasl-header.js";
import type { MemoryFiles } from "../memory-files.js";
import { isInteger } from "../numbers/types.js";
import { carOf } from "../objects/conses.js";
import type { LispFunction, LispSymbol, LispValue } from "../objects/marshal.js";
import { setSymbolValue, symbolName, symbolValue } from "../objects/symbols.js";
import { isLispString, makeString, stringText } from "../objects/vectors.js";
import { HOST, type Host, NEWEST, WILD, WILD_INFERIORS } from "../pathnames/components.js";
import { isMatch } from "../pathnames/matching.js";
import { Pathname } from "../pathnames/pathname.js";
import { isCons, keyword, lispError, list, nil, simpleError, sym, t } from "../signals.js";
import { heapExhausted } from "../stack/exhaustion.js";
import { next, safepoint } from "../stack/safepoints.js";
import { readAs } from "../stack/stream-readings.js";
import { partsOf, readByteFrom, writeByteTo } from "../streams/byte-functions.js";
import { mustBeOpen, streamOf } from "../streams/designators.js";
import { externalFormat } from "../streams/external-formats.js";
import type { ByteType } from "../streams/file-streams.js";
import { gray } from "../streams/gray-streams.js";
import { endOfFile } from "../streams/input-functions.js";
import { StringOutput } from "../streams/output.js";
import { isGray, LispStream } from "../streams/shape.js";
import { textArgument, wrongArgument, wrongType } from "../streams/stream-arguments.js";
import { StringInput } from "../streams/string-input.js";
import { utf8Length } from "../utf8.js";
import { fixedArguments, oneValue, truth } from "./fixed.js";
import { physical } from "./logical-pathnames.js";
import { either, isOneOf, members } from "./pathname-arguments.js";
import { emptyPathname, type PathnameOf, pathnameFunctions } from "./pathnames.js";

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

function fileLength(x: LispValue): LispValue {
  safepoint();
  if (!(x instanceof LispStream)) return wrongFileStream(x);
  switch (x.kind) {
    case "FD-STREAM":
      mustBeOpen(x);
      return x.file?.length() ?? notOfFile(x);
    case "SYNONYM-STREAM": {
      const named = symbolValue(x.part("SYMBOL") as LispSymbol);
      const kind = named instanceof LispStream ? named.kind : null;
      const isAsked = kind === "FD-STREAM" || kind === "SYNONYM-STREAM" || kind === "BROADCAST-STREAM";
      return isAsked ? fileLength(named) : notOfFile(x);
    }
    case "BROADCAST-STREAM": {
      const last = partsOf(x, "output").at(-1);
      return last === undefined ? 0 : fileLength(last);
    }
    default:
      return wrongFileStream(x);
  }
}

/** The streams that FILE-POSITION and FILE-STRING-LENGTH ask in the place of one that was made of them. */
function askedFor(stream: LispStream): LispValue[] {
  return partsOf(stream, stream.kind === "CONCATENATED-STREAM" ? "input" : "output");
}

/** No file and no string is as long, and places of elements up to here are exact as bytes, too. */
const FARTHEST = 2 ** 40;

/** The place of a stream, or, where `to` is given, whether it could be sent there. */
function filePosition(x: LispValue, to: LispValue): LispValue {
  safepoint();
  const stream = streamOf(x, "*STANDARD-OUTPUT*");
  if (isGray(stream)) return gray("FILE-POSITION", stream, to ?? nil());
  if (!(stream instanceof LispStream)) return nil();
  const isPlace = isInteger(to) && to >= 0;
  if (to !== undefined && !isPlace && !isOneOf(to, ["START", "END"]))
    return wrongType(to, either(sym("UNSIGNED-BYTE"), members("START", "END")));
  const { file, input, output, kind } = stream;
  const place = isPlace ? Math.min(Number(to), FARTHEST) : to === keyword("END") ? null : 0;
  if (file !== undefined || input instanceof StringInput) mustBeOpen(stream);
  if (file !== undefined) {
    if (to === undefined) return file.position();
    file.moveTo(place);
    return t();
  }
  if (input instanceof StringInput) {
    const { start, characters } = input;
    if (to === undefined) return input.position() - start;
    const index = place === null ? characters.length : start + place;
    input.moveTo(Math.min(index, characters.length));
    return index;
  }
  if (output instanceof StringOutput) {
    if (to === undefined) return output.length;
    output.moveTo(place);
    return t();
  }
  if (to === undefined && input?.position !== undefined) return input.position();
  const parts = askedFor(stream);
  if (kind !== "BROADCAST-STREAM") return parts[0] === undefined ? nil() : filePosition(parts[0], to);
  const last = parts.at(-1);
  if (last === undefined) return to === undefined ? 0 : truth(place === 0);
  return to === undefined ? filePosition(last, to) : parts.map((part) => filePosition(part, to)).at(-1);
}

/** By how much writing a string or a character moves the place of a stream; NIL where it has none. */
function fileStringLength(x: LispValue, object: LispValue): LispValue {
  safepoint();
  if (!(x instanceof LispStream)) return nil();
  if (x.kind === "FD-STREAM") {
    const text = typeof object === "string" ? object : textArgument(object);
    return x.file?.lengthOf(text) ?? utf8Length(text);
  }
  const last = askedFor(x).at(-1);
  if (last === undefined) return x.kind === "BROADCAST-STREAM" ? 1 : nil();
  return fileStringLength(last, object);
}

/** How long a file is, and where a stream is in its own. */
function positionFunctions(): Record<string, LispFunction> {
  return {
    "FILE-LENGTH": oneValue((x) => fileLength(x)),
    "FILE-POSITION": oneValue((x, position) => filePosition(x, position)),
    "FILE-STRING-LENGTH": oneValue((x, object) => fileStringLength(x, object)),
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
      // A file of the machine's is there for another image too, as the person has it then.
      if (files.isOnDisk(pathname.path)) return nil();
      const text = files.textOf(pathname) ?? "";
      // Compiled code is of no use to the image that would be given it (decision 40).
      if (!text.startsWith(FASL_HEADER)) image.definitions.log.noteFile({ namestring: pathname.path, text });
      return nil();
    }),
    // What a journal has of a file that was loaded, and a text of a session's definitions.
    "JSCL-MCP::KEEP-FILE": fixedArguments(2, 2, (file, text) => {
      if (!isLispString(text)) return wrongType(text, sym("STRING"));
      if (!files.keep(pathnameOf(file), stringText(text))) return heapExhausted();
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

/**
 * The path of the directory that a pathname names, as PROBE-FILE does with a slash at its end or without;
 * null where there is none.
 */
function directoryOf(files: MemoryFiles, pathname: Pathname): string | null {
  const path = pathname.path;
  const directory = path.endsWith("/") ? path : `${path}/`;
  return files.hasDirectory(directory) ? directory : null;
}

/**
 * The pathnames of the files and directories that a pattern matches. A directory is found by its own name,
 * and by the last part of it as if that were a file's.
 */
function filesLike(files: MemoryFiles, pathname: Pathname): LispValue {
  const pattern = pathname.resolved;
  const isOfDirectories = pattern.name === null && pattern.type === null;
  const steps = pattern.directory?.parts ?? [];
  const fixed = steps.findIndex((step) => typeof step !== "string");
  const start = ["", ...steps.slice(0, fixed === -1 ? steps.length : fixed)].join("/");
  const depth = steps.includes(WILD_INFERIORS) ? Number.POSITIVE_INFINITY : steps.length;
  const found = files.pathsFrom(start, depth).filter((path) => {
    safepoint();
    if (isOfDirectories) return path.endsWith("/") && isMatch(Pathname.ofPath(path), pattern);
    const each = Pathname.ofPath(path.endsWith("/") ? path.slice(0, -1) : path);
    return path !== "/" && hasSameParts(each, pattern) && isMatch(each, pattern);
  });
  return list(...found.map((path) => Pathname.ofPath(path)));
}

/** Whether a file may have a type by its pattern: one without a type names files that have none. */
function hasSameParts(each: Pathname, { type }: Pathname): boolean {
  return type === WILD || (each.type === null) === (type === null);
}

/** For a stream whose pathname is asked for, as those of the terminal have none. */
function noFile(stream: LispStream): never {
  return simpleError("~@<The stream ~2I~_~S ~I~_is not associated with a named file.~:>", stream);
}

/** The bytes that a specifier such as (UNSIGNED-BYTE 8) names; :DEFAULT has characters beside them. */
function byteType(x: LispValue): ByteType | null {
  if (x === nil()) return null;
  if (!isCons(x)) return { isSigned: false, bits: 8, hasCharacters: true };
  const size = next(x);
  const bits = isCons(size) ? (carOf(size) as number) : 8;
  return { isSigned: symbolName(carOf(x) as LispSymbol) === "SIGNED-BYTE", bits, hasCharacters: false };
}

/** What finds the pathname of a designator; `defaults` is where *DEFAULT-PATHNAME-DEFAULTS* is. */
function designated(files: MemoryFiles, defaults: LispSymbol): PathnameOf {
  const defaultHost = (): Host => {
    const pathname = symbolValue(defaults);
    return pathname instanceof Pathname ? pathname.host : HOST;
  };
  const ofSynonym = (given: LispStream): Pathname => {
    let stream: LispValue = given;
    while (stream instanceof LispStream && stream.kind === "SYNONYM-STREAM") {
      safepoint();
      stream = symbolValue(stream.part("SYMBOL") as LispSymbol);
    }
    return (stream instanceof LispStream ? files.pathnameOf(stream) : undefined) ?? notOfFile(given);
  };
  return (x, parameter, other = null, host = undefined) => {
    if (x instanceof Pathname) return x;
    if (isLispString(x)) return Pathname.of(stringText(x), host ?? defaultHost());
    if (x instanceof LispStream) {
      const opened = files.pathnameOf(x);
      if (opened !== undefined) return opened;
      if (x.kind === "FD-STREAM") return noFile(x);
      if (x.kind === "SYNONYM-STREAM") return ofSynonym(x);
    }
    const types = ["STRING", "PATHNAME", "SYNONYM-STREAM", "FILE-STREAM"].map((name) => sym(name));
    const type = either(...types, ...(other === null ? [] : [other]));
    return parameter === undefined ? wrongType(x, type) : wrongArgument(x, type, parameter);
  };
}

export function fileFunctions(image: BaseImage): Record<string, LispFunction> {
  const { files } = image;
  const defaults = sym("*DEFAULT-PATHNAME-DEFAULTS*");
  const root = { isAbsolute: true, parts: [] };
  setSymbolValue(defaults, Pathname.from({ ...emptyPathname().parts, directory: root }));
  image.definitions.variables.set(defaults, "special");
  const pathnameOf = designated(files, defaults);
  const onPathname = (body: (pathname: Pathname) => LispValue): LispFunction =>
    oneValue((x) => body(pathnameOf(x)));
  const absolute = (pathname: Pathname): Pathname =>
    physical(pathname.merged(pathnameOf(symbolValue(defaults)), NEWEST)).absolute;
  return {
    ...pathnameFunctions(pathnameOf),
    "JSCL-MCP::FILE-EXISTS-P": onPathname((pathname) => truth(files.has(pathname))),
    "JSCL-MCP::DIRECTORY-TRUENAME": onPathname((pathname) => {
      const path = directoryOf(files, pathname.absolute);
      return path === null ? nil() : Pathname.ofPath(path);
    }),
    "JSCL-MCP::MAKE-DIRECTORY": onPathname((pathname) => {
      const { parts } = pathname.absolute.resolved;
      return truth(files.makeDirectory(Pathname.from({ ...parts, name: null, type: null }).path));
    }),
    "JSCL-MCP::REMOVE-DIRECTORY": onPathname((pathname) => {
      const path = directoryOf(files, pathname.absolute);
      return truth(path !== null && files.removeDirectory(path));
    }),
    "JSCL-MCP::ABSOLUTE-PATHNAME": fixedArguments(1, 2, (x, parameter) =>
      absolute(pathnameOf(x, parameter as LispSymbol | undefined)),
    ),
    "JSCL-MCP::FILE-TRUENAME": onPathname((pathname) => Pathname.ofPath(pathname.path)),
    "JSCL-MCP::FILE-STREAM-OF": fixedArguments(6, 6, (x, direction, ifExists, bytes, format, named) => {
      const type = byteType(bytes);
      const how = {
        direction: symbolName(direction as LispSymbol).toLowerCase() as "input" | "output" | "io",
        ifExists: symbolName(ifExists as LispSymbol),
        bytes: type,
        // Bytes have none, and SBCL says so by this one.
        format: externalFormat(type === null || type.hasCharacters ? format : keyword("LATIN-1")),
      };
      return files.open(pathnameOf(x), how, pathnameOf(named));
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
    "JSCL-MCP::FILES-LIKE": onPathname((pathname) => filesLike(files, pathname)),
    ...positionFunctions(),
    "READ-BYTE": oneValue(
      (stream, eofError, eofValue) => readByteFrom(stream) ?? endOfFile(stream, eofError, eofValue),
    ),
    "WRITE-BYTE": oneValue((byte, stream) => {
      writeByteTo(byte, stream);
      return byte;
    }),
  };
}
