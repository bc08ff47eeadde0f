import { describe, expect, it } from "vitest";
import { TrafficLog } from "./log.js";

const call = { jsonrpc: "2.0", id: 4, method: "tools/call", params: { name: "evaluate-lisp" } };

describe("TrafficLog", () => {
  it("pairs an answer with its request", () => {
    const log = new TrafficLog();
    expect(log.record("sent", call, 100, "agent")).toMatchObject({
      kind: "request",
      tool: "evaluate-lisp",
      id: "4",
    });
    expect(
      log.record("received", { jsonrpc: "2.0", id: 4, result: { isError: true } }, 130, "agent"),
    ).toMatchObject({
      kind: "result",
      method: "tools/call",
      tool: "evaluate-lisp",
      tookMs: 30,
      failed: true,
    });
  });

  it("keeps clients apart, with the version that each speaks", () => {
    const log = new TrafficLog();
    const _meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
    log.record("sent", { id: 4, method: "initialize", params: {} }, 0, "one");
    log.record("sent", { id: 4, method: "ping", params: { _meta } }, 0, "two");
    const result = { protocolVersion: "2025-11-25" };
    expect(log.record("received", { id: 4, result }, 5, "one")).toMatchObject({
      client: "one",
      method: "initialize",
      version: "legacy 2025-11-25",
    });
    expect(log.record("received", { id: 4, result: {} }, 7, "two")).toMatchObject({
      method: "ping",
      tookMs: 7,
      version: "modern 2026-07-28",
    });
    expect(log.record("sent", { method: "x" }, 8, "one").version).toBe("legacy 2025-11-25");
  });

  it("keeps requests of either side apart", () => {
    const log = new TrafficLog();
    log.record("received", { jsonrpc: "2.0", id: 4, method: "ping" }, 0, "agent");
    log.record("sent", call, 0, "agent");
    expect(log.record("sent", { jsonrpc: "2.0", id: 4, result: {} }, 1, "agent")).toMatchObject({
      method: "ping",
    });
  });

  it("records notifications, errors and answers to nothing", () => {
    const log = new TrafficLog();
    const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: {} };
    expect(log.record("sent", cancelled, 0, "agent")).toMatchObject({ kind: "notification", id: null });
    expect(log.record("received", { jsonrpc: "2.0", error: { code: -32700 } }, 0, "agent")).toMatchObject({
      kind: "error",
      method: "answer",
      tookMs: null,
      failed: true,
    });
  });
});
