/** The restarts that the client chose in advance for an evaluation, and what came of them. */
import type { RestartChoice, RestartTaken } from "../contract/engine.js";

/** A restart that was taken. */
export interface TakenRestart extends RestartTaken {
  /** What has it taken again, as `answerText` writes it; empty for what ends the evaluation. */
  readonly answer: string;
}

/** The entries of one evaluation; each is used once (`taking-restarts.ts`). */
export class RestartChoices {
  /** The restart that was taken for the condition that ended the evaluation, and did not go on from it. */
  taken: string | null = null;
  /** Why a restart could not be taken for the condition that ended the evaluation. */
  problem: string | null = null;
  readonly unused: RestartChoice[];
  /** Whether the restart that was taken last has returned. */
  returned = false;
  /** Whether a restart is being taken. */
  busy = false;

  constructor(choices: readonly RestartChoice[]) {
    this.unused = [...choices];
  }

  /** Begins to take one for a condition; false while one is being taken. */
  begin(): boolean {
    this.taken = null;
    this.problem = null;
    this.returned = false;
    // What fails while an entry's own texts are evaluated is to be seen, not to be repaired by the next one.
    if (this.busy) return false;
    this.busy = true;
    return true;
  }
}
