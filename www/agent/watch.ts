import type { FormAtWork } from "../client/client.js";
import type { Direction } from "../elements/page/json-rpc.js";
import type { OutputStream } from "../elements/views/live-output.js";

type Fields = Readonly<Record<string, unknown>>;

/** Requests that stay open for as long as their client likes, and are no work. */
const OPEN_FOR_GOOD = new Set(["subscriptions/listen"]);

/** Characters of a client's name that are shown. */
const LONGEST_NAME = 40;

/** An evaluation that a client has asked for. */
export interface EvaluationCall {
  readonly code: string;
  readonly session: string | null;
  readonly packageOf: string | null;
}

/** Shows what becomes of an evaluation. */
export interface Follower {
  write(stream: OutputStream, text: string): void;
  locate(at: FormAtWork): void;
  /** It waits until its client has answered a question; null when it goes on. */
  hold(question: string | null): void;
  finish(result: Fields): void;
  fail(message: string): void;
  cancelled(): void;
}

interface WatchParts {
  /** The client has said who it is. */
  readonly onName: (name: string) => void;
  /** How many of its requests have no answer. */
  readonly onWork: (requests: number) => void;
  readonly begin: (call: EvaluationCall) => Follower;
}

interface Open {
  readonly isWork: boolean;
  readonly follower: Follower | null;
}

function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** Reads the messages of a client as they pass: who it is, and what becomes of what it evaluates. */
export class ClientWatch {
  readonly #parts: WatchParts;
  readonly #open = new Map<unknown, Open>();
  /** Evaluations by the state with which their client asks again. */
  readonly #held = new Map<unknown, Follower>();
  readonly #progress = new Map<unknown, Follower>();
  /** Evaluations that wait for a question of the server's, by its id. */
  readonly #asked = new Map<unknown, Follower>();
  #name = "";

  constructor(parts: WatchParts) {
    this.#parts = parts;
  }

  /** Sees a message: one that is sent goes to the server. */
  see(direction: Direction, message: unknown): void {
    const found = fields(message);
    if (direction === "sent") this.#heardClient(found);
    else this.#heardServer(found);
    this.#parts.onWork([...this.#open.values()].filter(({ isWork }) => isWork).length);
  }

  /** The client has gone: nobody waits for what it evaluates. */
  over(): void {
    const unfinished = [...this.#held.values(), ...[...this.#open.values()].map(({ follower }) => follower)];
    for (const follower of unfinished) follower?.cancelled();
    for (const each of [this.#open, this.#held, this.#progress, this.#asked]) each.clear();
    this.#parts.onWork(0);
  }

  #heardClient({ id, method, params }: Fields): void {
    const given = fields(params);
    if (method === undefined) {
      this.#asked.get(id)?.hold(null);
      this.#asked.delete(id);
    } else if (method === "notifications/cancelled") {
      this.#open.get(given["requestId"])?.follower?.cancelled();
      this.#open.delete(given["requestId"]);
    } else if (id !== undefined) {
      this.#noteName(given["clientInfo"] ?? fields(given["_meta"])["io.modelcontextprotocol/clientInfo"]);
      const follower = method === "tools/call" ? this.#followerOf(given) : null;
      this.#open.set(id, { isWork: !OPEN_FOR_GOOD.has(String(method)), follower });
      const token = fields(given["_meta"])["progressToken"];
      if (follower && token !== undefined) this.#progress.set(token, follower);
    }
  }

  #heardServer({ id, method, params, result, error }: Fields): void {
    if (method === "notifications/progress") return this.#noteProgress(fields(params));
    if (method !== undefined) {
      // The server asks about the evaluation that runs, and does not say about which one.
      const follower = [...this.#open.values()].find((each) => each.follower)?.follower;
      if (id === undefined || !follower) return;
      this.#asked.set(id, follower);
      return follower.hold(textOf(fields(params)["message"]) ?? "");
    }
    const follower = this.#open.get(id)?.follower;
    this.#open.delete(id);
    if (!follower) return;
    const { resultType, requestState, inputRequests } = fields(result);
    if (error !== undefined) follower.fail(textOf(fields(error)["message"]) ?? "");
    else if (resultType === "input_required") {
      this.#held.set(requestState, follower);
      const [asked] = Object.values(fields(inputRequests));
      follower.hold(textOf(fields(fields(asked)["params"])["message"]) ?? "");
    } else follower.finish(fields(result));
  }

  #followerOf({ name, arguments: args, requestState }: Fields): Follower | null {
    const held = requestState === undefined ? undefined : this.#held.get(requestState);
    if (held) {
      this.#held.delete(requestState);
      held.hold(null);
      return held;
    }
    const { code, session, package: packageOf } = fields(args);
    if (name !== "evaluate-lisp" || typeof code !== "string") return null;
    return this.#parts.begin({ code, session: textOf(session), packageOf: textOf(packageOf) });
  }

  #noteProgress({ progressToken, message, _meta }: Fields): void {
    const follower = this.#progress.get(progressToken);
    const stream = fields(_meta)["jscl-mcp/stream"];
    if (stream === "stdout" || stream === "stderr") follower?.write(stream, textOf(message) ?? "");
    const at = fields(_meta)["jscl-mcp/form"];
    if (at !== undefined) follower?.locate(at as FormAtWork);
  }

  #noteName(info: unknown): void {
    const { title, name } = fields(info);
    const said = (textOf(title) ?? textOf(name) ?? "").trim().slice(0, LONGEST_NAME);
    if (said === "" || said === this.#name) return;
    this.#name = said;
    this.#parts.onName(said);
  }
}
