import { element } from "../elements/dom.js";
import { modelText } from "../transcript/entry-tools.js";
import { jsonView } from "../transcript/json-view.js";
import { duration } from "../transcript/transcript.js";
import { callAsTest } from "./call-as-test.js";
import type { MessageRecord } from "./log.js";

/** What a message says, laid out, and what can be done with it. */
export function messageBody(record: MessageRecord): HTMLElement {
  const facts = [
    record.client,
    record.kind,
    record.id === null ? null : `id ${record.id}`,
    record.version,
    record.tookMs === null ? null : `answered in ${duration(record.tookMs)}`,
    `${record.size.toLocaleString("en")} characters`,
  ];
  const { exchange, tool } = record;
  const buttons = [copyButton("Copy", () => JSON.stringify(record.message, null, 2))];
  if (exchange && tool !== null) buttons.push(copyButton("Copy as a test", () => callAsTest(exchange)));
  const read = textContent(record.message);
  return element(
    "div",
    { class: "message-body" },
    element("p", { class: "message-facts" }, facts.filter(Boolean).join(" · ")),
    element("p", { class: "message-deeds" }, ...buttons),
    read === "" ? null : modelText(read),
    jsonView(record.message),
  );
}

/** The text content of a tool's result; "" where there is none. */
function textContent(message: unknown): string {
  const { result } = message as { readonly result?: { readonly content?: unknown } };
  if (!Array.isArray(result?.content)) return "";
  const blocks = result.content as readonly { readonly text?: unknown }[];
  return blocks.flatMap(({ text }) => (typeof text === "string" ? [text] : [])).join("\n");
}

function copyButton(title: string, text: () => string): HTMLElement {
  const button = element("button", { type: "button", class: "more" }, title);
  button.addEventListener("click", async () => {
    const done = await navigator.clipboard.writeText(text()).then(
      () => true,
      () => false,
    );
    button.textContent = done ? "Copied" : "Could not copy";
  });
  return button;
}
