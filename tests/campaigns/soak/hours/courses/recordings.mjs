/** Recordings, traces, times and profiles. */
export async function recordings(table) {
  const n = table.random.int(2, 40);
  await table.evaluate(
    "(defun soak-fib (n) (if (< n 2) n (+ (soak-fib (- n 1)) (soak-fib (- n 2)))))",
    /SOAK-FIB/,
  );
  await table.evaluate("(soak-fib 10)", /=> 55/, { record: true });
  await table.call("query-recording", {}, /SOAK-FIB/);
  await table.call("query-recording", { function: "soak-fib", count: 5 }, /SOAK-FIB/);
  await table.call("query-recording", { value: "34" }, /./);
  await table.call("query-recording", { event: n, count: 5, direction: "back" }, /./);
  await table.evaluate("(mapcar #'soak-fib '(3 4))", /=> \(2 3\)/, { record: ["soak-fib"] });
  await table.evaluate("(jscl-mcp:record (soak-fib 5))", /./);
  await table.evaluate("(soak-fib -1)", /=> -1/);
}

export async function traces(table) {
  await table.evaluate("(defun soak-traced (n) (if (< n 1) 0 (soak-traced (1- n))))", /SOAK-TRACED/);
  await table.call("trace-function", { function: "soak-traced" }, /./);
  await table.evaluate("(soak-traced 4)", /SOAK-TRACED/);
  await table.call("query-recording", { trace: true }, /SOAK-TRACED/);
  await table.call("untrace-function", {}, /./);
  await table.call("time-execution", { code: "(loop repeat 100 collect 1)", runs: 3 }, /./);
  await table.call("profile-code", { code: "(loop repeat 20000 sum (expt 3 7))" }, /./);
}
