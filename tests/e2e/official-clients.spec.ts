import type { ClientKind } from "./support/page-clients.js";
import { OfficialClient } from "./support/session.js";
import { expect, test } from "./support/test.js";

const kinds: readonly ClientKind[] = ["auto", "legacy", "pinned", "sdk-1.32"];
const tools = [
  "close-session",
  "configure-limits",
  "create-session",
  "describe-last-error",
  "evaluate-lisp",
  "get-backtrace",
  "list-sessions",
  "reset-session",
];

for (const kind of kinds) {
  test(`the official client, ${kind}: every tool`, async ({ site }) => {
    const client = await OfficialClient.connect(site, kind);
    expect(await client.serverVersion()).toMatchObject({ name: expect.stringContaining("jscl-mcp") });
    expect((await client.toolNames()).sort()).toEqual(tools);

    const sum = await client.evaluate("(+ 1 2)");
    expect(sum.text).toBe("=> 3");
    expect(sum.structuredContent).toMatchObject({ status: "ok", values: ["3"] });

    const failure = await client.evaluate("(/ 1 0)");
    expect(failure.isError).toBe(true);
    expect(failure.structuredContent).toMatchObject({ status: "error", error: { type: "DIVISION-BY-ZERO" } });

    expect((await client.tool("describe-last-error")).text).toContain("Error: DIVISION-BY-ZERO");
    expect((await client.tool("get-backtrace", { "max-frames": 1 })).text).toContain("0: (/ 1 0)");
    expect((await client.tool("configure-limits", { timeout: 20 })).isError ?? false).toBe(false);
    expect((await client.tool("reset-session")).isError ?? false).toBe(false);
    expect((await client.evaluate('(warn "w") 1')).text).toBe("[warnings]\nSIMPLE-WARNING: w\n\n=> 1");
  });
}

test("all kinds of client at once, none in the way of another", async ({ site }) => {
  const clients = await Promise.all(kinds.map((kind) => OfficialClient.connect(site, kind)));
  const rounds = [0, 1, 2];
  const texts = await Promise.all(
    rounds.flatMap((round) =>
      clients.map(async (client, index) => (await client.evaluate(`(list ${index} ${round})`)).text),
    ),
  );
  expect(texts).toEqual(rounds.flatMap((round) => clients.map((_, index) => `=> (${index} ${round})`)));
});
