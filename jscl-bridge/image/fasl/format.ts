/**
 * The text of compiled files: a header in two lines, and the content, as long as the header says, in a seal.
 * Files may follow on each other in one.
 */

import { FASL_HEADER } from "../../runtime/fasl-header.js";
import type { Seal } from "../../runtime/sealing.js";
import type { Fasl } from "./steps.js";

/** The form of the content; one with another number is of another build. */
const VERSION = "1";

export function faslText(fasl: Fasl, seal: Seal): string {
  const content = JSON.stringify(fasl);
  return sealedText(fasl.source, content, seal.of(content));
}

/** The text of a compiled file with this content, which was compiled from the file `source`. */
export function sealedText(source: string, content: string, sealed: string): string {
  return `${FASL_HEADER}\n  compiled from ${JSON.stringify(source)} by jscl-mcp\n${VERSION} ${content.length} ${sealed}\n${content}\n`;
}

/** The content of a text that is one compiled file; null for another text. */
export function contentOf(text: string, seal: Seal): { source: string; content: string } | null {
  const found = parseFasl(text, 0, seal);
  if (typeof found === "string" || found.end !== text.length) return null;
  const { fasl } = found;
  return { source: fasl.source, content: JSON.stringify(fasl) };
}

/** Why a text is no compiled file that can be loaded here. */
type FaslFault = "header" | "end" | "version" | "seal";

/** The content that begins at an index, and where it ends; or what is wrong with it. */
export function parseFasl(text: string, start: number, seal: Seal): { fasl: Fasl; end: number } | FaslFault {
  if (!text.startsWith(FASL_HEADER, start)) return "header";
  const facts = text.indexOf("\n", text.indexOf("\n", start) + 1) + 1;
  const body = text.indexOf("\n", facts) + 1;
  if (facts === 0 || body === 0) return "end";
  const [version, length = 0, sealed = ""] = text.slice(facts, body - 1).split(" ");
  if (version !== VERSION) return "version";
  const end = body + Number(length);
  if (!(end < text.length)) return "end";
  const content = text.slice(body, end);
  if (!seal.holds(sealed, content)) return "seal";
  return { fasl: JSON.parse(content) as Fasl, end: end + 1 };
}
