/**
 * Put into a page by the benches: the smallest client there can be of the page's window-message interface.
 * `connect` gives `evaluate(code)`, which resolves to the text of the result, and `call(arguments)`, which resolves to its data.
 */
globalThis.benchClient = {
  connect() {
    const { port1, port2 } = new MessageChannel();
    const waiting = new Map();
    let lastId = 0;
    port1.onmessage = ({ data }) => {
      waiting.get(data.id)?.(data);
      waiting.delete(data.id);
    };
    const request = (method, params) =>
      new Promise((resolve) => {
        const id = ++lastId;
        waiting.set(id, resolve);
        port1.postMessage({ jsonrpc: "2.0", id, method, params });
      });
    window.postMessage({ channel: "jscl-mcp", type: "mcp-connect" }, location.origin, [port2]);
    const clientInfo = { name: "bench", version: "1" };
    const initialized = request("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo,
    });
    port1.postMessage({ jsonrpc: "2.0", method: "notifications/initialized" });
    const evaluateLisp = async (args) => {
      const answer = await request("tools/call", { name: "evaluate-lisp", arguments: args });
      if (answer.result === undefined) throw new Error(`No result but ${JSON.stringify(answer)}`);
      return answer.result;
    };
    const evaluate = async (code) => {
      const result = await evaluateLisp({ code });
      const text = result.content?.[0]?.text;
      if (text === undefined) throw new Error(`No text but ${JSON.stringify(result)}`);
      return text;
    };
    const call = async (args) => (await evaluateLisp(args)).structuredContent;
    return { initialized, evaluate, call };
  },
};
