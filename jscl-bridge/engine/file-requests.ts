import type { FileAction, FileEncoding, FileRequest } from "../contract/engine.js";
import type { ContentReport, DeletedReport, Structured, WrittenReport } from "../contract/results.js";
import type { Image } from "../image/image.js";
import { type MemoryFiles, MOST_CHARACTERS } from "../runtime/memory-files.js";
import { LONGEST_VECTOR } from "../runtime/objects/heap.js";
import { makeString } from "../runtime/objects/vectors.js";
import { Pathname, quotedPath } from "../runtime/pathnames/pathname.js";
import { now } from "../runtime/platform.js";
import { withDots } from "../runtime/reports/text-cuts.js";
import { callLisp, INTERNAL_PACKAGE, nil } from "../runtime/signals.js";
import { utf8Length } from "../runtime/utf8.js";
import { base64Of, bytesOfBase64 } from "./base64.js";
import { calling } from "./calling.js";
import type { LookedUp } from "./engine-image.js";
import { jsonOf } from "./outgoing.js";
import { countCharacters, firstCharacters } from "./text-length.js";

/** Milliseconds to find out which file a name means. Conditions' reports may run methods of the program's. */
const NAME_MS = 1000;

/** Characters of a name that a problem repeats. */
const SHOWN_NAME = 200;

/** Milliseconds that something with files may take, which is less than the server waits. */
const FILES_MS = 2500;

/** Why something could not be done, as a sentence. */
export class Problem {
  constructor(readonly text: string) {}
}

type Facts = Structured<ContentReport | WrittenReport | DeletedReport>;

/** Does what is asked with one file of the image. */
export function onFile(image: Image, { path, action }: FileRequest): LookedUp {
  const pathname = fileNamed(image, path);
  const facts: Facts | Problem =
    pathname instanceof Problem ? pathname : withFiles(image, () => done(image, pathname, action));
  if (facts instanceof Problem) return { texts: [facts.text], total: 0, report: null };
  return { texts: [], total: 1, report: jsonOf(facts) };
}

/** What is done with files, or the reason that Lisp's own error has, a full disk's say. */
export function withFiles<T>(image: Image, work: () => T): T | Problem {
  let done: T | Problem = new Problem(`It took longer than ${FILES_MS / 1000} seconds.`);
  const outcome = calling(image, now() + FILES_MS, FILES_MS, () => {
    done = work();
    return nil();
  });
  return outcome.kind === "error" ? new Problem(`${outcome.report.label}: ${outcome.report.message}`) : done;
}

/** The path of the directory that a namestring means here, with a slash at its end or without. */
export function directoryNamed(image: Image, directory: string): string | Problem {
  if (directory === "") return image.files.home;
  const pathname = pathNamed(image, directory.endsWith("/") ? directory : `${directory}/`);
  return pathname instanceof Problem ? pathname : pathname.path;
}

/** The file that a namestring means here, whether there is one or not. */
function fileNamed(image: Image, path: string): Pathname | Problem {
  const pathname = pathNamed(image, path);
  if (pathname instanceof Problem || !pathname.path.endsWith("/")) return pathname;
  return new Problem(`${withDots(path, SHOWN_NAME)} names a directory, and no file.`);
}

function pathNamed(image: Image, path: string): Pathname | Problem {
  const shown = withDots(path, SHOWN_NAME);
  const outcome = calling(image, now() + NAME_MS, NAME_MS, () => {
    const pathname = callLisp("ABSOLUTE-PATHNAME", INTERNAL_PACKAGE, makeString(path));
    if (callLisp("WILD-PATHNAME-P", "COMMON-LISP", pathname) !== nil()) return nil();
    // A pathname that no file can have signals an error.
    void (pathname as Pathname).path;
    return pathname;
  });
  if (outcome.kind === "error") return new Problem(`${outcome.report.label}: ${outcome.report.message}`);
  if (outcome.kind !== "values") return new Problem(`${shown} could not be read as the name of a file.`);
  const [pathname] = outcome.values;
  if (!(pathname instanceof Pathname))
    return new Problem(`${shown} is wild, and may mean several files: name one.`);
  return pathname;
}

