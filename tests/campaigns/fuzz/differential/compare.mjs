/** Compares the answers to a program. */

/** Types that a program is not likely to distinguish. */
const SAME_TYPE = { "SIMPLE-TYPE-ERROR": "TYPE-ERROR" };

/** An answer as a text: the values or the error, the log, and the special variables. */
export function outcome({ values, condition, log, specials }) {
  const end = condition === null ? `=> ${values.join(" ; ")}` : `[${SAME_TYPE[condition] ?? condition}]`;
  return [
    end,
    log.length > 0 && `log ${log.join(" ")}`,
    specials.length > 0 && `specials ${specials.join(" ")}`,
  ]
    .filter(Boolean)
    .join("   ");
}

const FLOAT = /-?\d+\.\d+(?:[ed][-+]?\d+)?/g;

/** Whether two outcomes are the same but for the last place of floats. */
function sameButForLastPlaces(a, b) {
  if (a.replace(FLOAT, "#") !== b.replace(FLOAT, "#")) return false;
  const floats = (text) => Array.from(text.matchAll(FLOAT), ([float]) => float);
  const others = floats(b);
  return floats(a).every((float, i) => {
    const [x, y] = [float, others[i]].map((one) => Number(one.replace("d", "e")));
    return Math.abs(x - y) <= Math.abs(x) * (float.includes("d") ? 2 ** -51 : 2 ** -22);
  });
}

/**
 * Whether SBCL's answer is the wrong one: it makes a float of a ratio of long integers by dropping bits
 * before it rounds, so the result is not always the nearest. Our compiler and the simple evaluator found this
 * independently.
 */
function isSbclsRounding({ ours, simple, compiled }) {
  if (compiled === undefined || outcome(ours) !== outcome(simple)) return false;
  return sameButForLastPlaces(outcome(compiled), outcome(ours));
}

/**
 * Wrong warnings of types: those of a program that runs to its end without an error, where SBCL has none.
 * Where SBCL deletes code, it does not warn of it, which proves nothing.
 */
function unjustWarnings({ ours, simple, compiled }) {
  if (compiled === undefined || compiled.isWarned || compiled.isDeleting) return [];
  if (simple.condition !== null || compiled.condition !== null) return [];
  return ours.warnings.filter(({ type }) => type === "TYPE-WARNING");
}

/**
 * The kinds of what is wrong, of `"ours"`, `"simple"` and `"warning"`. Where SBCL answers one thing
 * compiled and another interpreted, either is right.
 */
export function judge(answers) {
  const { ours, simple, compiled, interpreted } = answers;
  const right = compiled === undefined ? [outcome(simple)] : [outcome(compiled), outcome(interpreted)];
  const wrong = [];
  if (!isSbclsRounding(answers)) {
    if (!right.includes(outcome(ours))) wrong.push("ours");
    if (!right.includes(outcome(simple))) wrong.push("simple");
  }
  if (unjustWarnings(answers).length > 0) wrong.push("warning");
  return wrong;
}

export const isSbclsOwn = ({ compiled, interpreted }) =>
  compiled !== undefined && outcome(compiled) !== outcome(interpreted);
