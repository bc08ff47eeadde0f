/** The part of JSON-RPC that the bridge needs to carry it over HTTP. */

export type Message = Record<string, unknown>;

export function isObject(value: unknown): value is Message {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isRequest(message: Message): boolean {
  return typeof message["method"] === "string" && "id" in message;
}

export function isResponse(message: Message): boolean {
  return !("method" in message);
}

export function paramsOf(message: Message): Message {
  return isObject(message["params"]) ? message["params"] : {};
}

export function metaOf(message: Message): Message {
  const meta = paramsOf(message)["_meta"];
  return isObject(meta) ? meta : {};
}

/** The version that a message claims to be written in. */
export function claimOf(message: Message): unknown {
  return metaOf(message)["io.modelcontextprotocol/protocolVersion"];
}

export function errorOf(message: Message): Message | undefined {
  return isObject(message["error"]) ? message["error"] : undefined;
}

/** An error of the transport's own. */
export function failure(id: unknown, code: number, message: string): Message {
  return { jsonrpc: "2.0", ...(id === undefined || id === null ? {} : { id }), error: { code, message } };
}
