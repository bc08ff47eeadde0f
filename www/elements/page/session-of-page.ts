import type { Answer } from "../answer.js";
import { readLastError, readLimits, readProgressResults } from "../results.js";
import type { OutputStream } from "../views/live-output.js";
import { definitionsOf, type Loss } from "./losses.js";
import type { McpClient } from "./mcp-client.js";
import type { EvaluateOptions, PageSession } from "./page-lisp.js";
import { respond } from "./respond.js";

/** What a session knows of the server that it is in. */
interface Home {
  /** The client of the server; null as long as nobody has asked for a server. */
  connected(): Promise<McpClient> | null;
  /** The client, when an evaluation can be asked for. */
  connect(): Promise<McpClient>;
  /** Whether the server has the session by itself. */
  readonly isMain: boolean;
}

interface SetUp {
  readonly code: string;
  isDone: boolean;
}

/** Milliseconds to wait for a description: a Lisp that evaluates gives none before it is done. */
const DESCRIPTION_MS = 1000;

/** One session, whose evaluations this page asks for one after the other. */
export class SessionOfPage implements PageSession {
  readonly name: string;
  /** The server's name of it. */
  readonly #handle: string;
  readonly #home: Home;
  readonly #setUps = new Map<string, SetUp>();
  readonly #listeners = new Set<(loss: Loss) => void>();
  /** Settled when everything that was asked for so far is done. */
  #turns: Promise<unknown> = Promise.resolve();
  /** The session at the server, as soon as it was asked for. */
  #created: Promise<void> | null;
  #resets = 0;
  /** What is defined when a reset is asked for. */
  #defined: readonly string[] = [];
  /** The session's own limit, known when the first evaluation wants another one; and the present one. */
  #timeout: { readonly usual: number; present: number } | null = null;

  constructor(name: string, handle: string, home: Home) {
    this.name = name;
    this.#handle = handle;
    this.#home = home;
    this.#created = home.isMain ? Promise.resolve() : null;
  }

  evaluate(code: string, options: EvaluateOptions = {}): Promise<Answer> {
    const before = this.#turns;
    const evaluation = this.#evaluateAfter(before, code, options);
    // To nothing: each would hold its answer and what holds those before it.
    this.#turns = Promise.allSettled([before, evaluation]).then(() => undefined);
    return evaluation;
  }

