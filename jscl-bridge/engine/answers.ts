/**
 * A held evaluation waits for the host's answer on shared memory, because its thread reads no messages
 * meanwhile; the host's commands come the same way.
 */
import { type Channel, readMessage } from "sync-message";
import { now } from "../runtime/platform.js";
import type { AwaitAnswer } from "./waits.js";

/** The memory through which answers come; null where threads share none. */
export type AnswerChannel = Channel | null;

/**
 * What the host writes: a part of the JSON text of an answer or a command, as much as the memory holds; or,
 * without a text, a call to look whether the evaluation is still wanted.
 */
export interface AnswerPart {
  /** The evaluation and the question that are answered, or on top of which a command runs. */
  readonly id: number;
  readonly question: number;
  readonly is: "answer" | "command";
  /** Which part it is, from 0. */
  readonly part: number;
  readonly text: string;
  readonly isLast: boolean;
}

/** How often an interrupt is looked for that the host did not wake the wait for, in milliseconds. */
const LOOK_MS = 200;

/** Reads answers from a channel. */
export function readAnswers(channel: Channel): AwaitAnswer {
  return ({ id, question, ms, isInterrupted, perform }) => {
    let end = now() + ms;
    const parts: string[] = [];
    for (;;) {
      const timeout = end - now();
      if (timeout <= 0 || isInterrupted()) return null;
      const options = { timeout, checkTimeout: LOOK_MS, checkInterrupt: isInterrupted };
      const read: AnswerPart | null = readMessage(channel, "", options);
      // An answer to an earlier question may have come too late.
      if (read === null || read.id !== id || read.question !== question) continue;
      if (read.part === 0) parts.length = 0;
      parts.push(read.text);
      if (!read.isLast) continue;
      const given = JSON.parse(parts.join(""));
      if (read.is === "answer") return given;
      parts.length = 0;
      perform(given);
      end = now() + ms;
    }
  };
}
