import { LispServer, type ToolSet } from "jscl-mcp";
import { messageOf } from "./elements/message-of.js";
import { admittedOrigins } from "./frame-origins.js";
import { showNote } from "./note.js";
import { ParentPage, refusalOf } from "./parent-page.js";

const address = new URLSearchParams(location.search);
const allowed = document.querySelector<HTMLMetaElement>('meta[name="jscl-mcp-origins"]')?.content ?? "";
const { admitted, problems } = admittedOrigins(address.getAll("origin"), allowed, location.origin);
const parent = new ParentPage(admitted);

/** Says what went wrong where somebody looks: in the frame, to the page around it, and in the console. */
function report(message: string): void {
  console.error(message);
  showNote(message);
  parent.tell({ type: "frame-error", message });
}

for (const problem of [...problems, parent.refusal()]) if (problem !== null) report(problem);
parent.listen(({ isAdmitted, origin }) => {
  if (!isAdmitted) report(refusalOf(origin));
});
try {
  const channels = address.getAll("channel");
  const tools = address.get("tools")?.split(",") as ToolSet[] | undefined;
  const server = await LispServer.start({
    ...(tools === undefined ? {} : { tools }),
    origins: admitted,
    bindings: { frame: channels.length > 0 ? { channels } : true, bare: ["parent"] },
    onProblem: ({ message }) => report(message),
  });
  await server.ready;
} catch (error) {
  report(messageOf(error));
}
