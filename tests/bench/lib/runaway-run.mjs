/** Runs a runaway in a session of its own and looks at what it left. */

/**
 * What a session holds before: a package that is current, a variable, a function, a special that is bound to
 * a value.
 */
const SETUP = `(defpackage "KEPT" (:use "CL"))
(in-package "KEPT")
(defvar *special* :global)
(defun special-value () *special*)
(setq *print-base* 10)
(defparameter *kept* (list 1 2 3))
(defun kept (n) (* 6 n))`;

/** Facts that have to be the same after a runaway program. */
const CHECK = `(cl:list (cl:+ 1 2) (kept::kept 7) kept::*kept* (kept::special-value) (cl:package-name cl:*package*)
 (cl:eq cl:*package* (cl:find-package "KEPT"))
 (cl:handler-case (cl:car 1) (cl:type-error () :handled)) cl:*print-base*)`;
const INTACT = `(3 42 (1 2 3) :GLOBAL "KEPT" T :HANDLED 10)`;

/** Milliseconds beyond its deadline after which a server that does not answer hangs. */
const PATIENCE = 12_000;

/**
 * `{ program, ms, status, type, inTime, intact, after }`: how long until the answer and what it was, whether
 * that was within twice the deadline, and whether the session was as before; `status` is "hangs" where no
 * answer came at all.
 */
export async function runRunaway(program, server, timeout) {
  const outcome = await within(timeout * 1000 + PATIENCE, attempt(program, server, timeout));
  if (outcome !== undefined) return { program, ...outcome, inTime: outcome.ms <= 2000 * timeout };
  await server.restart();
  return { program, ms: Number.POSITIVE_INFINITY, status: "hangs", type: "", inTime: false, intact: false };
}

async function attempt({ code }, { call, restart }, timeout) {
  try {
    await call("reset-session");
    await call("evaluate-lisp", { code: SETUP });
    await call("configure-limits", { timeout });
    const began = performance.now();
    const { status, error, values } = await call("evaluate-lisp", { code });
    const ms = performance.now() - began;
    await call("configure-limits", { timeout: 10 });
    const after = await call("evaluate-lisp", { code: CHECK });
    const found = after.values?.[0] ?? after.error?.message ?? after.status;
    return {
      ms,
      status,
      type: error?.type ?? "",
      value: values?.[0] ?? error?.message ?? "",
      intact: found === INTACT,
      found,
      frames: error?.frames?.length ?? 0,
    };
  } catch (error) {
    await restart();
    return { ms: Number.POSITIVE_INFINITY, status: "crashes", type: "", value: String(error), intact: false };
  }
}

/** The promise's value, or undefined when it takes longer. */
function within(ms, promise) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
