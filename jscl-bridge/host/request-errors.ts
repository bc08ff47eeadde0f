/** The JSON-RPC errors that the host answers with where the server cannot. */

const INTERNAL_ERROR = -32603;

/** The JSON-RPC error for a request that came when the server was closed, or before it could answer. */
export function closedError(id: string | number): object {
  return { jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message: "The server was closed." } };
}

/** The JSON-RPC error for a request that was lost because the server itself failed. */
export function internalError(id: string | number): object {
  const error = {
    code: INTERNAL_ERROR,
    message: "Internal error: the server failed and was restarted; this request was lost.",
  };
  return { jsonrpc: "2.0", id, error };
}
