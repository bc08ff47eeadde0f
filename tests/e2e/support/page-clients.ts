// Runs inside the page under test: MCP clients that attach as any other page would, driven from the specs
// through `globalThis.mcp`. The specs' process bundles this file; it is no part of the site.

import type { LispServer, LispServerOptions } from "jscl-mcp";
import type { Reach } from "./page-transports.js";

/** How an official client settles on a protocol version. */
export type ClientKind = "auto" | "legacy" | "pinned" | "sdk-1.32";

type Json = Record<string, unknown>;
/** One progress notification, as the official clients hand it on. */
export type Progress = {
  progress: number;
  message?: string;
  _meta?: {
    "jscl-mcp/stream"?: string;
    "jscl-mcp/form"?: { form: number; line: number; done: number };
    "jscl-mcp/results"?: readonly object[];
  };
};

type Official = typeof import("./official-clients.js");
type ClientV1 = InstanceType<Official["ClientV1"]>;
type AnyClient = InstanceType<Official["Client"]> | ClientV1;

const info = { name: "e2e", version: "1.0.0" };

let loading: Promise<Official> | undefined;

/** The official clients: a megabyte, which the page takes from the site when it first needs one. */
function official(): Promise<Official> {
  loading ??= import(new URL("/official-clients.js", location.href).href) as Promise<Official>;
  return loading;
}

async function makeClient(kind: ClientKind): Promise<AnyClient> {
  const { Client, ClientV1 } = await official();
  if (kind === "sdk-1.32") return new ClientV1(info);
  const mode = kind === "pinned" ? { pin: "2026-07-28" } : kind;
  return new Client(info, { versionNegotiation: { mode } });
}

/** Attaches a fresh port to a window by the message of the public interface. */
export function attach(target: Window = window, origin = location.origin): MessagePort {
  const { port1, port2 } = new MessageChannel();
  target.postMessage({ channel: "jscl-mcp", type: "mcp-connect" }, origin, [port2]);
  return port1;
}

/** A client that speaks JSON-RPC by hand, and keeps everything it was ever sent. */
class RawClient {
  readonly received: Json[] = [];
  readonly #port: MessagePort;
  readonly #waiting = new Map<unknown, (message: Json) => void>();
  #lastId = 0;

  constructor(port: MessagePort) {
    this.#port = port;
    port.onmessage = (event) => {
      this.received.push(event.data);
      this.#waiting.get(event.data?.id)?.(event.data);
    };
  }

  post(message: unknown): void {
    this.#port.postMessage(message);
  }

