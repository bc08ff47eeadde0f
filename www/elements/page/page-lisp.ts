import type { Abilities, ErrorReport, EvaluationReport } from "jscl-mcp";
import type { Answer } from "../answer.js";
import type { OutputStream } from "../views/live-output.js";
import type { RestartChoice } from "../views/restarts-view.js";
import { LispOfPage, type ServerOptions } from "./lisp-of-page.js";
import type { Loss } from "./losses.js";
import type { InputAnswer } from "./respond.js";

export type { Loss } from "./losses.js";

/**
 * The answer to an error that an evaluation is held at: a restart and the text of its values, or null to end
 * there.
 */
export type RestartAnswer = { readonly restart: string; readonly values: string } | null;

/** How to evaluate, and how to follow it. */
export interface EvaluateOptions {
  /** Seconds that it may run, 0 for no limit. Default: the session's own limit. */
  readonly timeout?: number | undefined;
  readonly restarts?: readonly RestartChoice[] | undefined;
  /** Aborting it takes the evaluation out of the queue, or sends `notifications/cancelled`. */
  readonly signal?: AbortSignal | undefined;
  /** Told when its turn has come and the Lisp is there. */
  readonly onStart?: (() => void) | undefined;
  readonly onOutput?: ((stream: OutputStream, text: string) => void) | undefined;
  /** Told the values of forms while others run. */
  readonly onResults?: ((results: EvaluationReport["results"]) => void) | undefined;
  /** Asked each time that the evaluation is held at an error; without it none is. */
  readonly onHeld?: ((error: ErrorReport) => Promise<RestartAnswer>) | undefined;
  /**
   * Asked for each line that the evaluation reads, with what it wrote before; without it there is no input.
   */
  readonly onInput?: ((prompt: string) => Promise<InputAnswer>) | undefined;
}

/** One session of the page's Lisp, shared by all cells that name it. Making one loads nothing. */
export interface PageSession {
  readonly name: string;
  /**
   * Evaluates every form of `code` when those asked for before are done; resolves to the tool's answer in
   * full detail. Loads server and image at first use. Rejects with one sentence when the Lisp cannot be
   * started or the call is refused, and with the signal's reason when that is aborted.
   */
  evaluate(code: string, options?: EvaluateOptions): Promise<Answer>;
  /**
   * Hidden code, known by its key: evaluated once before the next evaluation, and again after a loss. Where
   * it fails, the evaluation's answer says so, and the next one tries it again.
   */
  setUp(key: string, code: string): void;
  /** A fresh image. What waits in the queue ends with it, as what runs does. */
  reset(): Promise<Answer>;
  describeLastError(): Promise<Answer>;
  backtrace(maxFrames: number): Promise<Answer>;
  /** The symbols that `text` may be meant to become, the likeliest first; none before the Lisp is loaded. */
  complete(text: string): Promise<readonly string[]>;
  /** The source of a definition, or what the Lisp says of the name; null where that does not come soon. */
  describe(name: string): Promise<string | null>;
  /** Calls the listener when definitions or data of the session are gone; returns what stops that. */
  onLoss(listener: (loss: Loss) => void): () => void;
}

/** The steps of the first image's start. */
export type BootStep = { readonly step: string; readonly done: number; readonly total: number };

/** The Lisp of this page: one server for all cells, with a session for each name that they give. */
export interface PageLisp {
  /** The session of that name. "page" is the server's "main", which costs no second image. */
  session(name: string): PageSession;
  /**
   * Begins to load the server and its image. Resolves when Lisp is ready; rejects with one sentence on what
   * is missing, after which the next call tries again.
   */
  start(): Promise<void>;
  /** Calls the listener at each step of a start, and with null at its end; returns what stops that. */
  onBoot(listener: (step: BootStep | null) => void): () => void;
  /** What can be done with an evaluation that runs: before anything is loaded, what the page can hope for. */
  readonly abilities: Abilities;
}

let shared: PageLisp | null = null;

/**
 * The one Lisp of this page. The package's files are where `data-assets` of a script of the page says, else
 * beside the package, and systems where `data-systems` says; their compiled code is kept for later visits
 * where there is `data-systems-cache`. `options` of its server count at the first call.
 */
export function pageLisp(options: ServerOptions = {}): PageLisp {
  shared ??= new LispOfPage({ ...assetsOf(document), ...options });
  return shared;
}

/** The folders that a script of the page names, as addresses. */
function assetsOf(page: Document): ServerOptions {
  const folders: { assets?: URL; systems?: URL; systemsCache: boolean } = {
    systemsCache: page.querySelector("script[data-systems-cache]") !== null,
  };
  for (const name of ["assets", "systems"] as const) {
    const folder = page.querySelector<HTMLScriptElement>(`script[data-${name}]`)?.dataset[name];
    if (folder !== undefined) folders[name] = new URL(folder, page.baseURI);
  }
  return folders;
}
