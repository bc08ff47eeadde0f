import { describe, expect, it } from "vitest";
import { TrafficLog } from "./log.js";

const call = { jsonrpc: "2.0", id: 4, method: "tools/call", params: { name: "evaluate-lisp" } };

describe("TrafficLog", () => {
  it("pairs an answer with its request", () => {
    const log = new TrafficLog();
    expect(log.record("sent", call, 100)).toMatchObject({ kind: "request", tool: "evaluate-lisp", id: "4" });
    expect(log.record("received", { jsonrpc: "2.0", id: 4, result: { isError: true } }, 130)).toMatchObject({
      kind: "result",
      method: "tools/call",
      tool: "evaluate-lisp",
      tookMs: 30,
      failed: true,
    });
  });

  it("keeps requests of either side apart", () => {
    const log = new TrafficLog();
    log.record("received", { jsonrpc: "2.0", id: 4, method: "ping" }, 0);
    log.record("sent", call, 0);
    expect(log.record("sent", { jsonrpc: "2.0", id: 4, result: {} }, 1)).toMatchObject({ method: "ping" });
  });

  it("records notifications, errors and answers to nothing", () => {
    const log = new TrafficLog();
    const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: {} };
    expect(log.record("sent", cancelled, 0)).toMatchObject({ kind: "notification", id: null });
    expect(log.record("received", { jsonrpc: "2.0", error: { code: -32700 } }, 0)).toMatchObject({
      kind: "error",
      method: "answer",
      tookMs: null,
      failed: true,
    });
  });
});
