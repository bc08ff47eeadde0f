// Served in the place of the public package, whose exports it has. It reports to the tests what each server's
// clients sent and received, by a function that the tests put into every page.
import { LispServer } from "./jscl-mcp-unwatched.js";

export * from "./jscl-mcp-unwatched.js";

const CLAIM = "io.modelcontextprotocol/protocolVersion";
const page = Math.random().toString(36).slice(2);
let servers = 0;
let recentParcels = 0;
const told = [];

/** A message of a client, without the parts that no test checks: its length is the client's business. */
function outline(message) {
  if (Array.isArray(message)) return message.map(outline);
  if (typeof message !== "object" || message === null) return null;
  const { id, method, params } = message;
  const { progressToken, [CLAIM]: claim } = params?._meta ?? {};
  const meta = { progressToken, ...(claim === undefined ? {} : { [CLAIM]: claim }) };
  const answered = Object.fromEntries(
    ["result", "error"].filter((name) => name in message).map((name) => [name, {}]),
  );
  return { id, method, params: { _meta: meta }, ...answered };
}

function outlineOf(json) {
  try {
    return JSON.stringify(outline(JSON.parse(json)));
  } catch {
    return "null";
  }
}

/**
 * Reports at once, so that nothing is lost when a test closes the page; a flood is sent in parcels, as each
 * costs the page a millisecond.
 */
function tell(line) {
  told.push(line);
  if (told.length > 1) return;
  if (recentParcels < 20) queueMicrotask(sendParcel);
  else setTimeout(sendParcel, 50);
}

function sendParcel() {
  recentParcels += 1;
  setTimeout(() => {
    recentParcels -= 1;
  }, 100);
  globalThis.wireTraffic(JSON.stringify(told.splice(0)));
}

const start = LispServer.start;
LispServer.start = (options = {}) => {
  // A page that the tests have not prepared would have a server whose messages are not checked.
  if (typeof globalThis.wireTraffic !== "function")
    throw new Error("This page is not watched: see tests/e2e/support/wire.ts.");
  servers += 1;
  const server = `${page}/${servers}`;
  const onTraffic = (traffic) => {
    const { client, direction, json } = traffic;
    tell({ client: `${server}/${client}`, direction, json: direction === "in" ? outlineOf(json) : json });
    options.onTraffic?.(traffic);
  };
  return start.call(LispServer, { ...options, onTraffic });
};
