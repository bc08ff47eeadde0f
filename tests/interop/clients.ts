// The official clients, of both major versions and however they settle on a protocol version, behind what
// they have in common.
import { Client } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";

/**
 * How a client settles on a protocol version: version 2 of the SDK in each of its modes, held to a legacy
 * version, or version 1.
 */
export type Kind =
  | "auto"
  | "legacy"
  | "pinned"
  | "sdk-1.32"
  | "2024-11-05"
  | "2025-03-26"
  | "2025-06-18"
  | "2025-11-25";

export const KINDS: readonly Kind[] = [
  "auto",
  "pinned",
  "legacy",
  "sdk-1.32",
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
];

/** The protocol version that a client of a kind ends up with. */
export function versionOf(kind: Kind): string {
  if (kind === "auto" || kind === "pinned") return "2026-07-28";
  return kind === "legacy" || kind === "sdk-1.32" ? "2025-11-25" : kind;
}

const isModern = (kind: Kind): boolean => versionOf(kind) === "2026-07-28";

type Json = Record<string, unknown>;

/** A tool's result, down to what is looked at. */
type Result = {
  readonly content: ReadonlyArray<{ readonly type: string; readonly text: string }>;
  readonly structuredContent?: Json;
  readonly isError?: boolean;
};

type Options = {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: { progress: number; message?: string | undefined }) => void;
};

/** The form of an elicitation, and the answer to it. */
type Question = { readonly message: string; readonly requestedSchema: Json };
type Answer = { readonly action: "accept" | "decline" | "cancel"; readonly content?: Json };

const info = { name: "interop", version: "1.0.0" };
const CAPABILITIES = { elicitation: { form: {} } };
const LOG_LEVEL = "io.modelcontextprotocol/logLevel";

/** One connection of an official client. */
export class Official {
  readonly kind: Kind;
  /** The notifications it received that belong to no request of its own. */
  readonly told: Array<{ readonly method: string; readonly params?: Json }> = [];
  /** The questions it received. */
  readonly asked: Question[] = [];
  answer: Answer = { action: "decline" };
  readonly #client: Client | ClientV1;

  private constructor(kind: Kind) {
    this.kind = kind;
    const answer = async (request: { params: unknown }) => {
      this.asked.push(request.params as Question);
      return this.answer as never;
    };
    if (kind === "sdk-1.32") {
      const client = new ClientV1(info, { capabilities: CAPABILITIES });
      client.setRequestHandler(ElicitRequestSchema, answer);
      this.#client = client;
    } else {
      const isVersion = /^\d/.test(kind);
      const mode = kind === "pinned" ? { pin: "2026-07-28" } : isVersion ? "legacy" : (kind as "auto");
      const client = new Client(info, {
        capabilities: CAPABILITIES,
        versionNegotiation: { mode },
        ...(isVersion ? { supportedProtocolVersions: [kind] } : {}),
      });
      client.setRequestHandler("elicitation/create", answer);
      this.#client = client;
    }
    this.#client.fallbackNotificationHandler = async (notification) => {
      this.told.push(notification as { method: string });
    };
  }

  static async connect(kind: Kind, transport: object): Promise<Official> {
    const official = new Official(kind);
    await official.#client.connect(transport as never);
    return official;
  }

  get server(): { info: Json | undefined; capabilities: string[]; version: string | undefined } {
    const client = this.#client;
    return {
      info: client.getServerVersion(),
      capabilities: Object.keys(client.getServerCapabilities() ?? {}).sort(),
      version: client instanceof Client ? client.getNegotiatedProtocolVersion() : "2025-11-25",
    };
  }

  get instructions(): string {
    return this.#client.getInstructions() ?? "";
  }

  async tools(): Promise<string[]> {
    return (await this.#client.listTools()).tools.map(({ name }) => name);
  }

  async call(name: string, args: Json = {}, options: Options = {}): Promise<Result> {
    const client = this.#client;
    const request = { name, arguments: args };
    const result =
      client instanceof ClientV1
        ? client.callTool(request, undefined, options)
        : client.callTool(request, options);
    return (await result) as unknown as Result;
  }

  async evaluate(code: string, options: Options = {}): Promise<string> {
    return (await this.call("evaluate-lisp", { code }, options)).content[0]?.text ?? "";
  }

  /** Evaluates with log messages on. A legacy client sets the level for all later requests. */
  async evaluateLogged(code: string): Promise<void> {
    const request = { name: "evaluate-lisp", arguments: { code } };
    if (isModern(this.kind)) await this.#client.callTool({ ...request, _meta: { [LOG_LEVEL]: "debug" } });
    else {
      await this.#client.setLoggingLevel("debug");
      await this.#client.callTool(request);
      await this.#client.setLoggingLevel("emergency");
    }
  }

  async resources(): Promise<string[]> {
    return (await this.#client.listResources()).resources.map(({ uri }) => uri);
  }

  async templates(): Promise<string[]> {
    return (await this.#client.listResourceTemplates()).resourceTemplates.map(
      ({ uriTemplate }) => uriTemplate,
    );
  }

  async read(uri: string): Promise<string> {
    const [content] = (await this.#client.readResource({ uri })).contents;
    return content && "text" in content ? String(content.text) : "";
  }

  async prompts(): Promise<string[]> {
    return (await this.#client.listPrompts()).prompts.map(({ name }) => name);
  }

  async prompt(name: string, args: Record<string, string>): Promise<string> {
    return JSON.stringify((await this.#client.getPrompt({ name, arguments: args })).messages);
  }

  async complete(prompt: string, argument: string, value: string): Promise<readonly string[]> {
    const ref = { type: "ref/prompt" as const, name: prompt };
    return (await this.#client.complete({ ref, argument: { name: argument, value } })).completion.values;
  }

  /**
   * Wants to know when the list of resources changes, or what is at a URI does; resolves to what ends that.
   */
  async watch(uri: string): Promise<() => Promise<unknown>> {
    const client = this.#client;
    if (client instanceof Client && isModern(this.kind)) {
      const subscription = await client.listen({ resourcesListChanged: true, resourceSubscriptions: [uri] });
      return () => subscription.close();
    }
    await client.subscribeResource({ uri });
    return () => client.unsubscribeResource({ uri });
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
