/** Evaluations that are stopped, exhaust something, or write a lot. */
export async function ends(table) {
  const params = { name: "evaluate-lisp", arguments: { code: "(loop (list 1))" } };
  await table.request("tools/call", params, { cancelAfterMs: 60 });
  await table.evaluate("(+ 20 1)", /=> 21$/);
  await table.call("configure-limits", { timeout: 0.05 }, /0\.05/);
  await table.evaluate("(unwind-protect (loop) (list :cleanup))", /TIMEOUT/);
  await table.call("configure-limits", { timeout: 30 }, /30/);
  await table.evaluate("(labels ((deep (n) (+ 1 (deep n)))) (deep 0))", /CONTROL-STACK-EXHAUSTED/);
  await table.evaluate('(dotimes (i 3000) (format t "a line of output, number ~d~%" i))', /=> NIL$/);
  await table.evaluate("(make-array 400000000)", /HEAP-EXHAUSTED|ERROR/);
  await table.evaluate("(make-string 60000 :initial-element #\\x)", /xxx/);
}
