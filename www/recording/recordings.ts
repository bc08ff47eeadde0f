import type { LispClient } from "../client/client.js";
import { type AskRecording, readRecording } from "./recording.js";

const GONE = "A later recording has taken the place of this one.";

/** The recordings of the sessions: each has its last one. */
export class Recordings {
  readonly #last = new Map<string, object>();
  readonly #client: Promise<LispClient>;

  constructor(client: Promise<LispClient>) {
    this.#client = client;
  }

  /** An evaluation is recorded now. */
  begin(session: string, evaluation: object): void {
    this.#last.set(session, evaluation);
  }

  /** What asks the recording of an evaluation, as long as it is the session's last one. */
  of(session: string, evaluation: object): AskRecording {
    let known: number | null = null;
    return async (args) => {
      if (this.#last.get(session) !== evaluation) throw new Error(GONE);
      const answer = readRecording(await (await this.#client).call("query-recording", { session, ...args }));
      known ??= answer.events;
      // Code and other clients record, too.
      if (answer.events !== known) throw new Error(GONE);
      return answer;
    };
  }
}
