/** The texts of files that are fetched in the middle of a form. */

import { now } from "../runtime/platform.js";

/** Says why there is no text. */
export class MissingFile extends Error {}

export const OK = 200;

/** Milliseconds in which a file has to come whole, or else is asked for in parts. */
const WHOLE_MS = 12_000;

/**
 * Milliseconds in which a part has to come, of so many bytes. A thread that waits sees nothing of what comes,
 * so parts are how it tells a slow answer from one that has stopped. With WHOLE_MS a file of which nothing
 * comes ends within 20 s.
 */
const PART_MS = 6000;
const PART_BYTES = 32_768;

/**
 * Milliseconds in which a file of which nothing came is not asked for again: who tells of that in words, and
 * the program that gets to know, may need it once more, and would wait as long each time.
 */
const AGAIN_MS = 10_000;

/**
 * What answers the text of the file at an address, or throws a MissingFile. The request is made before the
 * realm is locked, which has no more of them then.
 */
export function lateFiles(): (file: string) => string {
  const request = new XMLHttpRequest();
  // A page's own thread may give no time to such a request: there it lasts as long as the browser has it.
  return typeof document === "undefined" ? boundedText(request) : wholeText(request);
}

/** Sends a request that is open; answers whether it ended in time. */
function ended(request: XMLHttpRequest, file: string): boolean {
  try {
    request.send();
    return true;
  } catch (error) {
    if ((error as Error).name === "TimeoutError") return false;
    throw new MissingFile(`${file} cannot be reached`);
  }
}

const refused = (request: XMLHttpRequest, file: string) =>
  new MissingFile(`the server answered ${request.status} for ${file}`);

function wholeText(request: XMLHttpRequest): (file: string) => string {
  return (file) => {
    request.open("GET", file, false);
    ended(request, file);
    if (request.status !== OK) throw refused(request, file);
    return request.responseText;
  };
}

const PARTIAL = 206;
/** What a server answers where a part begins at the end of the file. */
const PAST_THE_END = 416;

function boundedText(request: XMLHttpRequest): (file: string) => string {
  const { Uint8Array: Bytes } = globalThis;
  const decoder = new TextDecoder();
  const open = (file: string, ms: number) => {
    request.open("GET", file, false);
    request.responseType = "arraybuffer";
    request.timeout = ms;
  };
  /** Of the file that was given up last, and until when it is. */
  let silence: MissingFile | null = null;
  let silentFile = "";
  let silentUntil = 0;
  const giveUp = (file: string, from: number): MissingFile => {
    const seconds = ((from === 0 ? WHOLE_MS : 0) + PART_MS) / 1000;
    const came = from === 0 ? "nothing, or not all," : `no more than ${from} bytes`;
    silence = new MissingFile(`${came} came of ${file} for ${seconds} seconds`);
    silentFile = file;
    silentUntil = now() + AGAIN_MS;
    return silence;
  };
  const part = (file: string, from: number) => {
    open(file, PART_MS);
    request.setRequestHeader("Range", `bytes=${from}-${from + PART_BYTES - 1}`);
    if (ended(request, file)) return request;
    throw giveUp(file, from);
  };
  /** A server that knows no parts answers with the whole. */
  const inParts = (file: string): string => {
    let text = "";
    let version: string | null = null;
    for (let from = 0; ; ) {
      const { status, response } = part(file, from);
      if (status === PAST_THE_END && from > 0) return text + decoder.decode();
      if (status === OK) return decoder.decode(response);
      if (status !== PARTIAL) throw refused(request, file);
      const its = request.getResponseHeader("Last-Modified");
      if (from > 0 && its !== version) throw new MissingFile(`${file} has changed while it came`);
      version = its;
      const bytes = new Bytes(response);
      text += decoder.decode(bytes, { stream: true });
      from += bytes.length;
      if (bytes.length < PART_BYTES) return text + decoder.decode();
    }
  };
  return (file) => {
    if (silence !== null && file === silentFile && now() < silentUntil) throw silence;
    open(file, WHOLE_MS);
    if (!ended(request, file)) return inParts(file);
    if (request.status !== OK) throw refused(request, file);
    return decoder.decode(request.response);
  };
}
