/** The README's lines, as somebody copies them who reads it for the first time. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "../e2e/support/test.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const readme = readFileSync(`${root}README.md`, "utf8");

/** The first block of a language that has some text in it. */
function block(language: string, text: string): string {
  const blocks = [...readme.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)];
  const found = blocks.find(([, name, code]) => name === language && code?.includes(text));
  return found?.[2] ?? "";
}

test("the README's lines for a page work beside dist/", async ({ page, baseURL }) => {
  const snippet = block("html", "LispServer");
  await page.route("**/mine.html", (route) =>
    route.fulfill({ contentType: "text/html", body: `<!doctype html><title>Mine</title>${snippet}` }),
  );
  const said = page.waitForEvent("console", (message) => message.text().startsWith("=>"));
  await page.goto(`${baseURL}plain/lisp/mine.html`);
  expect((await said).text()).toBe('=> "forty-two"');
});

test("the README's line for documentation makes a cell of every block of Lisp", async ({ page, baseURL }) => {
  const code = '<pre><code class="language-lisp">(* 6 7)</code></pre><pre><code>no Lisp</code></pre>';
  const body = `<!doctype html><title>Mine</title>${block("html", "lisp-cell.js")}${code}`;
  await page.route("**/mine.html", (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto(`${baseURL}plain/mine.html`);
  const cell = page.locator("lisp-cell");
  await expect(cell).toHaveCount(1);
  await cell.getByRole("button", { name: "Run" }).click();
  await expect(cell.locator("[part=value] pre")).toHaveText("42");
});

test("the README's line for the command line prints what stands behind it", async () => {
  const [, command = "", words = "", said] = /^node (\S+) --eval '(.*)' +# .*prints (\S+),/m.exec(
    block("sh", "--eval"),
  ) ?? ["", ""];
  const { stdout } = await promisify(execFile)(process.execPath, [command, "--eval", words], { cwd: root });
  expect([stdout, said]).toEqual(["forty-two", "forty-two"]);
});

test("the README's configuration starts a server for an agent", async () => {
  const { command, args } = JSON.parse(block("json", "mcpServers")).mcpServers.lisp;
  expect(command).toBe("node");
  const here = args.map((word: string) => word.replace("/path/to/jscl-mcp/", root));
  const program = spawn(process.execPath, here, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: program.stdout });
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "a", version: "1" } };
  program.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
  const [line] = await once(lines, "line");
  expect(JSON.parse(line).result.serverInfo.name).toBe("jscl-mcp");
  program.stdin.end();
  expect(await once(program, "close")).toEqual([0, null]);
});
