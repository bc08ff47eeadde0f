/** The Lisp texts that give an evaluation what it was given before. */
import type { LispValue } from "../runtime/objects/marshal.js";
import { packageNameOf } from "../runtime/objects/package-objects.js";
import { callLisp, elementsOf, INTERNAL_PACKAGE } from "../runtime/signals.js";
import { typedText } from "./evaluation-input.js";
import type { Given, Kind } from "./replay.js";

/** The package that the forms around an evaluation's code are read in, whatever its own uses. */
const NEUTRAL = "COMMON-LISP-USER";

/** What `replayOf` answers where the code is not enough, but for random numbers. */
export function replayText(given: Given, kind: Kind | null): string | null {
  const { code, frame } = given.command;
  if (kind === null) return preludeText(given);
  if (kind === "timeout") return ";; Left out: an evaluation that was stopped at its deadline.";
  if (frame !== null) return ";; Left out: what was evaluated in the frame of a call.";
  const settings = settingsOf(given, "\n                              (throw :failed nil)");
  const bindings = [["*package*", `(find-package ${quoted(homeOf(given))})`], ...settings]
    .map((binding) => `(${binding.join(" ")})`)
    .join("\n            ");
  return `${hasStrayed(given) ? ";; A debugger had this go on in another way, which is not in it.\n" : ""}${entering(NEUTRAL)}
(catch :failed
  (with-simple-restart (abort "Go on with what was evaluated next.")
    (let* (${bindings})
      (load (make-string-input-stream ${quoted(code)})))))`;
}

/** Whether it did not always go on where it had asked. */
function hasStrayed({ questions, answers }: Given): boolean {
  return questions > answers.length || answers.some(({ leaving }) => leaving !== null);
}

/** Settings for the code that follows, which fails at toplevel as it did; null where it needs none. */
function preludeText(given: Given): string | null {
  const settings = settingsOf(given, "");
  if (settings.length === 0) return null;
  const values = settings.map(([variable, value]) => `${variable} ${value}`).join("\n      ");
  return `${entering(NEUTRAL)}\n(setf ${values})\n${entering(homeOf(given))}\n\n`;
}

/** Variables of the forms around the code and their values; `ending` is done where no answer is left. */
function settingsOf({ command, answers, restarts }: Given, ending: string): string[][] {
  const settings: string[][] = [];
  const { text } = command.input;
  const chosen = restarts.map(({ answer }) => answer).join(" ");
  const typed = answers.map(({ input, echo }) => (input === null ? "" : typedText(input, echo))).join("");
  if (text !== null || typed !== "")
    settings.push(
      ["*standard-input*", `(make-string-input-stream ${quoted((text ?? "") + typed)})`],
      ["*query-io*", "(make-two-way-stream *standard-input* *standard-output*)"],
    );
  if (chosen.trim() !== "" || ending !== "")
    settings.push([
      "*debugger-hook*",
      `(let ((before *debugger-hook*) (answers '(${chosen})))
                            (lambda (condition hook)
                              (when before (funcall before condition hook))
                              (loop while answers
                                    do (destructuring-bind (number &optional arguments) (pop answers)
                                         (let ((restart (nth number (compute-restarts condition))))
                                           (if arguments
                                               (apply #'invoke-restart restart (eval (read-from-string arguments)))
                                               (invoke-restart-interactively restart)))))${ending}))`,
    ]);
  return settings;
}

/**
 * A restart that was chosen for a condition: its place among those that were active, and the form of its
 * arguments, unless it asks for them itself.
 */
export function answerText(
  condition: LispValue,
  restart: LispValue,
  values: readonly string[] | string | null,
): string {
  const active = elementsOf(callLisp("APPLICABLE-RESTARTS", INTERNAL_PACKAGE, condition));
  const texts = typeof values === "string" ? [values] : values;
  const given = texts === null ? "" : ` ${quoted(`(common-lisp:list ${texts.join("\n")}\n)`)}`;
  return `(${active.indexOf(restart)}${given})`;
}

/** The package that its code is read in. */
function homeOf({ command, home }: Given): string {
  return command.package ?? packageNameOf(home);
}

function entering(name: string): string {
  return `(common-lisp:in-package ${quoted(name)})`;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
