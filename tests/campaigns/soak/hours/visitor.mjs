/**
 * A client that comes, evaluates something and goes. Self-contained, since pages get it as text.
 */
export function createVisitor(connect) {
  return {
    async visit(code) {
      const port = connect();
      const answers = new Map();
      port.onmessage = ({ data }) => answers.get(data.id)?.(data);
      const request = (id, method, params) => {
        const answer = new Promise((resolve) => answers.set(id, resolve));
        port.postMessage({ jsonrpc: "2.0", id, method, params });
        return answer;
      };
      const clientInfo = { name: "visitor", version: "1" };
      await request(1, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
      port.postMessage({ jsonrpc: "2.0", method: "notifications/initialized" });
      await request(2, "resources/subscribe", { uri: "lisp://session/main/transcript" });
      const { result } = await request(3, "tools/call", { name: "evaluate-lisp", arguments: { code } });
      port.postMessage({ channel: "jscl-mcp", type: "mcp-disconnect" });
      port.close();
      return result?.content[0].text ?? "";
    },
  };
}
