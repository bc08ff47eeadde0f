/**
 * A setup file of Vitest: every message of servers in Node to the client that all tests there share is
 * checked against the official schema, in every test.
 */
import { afterAll, afterEach, expect, vi } from "vitest";
import type { WireWatch } from "./watch.js";

type Port = {
  onmessage: ((event: { data: unknown }) => void) | null;
  postMessage(message: unknown): void;
};
type Clients = { readonly connect: (port: Port) => unknown };

const watches: WireWatch[] = [];

vi.mock("../bench/lib/client.mjs", async (original) => {
  // Only here, so that the many tests without a server need not load the schemas.
  const { WireWatch } = await import("./watch.js");
  const clients = (await original()) as Clients;
  return { ...clients, connect: (port: Port) => clients.connect(watched(port, new WireWatch())) };
});

/** A port whose messages are looked at as they pass. */
function watched(port: Port, watch: WireWatch): Port {
  watches.push(watch);
  return {
    get onmessage() {
      return port.onmessage;
    },
    set onmessage(listener) {
      port.onmessage = (event) => {
        watch.sent(event.data);
        listener?.(event);
      };
    },
    postMessage(message) {
      watch.heard(message);
      port.postMessage(message);
    },
  };
}

/** The problems since the last call. */
export function takeProblems(): string[] {
  return watches.flatMap((watch) => watch.problems.splice(0));
}

const check = () => expect(takeProblems(), "messages that are not valid in their version of MCP").toEqual([]);
afterEach(check);
afterAll(check);
