import { expect, test, vi } from "vitest";
import { Clients } from "./clients.js";
import { attachPort } from "./ports.js";

function open() {
  const onMessage = vi.fn<(client: number, message: unknown, length: number) => void>();
  const onUnreadable = vi.fn<(client: number, problem: string) => void>();
  const hears = vi.fn(() => true);
  const onLongMessage = vi.fn<(client: number, id?: string | number) => void>();
  const onClosed = vi.fn<(client: number) => void>();
  const clients = new Clients({ hears, onMessage, onUnreadable, onLongMessage, onClosed }, 100_000);
  const attach = () => {
    const { port1, port2 } = new MessageChannel();
    return { ...attachPort(clients, port1, "page"), port: port2 };
  };
  return { clients, attach, hears, onMessage, onUnreadable, onLongMessage, onClosed };
}

test("messages come in under their client's number, and answers go to that client alone", async () => {
  const { clients, attach, onMessage } = open();
  const [one, two] = [attach(), attach()];
  two.port.postMessage({ id: 1 });
  await vi.waitFor(() => expect(onMessage).toHaveBeenCalledWith(two.client, { id: 1 }, expect.any(Number)));
  const [heardOne, heardTwo] = [vi.fn(), vi.fn()];
  one.port.onmessage = (event) => heardOne(event.data);
  two.port.onmessage = (event) => heardTwo(event.data);
  clients.send(two.client, { id: 1, result: {} });
  await vi.waitFor(() => expect(heardTwo).toHaveBeenCalledWith({ id: 1, result: {} }));
  expect(heardOne).not.toHaveBeenCalled();
  clients.closeAll();
});

test("what was not answered is known, client by client", async () => {
  const { clients, attach, onMessage } = open();
  const [one, two] = [attach(), attach()];
  for (const { port } of [one, two]) port.postMessage({ id: 1, method: "ping" });
  two.port.postMessage({ id: "b", method: "ping" });
  await vi.waitFor(() => expect(onMessage).toHaveBeenCalledTimes(3));
  clients.send(two.client, { id: 1, result: {} });
  expect(clients.outstanding()).toEqual([
    [one.client, 1],
    [two.client, "b"],
  ]);
  clients.closeAll();
  expect(clients.outstanding()).toEqual([]);
});

test("what has no JSON text is no message", async () => {
  const { clients, attach, onMessage, onUnreadable } = open();
  const { client, port } = attach();
  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  port.postMessage(cyclic);
  port.postMessage({ id: 1n });
  await vi.waitFor(() => expect(onUnreadable).toHaveBeenCalledTimes(2));
  expect(onUnreadable.mock.calls.map(([from]) => from)).toEqual([client, client]);
  expect(onMessage).not.toHaveBeenCalled();
  clients.closeAll();
});

test("a client that closes its port is reported once, and sending to it does nothing", async () => {
  const { clients, attach, onClosed } = open();
  const { client, port } = attach();
  port.close();
  await vi.waitFor(() => expect(onClosed).toHaveBeenCalledExactlyOnceWith(client));
  expect(() => clients.send(client, {})).not.toThrow();
});

test("a client that says goodbye is reported once, and what it says after that is dropped", async () => {
  const { attach, onClosed, onMessage } = open();
  const { client, port } = attach();
  port.postMessage({ channel: "jscl-mcp", type: "mcp-disconnect" });
  port.postMessage({ id: 1, method: "ping" });
  await vi.waitFor(() => expect(onClosed).toHaveBeenCalledExactlyOnceWith(client));
  port.close();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(onMessage).not.toHaveBeenCalled();
  expect(onClosed).toHaveBeenCalledOnce();
});

test("a port that speaks after its page has gone is another client's", async () => {
  const { clients, attach, onClosed, onMessage } = open();
  const { client, port, left } = attach();
  left();
  left();
  expect(onClosed).toHaveBeenCalledExactlyOnceWith(client);
  expect(clients.count).toBe(0);
  port.postMessage({ id: 1, method: "ping" });
  await vi.waitFor(() => expect(onMessage).toHaveBeenCalledOnce());
  expect(onMessage.mock.calls[0]?.[0]).not.toBe(client);
  expect(clients.count).toBe(1);
  clients.closeAll();
});

test("a message that is too long is told by its id, and one too many is not looked at", async () => {
  const { clients, attach, hears, onMessage, onLongMessage } = open();
  const { client, port } = attach();
  port.postMessage({ id: 7, method: "ping", params: { text: "x".repeat(200_000) } });
  await vi.waitFor(() => expect(onLongMessage).toHaveBeenCalledExactlyOnceWith(client, 7));
  hears.mockReturnValue(false);
  port.postMessage({ id: 8, method: "ping" });
  await vi.waitFor(() => expect(hears).toHaveBeenCalledTimes(2));
  expect(onMessage).not.toHaveBeenCalled();
  clients.closeAll();
});

test("what a client that has gone still says is dropped, and its going is told once", () => {
  const { clients, onMessage, onClosed } = open();
  const inlet = clients.add({ send: vi.fn(), close: vi.fn() });
  inlet.gone();
  inlet.gone();
  inlet.heard({ id: 1, method: "ping" });
  inlet.heardUnreadable("no");
  expect(onMessage).not.toHaveBeenCalled();
  expect(onClosed).toHaveBeenCalledExactlyOnceWith(inlet.client);
  expect(clients.count).toBe(0);
});

test("a connection that is closed is not heard of again", () => {
  const { clients, onMessage, onClosed } = open();
  const inlet = clients.add({ send: vi.fn(), close: () => inlet.gone() });
  clients.closeAll();
  inlet.heard({ id: 1, method: "ping" });
  expect(onMessage).not.toHaveBeenCalled();
  expect(onClosed).not.toHaveBeenCalled();
});
