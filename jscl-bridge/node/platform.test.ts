import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { packageFiles } from "../host/files/package-files.js";
import { Clock } from "../host/time/clock.js";
import { nodePlatform } from "./platform.js";

const folder = mkdtempSync(join(tmpdir(), "jscl-mcp-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts a thread whose file has that text; resolves to what is heard of it until it fails. */
function run(text: string): Promise<unknown[]> {
  writeFileSync(join(folder, "jscl-mcp-thread.js"), text);
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  return new Promise((resolve) => {
    const heard: unknown[] = [];
    const listener = {
      onMessage: (message: unknown) => heard.push(message),
      onFailure: (reason: string) => resolve([...heard, reason]),
    };
    nodePlatform.startThread(packageFiles(pathToFileURL(`${folder}/`)), listener, new Clock(), {});
  });
}

const imports = 'import { parentPort, workerData } from "node:worker_threads";';
// What a thread posts in the moment in which it fails may be lost with it.
const failing = 'setTimeout(() => { throw new Error("planted"); }, 100);';

test("a thread that throws, ends, or is not there is told of, with the reason", async () => {
  expect(await run(`${imports} parentPort.postMessage(1); ${failing}`)).toEqual([1, "planted"]);
  expect(await run("process.exit(3)")).toEqual(["Its thread ended with exit code 3."]);
  expect(await run("this is no JavaScript")).toEqual([expect.stringContaining("Unexpected identifier")]);
});

test("a thread has nothing of the process around it", async () => {
  process.env["JSCL_MCP_SECRET"] = "secret";
  const [seen] = await run(
    `${imports} parentPort.postMessage([process.env, process.argv.slice(2), workerData ?? undefined]); ${failing}`,
  );
  expect(seen).toEqual([{}, [], undefined]);
});

test("a file of WebAssembly is read, or said not to be there", async () => {
  writeFileSync(join(folder, "a.wasm"), Buffer.of(0, 97, 115, 109));
  expect(await nodePlatform.wasm(pathToFileURL(join(folder, "a.wasm")), new Clock())).toEqual(
    Uint8Array.of(0, 97, 115, 109),
  );
  await expect(nodePlatform.wasm(pathToFileURL(join(folder, "b.wasm")), new Clock())).rejects.toThrow(
    "b.wasm",
  );
});
