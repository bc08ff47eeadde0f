/** 2026-07-28 over HTTP: every request stands alone, and has a channel of its own into the page. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Connect } from "../lisp-page.js";
import { EventStream } from "./event-stream.js";
import { headerProblem, type MirroredArguments } from "./headers.js";
import { claimOf, errorOf, failure, isRequest, isResponse, type Message } from "./message.js";

const HEADER_MISMATCH = -32020;
const INVALID_PARAMS = -32602;

export function answerModern(
  request: IncomingMessage,
  response: ServerResponse,
  message: Message,
  connect: Connect,
  mirrored: MirroredArguments,
): void {
  const refuse = (code: number, text: string) => sendJson(response, failure(message["id"], code, text), 400);
  // No message that a client may send over HTTP is anything else: to cancel a request it closes the response.
  if (!isRequest(message)) return refuse(-32600, "Only requests are sent over HTTP.");
  const problem = headerProblem(request.headers, message, mirrored);
  if (problem !== undefined) return refuse(HEADER_MISMATCH, problem);
  // To the server it would be a legacy message, but the header says that it is none. Its own answer is better
  // where it has one.
  if (claimOf(message) === undefined && message["method"] !== "server/discover")
    return refuse(INVALID_PARAMS, "The body has no protocol version in _meta.");
  let stream: EventStream | undefined;
  let isAnswered = false;
  const channel = connect((sent) => {
    isAnswered = isResponse(sent);
    if (isAnswered && !stream) sendJson(response, sent, statusOf(sent));
    else {
      if (!stream) {
        stream = new EventStream();
        stream.attach(response, {});
      }
      stream.send(sent);
      if (isAnswered) stream.end();
    }
    if (isAnswered) channel.close();
  });
  response.on("close", () => {
    if (isAnswered) return;
    channel.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: message["id"] } });
    channel.close();
  });
  channel.send(message);
}

/** The HTTP status of a response. */
function statusOf(message: Message): number {
  const code = errorOf(message)?.["code"];
  if (code === undefined) return 200;
  if (code === -32601) return 404;
  return code === -32603 ? 500 : 400;
}

export function sendJson(
  response: ServerResponse,
  body: unknown,
  status: number,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
}
