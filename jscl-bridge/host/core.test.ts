import { expect, test, vi } from "vitest";
import { CoreFailure, ServerCore } from "./core.js";

const made: string[] = [];

vi.mock("#wasm", () => ({
  default: async () => ({ memory: null }),
  /** A server that fails when it is told to, and otherwise has an image evaluate, as the number that it is told. */
  Server: class {
    constructor(options: string) {
      made.push(options);
    }
    clientMessage(_client: number, bytes: Uint8Array): string {
      const text = new TextDecoder().decode(bytes);
      if (text === "fail") throw new WebAssembly.RuntimeError("unreachable");
      return JSON.stringify([{ kind: "command", image: 0, command: { id: Number(text) } }]);
    }
  },
}));

test("a server that fails is followed by one that counts evaluations on", async () => {
  const core = await ServerCore.load(new Uint8Array(), { origins: ["https://a.example"] });
  core.clientMessage(1, "7");
  core.clientMessage(1, "5");
  expect(() => core.clientMessage(1, "fail")).toThrow(CoreFailure);
  expect(() => core.clientMessage(1, "8")).not.toThrow();
  expect(made.map((options) => JSON.parse(options))).toEqual([
    { origins: ["https://a.example"], lastEvaluation: 0 },
    { origins: ["https://a.example"], lastEvaluation: 7 },
  ]);
});
