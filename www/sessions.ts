import type { SessionReport } from "jscl-mcp";
import type { LispClient } from "./client/client.js";
import { messageOf } from "./elements/message-of.js";
import { readSessions } from "./elements/results.js";
import { failureParts, noteParts, plainParts } from "./elements/views/entry-view.js";
import { type MenuItem, setUpMenu } from "./menu.js";
import type { Transcript } from "./transcript/transcript.js";

/** The session that is always there. */
export const MAIN = "main";

const STATES: Record<SessionReport["state"], string> = {
  starting: "Starting",
  idle: "Idle",
  busy: "Evaluating",
  held: "Held at an error",
  reading: "Waits for input",
  dead: "Could not be started; the next evaluation tries again",
};

interface SessionsParts {
  readonly client: Promise<LispClient>;
  readonly transcript: Transcript;
  readonly root: HTMLElement;
  /** Entries at the end of the menu. */
  readonly settings: () => readonly MenuItem[];
  /** Called when another session is current. */
  readonly onChange: () => void;
}

/** The menu of sessions: which one the page works in, making more and closing them. */
export class Sessions {
  readonly #parts: SessionsParts;
  readonly #name: HTMLElement;
  #current = MAIN;

  constructor(parts: SessionsParts) {
    this.#parts = parts;
    const name = parts.root.querySelector<HTMLElement>(".session-name");
    if (!name) throw new Error("The menu of sessions has no place for a name.");
    this.#name = name;
    setUpMenu(parts.root, "Sessions", () => this.#items());
  }

  /** The session that is worked in. */
  get current(): string {
    return this.#current;
  }

  async #items(): Promise<MenuItem[]> {
    const sessions = await this.#list();
    // Any client may have closed it.
    if (sessions.length > 0 && !sessions.some(({ session }) => session === this.#current)) this.#enter(MAIN);
    const items: MenuItem[] = sessions.map((each) => ({
      title: each.session,
      about: describe(each),
      state: each.state,
      checked: each.session === this.#current,
      choose: () => this.#enter(each.session),
    }));
    items.push({
      title: "New session",
      about: "One more Lisp, with definitions of its own",
      choose: () => void this.#create(),
    });
    const leaving = this.#current;
    if (leaving !== MAIN)
      items.push({
        title: `Close ${leaving}`,
        about: "Ends its Lisp and all that it evaluates",
        choose: () => void this.#close(leaving),
      });
    items.push(...this.#parts.settings());
    return items;
  }

  async #list(): Promise<readonly SessionReport[]> {
    try {
      const answer = await (await this.#parts.client).listSessions();
      return readSessions(answer.data) ?? [];
    } catch (error) {
      this.#failed(error);
      return [];
    }
  }

  async #create(): Promise<void> {
    const { client, transcript } = this.#parts;
    try {
      const answer = await (await client).createSession();
      const session = (answer.data as { session?: unknown } | undefined)?.session;
      if (answer.isError || typeof session !== "string") transcript.note(plainParts(answer));
      else this.#enter(session);
    } catch (error) {
      this.#failed(error);
    }
  }

  async #close(session: string): Promise<void> {
    const { client, transcript } = this.#parts;
    try {
      const answer = await (await client).closeSession(session);
      transcript.note(answer.isError ? plainParts(answer) : noteParts(answer.text));
      if (!answer.isError) this.#enter(MAIN);
    } catch (error) {
      this.#failed(error);
    }
  }

  #enter(session: string): void {
    this.#current = session;
    this.#name.textContent = session;
    this.#parts.onChange();
  }

  #failed(error: unknown): void {
    this.#parts.transcript.note(failureParts(messageOf(error)));
  }
}

function describe({ state, waiting, lastError }: SessionReport): string {
  const more = [waiting > 0 ? `${waiting} waiting` : "", lastError ? `last error ${lastError}` : ""];
  return [STATES[state], ...more.filter((part) => part !== "")].join(" · ");
}
