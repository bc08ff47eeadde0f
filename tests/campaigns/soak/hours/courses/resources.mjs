/** Resources, subscriptions to them, prompts and completions. */
const uri = (part) => `lisp://session/main/${part}`;
const WATCHED = ["transcript", "journal", "last-error", "definition/SOAK-WATCHED"].map(uri);

export async function subscriptions(table) {
  await table.notified("notifications/resources/updated", { atLeast: 0 });
  for (const each of WATCHED) await table.request("resources/subscribe", { uri: each });
  await table.evaluate(`(defun soak-watched () ${table.random.int(0, 99)})`, /SOAK-WATCHED/);
  await table.evaluate('(error "watched")', /SIMPLE-ERROR/);
  await table.read(uri("transcript"), /watched/);
  await table.read(uri("journal"), /soak-watched/);
  await table.read(uri("last-error"), /watched/);
  await table.read(uri("last-error.json"), /watched/);
  await table.read(uri("definition/SOAK-WATCHED"), /soak-watched/);
  await table.read(uri("symbol/SOAK-WATCHED"), /./);
  await table.read(uri("package/COMMON-LISP-USER"), /./);
  await table.notified("notifications/resources/updated", { atLeast: 4 });
  for (const each of WATCHED) await table.request("resources/unsubscribe", { uri: each });
}

export async function lists(table) {
  for (const method of ["tools/list", "resources/list", "resources/templates/list", "prompts/list", "ping"]) {
    const { error } = await table.request(method);
    if (error) table.check(method, JSON.stringify(error), /^$/);
  }
  const ref = { type: "ref/resource", uri: "lisp://session/{session}/definition/{name}" };
  await table.request("completion/complete", { ref, argument: { name: "name", value: "SOAK-" } });
  await table.request("no/such-method");
  await table.request("tools/call", { name: "no-such-tool", arguments: {} });
  await table.request("tools/call", { name: "evaluate-lisp", arguments: { code: 5 } });
}
