import type { McpClient } from "../elements/page/mcp-client.js";
import type { Finished } from "../finished.js";
import type { Programs } from "../programs/programs.js";
import type { Tutorial } from "./tutorial.js";

export interface TutorialParts {
  readonly programs: Programs;
  /** The client that checks are evaluated by. */
  readonly backstage: Promise<McpClient>;
}

/** The tutorial, which is loaded when somebody opens it. */
export class TutorialOpener {
  readonly #parts: TutorialParts;
  #tutorial: Promise<Tutorial> | null = null;

  constructor(parts: TutorialParts) {
    this.#parts = parts;
  }

  async open(): Promise<void> {
    this.#tutorial ??= import("./tutorial.js").then(({ Tutorial }) => new Tutorial(this.#parts));
    (await this.#tutorial).open();
  }

  /** Has the open step look at what was done. */
  evaluated(finished: Finished): void {
    void this.#tutorial?.then((tutorial) => tutorial.evaluated(finished));
  }
}
