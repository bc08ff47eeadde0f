/** SBCL's answers, from one process that lives long. */
import { fileURLToPath } from "node:url";
import { startLisp } from "../../../bench/lib/sbcl.mjs";

const driver = fileURLToPath(new URL("sbcl.lisp", import.meta.url));
/** Milliseconds after which SBCL hangs. */
const HANGS_MS = 30_000;
/** Programs that one process is given. */
const PROGRAMS = 2000;

/** Resolves to `{ answer(text, specials), close() }`, or to null where there is no SBCL. */
export async function startSbcl() {
  let lisp = await startLisp(driver);
  if (lisp === null) return null;
  let left = PROGRAMS;
  const restart = async () => {
    lisp.close();
    lisp = await startLisp(driver);
    left = PROGRAMS;
  };
  const ask = async (mode, text, specials) => {
    const hanging = setTimeout(() => lisp.close(), HANGS_MS);
    const line = await lisp.ask(`(${mode} ${quoted(text)} (${specials.join(" ")}))`);
    clearTimeout(hanging);
    if (line?.startsWith("{")) return JSON.parse(line);
    await restart();
    return { values: [], condition: "no answer", log: [], specials: [], isWarned: false, isDeleting: false };
  };
  return {
    /** The outcomes of the compiled and of the interpreted program. */
    async answer(text, specials, interpreted) {
      if (left-- === 0) await restart();
      return {
        compiled: await ask(":compiled", text, specials),
        interpreted: await ask(":interpreted", interpreted.text, interpreted.specials),
      };
    },
    close: () => lisp.close(),
  };
}

const quoted = (text) => `"${text.replace(/[\\"]/g, "\\$&")}"`;
