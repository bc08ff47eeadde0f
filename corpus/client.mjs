/** The smallest MCP client there can be of a MessagePort. Runs in Node and, sent there as text, in a page. */
export function connect(port) {
  const waiting = new Map();
  let lastId = 0;
  port.onmessage = ({ data }) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  };
  const request = (method, params) =>
    new Promise((resolve) => {
      const id = ++lastId;
      waiting.set(id, resolve);
      port.postMessage({ jsonrpc: "2.0", id, method, params });
    });
  const initialized = request("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "corpus", version: "1" },
  });
  port.postMessage({ jsonrpc: "2.0", method: "notifications/initialized" });
  /** Resolves to the structured content of a tool's result. */
  const call = async (name, args = {}) => {
    await initialized;
    const answer = await request("tools/call", { name, arguments: args });
    if (answer.result === undefined) throw new Error(JSON.stringify(answer.error));
    return answer.result.structuredContent;
  };
  return { call };
}
