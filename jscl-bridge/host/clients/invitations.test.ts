import { expect, test } from "vitest";
import { readInvitation, refusePort, takePort } from "./invitations.js";

const { port1, port2 } = new MessageChannel();
const invitation = { channel: "jscl-mcp", type: "mcp-connect" };

function read(data: unknown, ports: MessagePort[], more = {}) {
  const event = { data, ports, origin: "https://example.org", isTrusted: true, source: {}, ...more };
  return readInvitation(event as unknown as MessageEvent);
}

test("an invitation gives its origin and its port", () => {
  expect(read(invitation, [port1])).toEqual({ source: {}, origin: "https://example.org", port: port1 });
  expect(read({ ...invitation, more: 1 }, [port1])?.port).toBe(port1);
});

test("anything else is not for us", () => {
  for (const data of [
    null,
    undefined,
    1,
    "mcp-connect",
    [],
    {},
    { channel: "jscl-mcp" },
    { ...invitation, channel: "x" },
  ])
    expect(read(data, [port1])).toBeNull();
});

test("an invitation carries exactly one port", () => {
  expect(read(invitation, [])).toBeNull();
  expect(read(invitation, [port1, port2])).toBeNull();
});

test("an invitation comes from a window that is there, by the browser's word", () => {
  expect(read(invitation, [port1], { source: null })).toBeNull();
  expect(read(invitation, [port1], { isTrusted: false })).toBeNull();
});

test("a port is taken once, and a server that refuses it leaves it to the one that took it", async () => {
  const { port1: ours, port2: theirs } = new MessageChannel();
  expect([takePort(ours), takePort(ours)]).toEqual([true, false]);
  refusePort(ours);
  const heard = new Promise((resolve) => {
    ours.onmessage = ({ data }) => resolve(data);
  });
  theirs.postMessage("still open");
  expect(await heard).toBe("still open");
  ours.close();
});
