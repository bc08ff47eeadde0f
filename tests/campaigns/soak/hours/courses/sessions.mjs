/** Sessions and clients that come and go. */
export async function sessions(table) {
  const session = `s${table.random.int(1, 4)}`;
  await table.call("create-session", { session }, new RegExp(session));
  await table.evaluate(
    "(defvar *of-this* (make-array 20000)) (defun f () (length *of-this*)) (f)",
    /=> 20000$/,
    { session },
  );
  await table.evaluate('(error "in another")', /SIMPLE-ERROR/, { session });
  await table.evaluate("(list 1 nothing)", /UNBOUND-VARIABLE/, { session, "on-error": "hold" });
  await table.call("list-sessions", {}, new RegExp(session));
  if (table.random.chance(0.5)) {
    await table.call("reset-session", { session }, /./);
    await table.evaluate("(fboundp 'f)", /=> NIL$/, { session });
  }
  await table.call("close-session", { session }, new RegExp(session));
}

export async function visitors(table) {
  for (let i = 0; i < 3; i++) await table.has("visit", "(list :visited)", /=> \(:VISITED\)$/);
}
