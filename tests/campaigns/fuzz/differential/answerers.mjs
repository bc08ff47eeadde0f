/**
 * The answerers, each of which runs a program: our compiler, the simple evaluator, and SBCL where it is
 * installed.
 */
import { Malformed, TooMuch } from "./evaluator/data.mjs";
import { evaluate } from "./evaluator/evaluator.mjs";
import { startOurs } from "./ours.mjs";
import { startSbcl } from "./sbcl.mjs";

/**
 * Resolves to `{ ask(text, specials), hasSbcl, close() }`. `ask` resolves to `{ simple, ours, compiled,
 * interpreted }`, or to `{ skipped }`, which says why the program cannot be compared.
 */
export async function startAnswerers({ withSbcl = true } = {}) {
  const [ours, sbcl] = await Promise.all([startOurs(), withSbcl ? startSbcl() : null]);
  const [askOurs, askSbcl] = [inTurn(ours.answer), sbcl && inTurn(sbcl.answer)];
  let serial = 0;
  return {
    hasSbcl: sbcl !== null,
    async ask(text, specials) {
      const simple = simply(text, specials);
      if (simple.skipped) return simple;
      serial++;
      const [mine, theirs, again] = ["", "c", "i"].map((suffix) =>
        renamed(`${serial}${suffix}`, text, specials),
      );
      const [answer, both] = await Promise.all([
        askOurs(mine.text, mine.specials),
        askSbcl?.(theirs.text, theirs.specials, again),
      ]);
      return {
        simple,
        ours: cleaned(answer),
        compiled: cleaned(both?.compiled),
        interpreted: cleaned(both?.interpreted),
      };
    },
    async close() {
      sbcl?.close();
      await ours.close();
    },
  };
}

/**
 * The answer of the simple evaluator, or of one with a fault. The program is skipped when it takes too long.
 */
export function simply(text, specials, lisp) {
  try {
    return evaluate(text, specials, lisp);
  } catch (e) {
    if (e instanceof TooMuch) return { skipped: "too much", why: e.message };
    if (e instanceof Malformed) return { skipped: "malformed", why: e.message };
    throw e;
  }
}

/** The same function, one call after the other. */
function inTurn(answer) {
  let last = Promise.resolve();
  return (...args) => {
    const next = last.then(() => answer(...args));
    last = next.catch(() => {});
    return next;
  };
}

/**
 * Names that a program defines end in an underscore: each time it is evaluated they are others, so that
 * nothing is left over.
 */
function renamed(suffix, text, specials) {
  const rename = (name) => name.replaceAll("_", `_${suffix}`);
  return { text: rename(text), specials: specials.map(rename) };
}

function cleaned(answer) {
  if (answer === undefined) return undefined;
  const clean = (texts) => texts.map((text) => text.replace(/_\d+[CI]?/g, "_"));
  return {
    ...answer,
    values: clean(answer.values),
    log: clean(answer.log),
    specials: clean(answer.specials),
  };
}
