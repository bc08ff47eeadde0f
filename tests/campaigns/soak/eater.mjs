/**
 * Eats meals: runs where the server runs, in a page or in Node, over ports of the server. `ports` are as many
 * as there are clients. Self-contained, since a page gets it as text.
 */
export function createEater(ports) {
  const waiting = new Map();
  const notified = new Map();
  let lastId = 0;
  for (const port of ports) {
    port.onmessage = ({ data }) => {
      if (data.method !== undefined) {
        notified.set(data.method, (notified.get(data.method) ?? 0) + 1);
        return;
      }
      const settle = waiting.get(data.id);
      waiting.delete(data.id);
      if (settle) settle(data);
      // A request may have been answered before the word that it is withdrawn arrived.
      else if (!withdrawn.delete(data.id)) strays.push(data);
    };
  }
  let strays = [];
  const withdrawn = new Set();
  const send = (client, message) => ports[client].postMessage({ jsonrpc: "2.0", ...message });
  const begin = (client, method, params) => {
    const id = ++lastId;
    const answer = new Promise((resolve) => waiting.set(id, resolve));
    send(client, { id, method, params });
    return { id, answer };
  };
  const call = (client, tool, args = {}) => begin(client, "tools/call", { name: tool, arguments: args });

  async function eat(meal, problems) {
    const { client, tool, expect, timeout, restore, cancel, after } = meal;
    if (timeout !== undefined) await call(client, "configure-limits", { timeout }).answer;
    const began = performance.now();
    const { id, answer } = call(client, tool, meal.arguments);
    if (cancel) {
      send(client, { method: "notifications/cancelled", params: { requestId: id } });
      waiting.delete(id);
      withdrawn.add(id);
      return null;
    }
    const { result, error } = await answer;
    const ms = performance.now() - began;
    const report = result?.structuredContent;
    const said = report
      ? `${report.status} ${report.error?.type ?? report.values.join(" ")}`
      : JSON.stringify(error ?? result);
    if (!new RegExp(expect, "s").test(said))
      problems.push(`${meal.arguments.code}: ${said.slice(0, 300)} ${report?.text.slice(0, 300) ?? ""}`);
    if (restore !== undefined) await call(client, "configure-limits", { timeout: restore }).answer;
    if (after !== undefined && !(await call(client, after).answer).result) problems.push(`${after} failed`);
    return ms;
  }

  return {
    /** One request of a client, which is withdrawn after `cancelAfterMs` if any; resolves to the response. */
    async request({ client = 0, method, params, cancelAfterMs }) {
      const { id, answer } = begin(client, method, params);
      if (cancelAfterMs === undefined) return answer;
      await new Promise((resolve) => setTimeout(resolve, cancelAfterMs));
      send(client, { method: "notifications/cancelled", params: { requestId: id } });
      waiting.delete(id);
      withdrawn.add(id);
      return {};
    },
    /** How many notifications of each method came since this was asked. */
    notified() {
      const counts = Object.fromEntries(notified);
      notified.clear();
      return counts;
    },
    async open() {
      for (let client = 0; client < ports.length; client++) {
        await begin(client, "initialize", {
          protocolVersion: "2025-06-18",
          capabilities: {},
          clientInfo: { name: "soak", version: "1" },
        }).answer;
        send(client, { method: "notifications/initialized" });
      }
      await call(0, "evaluate-lisp", { code: "1" }).answer;
    },
    /**
     * Eats the meals in order, now and then some at once; resolves to `{ probes, all, problems }`, times in
     * milliseconds.
     */
    async eatAll(meals) {
      const problems = [];
      const probes = [];
      const all = [];
      strays = [];
      for (let i = 0; i < meals.length; ) {
        const together =
          i % 50 === 7 ? meals.slice(i, i + 6).filter((meal) => meal.timeout === undefined) : [meals[i]];
        const times = await Promise.all(together.map((meal) => eat(meal, problems)));
        if (together.length === 1 && times[0] !== null && meals[i].timeout === undefined) {
          all.push(times[0]);
          if (meals[i].probe) probes.push(times[0]);
        }
        i += Math.max(1, together.length);
      }
      if (strays.length > 0)
        problems.push(`${strays.length} answers to no request: ${JSON.stringify(strays[0])}`);
      return { probes, all, problems, unanswered: waiting.size };
    },
  };
}
