import type { Clients } from "../clients/clients.js";
import { importModule } from "../files/module-file.js";
import type { Clock } from "../time/clock.js";
import { LocalClient } from "./local-client.js";

export type RegisterToolsOptions = {
  /** Takes the tools back when it is aborted, and ends what runs for their callers. */
  readonly signal?: AbortSignal;
  /**
   * Whether a browser without WebMCP is given it by MCP-B's polyfill, which is loaded then. Default: true.
   */
  readonly polyfill?: boolean;
};

/** What is used of WebMCP. Rule: https://webmachinelearning.github.io/webmcp/ */
type ModelContext = {
  registerTool(tool: RegisteredTool, options: { readonly signal: AbortSignal }): Promise<void>;
};

type RegisteredTool = {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly annotations?: { readonly readOnlyHint: boolean };
  readonly execute: (input: unknown, options?: { readonly signal?: AbortSignal }) => Promise<unknown>;
};

/** A tool as the server lists it. */
type Tool = {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly annotations?: { readonly readOnlyHint?: boolean };
};

/** Registers the server's tools with the document, until the signal is aborted or the server closed. */
export async function registerTools(
  clients: Clients,
  file: URL,
  clock: Clock,
  { signal, polyfill = true }: RegisterToolsOptions,
): Promise<void> {
  signal?.throwIfAborted();
  const client = new LocalClient(clients, "webmcp");
  const registration = new AbortController();
  const end = (reason: unknown) => {
    registration.abort(reason);
    client.close(reason);
  };
  client.onClose = (reason) => registration.abort(reason);
  signal?.addEventListener("abort", () => end(signal.reason), { once: true, signal: registration.signal });
  try {
    const context = await modelContext(file, clock, polyfill);
    const { tools } = (await client.request("tools/list", {})) as { tools: readonly Tool[] };
    for (const tool of tools)
      await context.registerTool(describe(tool, client), { signal: registration.signal });
    registration.signal.throwIfAborted();
  } catch (error) {
    end(error);
    throw error;
  }
}

async function modelContext(file: URL, clock: Clock, polyfill: boolean): Promise<ModelContext> {
  const find = () =>
    (globalThis.document as unknown as { modelContext?: ModelContext } | undefined)?.modelContext;
  if (!globalThis.document) throw new Error("Tools are registered with a document, and there is none here.");
  const native = find();
  if (native) return native;
  if (!polyfill) throw new Error("This browser has no WebMCP (document.modelContext).");
  const { initializeWebMCPPolyfill } = (await importModule(
    file,
    clock,
  )) as typeof import("./webmcp-polyfill.js");
  initializeWebMCPPolyfill();
  const installed = find();
  if (!installed) throw new Error("WebMCP could not be added to this document.");
  return installed;
}

function describe({ name, title, description, inputSchema, annotations }: Tool, client: LocalClient) {
  const { readOnlyHint } = annotations ?? {};
  const tool: RegisteredTool = {
    name,
    ...(title === undefined ? {} : { title }),
    description,
    inputSchema,
    ...(readOnlyHint === undefined ? {} : { annotations: { readOnlyHint } }),
    execute: (input, options) => execute(client, name, input, options?.signal),
  };
  return tool;
}

/**
 * The result of a call. A browser tells an agent nothing of an exception, so what went wrong is a result,
 * too.
 */
async function execute(
  client: LocalClient,
  name: string,
  input: unknown,
  signal?: AbortSignal,
): Promise<unknown> {
  try {
    // Callers of the older form of the interface hand over JSON text.
    const given: unknown = typeof input === "string" ? JSON.parse(input) : input;
    return await client.request("tools/call", { name, arguments: given ?? {} }, signal);
  } catch (error) {
    if (signal?.aborted || client.isClosed) throw error;
    return { content: [{ type: "text", text: `${name}: ${(error as Error).message}` }], isError: true };
  }
}
