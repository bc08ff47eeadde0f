/** Runs programs and mutants in a server of Node, each in a package of its own. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { connect } from "../lib/client.mjs";
import { firstQuestion, hasRecording } from "./arms.mjs";

/** Seconds until a program that does not end is stopped. */
const TIMEOUT = 3;

/** Evaluations after which the image is replaced: what they left is small, but not nothing. */
const IN_ONE_IMAGE = 100;

/** `{ answer(code, expected), close() }` of the build in a folder. */
export async function startRunner(folder) {
  const { LispServer } = await import(pathToFileURL(join(folder, "jscl-mcp-node.js")).href);
  const server = await LispServer.start({ tools: ["core", "debugger"] });
  const client = connect(server.connect());
  await client.initialized;
  const { result } = await client.request("tools/list", {});
  const records = hasRecording(result.tools);
  await client.call("configure-limits", { timeout: TIMEOUT });
  let count = 0;
  const evaluate = async (code, more = {}) => {
    if (++count % IN_ONE_IMAGE === 0) await client.call("reset-session");
    const name = `USER-${count}`;
    await client.call("evaluate-lisp", { code: `(defpackage "${name}" (:use "COMMON-LISP"))` });
    return client.call("evaluate-lisp", { code, package: name, ...more });
  };
  /** The text of the recorded answer with that to the first question, as it were in another package. */
  const recorded = async (code, expected, inPackage) => {
    const answer = await evaluate(code, { record: true });
    const own = `USER-${count}`;
    const question = firstQuestion(answer, expected);
    const asked = question && (await client.call("query-recording", { ...question, package: own }));
    // A wrong value may be no form; then there is no answer but that it cannot be read.
    return `${answer.text}${asked ? `\n${asked.text}` : ""}`.replaceAll(own, inPackage);
  };
  return {
    /** The full answer, and the recorded one where there is such a thing. */
    async answer(code, expected) {
      const full = await evaluate(code);
      return { full, recorded: records ? await recorded(code, expected, `USER-${count}`) : null };
    },
    close: () => server.close(),
  };
}

/** The values of an answer as SBCL prints those of the program; null where it has none. */
export const valuesOf = ({ full }) => (full.status === "ok" ? full.values.join(" ") : null);
