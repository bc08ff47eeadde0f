/** Our compiler's answers: the shipped server, which is given each program as a user would give it. */
import { startInNode } from "../../corpus/node-server.mjs";
import { within } from "../programs/run.mjs";

/** Programs share a session for so long. */
const SESSION = 2000;
/** Seconds that a program may take. */
const DEADLINE_S = 10;
/** Milliseconds after which the server hangs. */
const HANGS_MS = 30_000;
/** Functions that every program may call, and the form that reports afterwards what it has done. */
const PRELUDE = `(setq *print-pretty* nil)
(defvar *log* '())
(defun note (key value) (push (format nil "~S:~S" key value) *log*) value)
(defun state (names)
  (let ((log (reverse *log*)))
    (setq *log* '())
    (values-list
      (append log (list "/")
              (mapcar (lambda (name) (if (boundp name) (prin1-to-string (symbol-value name)) "unbound")) names)))))`;

/** Resolves to `{ answer(text, specials), close() }`. */
export async function startOurs() {
  const server = await startInNode();
  let left = 0;
  const fresh = async () => {
    await server.call("reset-session");
    await server.call("configure-limits", { timeout: DEADLINE_S, "max-output": 20_000 });
    await server.call("evaluate-lisp", { code: PRELUDE });
    left = SESSION;
  };
  return {
    async answer(text, specials) {
      if (left-- === 0) await fresh();
      const answer = await within(HANGS_MS, server.call("evaluate-lisp", { code: text }));
      if (answer === undefined) {
        await server.restart();
        left = 0;
        return { values: [], condition: "no answer", log: [], specials: [], warnings: [] };
      }
      const state = await server.call("evaluate-lisp", { code: `(state '(${specials.join(" ")}))` });
      if (answer.status === "timeout") left = 0;
      const texts = state.values.map((value) => JSON.parse(value.replaceAll("\n", " ")));
      const end = texts.indexOf("/");
      return {
        values: answer.status === "ok" ? answer.values : [],
        condition: answer.error ? standardType(answer.error) : null,
        log: texts.slice(0, end),
        specials: texts.slice(end + 1),
        warnings: answer.warnings,
      };
    },
    close: () => server.close(),
  };
}

/** The most specific standard type of a condition. */
function standardType({ type, precedence }) {
  const standard = precedence
    .filter((name) => name.startsWith("COMMON-LISP:"))
    .map((name) => name.slice("COMMON-LISP:".length));
  return standard.find((name) => name !== "SIMPLE-CONDITION") ?? type;
}