  request(method: string, params: Json, id: unknown = `raw-${++this.#lastId}`): Promise<Json> {
    const answer = new Promise<Json>((resolve) => this.#waiting.set(id, resolve));
    this.post({ jsonrpc: "2.0", id, method, params });
    return answer;
  }

  call(name: string, args: Json): Promise<Json> {
    return this.request("tools/call", { name, arguments: args }).then((answer) => answer["result"] as Json);
  }
}

const servers = new Map<number, LispServer>();
const problems: Json[] = [];
const registrations = new Map<number, AbortController>();
const clients = new Map<number, AnyClient>();
const ofVersion1 = new WeakSet<object>();
const isV1 = (client: AnyClient | undefined): client is ClientV1 =>
  client !== undefined && ofVersion1.has(client);
const raws = new Map<number, RawClient>();
let last = 0;

const pageClients = {
  async connect(kind: ClientKind, reach: Reach = { by: "port" }): Promise<number> {
    const client = await makeClient(kind);
    const { transportFor } = await official();
    await client.connect(transportFor(reach, attach) as never);
    clients.set(++last, client);
    if (kind === "sdk-1.32") ofVersion1.add(client);
    return last;
  },
  /** Starts a server in this page, from the site's package. */
  async serve(options: LispServerOptions): Promise<number> {
    const address = new URL("/jscl-mcp.js", location.href).href;
    const { LispServer } = (await import(address)) as typeof import("jscl-mcp");
    const onProblem = (problem: unknown) => problems.push(problem as Json);
    servers.set(++last, await LispServer.start({ tools: ["core", "sessions"], ...options, onProblem }));
    return last;
  },
  stopServing(handle: number): void {
    servers.get(handle)?.close();
  },
  /** Registers the tools of the server that was started last. */
  async registerTools(options: { polyfill?: boolean }, isAborted: boolean): Promise<number> {
    const controller = new AbortController();
    if (isAborted) controller.abort(new Error("given up"));
    await [...servers.values()].at(-1)?.registerTools({ ...options, signal: controller.signal });
    registrations.set(++last, controller);
    return last;
  },
  takeToolsBack(handle: number): void {
    registrations.get(handle)?.abort(new Error("taken back"));
  },
  /** Starts a server of MCP-B's on a channel of this window. It answers nothing but whether it is there. */
  async serveByOther(channelId: string): Promise<void> {
    const { TabServerTransport } = await official();
    await new TabServerTransport({ allowedOrigins: ["*"], channelId }).start();
  },
  /** The problems that the servers of this page have reported. */
  problems(): Json[] {
    return problems;
  },
  async callTool(handle: number, name: string, args: Json): Promise<unknown> {
    return clients.get(handle)?.callTool({ name, arguments: args });
  },
  /** Calls a tool and aborts that after a while; says how the call ended. */
  async callToolAborted(handle: number, name: string, args: Json, afterMs: number): Promise<string> {
    const client = clients.get(handle);
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error("aborted")), afterMs);
    const options = { signal: controller.signal };
    const call = { name, arguments: args };
    const calling = isV1(client)
      ? client.callTool(call, undefined, options)
      : client?.callTool(call, options);
    return Promise.resolve(calling).then(
      () => "answered",
      () => (controller.signal.aborted ? "aborted" : "failed"),
    );
  },
  /** Like callTool, with the progress notifications that the client received. */
  async callToolWithProgress(handle: number, name: string, args: Json): Promise<[unknown, Progress[]]> {
    const told: Progress[] = [];
    const options = { onprogress: (progress: unknown) => told.push(progress as Progress) };
    const client = clients.get(handle);
    const call = { name, arguments: args };
    const result = isV1(client)
      ? await client.callTool(call, undefined, options)
      : await client?.callTool(call, options);
    return [result, told];
  },
  async listTools(handle: number): Promise<unknown> {
    return clients.get(handle)?.listTools();
  },
  async close(handle: number): Promise<void> {
    await clients.get(handle)?.close();
  },
  serverVersion(handle: number): unknown {
    return clients.get(handle)?.getServerVersion();
  },
  raw(): number {
    raws.set(++last, new RawClient(attach()));
    return last;
  },
  rawCall(handle: number, name: string, args: Json): Promise<unknown> | undefined {
    return raws.get(handle)?.call(name, args);
  },
  rawRequest(handle: number, method: string, params: Json, id?: unknown): Promise<unknown> | undefined {
    return raws.get(handle)?.request(method, params, id);
  },
  rawPost(handle: number, message: unknown): void {
    raws.get(handle)?.post(message);
  },
  rawReceived(handle: number): Json[] {
    return raws.get(handle)?.received ?? [];
  },
  /** Posts what only a page can hold: cyclic data, BigInts, binary data. */
  rawPostUnspeakable(handle: number): void {
    const cyclic: Json = {};
    cyclic["self"] = cyclic;
    for (const message of [
      cyclic,
      { id: 1n },
      10n,
      undefined,
      new Map([[1, 2]]),
      new Uint8Array(8),
      new Date(Number.NaN),
    ])
      raws.get(handle)?.post(message);
  },
};

export type PageClients = typeof pageClients;

declare global {
  var mcp: PageClients;
}

globalThis.mcp = pageClients;
