import { LispServer } from "jscl-mcp";
import "./app.css";
import { agentToken } from "./agent/token.js";
import { BootProgressRelay } from "./boot-progress.js";
import { byId } from "./elements/dom.js";
import { keptDefinitions } from "./kept-definitions.js";
import { keepOffline } from "./offline/keep-offline.js";
import { setUpTheme } from "./theme.js";
import { VisitorRelay } from "./visitor-relay.js";

// The server and its Lisp start before the editor is even fetched, so that both load side by side.
const progress = new BootProgressRelay();
const visitors = new VisitorRelay();
const asked = new URLSearchParams(location.search);
// Clients in this very window alone, and the browser's agent: what is kept here is the person's, and no other
// page's.
const server = LispServer.start({
  tools: ["core", "sessions", "development", "debugger"],
  journal: keptDefinitions(),
  onBoot: (step) => progress.note(step),
  onTraffic: (traffic) => visitors.note(traffic),
  onClientGone: (client) => visitors.gone(client),
  ...(asked.has("tab") ? { bindings: { tab: true } } : {}),
});
if (asked.has("webmcp")) server.then((it) => it.registerTools()).catch(console.error);
// The files are loaded once more for that, so it comes when Lisp is there.
// The program that lets an agent in serves the page for as long as it runs, and at no address of its own.
const token = agentToken();
if (token === null) server.then(() => keepOffline(new URL("./", import.meta.url))).catch(() => undefined);
// Code that awaits the server reports its failure; this keeps the rejection from counting as unhandled until
// then.
server.catch(() => undefined);

// The MCP client's schema library would try whether it may make code of text, which the page's policy forbids
// and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

setUpTheme(byId("theme-toggle", HTMLButtonElement));

const { openPlayground } = await import("./playground.js");
openPlayground(server, { progress, visitors, token });
