/**
 * The target `differential`: generated programs must have the same outcome in our compiler, in a simple
 * evaluator and in SBCL, compiled and interpreted; and our compiler must not warn of types without a reason.
 */
import { shrink } from "../programs/shrink.mjs";
import { simply, startAnswerers } from "./answerers.mjs";
import { isSbclsOwn, judge, outcome } from "./compare.mjs";
import { Coverage } from "./coverage.mjs";
import { program, textOf } from "./generator/program.mjs";

/** Programs of a run of which nothing else is said. */
export const PROGRAMS = 10_000;
/**
 * Programs that are being evaluated at the same time: SBCL, our compiler and the simple evaluator each have
 * one to do.
 */
const AT_ONCE = 6;
/** Findings that are shown. */
const SHOWN = 10;
/** This many programs execute every construct. */
const ENOUGH = 3000;

const KINDS = {
  ours: "our compiler differs",
  simple: "the simple evaluator differs",
  warning: "unjust warning",
};

/** Tries programs from number `from` on until there were `count` of them or `seconds` have passed. */
export async function differential({ seed, from, count, seconds, withSbcl = true }) {
  const answerers = await startAnswerers({ withSbcl });
  if (!answerers.hasSbcl) console.log("There is no SBCL: only the simple evaluator is compared with.");
  const until = performance.now() + seconds * 1000;
  const run = new Run(seed, answerers, count === 1);
  let number = from;
  const work = async () => {
    while (number < from + count && performance.now() < until) await run.one(number++);
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await run.show();
    return run.end();
  } finally {
    await answerers.close();
  }
}

class Run {
  #counts = { tried: 0, skipped: 0, errors: 0, sbclsOwn: 0 };
  #findings = [];
  #coverage = new Coverage();

  constructor(seed, answerers, inFull) {
    this.seed = seed;
    this.answerers = answerers;
    this.inFull = inFull;
  }

  async one(number) {
    const { forms, specials } = program(this.seed, number);
    const answers = await this.answerers.ask(textOf(forms), specials);
    const counts = this.#counts;
    counts.tried++;
    if (this.inFull) console.log(`${textOf(forms)}\n${answers.skipped ?? described(answers)}`);
    if (answers.skipped === "malformed") throw new Error(`#${number} is malformed: ${answers.why}`);
    if (answers.skipped) {
      counts.skipped++;
      return;
    }
    this.#coverage.add(forms, answers.simple.executed);
    if (answers.simple.condition !== null) counts.errors++;
    if (isSbclsOwn(answers)) counts.sbclsOwn++;
    const kinds = judge(answers);
    if (kinds.length > 0) this.#findings.push({ number, kinds, forms, specials, answers });
  }

  /** Prints findings with the least that shows them, and how to have them again. */
  async show() {
    this.#findings.sort((a, b) => a.number - b.number);
    for (const finding of this.#findings.slice(0, SHOWN)) {
      const { number, kinds, specials } = finding;
      const forms = await this.#smallest(finding);
      const text = textOf(forms);
      const answers = await this.answerers.ask(text, specials);
      const again = `--seed ${this.seed} --from ${number} --count 1`;
      console.log(
        `#${number}: ${kinds.map((kind) => KINDS[kind]).join(", ")} (npm run fuzz -- differential ${again})\n${indented(text)}`,
      );
      console.log(answers.skipped ?? described(answers));
    }
  }

  /**
   * The least program that has the same finding and the same end, and of which SBCL warns or does not as
   * before.
   */
  #smallest({ kinds: [kind], forms, specials, answers }) {
    return shrink(forms, async (smaller) => {
      const text = textOf(smaller);
      const simple = simplyOrNot(text, specials);
      if (simple === null || simple.condition !== answers.simple.condition) return false;
      const found = await this.answerers.ask(text, specials);
      if (found.compiled?.isWarned !== answers.compiled?.isWarned) return false;
      return found.ours.condition === answers.ours.condition && judge(found).includes(kind);
    });
  }

  end() {
    const { tried, skipped, errors, sbclsOwn } = this.#counts;
    if (!this.inFull) console.log(this.#coverage.table().join("\n"));
    const missing = tried >= ENOUGH ? this.#coverage.missing : [];
    if (missing.length > 0) console.log(`Never executed: ${missing.join(", ")}`);
    for (const [kind, text] of Object.entries(KINDS)) {
      const found = this.#findings.filter(({ kinds }) => kinds.includes(kind));
      if (found.length > 0) console.log(`${found.length} times: ${text}; first #${found[0].number}`);
    }
    const ends = `${errors} ended in an error, ${sbclsOwn} in two ways in SBCL itself, ${skipped} took too long to be compared`;
    return { tried: `${tried} programs (${ends})`, problems: this.#findings.length + missing.length };
  }
}

/** The result of shrinking may be no program at all. */
function simplyOrNot(text, specials) {
  try {
    const simple = simply(text, specials);
    return simple.skipped ? null : simple;
  } catch {
    return null;
  }
}

function described({ simple, ours, compiled, interpreted }) {
  const lines = [
    ["simple evaluator", outcome(simple)],
    ["our compiler", outcome(ours)],
    ...ours.warnings
      .filter(({ type }) => type === "TYPE-WARNING")
      .map(({ message }) => ["  warns", message.replace(/\s+/g, " ")]),
  ];
  if (compiled !== undefined)
    lines.push(
      [`SBCL compiled${remarks(compiled)}`, outcome(compiled)],
      ["SBCL interpreted", outcome(interpreted)],
    );
  return lines.map(([who, what]) => `    ${who}: ${what}`).join("\n");
}

const remarks = ({ isWarned, isDeleting }) =>
  (isWarned ? ", with a warning" : "") + (isDeleting ? ", leaving out code that it cannot reach" : "");

const indented = (text) => text.replace(/^/gm, "    ");
