/**
 * Says in one sentence why a file of the package could not be loaded: where it was looked for, what came, and
 * what helps.
 */
import { refusalOf } from "./refusals.js";

/** Milliseconds that looking at a file may take once its loading has failed. */
const LOOK_MS = 3000;

/** The directive by which a page may forbid to look at a file that it may run. */
const LOOKING = "connect-src";

const JAVASCRIPT = /^(text|application)\/(x-)?(java|ecma)script\s*(;|$)/i;

/** The sentence for a file that the page could not fetch at all. */
export async function unreachable(file: URL): Promise<string> {
  const directive = await refusalOf(file.href, file.origin);
  if (directive !== null) return forbidden(file, directive);
  const isForeign = file.origin !== globalThis.origin;
  const came = isForeign
    ? "nothing came: either there is no such server, or it does not send Access-Control-Allow-Origin"
    : "no answer came";
  return sentence(file, came);
}

/** The sentence for a file of which nothing came for so long. */
export function silent(file: URL, seconds: number): string {
  const name = nameOf(file);
  return `jscl-mcp waits for its file ${name} from ${file.href}, but nothing came for ${seconds} seconds: its server, or something on the way to it, does not answer. Reload the page to try again.`;
}

/** The sentence for a file that this page's policy refused by a directive. */
function forbidden(file: URL, directive: string): string {
  const source = file.origin === globalThis.origin ? "'self'" : file.origin;
  return `The page's Content-Security-Policy does not let jscl-mcp load ${file.href}: add ${source} to its ${directive}.`;
}

/** The problem of an answer that is no file of ours; null for none. */
export function problemOfAnswer(file: URL, response: Response): string | null {
  if (!response.ok)
    return sentence(file, `the server answered ${`${response.status} ${response.statusText}`.trim()}`);
  if (/^text\/html\b/i.test(typeOf(response))) return sentence(file, "an HTML page came");
  return null;
}

/** The problem of a script that a browser did not take; null when none can be seen. */
export async function problemOfScript(file: URL): Promise<string | null> {
  const directive = await refusalOf(file.href);
  if (directive !== null && directive !== LOOKING) return forbidden(file, directive);
  let response: Response;
  try {
    response = await fetch(file, { signal: AbortSignal.timeout(LOOK_MS) });
  } catch (error) {
    const isUnseen = (error as Error).name === "TimeoutError" || (await refusalOf(file.href)) === LOOKING;
    return isUnseen ? null : unreachable(file);
  }
  const problem = problemOfAnswer(file, response);
  if (problem !== null) return problem;
  const type = typeOf(response);
  if (!JAVASCRIPT.test(type))
    return `${file.href} came as ${type === "" ? "a file without a type" : type}, but browsers load modules as text/javascript alone: have the server send that Content-Type.`;
  if (globalThis.crossOriginIsolated && !response.headers.has("cross-origin-embedder-policy"))
    return `${file.href} came without Cross-Origin-Embedder-Policy, which this page's Workers need because it is cross-origin isolated: have the server send the page's headers with that file too.`;
  return null;
}

function typeOf(response: Response): string {
  return response.headers.get("content-type") ?? "";
}

function sentence(file: URL, came: string): string {
  const name = nameOf(file);
  return `jscl-mcp looked for its file ${name} at ${file.href}, but ${came}: ${remedy(file)}.`;
}

function nameOf({ pathname }: URL): string {
  return pathname.slice(pathname.lastIndexOf("/") + 1);
}

/** What helps where a file is not at its address: docs/bundlers.md. */
function remedy({ pathname }: URL): string {
  return pathname.includes("/.vite/")
    ? 'Vite has bundled the package without its files, so set optimizeDeps: { exclude: ["jscl-mcp"] } in its configuration'
    : 'serve the files of the package\'s folder dist there, or set the option "assets" to the address of a folder that has them';
}
