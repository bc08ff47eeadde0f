import type { Outstanding } from "./outstanding.js";

/**
 * How a client came: by a port that the page itself has handed out or by its own code, by messages of a
 * window, or by the tools that are registered with the document.
 */
export type Way = "page" | "window" | "webmcp";

/** The way to one client: a port, a window or a stream. */
export type Connection = {
  /** Hands over one message, JSON as data. */
  readonly send: (message: unknown) => void;
  /** The server is done with the client. Nothing is sent any more. */
  readonly close: () => void;
  /** How it came. Default: "page". */
  readonly way?: Way;
};

/** Receives the messages of a client from its carrier. Drops them once the client has gone. */
export type Inlet = {
  /** The number of the client, which is never given twice. */
  readonly client: number;
  /** The client's requests that have no answer yet. */
  readonly outstanding: Outstanding;
  /** A message came, as structured data that nobody else has. */
  readonly heard: (data: unknown) => void;
  /** A message came that was too long to be taken in; `id` is its id, if it has one. */
  readonly heardLong: (id?: string | number) => void;
  /** Something came that is no message, for that reason. It is answered as the parse error that it is. */
  readonly heardUnreadable: (problem: string) => void;
  /** The other side has gone. What it asked for is dropped. */
  readonly gone: () => void;
};
