// Asks the SBCL of this machine what its compiler says of the definitions in `definitions.txt`, and rewrites
// the file: a definition on each line, and below it, indented, each error that SBCL caught in it. All of them
// share an image, and each may use what those before it define. None may signal when it is evaluated.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const file = new URL("definitions.txt", import.meta.url);
const definitions = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("  "));
const END = "; that was all";
const program = `
  (loop for line = (read-line *standard-input* nil) while line
        do (let ((*error-output* *standard-output*) (*package* (find-package "COMMON-LISP-USER")))
             (eval (read-from-string line))
             (format t "~&${END}~%")))`;
const options = [
  "--noinform",
  "--no-sysinit",
  "--no-userinit",
  "--disable-debugger",
  "--eval",
  program,
  "--quit",
];
const texts = execFileSync("sbcl", options, {
  input: `${definitions.join("\n")}\n`,
  stdio: ["pipe", "pipe", "ignore"],
  maxBuffer: 2 ** 28,
})
  .toString()
  .split(`${END}\n`);
writeFileSync(
  file,
  definitions
    .map((each, i) => [each, ...errorsIn(texts[i]).map((error) => `  ${error}`), ""].join("\n"))
    .join(""),
);

/** The messages under "caught ERROR", each as one line. */
function errorsIn(text) {
  const found = [];
  let lines = null;
  for (const line of text.split("\n")) {
    if (/^; caught /.test(line)) {
      lines = /^; caught ERROR:/.test(line) ? [] : null;
      if (lines !== null) found.push(lines);
    } else if (!line.startsWith(";   ")) lines = null;
    else lines?.push(line.slice(4));
  }
  return found.map((each) => each.join(" ").replace(/\s+/g, " ").trim());
}
