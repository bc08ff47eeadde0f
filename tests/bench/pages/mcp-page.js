/**
 * The page of `npm run bench -- mcp`: a client that speaks JSON-RPC by hand and does as little as possible,
 * the same for every server.
 */
const VERSION = "2025-11-25";
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "measurement", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A client of a fresh connection. */
async function connect(name, era) {
  const port = globalThis.servers[name](era);
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
  if (era === "legacy") {
    const clientInfo = { name: "measurement", version: "1" };
    const answer = await request("initialize", { protocolVersion: VERSION, capabilities: {}, clientInfo });
    if (answer.result?.protocolVersion !== VERSION) throw new Error(JSON.stringify(answer));
    port.postMessage({ jsonrpc: "2.0", method: "notifications/initialized" });
  }
  const meta = era === "modern" ? { _meta: ENVELOPE } : {};
  return {
    async call(tool, args) {
      const answer = await request("tools/call", { name: tool, arguments: args, ...meta });
      const text = answer.result?.content?.[0]?.text;
      if (text === undefined || answer.result.isError)
        throw new Error(`${name}: ${JSON.stringify(answer).slice(0, 300)}`);
      return text;
    },
    close: () => port.close(),
  };
}

async function connectAll(name, era, count) {
  return Promise.all(Array.from({ length: count }, () => connect(name, era)));
}

/** A text of that many characters that has something to escape in every line, as code has. */
function textOf(length) {
  const line = '(format t "~A is ~S~%" name value) ; a line of some 60\n';
  return line.repeat(Math.ceil(length / line.length)).slice(0, length);
}

/**
 * Round trips, one after another on each connection, all connections at once, the servers in turns:
 * `{ [server]: { times, rate } }`, in milliseconds and calls a second.
 */
async function measure({ names, era, clients, size, warmUp, calls, window, pipelined, rounds }) {
  const text = textOf(size);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  const rates = Object.fromEntries(names.map((name) => [name, []]));
  const roundTrip = async (client, into) => {
    const start = performance.now();
    const answered = await client.call("echo", { text });
    if (answered.length !== text.length) throw new Error(`${answered.length} characters came back`);
    into?.push(performance.now() - start);
  };
  for (let round = 0; round < rounds; round++) {
    const connected = {};
    for (const name of names) connected[name] = await connectAll(name, era, clients);
    // As many lanes as calls may be in flight, each one's call after the other and every client in turn.
    const run = async (name, count, inFlight, into) => {
      let left = count;
      const lane = async () => {
        while (left-- > 0) await roundTrip(connected[name][left % clients], into);
      };
      await Promise.all(Array.from({ length: inFlight }, lane));
    };
    const warm = Math.ceil(warmUp / clients);
    const turns = warm + Math.ceil(calls / clients);
    for (let turn = 0; turn < turns; turn++)
      for (const name of names)
        await run(name, clients, Math.min(clients, window), turn < warm ? undefined : times[name]);
    for (const name of names) {
      const start = performance.now();
      await run(name, pipelined, window);
      rates[name].push((1000 * pipelined) / (performance.now() - start));
      for (const client of connected[name]) client.close();
    }
  }
  return { times, rates };
}

/** Round trips of evaluations beside the others' echoes. */
async function measureLisp({ names, era, warmUp, calls }) {
  const clients = {};
  for (const name of names) clients[name] = await connect(name, era);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let call = 0; call < warmUp + calls; call++)
    for (const name of names) {
      const start = performance.now();
      if (name === "ours") await clients[name].call("evaluate-lisp", { code: "1" });
      else await clients[name].call("echo", { text: "1" });
      if (call >= warmUp) times[name].push(performance.now() - start);
    }
  return times;
}

const kept = [];
/** Connects so many clients that stay, each after one call. */
async function keep({ name, era, count }) {
  for (const client of await connectAll(name, era, count)) {
    await client.call("echo", { text: "1" });
    kept.push(client);
  }
}

globalThis.bench = { measure, measureLisp, keep };
