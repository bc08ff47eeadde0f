import { openBlank } from "./support/made-pages.js";
import { expect, test } from "./support/test.js";

test("what a server sends is held against the schema of its version", async ({ freshLisp, wire }) => {
  const before = wire.count;
  await freshLisp.evaluate("(+ 1 2)");
  expect(wire.count).toBeGreaterThan(before);
  expect(wire.takeProblems()).toEqual([]);
});

test("a server that sends what its version does not allow is found out", async ({ page, wire }) => {
  const body = `export class LispServer {
    static start({ onTraffic }) {
      onTraffic({ client: 1, direction: "in", json: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' });
      onTraffic({ client: 1, direction: "out", json: '{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":7}]}}' });
    }
  }`;
  await page.route("**/jscl-mcp-unwatched.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body }),
  );
  await openBlank(page);
  await page.evaluate(async () => (await import("/jscl-mcp.js" as string)).LispServer.start());
  expect(wire.takeProblems()).toEqual([expect.stringContaining("2025-11-25: ListToolsResult/tools/0")]);
});
