/** Programs that are held at an error: restarts, frames, levels above each other. */
const HOLD = { "on-error": "hold" };

export async function levels(table) {
  const n = table.random.int(1, 99);
  await table.evaluate("(list 1 soak-nothing)", /UNBOUND-VARIABLE/, HOLD);
  await table.call("inspect-frame", { frame: 0 }, /./);
  await table.evaluate('(error "above ~d" 1)', /SIMPLE-ERROR/, HOLD);
  await table.evaluate("(defun soak-between (x) (* x 2)) (soak-between 4)", /=> 8$/);
  await table.call("abort-level", { level: 2 }, /./);
  await table.call(
    "invoke-restart",
    { restart: "USE-VALUE", values: [String(n)] },
    new RegExp(`=> \\(1 ${n}\\)$`),
  );
  await table.evaluate("(fmakunbound 'soak-later) (list (soak-later 2))", /UNDEFINED-FUNCTION/, HOLD);
  await table.evaluate("(defun soak-later (x) (list x :later))", /SOAK-LATER/);
  await table.call("continue", {}, /=> \(\(2 :LATER\)\)$/);
  await table.evaluate(
    "(restart-case (error 'type-error :datum 1 :expected-type 'list) (skip () :report \"Skip.\" :skipped))",
    /TYPE-ERROR/,
    HOLD,
  );
  await table.call("invoke-restart", { restart: "SKIP" }, /=> :SKIPPED$/);
}

export async function frames(table) {
  const n = table.random.int(1, 99);
  await table.evaluate(
    `(defun soak-inner (a) (declare (optimize (debug 2))) (let ((b (* a 2))) (if (evenp a) (error "at ~d" b) b)))
     (defun soak-outer (x) (declare (optimize (debug 2))) (let ((kept (list x))) (cons (soak-inner x) kept)))`,
    /SOAK-OUTER/,
  );
  await table.evaluate("(soak-outer 4)", /SIMPLE-ERROR/, HOLD);
  await table.call("get-backtrace", {}, /SOAK-INNER/);
  await table.call("eval-in-frame", { frame: 1, code: `(setq a ${2 * n + 1})` }, /./);
  const { text } = await table.call("get-backtrace", { "max-frames": 8 }, /SOAK-INNER/);
  const inner = Number(/(\d+): \(SOAK-INNER/.exec(text)?.[1] ?? 0);
  await table.call("inspect-frame", { frame: inner }, /./);
  await table.call("return-from-frame", { frame: inner, values: String(n) }, new RegExp(`=> \\(${n} 4\\)$`));
  await table.evaluate("(soak-outer 6)", /SIMPLE-ERROR/, HOLD);
  await table.evaluate("(defun soak-inner (a) (declare (optimize (debug 2))) (list :again a))", /SOAK-INNER/);
  await table.call("restart-frame", { frame: inner }, /=> \(\(:AGAIN 6\) 6\)$/);
}
