/** What is asked about values and definitions, and what is exported. */
export async function values(table) {
  const n = table.random.int(5, 200);
  const { handle } = await table.call(
    "inspect-value",
    {
      expression: `(list (make-hash-table) (make-array ${n}) "text" 'car #'car (find-class 'string))`,
      package: "COMMON-LISP-USER",
    },
    /./,
  );
  for (const path of [[1], [3], [5], [0]])
    await table.call("inspect-value", { handle, path, count: 10 }, /./);
  const data = await table.evaluate(`(list (make-condition 'error) ${n})`, /=> \(/, { detail: "full" });
  const kept = data?.results?.[0]?.values?.[0]?.handle;
  if (kept !== undefined)
    await table.evaluate(`(second (jscl-mcp:kept-value ${kept}))`, new RegExp(`=> ${n}$`));
  await table.evaluate("(describe 'car) (describe (list 1 2))", /CAR/);
}

export async function lookups(table) {
  await table.evaluate(
    "(defclass soak-point () ((x :initarg :x :accessor soak-x))) (defmethod soak-area ((p soak-point)) (soak-x p))",
    /SOAK-AREA/i,
  );
  await table.call("describe-symbol", { symbol: "soak-area" }, /SOAK-AREA/i);
  await table.call("apropos-search", { pattern: "soak-", count: 20 }, /SOAK-/i);
  await table.call("class-info", { class: "soak-point" }, /SOAK-POINT/i);
  await table.call("find-methods", { "generic-function": "soak-area" }, /SOAK-AREA/i);
  await table.call("who-calls", { symbol: "soak-x" }, /./);
  await table.call("who-references", { symbol: "*v1*" }, /./);
  await table.call("get-source", { symbol: "soak-area" }, /defmethod/);
  await table.call("validate-syntax", { code: '(list 1 (2 "open' }, /./);
  await table.call("compile-form", { code: "(defun soak-unused (x y) (list x))" }, /./);
  await table.call("format-code", { code: "(defun f (x)\n(list x\n(list 2)))" }, /./);
  await table.call("macroexpand-form", { code: "(loop for x in '(1 2) collect x)", all: true }, /./);
  await table.evaluate(
    `(jscl-mcp-test:deftest soak-test (jscl-mcp-test:is (= ${table.random.int(3, 5)} 4)))`,
    /./,
  );
  await table.call("run-tests", { framework: "jscl-mcp-test" }, /./);
}

export async function exported(table) {
  await table.call("export-session", {}, /defun/);
  await table.call("export-session", { path: "/session.lisp" }, /session\.lisp/);
  await table.evaluate("(progn (random 5) (car 5))", /TYPE-ERROR/);
  await table.call("export-failure", {}, /\(car 5\)/);
  await table.call(
    "export-failure",
    { evaluations: true, path: "/failure.lisp" },
    /failure\.lisp|Not all evaluations/,
  );
  await table.evaluate(`(read-line)`, /=> "typed"/, { stdin: "typed\n" });
}
