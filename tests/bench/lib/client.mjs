/**
 * The smallest MCP client there can be of a MessagePort. Runs in Node and, sent there as text, in a page.
 *
 * `call(name, arguments)` resolves to the structured content of a tool's result, in full detail, and
 * `evaluate(code)` to the text of evaluate-lisp's; `begin(code)` answers the request's id, for `cancel(id)`,
 * and its answer, which may never come.
 */
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
    clientInfo: { name: "measurement", version: "1" },
  });
  port.postMessage({ jsonrpc: "2.0", method: "notifications/initialized" });
  const callTool = async (name, args) => {
    const answer = await request("tools/call", { name, arguments: args });
    if (answer.result === undefined) throw new Error(`No result but ${JSON.stringify(answer)}`);
    return answer.result;
  };
  const detailed = ["evaluate-lisp", "describe-last-error", "get-backtrace"];
  const call = async (name, args = {}) => {
    const detail = detailed.includes(name) ? { detail: "full" } : {};
    return (await callTool(name, { ...detail, ...args })).structuredContent;
  };
  const evaluate = async (code) => {
    const result = await callTool("evaluate-lisp", { code });
    const text = result.content?.[0]?.text;
    if (text === undefined) throw new Error(`No text but ${JSON.stringify(result)}`);
    return text;
  };
  const begin = (code) => {
    const answer = request("tools/call", { name: "evaluate-lisp", arguments: { code } });
    return { id: lastId, answer };
  };
  const cancel = (requestId) =>
    port.postMessage({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });
  return { initialized, request, call, evaluate, begin, cancel };
}

/**
 * A script that gives a page `lispClient()`: a client of the page's own server, reached by window message.
 */
export const pageScript = `globalThis.lispClient = () => {
  const { port1, port2 } = new MessageChannel();
  window.postMessage({ channel: "jscl-mcp", type: "mcp-connect" }, location.origin, [port2]);
  return (${connect})(port1);
};`;
