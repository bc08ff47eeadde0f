/**
 * `node scripts/record-indentation.mjs`: records what Emacs's `common-lisp-indent-function` does, under
 * tests/fixtures/indentation/; needs `emacs`, of Debian's package emacs-nox. The pieces of Lisp there are
 * indented in place. Of files of the overlay and of the playground's examples, columns.json has the columns
 * of each top-level form, by a hash of its text.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { at } from "./lib/paths.mjs";
import { bundleTool } from "./lib/programs.mjs";
import { Problem, runMain } from "./lib/report.mjs";
import { columnsOf, topLevelForms } from "./lib/top-level-forms.mjs";

const FOLDER = at("tests", "fixtures", "indentation");

/** The files whose columns are recorded, by their places in jscl-bridge/lisp/. */
const OVERLAY = [
  "clos/combinations.lisp",
  "clos/methods.lisp",
  "conditions/handlers.lisp",
  "conditions/restarts.lisp",
  "language/loop-types.lisp",
  "packages/defpackage.lisp",
  "sequences/sequences.lisp",
  "structures/defstruct.lisp",
  "tests/conditions.lisp",
];

/**
 * Indents the whole text. A comment of one semicolon, which Emacs moves to the right, is indented as code; a
 * macro of the text whose lambda list has `&body` as SLIME has it.
 */
const PROGRAM = `
(require 'cl-indent)
(defun note-macro (form)
  (let ((place 0) (skip nil))
    (catch 'done
      (dolist (parameter (and (listp (nth 2 form)) (nth 2 form)))
        (cond ((eq parameter '&body)
               (let ((name (intern (downcase (symbol-name (nth 1 form))))))
                 (unless (get name 'common-lisp-indent-function)
                   (put name 'common-lisp-indent-function place)))
               (throw 'done nil))
              ((memq parameter '(&whole &environment)) (setq skip t))
              (skip (setq skip nil))
              ((eq parameter '&optional))
              (t (setq place (1+ place))))))))
(with-temp-buffer
  (insert-file-contents (car command-line-args-left))
  (lisp-mode)
  (setq indent-tabs-mode nil)
  (setq-local comment-indent-function
              (lambda () (let ((indent (calculate-lisp-indent)))
                           (if (consp indent) (car indent) (or indent 0)))))
  (goto-char (point-min))
  (while (re-search-forward "^(defmacro \\\\(\\\\S-+\\\\) " nil t)
    (let ((name (intern (match-string 1)))
          (parameters (ignore-errors (save-excursion (read (current-buffer))))))
      (note-macro (list 'defmacro name parameters))))
  (indent-region (point-min) (point-max))
  (delete-trailing-whitespace)
  (write-region nil nil (car command-line-args-left) nil 'silent))
(setq command-line-args-left nil)
`;

/** Has Emacs indent a file. */
function indent(file) {
  const { status, stderr } = spawnSync("emacs", ["-Q", "--batch", "--eval", `(progn ${PROGRAM})`, file], {
    encoding: "utf8",
  });
  if (status !== 0)
    throw new Problem(`Emacs could not indent ${file}; is emacs-nox installed?\n${stderr ?? ""}`);
}

/** The columns that Emacs gives the forms of a text, by their keys. */
function recorded(text, folder) {
  const copy = join(folder, "text.lisp");
  writeFileSync(copy, text);
  indent(copy);
  const lines = readFileSync(copy, "utf8").split("\n");
  return Object.fromEntries(
    topLevelForms(text).map(({ key, from, lines: { length } }) => [
      key,
      columnsOf(lines.slice(from, from + length)),
    ]),
  );
}

async function exampleTexts() {
  const { exampleGroups } = await import(
    pathToFileURL(await bundleTool("www/examples/examples.ts", "examples.mjs"))
  );
  return exampleGroups.flat().map(({ title, code }) => [`examples: ${title}`, code]);
}

await runMain(async () => {
  for (const file of readdirSync(FOLDER)) if (file.endsWith(".lisp")) indent(join(FOLDER, file));
  const folder = mkdtempSync(join(tmpdir(), "indentation-"));
  try {
    const overlay = OVERLAY.map((file) => [file, readFileSync(at("jscl-bridge", "lisp", file), "utf8")]);
    const texts = [...overlay, ...(await exampleTexts())];
    const columns = Object.fromEntries(texts.map(([name, text]) => [name, recorded(text, folder)]));
    writeFileSync(join(FOLDER, "columns.json"), `${JSON.stringify(columns, null, 2)}\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
  console.log("Emacs has indented the pieces, and their columns are recorded.");
});
