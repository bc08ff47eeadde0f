import { expect, test, vi } from "vitest";
import { CoreFailure, ServerCore } from "./core.js";

const made: string[] = [];
const rooms: number[] = [];

const memory = new WebAssembly.Memory({ initial: 4 });

vi.mock("#wasm", () => ({
  default: async () => ({ memory }),
  /** A server that fails when it is told to, and otherwise has an image evaluate, as the number that it is told. */
  Server: class {
    constructor(options: string) {
      made.push(options);
    }
    setDate(): void {}
    roomForText(length: number): number {
      rooms.push(memory.buffer.byteLength - length);
      return rooms.at(-1) ?? 0;
    }
    clientMessage(_client: number, written: number): string {
      const text = new TextDecoder().decode(new Uint8Array(memory.buffer, rooms.at(-1), written));
      if (text.startsWith('"echo')) return `[{"kind":"heard","text":${text}}]`;
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

test("a message of any length and of any characters arrives whole", async () => {
  const core = await ServerCore.load(new Uint8Array(), {});
  for (const text of [
    "",
    "é",
    "x".repeat(4096),
    `${"x".repeat(4095)}😀${"é".repeat(10_000)}`,
    "😀".repeat(9000),
    `x${"😀".repeat(9000)}`,
  ]) {
    const [action] = core.clientMessage(1, JSON.stringify(`echo ${text}`));
    expect(action).toEqual({ kind: "heard", text: `echo ${text}` });
  }
});
