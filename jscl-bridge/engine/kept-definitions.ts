import type { Definition, Position } from "../contract/engine.js";
import type { FormDefinitions, LoadedFile } from "../runtime/definitions/definition-log.js";
import { MAX_MESSAGE } from "./message-limit.js";
import { wellFormedText } from "./outgoing.js";

/**
 * The forms of one evaluation that defined something, as far as there is room: what is kept is not given up
 * for what comes later. They have as many characters as a message of a client may have, so that a text's own
 * definitions always have room. Files that it loads share it.
 */
export class KeptDefinitions {
  #kept: Definition[] = [];
  #chars = 0;
  /** How many there was no room for. */
  dropped = 0;
  /** The text of each file as it was loaded last. */
  readonly #files = new Map<string, string>();

  /** A form of that text that succeeded, after the files that it loaded. */
  add(
    code: string,
    readIn: string,
    { names, undefined: gone, files }: FormDefinitions,
    position: Position | null = null,
  ): void {
    if (names.length === 0) return;
    for (const file of files) this.#addFile(file);
    this.#push({ code, package: readIn, names: [...names], undefined: [...gone], position });
  }

  /** Those that have room and were not taken, the oldest first. */
  get list(): Definition[] {
    return this.#kept;
  }

  /** Takes out those that there are. */
  take(): Definition[] {
    const taken = this.#kept;
    this.#kept = [];
    return taken;
  }

  /** A file that is as it was need not be written again. */
  #addFile(file: LoadedFile): void {
    if (this.#files.get(file.namestring) === file.text) return;
    this.#push(fileDefinition(file));
    this.#files.set(file.namestring, file.text);
  }

  #push(definition: Definition): void {
    const last = this.#kept.at(-1);
    // Nothing was defined between the two that needs the first.
    if (last && last.names.join("\n") === definition.names.join("\n")) {
      this.#chars -= size(last);
      this.#kept.pop();
    }
    if (this.#chars + size(definition) > MAX_MESSAGE) {
      this.dropped += 1;
      return;
    }
    this.#kept.push(definition);
    this.#chars += size(definition);
  }
}

/** Names count by how many there are: an image bounds their lengths. */
function size({ code, names }: Definition): number {
  return code.length + names.length;
}

/** Another Lisp has files on a disk, where none is replaced that is there. */
const ELSEWHERE = `(lambda (path text)
  (with-open-file (stream path :direction :output :if-exists nil)
    (when stream (write-string text stream))))`;

/** A file was in the image's memory, so what loads it needs it put there again, whatever is on the disk. */
function fileDefinition({ namestring, text }: LoadedFile): Definition {
  const put = `#+jscl-mcp jscl-mcp::keep-file #-jscl-mcp ${ELSEWHERE}`;
  return {
    code: `(${put}\n ${lispString(namestring)} ${lispText(text)})`,
    package: "COMMON-LISP-USER",
    names: [`FILE ${namestring}`],
    undefined: [],
    position: null,
  };
}

/** A form whose value is the text. What is not well-formed cannot be sent, so its characters are named. */
function lispText(text: string): string {
  if (wellFormedText(text) === text) return lispString(text);
  const parts = text.split(/(\p{Surrogate})/u).map((part, i) => {
    return i % 2 === 0 ? lispString(part) : `(string (code-char ${part.charCodeAt(0)}))`;
  });
  return `(concatenate 'string ${parts.join(" ")})`;
}

function lispString(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
