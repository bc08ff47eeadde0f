/**
 * Runs in the page: servers, clients and Workers under observation. `lab.asked` has for each request what
 * became of it. Self-contained, since a page gets it as text.
 */
export function createLab() {
  const lab = { asked: [], strays: [], workers: [], servers: [], ports: [], shift: 0, asleep: 0 };
  const { Worker } = globalThis;
  const muted = new WeakSet();
  globalThis.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      lab.workers.push(this);
      this.addEventListener("message", (event) => {
        if (muted.has(this)) event.stopImmediatePropagation();
      });
    }
  };
  /** Drops a Worker's messages from now on, as if it were stuck. */
  lab.mute = (worker) => muted.add(worker);
  const { now } = Date;
  Date.now = () => now.call(Date) + lab.shift;
  const clock = performance.now.bind(performance);
  // A page sees no more than this of a computer that sleeps.
  performance.now = () => clock() + lab.asleep;
  let lastId = 0;

  lab.start = async (options = {}) => {
    const { LispServer } = await import("/jscl-mcp.js");
    const server = await LispServer.start(options);
    lab.servers.push(server);
    return lab.servers.length - 1;
  };
  lab.adopt = (port) => {
    const client = lab.ports.push(port) - 1;
    port.onmessage = ({ data }) => {
      for (const message of Array.isArray(data) ? data : [data]) {
        const entry = lab.asked.find(({ id }) => id === message.id);
        if (entry && entry.client === client) {
          entry.answers++;
          entry.answer = message;
        } else if (message.method === undefined) lab.strays.push(message);
      }
    };
    lab.ask(client, "initialize", {
      protocolVersion: "2025-03-26",
      capabilities: {},
      clientInfo: { name: "lab", version: "1" },
    });
    return client;
  };
  lab.connect = (server = 0) => lab.adopt(lab.servers[server].connect());
  /** Attaches by a window message, as a stranger in the page does. */
  lab.invite = () => {
    const { port1, port2 } = new MessageChannel();
    window.postMessage({ channel: "jscl-mcp", type: "mcp-connect" }, location.origin, [port2]);
    return lab.adopt(port1);
  };
  lab.ask = (client, method, params) => {
    const entry = { id: ++lastId, client, method, answers: 0, answer: null, closed: false };
    lab.asked.push(entry);
    lab.ports[client].postMessage({ jsonrpc: "2.0", id: entry.id, method, params });
    return entry.id;
  };
  lab.evaluate = (client, code) =>
    lab.ask(client, "tools/call", { name: "evaluate-lisp", arguments: { code } });
  lab.call = (client, name, args = {}) => lab.ask(client, "tools/call", { name, arguments: args });
  lab.close = (client) => {
    lab.ports[client].close();
    for (const entry of lab.asked) if (entry.client === client) entry.closed = true;
  };
  /** Milliseconds that something took. */
  lab.timed = async (work) => {
    const began = clock();
    await work();
    return clock() - began;
  };
  /** Closes a server; nothing may be open when it is closed. */
  lab.closeServer = async (server = 0) => {
    await lab.servers[server].close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    return lab.open();
  };
  lab.kill = () => lab.workers.at(-1)?.terminate();
  lab.open = () => lab.asked.filter(({ answers, closed }) => answers === 0 && !closed).length;
  /** Resolves when every request has its answer, or when that took too long. */
  lab.settle = async (ms) => {
    const until = clock() + ms;
    while (lab.open() > 0 && clock() < until) await new Promise((resolve) => setTimeout(resolve, 20));
    // An answer that comes twice comes soon after.
    await new Promise((resolve) => setTimeout(resolve, 50));
    return lab.open();
  };
  /** The text of the answer to a request. */
  lab.text = (id) => {
    const { answer } = lab.asked.find((entry) => entry.id === id);
    return answer?.result?.content?.[0]?.text ?? JSON.stringify(answer?.error ?? null);
  };
  /** Evaluates and waits: the text. */
  lab.say = async (client, code, ms = 60_000) => {
    const id = lab.evaluate(client, code);
    const until = clock() + ms;
    while (lab.asked.find((entry) => entry.id === id).answers === 0 && clock() < until)
      await new Promise((resolve) => setTimeout(resolve, 10));
    return lab.text(id);
  };
  lab.sum = () => ({
    requests: lab.asked.length,
    lost: lab.open(),
    twice: lab.asked.filter(({ answers }) => answers > 1).length,
    strays: lab.strays.length,
  });
  return lab;
}
