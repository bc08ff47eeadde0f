// Asks the SBCL of this machine for the answers in this folder's files, or in those that are named, and
// rewrites the files. A file has a form on each line, and below it, indented, what SBCL answers. All forms of
// a file share an image.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const folder = new URL(".", import.meta.url);
const files =
  process.argv.length > 2
    ? process.argv.slice(2)
    : readdirSync(folder).filter((name) => name.endsWith(".txt"));

for (const file of files) {
  const lines = readFileSync(new URL(file, folder), "utf8")
    .split("\n")
    .filter((line) => line !== "");
  const forms = lines.filter((line) => !line.startsWith("  "));
  const steps = [
    "(declaim (sb-ext:muffle-conditions warning sb-ext:compiler-note))",
    `(load ${JSON.stringify(new URL("answer.lisp", folder).pathname)})`,
    `(loop for line = (read-line *standard-input* nil) while line
           do (write-line (let ((*error-output* (make-broadcast-stream))) (answers::answer line))))`,
  ];
  const options = ["--noinform", "--no-sysinit", "--no-userinit", "--disable-debugger"];
  const answers = execFileSync("sbcl", [...options, ...steps.flatMap((step) => ["--eval", step]), "--quit"], {
    input: `${forms.join("\n")}\n`,
    stdio: ["pipe", "pipe", "ignore"],
    maxBuffer: 2 ** 28,
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  })
    .toString()
    .split("\n");
  writeFileSync(
    new URL(file, folder),
    forms.map((form, i) => `${form}\n  ${normalized(answers[i])}\n`).join(""),
  );
  process.stdout.write(`${file}: ${forms.length} forms\n`);
}

/** Addresses differ, and so does what SBCL's calls bind an argument to. */
function normalized(answer) {
  return answer.replace(/\{[0-9A-F]+\}/g, "{}").replace(/ when binding (?![*/])\S+/g, "");
}
