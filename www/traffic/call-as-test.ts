import type { Exchange } from "./log.js";

type Fields = Readonly<Record<string, unknown>>;

/**
 * A call of a tool as a test that Node runs, against the public package; where it was answered, the test
 * expects the same text.
 */
export function callAsTest({ request, answer }: Exchange): string {
  const params = withoutProgress((request as { readonly params: Fields }).params);
  const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }, null, 2);
  const name = String(params["name"]);
  return `// Where the package jscl-mcp is installed: node --test call.test.mjs
import assert from "node:assert/strict";
import { test } from "node:test";
import { LispServer } from "jscl-mcp";

test(${JSON.stringify(`${name} answers`)}, async () => {
  const server = await LispServer.start({ tools: ["core", "sessions", "development"] });
  try {
    const port = server.connect();
    const answered = new Promise((resolve) => {
      port.onmessage = ({ data }) => data.id === 1 && resolve(data);
    });
    port.postMessage(${message.replaceAll("\n", "\n    ")});
    const answer = await answered;
${expectations(answer)}
  } finally {
    await server.close();
  }
});
`;
}

function expectations(answer: unknown): string {
  const { result, error } = (answer ?? {}) as { readonly result?: Fields; readonly error?: Fields };
  const json = (value: unknown) => JSON.stringify(value);
  if (error) return `    assert.equal(answer.error.code, ${json(error["code"])});`;
  const content = result?.["content"] as readonly Fields[] | undefined;
  const text = content?.[0]?.["text"];
  if (typeof text !== "string") return "    assert.ok(answer.result);";
  return [
    `    assert.equal(answer.result.isError ?? false, ${json(result?.["isError"] ?? false)});`,
    `    assert.equal(answer.result.content[0].text, ${json(text)});`,
  ].join("\n");
}

/** Nobody in the test listens to the progress of the call. */
function withoutProgress(params: Fields): Fields {
  const { _meta: meta, ...rest } = params;
  if (meta === undefined) return rest;
  const { progressToken: _, ...others } = meta as Fields;
  return Object.keys(others).length === 0 ? rest : { ...rest, _meta: others };
}
