import type { FileAction, FileRequest } from "../contract/engine.js";
import type { ContentReport, DeletedReport, Structured, WrittenReport } from "../contract/results.js";
import type { Image } from "../image/image.js";
import { MOST_CHARACTERS } from "../runtime/memory-files.js";
import { LONGEST_VECTOR } from "../runtime/objects/heap.js";
import { makeString } from "../runtime/objects/vectors.js";
import { Pathname, quotedPath } from "../runtime/pathnames/pathname.js";
import { now } from "../runtime/platform.js";
import { withDots } from "../runtime/reports/text-cuts.js";
import { callLisp, INTERNAL_PACKAGE, nil } from "../runtime/signals.js";
import { calling } from "./calling.js";
import type { LookedUp } from "./engine-image.js";
import { jsonOf } from "./outgoing.js";
import { countCharacters, firstCharacters } from "./text-length.js";

/** Milliseconds to find out which file a name means. Conditions' reports may run methods of the program's. */
const NAME_MS = 1000;

/** Characters of a name that a problem repeats. */
const SHOWN_NAME = 200;

/** Why something could not be done, as a sentence. */
class Problem {
  constructor(readonly text: string) {}
}

type Facts = Structured<ContentReport | WrittenReport | DeletedReport>;

/** Does what is asked with one file of the image. */
export function onFile(image: Image, { path, action }: FileRequest): LookedUp {
  const pathname = fileNamed(image, path);
  const facts = pathname instanceof Problem ? pathname : done(image, pathname, action);
  if (facts instanceof Problem) return { texts: [facts.text], total: 0, report: null };
  return { texts: [], total: 1, report: jsonOf(facts) };
}

/** The file that a namestring means here, whether there is one or not. */
function fileNamed(image: Image, path: string): Pathname | Problem {
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
  if (pathname.path.endsWith("/")) return new Problem(`${shown} names a directory, and no file.`);
  return pathname;
}

function done(image: Image, pathname: Pathname, action: FileAction): Facts | Problem {
  const { files } = image;
  const path = quotedPath(pathname.path);
  const text = files.textOf(pathname);
  switch (action.kind) {
    case "write": {
      if (!files.write(pathname, action.content)) return noRoom(path, action.content.length, files.room);
      const characters = countCharacters(action.content);
      const created = text === undefined;
      const said = `${created ? "Made" : "Replaced"} ${path}, ${counted(characters)}.`;
      return { text: said, path, characters, created };
    }
    case "read":
      return text === undefined ? missing(image, pathname) : content(path, text, action.start, action.limit);
    case "delete": {
      if (text === undefined) return missing(image, pathname);
      files.remove(pathname);
      const characters = countCharacters(text);
      return { text: `Deleted ${path}, ${counted(characters)}.`, path, characters };
    }
    default:
      return new Problem("That cannot be done with a file.");
  }
}

function content(path: string, text: string, start: number, limit: number): Facts | Problem {
  const characters = countCharacters(text);
  if (start > characters)
    return new Problem(`${path} has ${counted(characters)}: no part of it starts at ${start}.`);
  const part = firstCharacters(text.slice(firstCharacters(text, start).length), limit);
  const end = start + countCharacters(part);
  const next = end < characters ? end : null;
  const where = start > 0 || next !== null ? ` of which these begin at ${start}` : "";
  const goesOn = next === null ? "" : `; the next part starts at ${next}`;
  const said =
    characters === 0 ? `${path} is empty.` : `${path}, ${counted(characters)}${where}${goesOn}:\n\n`;
  return { text: said + part, path, content: part, start, characters, next };
}

function missing(image: Image, pathname: Pathname): Problem {
  const { path } = pathname;
  const isDirectory = image.files.hasDirectory(`${path}/`);
  const shown = withDots(quotedPath(path), SHOWN_NAME);
  return new Problem(isDirectory ? `${shown} is a directory, and no file.` : `There is no file ${shown}.`);
}

function noRoom(path: string, length: number, room: number): Problem {
  const shown = withDots(path, SHOWN_NAME);
  if (length > LONGEST_VECTOR)
    return new Problem(`${shown} would have ${length} characters: a file holds ${LONGEST_VECTOR} at most.`);
  return new Problem(
    `There is no room for the ${length} characters of ${shown}: files hold ${MOST_CHARACTERS} together, ` +
      `of which ${Math.max(0, room)} are free.`,
  );
}

function counted(characters: number): string {
  return `${characters} ${characters === 1 ? "character" : "characters"}`;
}
