// A file of its own, so that only pages that register tools in a browser without WebMCP load it.
export { initializeWebMCPPolyfill } from "@mcp-b/webmcp-polyfill";
