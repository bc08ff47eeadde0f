import { codeOfFragment } from "../elements/code-link.js";
import { bytesOf, deflated, inflated, TooLarge, textOf } from "./deflate.js";

const NAME = "#program=";

/** The version of the payload. Links of a later one are refused; those of earlier ones are read for ever. */
const VERSION = "1";

/** Characters of a fragment that is read. No browser keeps longer addresses. */
const LONGEST_FRAGMENT = 2_000_000;

/** Characters of a program that comes by a link. */
export const LONGEST_PROGRAM = 1_000_000;

/** UTF-8 takes at most three bytes for a UTF-16 unit, and JSON at most six characters. */
const LONGEST_PAYLOAD = 3 * LONGEST_PROGRAM;

/** A program as a link has it. */
interface Shared {
  readonly name: string;
  readonly text: string;
  /** Whether the link asks to be run, which happens when the person says so, and only then. */
  readonly asksToRun: boolean;
}

/** What a fragment holds: a program, a problem in one sentence, or nothing of ours. */
type Read = { readonly shared: Shared } | { readonly problem: string } | null;

/** The fragment of an address that opens this program. */
export async function programFragment({ name, text, asksToRun }: Shared): Promise<string> {
  const payload = JSON.stringify({ name, code: text, ...(asksToRun ? { run: true } : {}) });
  return `${NAME}${VERSION}.${textOf(await deflated(payload))}`;
}

/** Reads a fragment, of a program or of plain code, which older links and those of cells have. */
export async function readFragment(fragment: string): Promise<Read> {
  if (fragment.startsWith("#code=")) {
    if (fragment.length > LONGEST_FRAGMENT) return { problem: TOO_LONG };
    const code = codeOfFragment(fragment);
    return code === null
      ? { problem: GARBLED }
      : { shared: { name: "From a link", text: code, asksToRun: false } };
  }
  if (!fragment.startsWith(NAME)) return null;
  if (fragment.length > LONGEST_FRAGMENT) return { problem: TOO_LONG };
  const [, version, data] = /^(\d{1,9})\.(.*)$/s.exec(fragment.slice(NAME.length)) ?? [];
  if (version === undefined || data === undefined) return { problem: GARBLED };
  if (version !== VERSION) return { problem: LATER };
  try {
    const bytes = bytesOf(data);
    const shared = bytes && asShared(JSON.parse(await inflated(bytes, LONGEST_PAYLOAD)));
    if (!shared) return { problem: GARBLED };
    return shared.text.length > LONGEST_PROGRAM ? { problem: TOO_LONG } : { shared };
  } catch (error) {
    return { problem: error instanceof TooLarge ? TOO_LONG : GARBLED };
  }
}

const GARBLED = "The link is damaged: no program can be read from it.";
const TOO_LONG = "The link holds more than a program may have, a million characters, so it was not opened.";
const LATER = "The link was made by a later version of this page, which this one cannot read.";

function asShared(value: unknown): Shared | null {
  if (typeof value !== "object" || value === null) return null;
  const { name, code, run } = value as Readonly<Record<string, unknown>>;
  if (typeof code !== "string") return null;
  return { name: typeof name === "string" ? name : "From a link", text: code, asksToRun: run === true };
}
