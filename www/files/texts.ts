/** The session whose files can be kept. */
export const MAIN = "main";

/** Characters of a file that the editor takes. */
export const MOST_EDITED = 500_000;

/** Bytes of a file that is put in: a message to the Lisp holds not much more. */
export const MOST_PUT_IN = 8_000_000;

/** Bytes of a file that is saved on this machine. */
export const MOST_SAVED = 50_000_000;

/** Milliseconds after which it is said that the Lisp is waited for, and what is said. */
export const PATIENCE_MS = 300;
export const WAITING = "This waits until the Lisp is done.";

/** Texts for terminals have it. */
const ESCAPE = 0x1b;

/** The directory that a path is in, with a slash at its end; a directory is in itself. */
export function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1) || "/";
}

/** A file's own name, without the directory. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\\(.)/gsu, "$1");
}

/** The namestring of a file of that name in a directory: what is wild in a namestring is quoted. */
export function pathIn(directory: string, name: string): string {
  return directory + name.replace(/[*?[\\]/g, "\\$&").replaceAll("/", "-");
}

/** The form that loads a file. */
export function loadForm(path: string): string {
  return `(load "${path.replace(/[\\"]/g, "\\$&")}")`;
}

/** How many characters, as a person reads it. */
export function counted(characters: number): string {
  return `${characters.toLocaleString("en")} ${characters === 1 ? "character" : "characters"}`;
}

/** How many bytes, as a person reads it. */
export function countedBytes(bytes: number): string {
  return `${bytes.toLocaleString("en")} ${bytes === 1 ? "byte" : "bytes"}`;
}

/** Whether an editor can show it: control characters but those of lines and columns are of other data. */
export function isText(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 && !(code >= 0x09 && code <= 0x0d) && code !== ESCAPE) return false;
  }
  return true;
}

/** A text as the editor has it, whose lines end in one way, and how the lines of the file end. */
export interface Lines {
  readonly text: string;
  readonly end: "\n" | "\r\n";
}

export function linesOf(content: string): Lines {
  const text = content.replace(/\r\n?/g, "\n");
  const lines = content.split("\n").length - 1;
  const isOther = lines > 0 && content.split("\r\n").length - 1 === lines;
  return { text, end: isOther ? "\r\n" : "\n" };
}

/** The text as the file has it. */
export function contentOf({ text, end }: Lines): string {
  return end === "\n" ? text : text.replaceAll("\n", end);
}
