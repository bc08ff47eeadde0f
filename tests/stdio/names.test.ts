/** Names of JavaScript's properties are names like any other to the server: unknown, or the client's own. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { propertyNames } from "../names.js";
import { type AnyMessage, endAll, Program } from "./support/program.js";

let program: Program;
beforeAll(async () => {
  program = new Program(["--tools", "core,sessions"]);
  await program.initialize("2025-11-25", {});
});
afterAll(endAll);

/** What is said, whenever that is. */
const said = ({ id: _, ...answer }: AnyMessage): string =>
  JSON.stringify(answer).replace(/"timestamp":"[^"]*"/g, "");

/** A name like any other. */
const ORDINARY = "ordinary";

/** Everything that a client may name. */
const asks: Readonly<Record<string, (name: string) => Promise<AnyMessage>>> = {
  method: (name) => program.ask(name),
  tool: (name) => program.ask("tools/call", { name, arguments: {} }),
  prompt: (name) => program.ask("prompts/get", { name, arguments: {} }),
  "argument of a prompt": (name) =>
    program.ask("prompts/get", { name: "debug-last-error", arguments: { [name]: "x" } }),
  resource: (name) => program.ask("resources/read", { uri: `lisp://${name}/${name}` }),
  subscription: (name) => program.ask("resources/subscribe", { uri: `lisp://${name}/guide` }),
  completion: (name) =>
    program.ask("completion/complete", { ref: { type: "ref/prompt", name }, argument: { name, value: "" } }),
  session: (name) => program.call("evaluate-lisp", { code: "1", session: name }),
  "closed session": (name) => program.call("close-session", { session: name }),
  package: (name) => program.call("evaluate-lisp", { code: "1", package: name }),
  restart: (name) => program.call("evaluate-lisp", { code: "(/ 1 0)", restarts: [{ restart: name }] }),
  "argument of a tool": (name) => program.call("evaluate-lisp", { code: "1", [name]: "x" }),
  "long argument of a tool": (name) => program.call("evaluate-lisp", { code: "1", [name]: "x".repeat(2000) }),
  "on-error": (name) => program.call("evaluate-lisp", { code: "1", "on-error": name }),
  level: (name) => program.ask("logging/setLevel", { level: name }),
  cursor: (name) => program.ask("tools/list", { cursor: name }),
};

test.each(Object.keys(asks))("as %s", async (what) => {
  const ask = asks[what] as (name: string) => Promise<AnyMessage>;
  const usual = said(await ask(ORDINARY));
  for (const name of propertyNames())
    expect(said(await ask(name)), name).toBe(
      usual.replaceAll(ORDINARY, () => name).replaceAll(ORDINARY.toUpperCase(), () => name.toUpperCase()),
    );
});

test("a session, and what it defines, may have such a name", async () => {
  for (const session of ["constructor", "__proto__", "toString"]) {
    expect((await program.call("create-session", { session })).isError).toBeFalsy();
    await program.evaluate(`(defun |${session}| () 42)`, { session });
    expect(await program.evaluate(`(|${session}|)`, { session })).toBe("=> 42");
    expect((await program.call("close-session", { session })).isError).toBeFalsy();
  }
});
