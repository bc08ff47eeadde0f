/** Libraries: in the session that stays, and in sessions that come and go. */
const USED = `(list (soak-lib:area (make-instance 'soak-lib:square :side 3)) (soak-lib:words "a bc d"))`;
/** Whatever it says of what was compiled: no error. */
const LOADED = /^(?!.*\[ERROR\])/s;
const EXPECTED = /=> \(9 \("a" "bc" "d"\)\)$/;

export async function systems(table) {
  await table.call("load-system", { system: "soak-lib" }, LOADED);
  await table.evaluate(`(asdf:load-system "soak-lib" :force t)`, /=> T$/);
  await table.evaluate(USED, EXPECTED);
  await table.call(
    "write-file",
    {
      path: "/own/soak-own.asd",
      content: '(defsystem "soak-own" :depends-on ("soak-lib") :components ((:file "own")))',
    },
    /./,
  );
  await table.call(
    "write-file",
    { path: "/own/own.lisp", content: `(defun own (x) (list x ${table.random.int(0, 9)}))` },
    /./,
  );
  await table.call("load-system", { system: "soak-own" }, LOADED);
  await table.evaluate("(own 1)", /=> \(1 \d\)$/);
  await table.call("load-system", { system: "soak-nowhere" }, /soak-nowhere/i);
}

export async function systemsElsewhere(table) {
  const session = "library";
  await table.call("create-session", { session, timeout: 60 }, /library/);
  await table.call("load-system", { system: "soak-lib", session }, LOADED);
  await table.evaluate(USED, EXPECTED, { session });
  await table.call("close-session", { session }, /library/);
}
