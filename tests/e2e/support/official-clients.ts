// Runs inside the pages under test: the official clients, and their transports for windows. The tests' site
// serves this file's bundle, so that a browser compiles it once for many pages.
export { TabServerTransport } from "@mcp-b/transports";
export { Client } from "@modelcontextprotocol/client";
export { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
export { transportFor } from "./page-transports.js";
