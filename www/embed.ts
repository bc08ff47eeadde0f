import { messageOf } from "./elements/message-of.js";
import "./embed.css";
import type { LispCell } from "./elements/lisp-cell.js";
import type { PageLisp } from "./elements/page/page-lisp.js";
import { startProblem } from "./elements/page/start-problem.js";
import { isTheme, readAddress, type Theme } from "./embed-address.js";
import { admittedOrigins } from "./frame-origins.js";
import { showNote } from "./note.js";
import { type ParentMessage, ParentPage, refusalOf } from "./parent-page.js";

/*
 * A cell in a frame, for pages that allow no scripts of ours. The page around it says, by window messages
 * with `channel: "jscl-mcp"` from an origin that the frame's address admits:
 *
 * - `{type: "embed-code", code, run}`: shows this code in place of the present, and runs it if `run` is true;
 * - `{type: "embed-theme", theme}`: `light`, `dark` or `auto`;
 * - `{type: "mcp-connect"}` with one port: attaches a client of the cell's own server.
 *
 * What the frame says is in parent-page.ts.
 */

const address = readAddress(location);
const allowed = document.querySelector<HTMLMetaElement>('meta[name="jscl-mcp-origins"]')?.content ?? "";
const { admitted, problems } = admittedOrigins(address.origins, allowed, location.origin);
const parent = new ParentPage(admitted);
const content = document.getElementById("content") as HTMLElement;
const place = document.getElementById("cell") as HTMLElement;
let lisp: Promise<PageLisp> | null = null;

/** Says what went wrong where somebody looks: in the frame, and to the page around it. */
function report(message: string): void {
  showNote(message);
  parent.tell({ type: "frame-error", message });
}

function setTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  const cell = place.firstElementChild;
  if (theme === "auto") cell?.removeAttribute("theme");
  else cell?.setAttribute("theme", theme);
}

/** Shows a cell of this code. */
function show(code: string, attributes: Readonly<Record<string, string>>): LispCell {
  const cell = document.createElement("lisp-cell");
  for (const [name, value] of Object.entries(attributes)) cell.setAttribute(name, value);
  const text = document.createElement("code");
  text.className = "language-lisp";
  text.textContent = code;
  const block = document.createElement("pre");
  block.append(text);
  cell.append(block);
  place.replaceChildren(cell);
  return cell;
}

/** The Lisp of the cell, which clients of the page around share. */
function theLisp(): Promise<PageLisp> {
  lisp ??= import("./elements/page/page-lisp.js").then(({ pageLisp }) => {
    const { channels } = address;
    return pageLisp({
      origins: admitted,
      bindings: { frame: channels.length > 0 ? { channels } : true, bare: ["parent"] },
      onProblem: ({ message }) => report(message),
      onFailure: (sentence) => parent.tell({ type: "frame-error", message: sentence }),
    });
  });
  return lisp;
}

/** Hands an invitation to the server as one of this page's own: it came from an admitted origin. */
async function invite(port: MessagePort): Promise<void> {
  try {
    await (await theLisp()).start();
    window.postMessage({ channel: "jscl-mcp", type: "mcp-connect" }, location.origin, [port]);
  } catch (error) {
    port.close();
    showNote(messageOf(error));
  }
}

async function hear({ isAdmitted, origin, data, event }: ParentMessage): Promise<void> {
  const { type, code, run, theme } = data;
  // The server would take it as well, if it is there by now.
  if (type === "mcp-connect") event.stopImmediatePropagation();
  if (!isAdmitted) return report(refusalOf(origin));
  const [port] = event.ports;
  if (type === "mcp-connect" && port) return invite(port);
  if (type === "embed-theme") {
    if (isTheme(theme)) setTheme(theme);
    else report("The theme of an embed-theme message is light, dark or auto.");
  } else if (type === "embed-code") {
    if (typeof code !== "string") return report("The code of an embed-code message is a string.");
    const cell = show(code, address.attributes);
    setTheme(document.documentElement.dataset["theme"] as Theme);
    if (run === true) void ready.then(() => cell.run()).catch(() => undefined);
  }
}

/** Tells the page around how high the content is, whenever that changes. */
function tellHeight(): void {
  let last = -1;
  new ResizeObserver(() => {
    const height = Math.ceil(content.getBoundingClientRect().height);
    if (height !== last) parent.tellAnybody({ type: "embed-size", height });
    last = height;
  }).observe(content);
}

async function begin(): Promise<void> {
  try {
    // The cell finds the Lisp as it is configured here.
    await theLisp();
    await import("./elements/lisp-cell.js");
  } catch (error) {
    report(startProblem(error));
    throw error;
  }
}

show(address.code, address.attributes);
setTheme(address.theme);
for (const problem of [...address.problems, ...problems]) report(problem);
parent.listen((message) => void hear(message));
tellHeight();
const ready = begin();
ready.then(
  () => parent.tellAnybody({ type: "embed-ready" }),
  () => undefined,
);
if (address.startsAtOnce) {
  const refusal = parent.refusal();
  if (refusal !== null) report(refusal);
  ready
    .then(theLisp)
    .then((it) => it.start())
    .catch((error: unknown) => showNote((error as Error).message));
}
