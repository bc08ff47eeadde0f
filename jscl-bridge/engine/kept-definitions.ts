import type { FormDefinitions, LoadedFile } from "../runtime/definition-log.js";
import type { Definition } from "./contract.js";

/**
 * Characters of the definitions of one evaluation that are sent: as many as a message of a client may have, so that what a text defines
 * itself always has room. Files that it loads have to share it.
 */
export const MAX_DEFINITION_CHARS = 16 * 1024 * 1024;

/** The forms of one evaluation that defined something, as far as there is room: the oldest go. */
export class KeptDefinitions {
  #kept: (Definition | null)[] = [];
  /** Where the first is that is left. */
  #first = 0;
  #chars = 0;
  /** How many there was no room for. */
  dropped = 0;
  /** The text of each file as it was loaded last, with the place of its definition. */
  readonly #files = new Map<string, { readonly text: string; readonly place: number }>();

  /** A form of that text that succeeded, after the files that it loaded. */
  add(code: string, readIn: string, { names, undefined: gone, files }: FormDefinitions): void {
    if (names.length === 0) return;
    for (const file of files) this.#addFile(file);
    this.#push({ code, package: readIn, names: [...names], undefined: [...gone] });
  }

  /** Those that are left, the oldest first. */
  get list(): Definition[] {
    return this.#kept.slice(this.#first).filter((definition) => definition !== null);
  }

  /** A file that is as it was need not be written again. */
  #addFile(file: LoadedFile): void {
    const known = this.#files.get(file.namestring);
    if (known?.text === file.text && known.place >= this.#first) return;
    this.#push(fileDefinition(file));
    this.#files.set(file.namestring, { text: file.text, place: this.#kept.length - 1 });
  }

  #push(definition: Definition): void {
    const last = this.#kept.at(-1);
    // Nothing was defined between the two that needs the first.
    if (last && last.names.join("\n") === definition.names.join("\n")) {
      this.#chars -= size(last);
      this.#kept.pop();
    }
    this.#kept.push(definition);
    this.#chars += size(definition);
    while (this.#chars > MAX_DEFINITION_CHARS) {
      const oldest = this.#kept[this.#first] as Definition;
      this.#kept[this.#first++] = null;
      this.#chars -= size(oldest);
      this.dropped += 1;
    }
  }
}

/** Names count by how many there are: an image bounds their lengths. */
function size({ code, names }: Definition): number {
  return code.length + names.length;
}

/** A file is kept in the image, so what loads it needs it written again. */
function fileDefinition({ namestring, text }: LoadedFile): Definition {
  const file = `(stream ${lispString(namestring)} :direction :output :if-exists :supersede)`;
  return {
    code: `(with-open-file ${file} (write-string ${lispString(text)} stream) nil)`,
    package: "COMMON-LISP-USER",
    names: [`FILE ${namestring}`],
    undefined: [],
  };
}

function lispString(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
