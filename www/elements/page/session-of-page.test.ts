/** What a session of a page keeps of what was evaluated in it: nothing. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import type { Answer } from "../answer.js";
import type { McpClient } from "./mcp-client.js";
import { SessionOfPage } from "./session-of-page.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

test("answers that nobody has any more are garbage", async () => {
  const client = {
    callTool: async (): Promise<Answer> => ({ text: "=> 1", data: { values: ["1"] }, isError: false }),
  } as unknown as McpClient;
  const session = new SessionOfPage("page", "main", {
    connected: () => Promise.resolve(client),
    connect: () => Promise.resolve(client),
    isMain: true,
  });
  const evaluated = async (): Promise<WeakRef<Answer>> => new WeakRef(await session.evaluate("1"));
  const answers: WeakRef<Answer>[] = [];
  for (let i = 0; i < 20; i++) answers.push(await evaluated());
  for (let i = 0; i < 5; i++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    collect();
  }
  expect(answers.filter((answer) => answer.deref() !== undefined)).toHaveLength(0);
});
