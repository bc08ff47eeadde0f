/** The MCP Inspector's command line, which knows nothing of us, on the program. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { PROGRAM } from "./support/program.js";

/** It finds its own name beside itself only when it is started there. */
const inspector = fileURLToPath(
  new URL("../../node_modules/@modelcontextprotocol/inspector-cli/build/", import.meta.url),
);

/** Runs it for one method and resolves to what it printed. */
function inspect(...args: string[]): Promise<unknown> {
  const command = ["cli.js", "--cli", process.execPath, PROGRAM, "--method", ...args];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, command, { cwd: inspector, timeout: 60_000 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${stdout}\n${stderr}`));
      else resolve(JSON.parse(stdout));
    });
  });
}

describe("the Inspector's command line", () => {
  test("lists the tools", async () => {
    const { tools } = (await inspect("tools/list")) as {
      tools: Array<{ name: string; inputSchema: object }>;
    };
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "evaluate-lisp",
        "describe-last-error",
        "get-backtrace",
        "configure-limits",
        "reset-session",
      ]),
    );
    for (const { inputSchema } of tools) expect(inputSchema).toMatchObject({ type: "object" });
  });

  test("calls a tool, with arguments of several types", async () => {
    expect(
      await inspect(
        "tools/call",
        "--tool-name",
        "evaluate-lisp",
        "--tool-arg",
        "code=(list 1 #\\a)",
        "capture-time=true",
      ),
    ).toMatchObject({
      content: [{ type: "text", text: expect.stringMatching(/^=> \(1 #\\a\)\n\n\[timing\]/) }],
      structuredContent: { status: "ok", values: ["(1 #\\a)"] },
    });
  });

  test("is told of a Lisp error as of a tool's", async () => {
    expect(
      await inspect("tools/call", "--tool-name", "evaluate-lisp", "--tool-arg", "code=(/ 1 0)"),
    ).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("DIVISION-BY-ZERO") }],
    });
  });

  test("lists and reads resources, their templates, and prompts", async () => {
    const { resources } = (await inspect("resources/list")) as { resources: Array<{ uri: string }> };
    expect(resources.map(({ uri }) => uri)).toContain("lisp://guide");
    expect(await inspect("resources/read", "--uri", "lisp://guide")).toMatchObject({
      contents: [{ uri: "lisp://guide", text: expect.any(String) }],
    });
    const { resourceTemplates } = (await inspect("resources/templates/list")) as {
      resourceTemplates: object[];
    };
    expect(resourceTemplates.length).toBeGreaterThan(0);
    const { prompts } = (await inspect("prompts/list")) as { prompts: Array<{ name: string }> };
    expect(prompts.map(({ name }) => name)).toContain("debug-last-error");
    expect(await inspect("prompts/get", "--prompt-name", "debug-last-error")).toMatchObject({
      messages: [{ role: "user" }],
    });
  });

  test("sets the level of logs", async () => {
    expect(await inspect("logging/setLevel", "--log-level", "debug")).toEqual({});
  });
});
