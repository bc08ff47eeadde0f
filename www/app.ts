import { LispServer } from "jscl-mcp";
import "./app.css";
import { BootProgressRelay } from "./boot-progress.js";
import { byId } from "./dom.js";
import { keptDefinitions } from "./kept-definitions.js";
import { setUpTheme } from "./theme.js";

// The server and its Lisp start before the editor is even fetched, so that both load side by side.
const progress = new BootProgressRelay();
const server = LispServer.start({ journal: keptDefinitions(), onBoot: (step) => progress.note(step) });
// Whoever waits for the server reports its failure; this keeps it from counting as unhandled until then.
server.catch(() => undefined);

// The MCP client's schema library would try whether it may make code of text, which the page's policy forbids and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

setUpTheme(byId("theme-toggle", HTMLButtonElement));

const { openPlayground } = await import("./playground.js");
openPlayground(server, progress);