function done(image: Image, pathname: Pathname, action: FileAction): Facts | Problem {
  const { files } = image;
  const path = quotedPath(pathname.path);
  if (action.kind === "write") return write(files, pathname, action.content, action.encoding);
  const length = files.lengthOnDisk(pathname.path);
  if (length !== null && length > LONGEST_VECTOR && action.kind === "delete") {
    files.remove(pathname);
    return { text: `Deleted ${path}, ${byteCount(length)}.`, path, characters: null, bytes: length };
  }
  if (length !== null && length > LONGEST_VECTOR)
    return new Problem(
      `${path} has ${byteCount(length)}: a file that is read has ${LONGEST_VECTOR} at most.`,
    );
  const bytes = files.bytesOf(pathname);
  if (bytes === undefined) return missing(image, pathname);
  const text = files.validTextOf(pathname) ?? null;
  switch (action.kind) {
    case "read":
      if (action.encoding === "base64") return part(path, bytes, action.start, action.limit);
      return text === null
        ? new Problem(
            `${path} has ${byteCount(bytes.length)} that are no text in UTF-8: read it with the encoding base64.`,
          )
        : content(path, text, bytes.length, action.start, action.limit);
    case "delete": {
      files.remove(pathname);
      const characters = text === null ? null : countCharacters(text);
      return {
        text: `Deleted ${path}, ${size(characters, bytes.length)}.`,
        path,
        characters,
        bytes: bytes.length,
      };
    }
    default:
      return new Problem("That cannot be done with a file.");
  }
}

function write(
  files: MemoryFiles,
  pathname: Pathname,
  content: string,
  encoding: FileEncoding,
): Facts | Problem {
  const path = quotedPath(pathname.path);
  const given = encoding === "base64" ? bytesOfBase64(content) : content;
  if (given === null)
    return new Problem(
      `The content for ${withDots(path, SHOWN_NAME)} is no base64, padded and without spaces.`,
    );
  const created = !files.has(pathname);
  const isText = typeof given === "string";
  const count = isText ? utf8Length(given) : given.length;
  if (!files.write(pathname, given))
    return noRoom(path, given.length, isText ? "characters" : "bytes", files.room);
  const characters = isText ? countCharacters(given) : null;
  const said = `${created ? "Made" : "Replaced"} ${path}, ${size(characters, count)}.${whereItIs(files, pathname)}`;
  return { text: said, path, characters, bytes: count, created };
}

/** What is to be said where somebody may take a file in memory for one of the machine's. */
function whereItIs(files: MemoryFiles, { path }: Pathname): string {
  if (files.home === "/" || files.isOnDisk(path)) return "";
  return ` It is in the Lisp's memory alone: the directory on the disk is ${quotedPath(files.home)}.`;
}

/** A part of a file's text. */
function content(path: string, text: string, bytes: number, start: number, limit: number): Facts | Problem {
  const characters = countCharacters(text);
  if (start > characters)
    return new Problem(`${path} has ${counted(characters)}: no part of it starts at ${start}.`);
  const found = firstCharacters(text.slice(firstCharacters(text, start).length), limit);
  const end = start + countCharacters(found);
  const next = end < characters ? end : null;
  const said =
    characters === 0 ? `${path} is empty.` : `${heading(path, counted(characters), start, next)}:\n\n`;
  return { text: said + found, path, content: found, encoding: "utf-8", start, characters, bytes, next };
}

/** A part of a file's bytes. */
function part(path: string, bytes: Uint8Array, start: number, limit: number): Facts | Problem {
  const { length } = bytes;
  if (start > length)
    return new Problem(`${path} has ${byteCount(length)}: no part of it starts at ${start}.`);
  const end = Math.min(start + limit, length);
  const next = end < length ? end : null;
  const found = base64Of(bytes.subarray(start, end));
  const said =
    length === 0 ? `${path} is empty.` : `${heading(path, byteCount(length), start, next)}, in base64:\n\n`;
  return {
    text: said + found,
    ...{ path, content: found, encoding: "base64", start, characters: null, bytes: length, next },
  };
}

function heading(path: string, all: string, start: number, next: number | null): string {
  const where = start > 0 || next !== null ? ` of which these begin at ${start}` : "";
  const goesOn = next === null ? "" : `; the next part starts at ${next}`;
  return `${path}, ${all}${where}${goesOn}`;
}

function missing(image: Image, pathname: Pathname): Problem {
  const { path } = pathname;
  const isDirectory = image.files.hasDirectory(`${path}/`);
  const shown = withDots(quotedPath(path), SHOWN_NAME);
  return new Problem(isDirectory ? `${shown} is a directory, and no file.` : `There is no file ${shown}.`);
}

function noRoom(path: string, length: number, unit: string, room: number): Problem {
  const shown = withDots(path, SHOWN_NAME);
  if (length > LONGEST_VECTOR)
    return new Problem(`${shown} would have ${length} ${unit}: a file holds ${LONGEST_VECTOR} at most.`);
  return new Problem(
    `There is no room for the ${length} ${unit} of ${shown}: files hold ${MOST_CHARACTERS} together, ` +
      `of which ${Math.max(0, room)} are free.`,
  );
}

function counted(characters: number): string {
  return `${characters} ${characters === 1 ? "character" : "characters"}`;
}

function byteCount(bytes: number): string {
  return `${bytes} ${bytes === 1 ? "byte" : "bytes"}`;
}

/** How long a file is, in bytes where it is no text. */
function size(characters: number | null, bytes: number): string {
  return characters === null ? byteCount(bytes) : counted(characters);
}
