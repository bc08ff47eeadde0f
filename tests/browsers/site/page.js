// A page of somebody's: it starts a server and speaks to it over one port.
import { LispServer } from "./jscl-mcp.js";

globalThis.openServer = async (options) => {
  const server = await LispServer.start({ tools: ["core", "sessions"], ...options });
  const port = server.connect();
  const waiting = new Map();
  let last = 0;
  port.onmessage = ({ data }) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  };
  const request = (name, args) => {
    last += 1;
    const id = last;
    const answer = new Promise((resolve) => waiting.set(id, resolve));
    port.postMessage({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } });
    return { id, answer };
  };
  const call = async (name, args) => (await request(name, args).answer).result;
  globalThis.lisp = {
    server,
    call,
    evaluate: async (code, more) =>
      (await call("evaluate-lisp", { code, detail: "full", ...more })).structuredContent,
    start: (code, more) => request("evaluate-lisp", { code, detail: "full", ...more }).id,
    cancel: (requestId) =>
      port.postMessage({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } }),
  };
  await server.ready;
  return { abilities: server.abilities, isIsolated: globalThis.crossOriginIsolated };
};
