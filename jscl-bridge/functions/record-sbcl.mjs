// Records in sbcl.json what the SBCL of this machine says of the functions of COMMON-LISP: their lambda lists
// and types.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";

const PROGRAM = `
(let ((*package* (find-package "COMMON-LISP")) (*print-pretty* nil) (names '()))
  (do-external-symbols (name *package*)
    (when (and (fboundp name) (not (macro-function name)) (not (special-operator-p name)))
      (push name names)))
  (dolist (name (sort names #'string<))
    (format t "~S~%~S~%~S~%" name
            (sb-introspect:function-lambda-list name)
            (let ((function (fdefinition name)))
              (if (typep function 'generic-function) :generic (sb-introspect:function-type name))))))`;

const options = ["--noinform", "--no-sysinit", "--no-userinit", "--disable-debugger"];
const steps = ["(require :sb-introspect)", PROGRAM].flatMap((step) => ["--eval", step]);
const lines = execFileSync("sbcl", [...options, ...steps, "--quit"]).toString();
const version = execFileSync("sbcl", ["--version"]).toString().trim();
const functions = {};
const rest = lines.trim().split("\n");
while (rest.length > 0) {
  const [name, lambdaList, type] = rest.splice(0, 3);
  functions[name] = [lambdaList, type];
}
writeFileSync(new URL("sbcl.json", import.meta.url), `${JSON.stringify({ version, functions }, null, 1)}\n`);
