import { expect, test, vi } from "vitest";
import { Clients } from "../clients/clients.js";
import { LocalClient } from "./local-client.js";

function open() {
  const [onMessage, onClosed] = [
    vi.fn<(client: number, message: unknown, length: number) => void>(),
    vi.fn(),
  ];
  const clients = new Clients({
    hears: () => true,
    onMessage,
    onUnreadable: vi.fn(),
    onLongMessage: vi.fn(),
    onClosed,
  });
  const client = new LocalClient(clients);
  return { clients, client, onClosed, said: () => onMessage.mock.calls.map(([, message]) => message) };
}

test("a request is answered by its result, or by an Error", async () => {
  const { clients, client, said } = open();
  const [one, two] = [client.request("a", { x: 1 }), client.request("b", {})];
  expect(said()).toEqual([
    { jsonrpc: "2.0", id: 1, method: "a", params: { x: 1 } },
    { jsonrpc: "2.0", id: 2, method: "b", params: {} },
  ]);
  clients.send(1, { jsonrpc: "2.0", method: "notifications/message" });
  clients.send(1, { jsonrpc: "2.0", id: 2, error: { code: -32602, message: "no such thing" } });
  clients.send(1, { jsonrpc: "2.0", id: 1, result: 5 });
  clients.send(1, { jsonrpc: "2.0", id: 1, result: 6 });
  expect(await one).toBe(5);
  await expect(two).rejects.toThrow("no such thing");
});

test("a request whose signal is aborted is cancelled, and an answer that comes all the same is dropped", async () => {
  const { clients, client, said } = open();
  const controller = new AbortController();
  const request = client.request("a", {}, controller.signal);
  controller.abort("enough");
  await expect(request).rejects.toBe("enough");
  expect(said()[1]).toEqual({
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId: 1 },
  });
  clients.send(1, { jsonrpc: "2.0", id: 1, result: 5 });
  await expect(client.request("a", {}, controller.signal)).rejects.toBe("enough");
  expect(said()).toHaveLength(2);
});

test("what is open when it ends is rejected, as is what comes later", async () => {
  const { clients, client, onClosed } = open();
  const onClose = vi.fn();
  client.onClose = onClose;
  const request = client.request("a", {});
  client.close("over");
  client.close("again");
  await expect(request).rejects.toBe("over");
  await expect(client.request("a", {})).rejects.toBe("over");
  expect(onClosed).toHaveBeenCalledOnce();
  expect(onClose).toHaveBeenCalledExactlyOnceWith("over");
  expect(clients.count).toBe(0);
});

test("a server that closes ends it", async () => {
  const { clients, client } = open();
  const request = client.request("a", {});
  clients.closeAll();
  await expect(request).rejects.toThrow("The LispServer was closed.");
  expect(client.isClosed).toBe(true);
});
