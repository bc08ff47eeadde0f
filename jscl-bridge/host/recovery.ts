const INTERNAL_ERROR = -32603;

/**
 * The JSON-RPC error for a request during which the server itself failed, or null when the message was none that waits for an
 * answer.
 */
export function internalError(requestJson: string): string | null {
  const id = requestId(requestJson);
  if (id === undefined) return null;
  const error = {
    code: INTERNAL_ERROR,
    message: "Internal error: the server failed on this request and was restarted.",
  };
  return JSON.stringify({ jsonrpc: "2.0", id, error });
}

function requestId(json: string): string | number | undefined {
  try {
    const id: unknown = JSON.parse(json)?.id;
    return typeof id === "string" || typeof id === "number" ? id : undefined;
  } catch {
    return undefined;
  }
}
