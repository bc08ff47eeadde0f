import type { Unrestored } from "jscl-mcp";
import type { Fields } from "../fields.js";
import type { McpClient } from "./mcp-client.js";

/** What a session has lost, for every cell of it. */
export interface Loss {
  /** A reset that somebody asked for; an evaluation that could not be stopped; an image that ended. */
  readonly reason: "reset" | "runaway" | "died";
  /** All of it, for a person to read. */
  readonly text: string;
  /** What is defined again, such as `AVERAGE (function)`. Data made since is not. */
  readonly restored: readonly string[];
  /** What is not. */
  readonly gone: readonly string[];
}

/** A session as far as it can lose something. */
interface Loser {
  /** What was made in it so far is not there any more, or neither is the session. */
  lost(isClosed?: boolean): void;
  /** All is known of that. */
  tell(loss: Loss): void;
}

/** What the server logs when a session got its definitions back; see src/server/notifications/logged.rs. */
type Restored = {
  readonly reason: string;
  readonly count: number;
  readonly failed: readonly Unrestored[];
  readonly notKept: number;
};

const RESET = "The session is reset.";
const CLOSED = "The session was closed.";
const NOT_STARTED = "the Lisp could not be started";

/** Reasons of the server's watchdog. */
const RUNAWAY = /did not stop in time|took longer than/;

/** How many names a text has, at most. */
const MOST_NAMES = 20;

/** Makes losses of the server's log messages about images and sessions. */
export class Losses {
  readonly #definitions: (session: string) => Promise<readonly string[]>;
  readonly #loser: (session: string) => Loser | undefined;
  /** Why sessions lost their images whose definitions are still being restored. */
  readonly #pending = new Map<string, string>();

  constructor(
    definitions: (session: string) => Promise<readonly string[]>,
    loser: (session: string) => Loser | undefined,
  ) {
    this.#definitions = definitions;
    this.#loser = loser;
  }

  /** Takes a log message of the server; those about other things are ignored. */
  heard(logger: string, data: Fields): void {
    const { session, message, reason, count } = data as Readonly<Record<string, string | undefined>>;
    if (session === undefined) return;
    if (logger === "image") {
      if (count === undefined) void this.#lost(session, reason ?? "");
      else void this.#restored(session, data as unknown as Restored);
    } else if (message === RESET || message === CLOSED) {
      this.#pending.delete(session);
      this.#loser(session)?.lost(message === CLOSED);
      const end = message === RESET ? "reset" : "closed";
      const text = `The session was ${end}: all of its definitions, variables and packages are gone.`;
      this.#tell(session, { reason: "reset", text, restored: [], gone: [] });
    }
  }

  async #lost(session: string, reason: string): Promise<void> {
    this.#loser(session)?.lost();
    if (this.#pending.has(session)) return;
    this.#pending.set(session, reason);
    const names = await this.#definitions(session).catch(() => []);
    // Where there is something to restore, another message says when that is done.
    if (names.length > 0 || this.#pending.get(session) !== reason) return;
    this.#pending.delete(session);
    if (reason.startsWith(NOT_STARTED)) return;
    const text = `${replaced(reason)} The session had no definitions to restore; its data is gone.`;
    this.#tell(session, { reason: kindOf(reason), text, restored: [], gone: [] });
  }

  async #restored(session: string, restored: Restored): Promise<void> {
    const reason = this.#pending.get(session) ?? restored.reason;
    this.#pending.delete(session);
    const names = await this.#definitions(session).catch(() => []);
    const gone = restored.failed.flatMap((failure) => failure.names.map(named));
    const text = restoredText(reason, restored, gone);
    this.#tell(session, { reason: kindOf(reason), text, restored: names, gone });
  }

  #tell(session: string, loss: Loss): void {
    this.#loser(session)?.tell(loss);
  }
}

/** What a session has defined, such as `AVERAGE (function)`. */
export async function definitionsOf(client: McpClient, session: string): Promise<readonly string[]> {
  const prefix = `lisp://session/${encodeURIComponent(session)}/definition/`;
  const resources = await client.list();
  return resources.filter(({ uri }) => uri.startsWith(prefix)).map(({ title }) => title);
}

function kindOf(reason: string): Loss["reason"] {
  return RUNAWAY.test(reason) ? "runaway" : "died";
}

function replaced(reason: string): string {
  return `The Lisp of this session was replaced by a fresh one: ${reason.replace(/\.$/, "")}.`;
}

function restoredText(reason: string, { count, notKept }: Restored, gone: readonly string[]): string {
  const definitions = count === 1 ? "1 definition was" : `${count} definitions were`;
  const text = `${replaced(reason)} ${definitions} restored: variables have the values that their definitions give them, and data made since is gone.`;
  const more = gone.length > MOST_NAMES ? `, … ${gone.length - MOST_NAMES} more` : "";
  const missing = gone.length > 0 ? ` Not restored: ${gone.slice(0, MOST_NAMES).join(", ")}${more}.` : "";
  return `${text}${missing}${notKept > 0 ? ` ${notKept} more had not been kept, for lack of room.` : ""}`;
}

/** `FUNCTION AVERAGE` as the server titles it in lists. */
function named(definition: string): string {
  const [, kind = "", name = definition] = /^(\S+) (.*)$/s.exec(definition) ?? [];
  return kind === "" ? name : `${name} (${kind.toLowerCase()})`;
}
