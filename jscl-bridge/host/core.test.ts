import { expect, test, vi } from "vitest";
import { CoreFailure, ServerCore } from "./core.js";

const made: unknown[] = [];

/** A module of WebAssembly with nothing in it: its magic number and its version. */
const EMPTY_MODULE = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

vi.mock("#wasm", () => ({
  default: async () => ({}),
  initSync: () => ({}),
  /**
   * A server that fails when it is told to, and otherwise has an image evaluate, as the number that it is
   * told.
   */
  Server: class {
    constructor(options: unknown) {
      made.push(options);
    }
    setDate(): void {}
    clientMessage(_client: number, message: unknown): unknown {
      if (message === "fail") throw new WebAssembly.RuntimeError("unreachable");
      return [{ kind: "command", image: 0, command: { id: message } }];
    }
  },
}));

test("a server that fails is followed by one that counts evaluations on", async () => {
  const core = await ServerCore.load(EMPTY_MODULE, { origins: ["https://a.example"] });
  core.clientMessage(1, 7, 1);
  core.clientMessage(1, 5, 1);
  expect(() => core.clientMessage(1, "fail", 1)).toThrow(CoreFailure);
  expect(() => core.clientMessage(1, 8, 1)).not.toThrow();
  expect(made).toEqual([
    { origins: ["https://a.example"], lastEvaluation: 0 },
    { origins: ["https://a.example"], lastEvaluation: 7 },
  ]);
});
