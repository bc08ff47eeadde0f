/** A thread in place of an image can do no more than end its own session's image, whatever it posts. */
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LispServer as Server } from "../../jscl-bridge/index.js";

type Answer = {
  readonly result?: { readonly content: [{ readonly text: string }] };
  readonly error?: unknown;
};

let folder: string;
let server: Server;
let ask: (name: string, args: object) => Promise<Answer>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "jscl-mcp-garbage-"));
  await copyFile("tests/fixtures/garbage-image.js", join(folder, "jscl-mcp-thread.js"));
  await copyFile("package.json", join(folder, "package.json"));
  await copyFile("dist/jscl_mcp_bg.wasm", join(folder, "jscl_mcp_bg.wasm"));
  const { LispServer } = (await import(/* @vite-ignore */ pathToFileURL("dist/jscl-mcp-node.js").href)) as {
    LispServer: typeof Server;
  };
  server = await LispServer.start({ tools: ["core", "sessions"], assets: pathToFileURL(`${folder}/`) });
  ask = caller(server.connect());
});

afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

function caller(port: MessagePort) {
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  port.onmessage = ({ data }) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  };
  return (name: string, args: object) =>
    new Promise<Answer>((resolve) => {
      const id = ++last;
      waiting.set(id, resolve);
      const _meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
      };
      port.postMessage({
        jsonrpc: "2.0",
        id,
        method: "tools/call",
        params: { name, arguments: args, _meta },
      });
    });
}

async function evaluate(code: string, session?: string): Promise<string> {
  const { result, error } = await ask("evaluate-lisp", session ? { code, session } : { code });
  expect(error).toBeUndefined();
  return result?.content[0].text ?? "";
}

/** The number of kinds of garbage to try; beyond the written ones they are generated. */
const TRIED = Number(process.env["FUZZ_CASES"] ?? 120);

test("garbage ends the image that said it, and nothing else", { timeout: 300_000 }, async () => {
  await ask("create-session", { session: "other", timeout: 0 });
  // A deadline would answer in place of what has to.
  await ask("configure-limits", { timeout: 0 });
  const other = await evaluate("who", "other");
  expect(other).toMatch(/^=> \d+-/);
  let ended = 0;
  let main = await evaluate("who");
  for (let seed = 0; seed < TRIED; seed++) {
    const answer = await evaluate(`garbage ${seed}`);
    const now = await evaluate("who");
    if (answer.includes("[ERROR] SESSION-LOST")) {
      expect(answer, `garbage ${seed}`).toMatch(/it said|the Lisp ended/);
      expect(now, `garbage ${seed}`).not.toBe(main);
      ended++;
    }
    main = now;
    if (seed % 10 === 0) expect(await evaluate("who", "other"), `garbage ${seed}`).toBe(other);
  }
  expect(await evaluate("who", "other")).toBe(other);
  expect(ended).toBeGreaterThan(TRIED / 3);
});
