import { LispServer } from "jscl-mcp";
import "./app.css";
import { BootProgressRelay } from "./boot-progress.js";
import { byId } from "./dom.js";
import { keptDefinitions } from "./kept-definitions.js";
import { setUpTheme } from "./theme.js";

// The server and its Lisp start before the editor is even fetched, so that both load side by side.
const progress = new BootProgressRelay();
const asked = new URLSearchParams(location.search);
// Clients in this very window alone, and the browser's agent: what is kept here is the person's, and no other
// page's.
const server = LispServer.start({
  tools: ["core", "sessions"],
  journal: keptDefinitions(),
  onBoot: (step) => progress.note(step),
  ...(asked.has("tab") ? { bindings: { tab: true } } : {}),
});
if (asked.has("webmcp")) server.then((it) => it.registerTools()).catch(console.error);
// Code that awaits the server reports its failure; this keeps the rejection from counting as unhandled until
// then.
server.catch(() => undefined);

// The MCP client's schema library would try whether it may make code of text, which the page's policy forbids
// and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

setUpTheme(byId("theme-toggle", HTMLButtonElement));

const { openPlayground } = await import("./playground.js");
openPlayground(server, progress);
