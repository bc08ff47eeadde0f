import { LispServer, type ToolSet } from "jscl-mcp";
import { admittedOrigins } from "./frame-origins.js";

const address = new URLSearchParams(location.search);
const allowed = document.querySelector<HTMLMetaElement>('meta[name="jscl-mcp-origins"]')?.content ?? "";

try {
  const channels = address.getAll("channel");
  const tools = address.get("tools")?.split(",") as ToolSet[] | undefined;
  await LispServer.start({
    ...(tools === undefined ? {} : { tools }),
    origins: admittedOrigins(address.getAll("origin"), allowed, location.origin),
    bindings: { frame: channels.length > 0 ? { channels } : true, bare: ["parent"] },
  });
} catch (error) {
  // A frame is rarely looked at, but its console is.
  console.error(error);
  const note = document.getElementById("note");
  if (note) note.textContent = String(error);
}
