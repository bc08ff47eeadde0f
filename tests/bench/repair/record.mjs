/** `node tests/bench/repair/record.mjs`: asks SBCL for the programs' answers, and writes answers.json. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { Problem, runMain } from "../../../scripts/lib/report.mjs";
import { ANSWERS, programs } from "./programs.mjs";

const MARK = "\u0001";

/** The values of the last form of a text, as SBCL prints them. */
function answerOf({ name, code }) {
  const string = `"${code.replace(/["\\]/g, "\\$&")}"`;
  const form = `(handler-bind ((warning #'muffle-warning)) (let ((values nil) (*print-pretty* nil))
    (with-input-from-string (in ${string})
      (loop for form = (read in nil in) until (eq form in)
            do (setf values (multiple-value-list (eval form)))))
    (format t "${MARK}~{~S~^${MARK}~}" values)))`;
  const { stdout, stderr, status } = spawnSync(
    process.env.SBCL || "sbcl",
    ["--noinform", "--no-sysinit", "--no-userinit", "--non-interactive", "--eval", form],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Problem(`SBCL did not answer for ${name}:\n${stdout}${stderr}`);
  return stdout.split(MARK).slice(1).join(" ");
}

await runMain(async () => {
  const known = Object.fromEntries(programs().map((program) => [program.name, answerOf(program)]));
  writeFileSync(ANSWERS, `${JSON.stringify(known, null, 2)}\n`);
});