  setUp(key: string, code: string): void {
    if (this.#setUps.get(key)?.code !== code) this.#setUps.set(key, { code, isDone: false });
  }

  async reset(): Promise<Answer> {
    this.#resets += 1;
    const client = await this.#present();
    if (!client) return answerOf(`Session ${this.name} is fresh: nothing was evaluated in it.`, false);
    this.#defined = await definitionsOf(client, this.#handle).catch(() => []);
    return this.#call(client, "reset-session");
  }

  async describeLastError(): Promise<Answer> {
    return this.#call(await this.#connect(), "describe-last-error", { detail: "full" });
  }

  async backtrace(maxFrames: number): Promise<Answer> {
    return this.#call(await this.#connect(), "get-backtrace", { max_frames: maxFrames, detail: "full" });
  }

  async complete(text: string): Promise<readonly string[]> {
    const client = await this.#present();
    const template = "lisp://session/{session}/symbol/{name}";
    return client ? client.complete(template, "name", text, { session: this.#handle }) : [];
  }

  async describe(name: string): Promise<string | null> {
    const client = await this.#present();
    if (!client) return null;
    const read = (kind: string) =>
      client.read(
        `lisp://session/${encodeURIComponent(this.#handle)}/${kind}/${encodeURIComponent(name)}`,
        AbortSignal.timeout(DESCRIPTION_MS),
      );
    return read("definition").catch(() => read("symbol").catch(() => null));
  }

  onLoss(listener: (loss: Loss) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What was made in the session is not there any more, or neither is the session. */
  lost(isClosed = false): void {
    if (isClosed && !this.#home.isMain) this.#created = null;
    if (isClosed) this.#timeout = null;
    for (const setUp of this.#setUps.values()) setUp.isDone = false;
  }

  /** Tells the listeners. */
  tell(loss: Loss): void {
    const whole = loss.reason === "reset" ? { ...loss, gone: this.#defined } : loss;
    this.#defined = [];
    for (const listener of this.#listeners) listener(whole);
  }

  async #evaluateAfter(before: Promise<unknown>, code: string, options: EvaluateOptions): Promise<Answer> {
    const { signal, onStart } = options;
    const resets = this.#resets;
    await unlessAborted(before, signal);
    if (this.#resets !== resets) return notBegun("the session was reset");
    const client = await unlessAborted(this.#connect(), signal);
    onStart?.();
    const problem = (await this.#setAllUp(client, signal)) ?? (await this.#limit(client, options.timeout));
    return problem ?? this.#evaluateNow(client, code, options);
  }

  async #evaluateNow(client: McpClient, code: string, options: EvaluateOptions): Promise<Answer> {
    const { signal, restarts = [], onOutput, onResults, onHeld, onInput } = options;
    const args = {
      code,
      detail: "full",
      ...(restarts.length > 0 ? { restarts } : {}),
      ...(onHeld ? { on_error: "ask" } : {}),
    };
    const answer = await this.#call(client, "evaluate-lisp", args, {
      signal,
      onProgress: (message, meta) => {
        const stream = meta["jscl-mcp/stream"] as OutputStream | undefined;
        if (signal?.aborted) return;
        if (stream !== undefined) onOutput?.(stream, message);
        const results = readProgressResults(meta);
        if (results.length > 0) onResults?.([...results]);
      },
      ...(onHeld || onInput
        ? { onInput: (name: string, asked: { params?: object }) => this.#ask(name, asked.params, options) }
        : {}),
    });
    signal?.throwIfAborted();
    return answer;
  }

  /** The result of a question of the server's. */
  #ask(name: string, params: unknown, { onHeld, onInput, signal }: EvaluateOptions) {
    const unlessStopped = <T>(said: Promise<T> | null) =>
      unlessAborted(Promise.resolve(said), signal).catch(() => null);
    return respond(name, params, {
      restart: async () => {
        const error = readLastError((await this.describeLastError()).data);
        return unlessStopped(error && onHeld ? onHeld(error) : null);
      },
      input: (prompt) => unlessStopped(onInput ? onInput(prompt) : null),
    });
  }

  /** The client, if the session is at the server already. */
  async #present(): Promise<McpClient | null> {
    if (!this.#created) return null;
    await this.#created;
    return this.#home.connected();
  }

  async #connect(): Promise<McpClient> {
    const client = await this.#home.connect();
    this.#created ??= this.#create(client);
    await this.#created;
    return client;
  }

  async #create(client: McpClient): Promise<void> {
    const { isError, text } = await this.#call(client, "create-session");
    if (!isError) return;
    this.#created = null;
    throw new Error(text);
  }

  /** Evaluates hidden code that is not, or not any more; answers with what went wrong, if anything did. */
  async #setAllUp(client: McpClient, signal: AbortSignal | undefined): Promise<Answer | null> {
    for (const [key, setUp] of this.#setUps) {
      if (setUp.isDone) continue;
      const limited = await this.#limit(client, undefined);
      if (limited) return limited;
      const { isError, text } = await this.#call(client, "evaluate-lisp", { code: setUp.code }, { signal });
      if (isError)
        return answerOf(`The set-up code "${key}" of session ${this.name} failed.\n\n${text}`, true);
      setUp.isDone = true;
    }
    return null;
  }

  /** Has evaluations from now on take `timeout` seconds at most; answers with the refusal, if any. */
  async #limit(client: McpClient, timeout: number | undefined): Promise<Answer | null> {
    if (timeout === undefined && this.#timeout === null) return null;
    if (this.#timeout === null) {
      const usual = readLimits((await this.#call(client, "configure-limits")).data)?.timeout ?? 0;
      this.#timeout = { usual, present: usual };
    }
    const wanted = timeout ?? this.#timeout.usual;
    if (wanted === this.#timeout.present) return null;
    const answer = await this.#call(client, "configure-limits", { timeout: wanted });
    if (answer.isError) return answer;
    this.#timeout.present = wanted;
    return null;
  }

  #call(
    client: McpClient,
    tool: string,
    args: object = {},
    options: Parameters<McpClient["callTool"]>[2] = {},
  ): Promise<Answer> {
    return client.callTool(tool, { session: this.#handle, ...args }, options);
  }
}

function answerOf(text: string, isError: boolean): Answer {
  return { text, data: null, isError };
}

function notBegun(reason: string): Answer {
  return answerOf(`The evaluation did not begin: ${reason}.`, true);
}

/** What a promise resolves to, unless the signal is aborted before; then it rejects with its reason. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
