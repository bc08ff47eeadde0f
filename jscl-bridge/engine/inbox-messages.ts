/**
 * What a host, a service worker and a thread say to each other where threads share no memory. The thread asks
 * by a synchronous request, which the service worker answers with what the host has posted for it.
 */
import type { Answer, Command } from "../contract/engine.js";

/** What comes before an inbox's name in the address that its thread asks at, beside the thread's script. */
export const INBOX_FOLDER = "jscl-wait/";

/**
 * The header by which a service worker's answer is told from a file, which a server may send for any address.
 */
export const INBOX_HEADER = "jscl-inbox";

/** What a host has to say to a thread that runs Lisp or waits. */
export type InboxMessage =
  | { readonly is: "answer"; readonly answer: Answer }
  /** Carried out on top of the evaluation that waits with that question. */
  | { readonly is: "command"; readonly id: number; readonly question: number; readonly command: Command }
  /** Has an evaluation end, in place of the one named before; 0 for none. */
  | { readonly is: "interrupt"; readonly evaluation: number };

/** A message with its number, from 1, as JSON text: it is sent again until the thread says that it has it. */
export type NumberedText = readonly [number: number, json: string];

/** What a host posts to the service worker: what the thread may not have yet, in order. */
export interface Delivery {
  readonly kind: "jscl-inbox";
  readonly inbox: string;
  readonly messages: readonly NumberedText[];
}

/** What a host posts to the service worker when there is no such thread any more. */
export interface InboxEnd {
  readonly kind: "jscl-inbox-end";
  readonly inbox: string;
}

/** Has a thread look whether its requests are answered, and say so. */
export interface InboxTrial {
  readonly kind: "inbox-trial";
}

/** Tells a thread that its requests will not be answered, and why, in a sentence without its end. */
export interface InboxClosed {
  readonly kind: "inbox-closed";
  readonly problem: string;
}

/** What a thread tells its host. None of it is the server's business. */
export type InboxNote =
  /** It has all messages up to that number. */
  | { readonly kind: "inbox-has"; readonly number: number }
  /** Whether its requests are answered. */
  | { readonly kind: "inbox-tried"; readonly isAnswered: boolean };

export function isInboxTrial(data: unknown): data is InboxTrial {
  return typeof data === "object" && data !== null && (data as InboxTrial).kind === "inbox-trial";
}

export function isInboxClosed(data: unknown): data is InboxClosed {
  return typeof data === "object" && data !== null && (data as InboxClosed).kind === "inbox-closed";
}

/** Whether a message of a thread is such a note, or claims to be: the server is not to hear of it. */
export function isInboxNote(data: unknown): data is { readonly kind: string } {
  const { kind } = (data ?? {}) as { kind?: unknown };
  return typeof kind === "string" && kind.startsWith("inbox-");
}
