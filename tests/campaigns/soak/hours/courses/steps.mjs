/** Steps, breakpoints, the debug quality. */
const DEFINED = `(defun soak-total (list)
  (if list
      (+ (first list) (soak-total (rest list)))
      0))
(defun soak-mean (list)
  (/ (soak-total list) (length list)))`;

export async function steps(table) {
  await table.evaluate(DEFINED, /SOAK-MEAN/);
  await table.call("step", { code: "(soak-mean '(1 2 6))" }, /STEP-FORM-CONDITION/);
  for (const how of ["into", "over", "into"]) await table.call("step", { how }, /STEP-FORM-CONDITION/);
  await table.call("inspect-frame", { frame: 0 }, /./);
  await table.call("step", { how: "continue" }, /=> 3$/);
}

export async function breakpoints(table) {
  await table.evaluate(DEFINED, /SOAK-MEAN/);
  await table.call("set-breakpoint", { function: "soak-total", condition: "(null (sb-debug:arg 0))" }, /./);
  await table.evaluate("(soak-mean '(4 6))", /\[ERROR\]/, { "on-error": "hold" });
  await table.call("inspect-frame", { frame: 0 }, /./);
  await table.call("continue", {}, /=> 5$/);
  await table.call("clear-breakpoint", { function: "soak-total" }, /./);
  await table.call("set-breakpoint", { function: "soak-total", line: 3 }, /./);
  await table.evaluate("(soak-mean '(4))", /\[ERROR\]/, { "on-error": "hold" });
  await table.call("abort-level", {}, /./);
  await table.call("clear-breakpoint", {}, /./);
  await table.call("step", { code: "(list\n  (soak-mean '(2))\n  3)", breakpoints: [2] }, /\[ERROR\]/);
  await table.call("step", { how: "continue" }, /=> \(2 3\)$/);
  await table.call("configure-debugger", { debug: 2 }, /./);
  await table.evaluate("(soak-mean '(1 3))", /=> 2$/);
  await table.call("configure-debugger", { debug: 1 }, /./);
}
