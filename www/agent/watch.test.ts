import { describe, expect, it } from "vitest";
import { ClientWatch, type EvaluationCall } from "./watch.js";

/** A watch, and what it has told of each evaluation and of its client. */
function watched() {
  const told: string[] = [];
  const calls: EvaluationCall[] = [];
  let works = 0;
  const watch = new ClientWatch({
    onName: (name) => told.push(`name ${name}`),
    onWork: (requests) => {
      works = requests;
    },
    begin: (call) => {
      const number = calls.push(call);
      const tell = (what: string) => told.push(`${number} ${what}`);
      return {
        write: (stream, text) => tell(`${stream} ${text}`),
        locate: ({ form }) => tell(`form ${form}`),
        hold: (question) => tell(question === null ? "goes on" : `held: ${question}`),
        finish: () => tell("finished"),
        fail: (message) => tell(`failed: ${message}`),
        cancelled: () => tell("cancelled"),
      };
    },
  });
  return { watch, told, calls, works: () => works };
}

const call = (id: number, args: object, more: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name: "evaluate-lisp", arguments: args, ...more },
});

describe("ClientWatch", () => {
  it("learns who a client is in both eras", () => {
    const { watch, told } = watched();
    const clientInfo = { name: "one", version: "1" };
    watch.see("sent", { id: 1, method: "initialize", params: { clientInfo } });
    watch.see("sent", { id: 2, method: "ping", params: {} });
    const named = { "io.modelcontextprotocol/clientInfo": { name: "two", title: "The Second" } };
    watch.see("sent", { id: 3, method: "ping", params: { _meta: named } });
    expect(told).toEqual(["name one", "name The Second"]);
  });

  it("follows evaluations, and nothing else, until their answers", () => {
    const { watch, told, calls, works } = watched();
    watch.see(
      "sent",
      call(1, { code: "(f)", session: "s", package: "P" }, { _meta: { progressToken: "t" } }),
    );
    watch.see("sent", { id: 2, method: "tools/call", params: { name: "reset-session", arguments: {} } });
    watch.see("sent", { id: 3, method: "subscriptions/listen", params: {} });
    expect(works()).toBe(2);
    expect(calls).toEqual([{ code: "(f)", session: "s", packageOf: "P" }]);
    const progress = { progressToken: "t", message: "out", _meta: { "jscl-mcp/stream": "stdout" } };
    watch.see("received", { method: "notifications/progress", params: progress });
    watch.see("received", { id: 1, result: {} });
    watch.see("received", { id: 2, error: { message: "no" } });
    expect(works()).toBe(0);
    expect(told).toEqual(["1 stdout out", "1 finished"]);
  });

  it("keeps an evaluation that asks its client, in both eras", () => {
    const { watch, told } = watched();
    const question = { params: { message: "Which?" } };
    watch.see("sent", call(1, { code: "(f)" }));
    const result = { resultType: "input_required", requestState: "x", inputRequests: { a: question } };
    watch.see("received", { id: 1, result });
    watch.see("sent", call(2, { code: "(f)" }, { requestState: "x" }));
    watch.see("received", { id: 7, method: "elicitation/create", ...question });
    watch.see("sent", { id: 7, result: { action: "cancel" } });
    watch.see("received", { id: 2, error: { message: "over" } });
    expect(told).toEqual(["1 held: Which?", "1 goes on", "1 held: Which?", "1 goes on", "1 failed: over"]);
  });

  it("ends what nobody waits for", () => {
    const { watch, told, works } = watched();
    watch.see("sent", call(1, { code: "1" }));
    watch.see("sent", call(2, { code: "2" }));
    watch.see("sent", { method: "notifications/cancelled", params: { requestId: 1 } });
    watch.over();
    watch.see("received", { id: 1, result: {} });
    expect(told).toEqual(["1 cancelled", "2 cancelled"]);
    expect(works()).toBe(0);
  });
});
