import { problemOfScript } from "../files/file-problems.js";
import type { PackageFiles } from "../files/package-files.js";
import { refusalOf } from "../files/refusals.js";

/**
 * Says why a Worker failed, given the message of its error, which is empty when its script could not be
 * loaded; `hasBegun` when the script was, and said so.
 */
export async function problemOfWorker(
  files: PackageFiles,
  message: string | undefined,
  hasBegun: boolean,
): Promise<string> {
  const said = withoutPrefix(message ?? "");
  if (hasBegun) return (said.includes(files.lisp.href) && (await problemOfScript(files.lisp))) || said;
  const { worker } = files;
  const problem = (await problemOfEntry(worker)) ?? (await problemOfScript(worker));
  if (problem !== null) return problem;
  return said === ""
    ? `The Worker of the Lisp could not be loaded from ${worker.href}.`
    : `${worker.href} failed: ${said}`;
}

/** A script of another origin is entered through one of the page's own, which its policy may refuse. */
async function problemOfEntry(worker: URL): Promise<string | null> {
  if (worker.origin === globalThis.origin) return null;
  const directive = await refusalOf("blob", "data");
  if (directive === null) return null;
  return `The page's Content-Security-Policy does not let jscl-mcp start a Worker of ${worker.href}, which needs a script of its own because it is from another origin: add ${globalThis.origin === "null" ? "data:" : "blob:"} to its ${directive}.`;
}

/** The message of an error as it was made: browsers put its type, and more, in front. */
function withoutPrefix(message: string): string {
  return message.replace(/^(Uncaught )?(\w*Error: )?/, "");
}
