/** A browser engine as the scenarios drive it. Each has a file of its own beside this one. */
export interface Engine {
  readonly name: string;
  /** Whether an isolated page of it shares memory with Workers. */
  readonly sharesMemory: boolean;
  /** Whether its errors say in which column of generated code a call stands. */
  readonly tellsColumns: boolean;
  /** Null where it is not installed. */
  readonly open: (() => Promise<Browser>) | null;
}

/** Keys that have no character. */
export type Key = "Control" | "Enter" | "Escape" | "Meta" | "Shift" | "Tab";

/** An open browser with one page. */
export interface Browser {
  /** Loads an address; resolves when its modules have run. */
  open(url: string): Promise<void>;
  /** Runs a function in the page, with what JSON can carry as its arguments and its value. */
  run<A extends unknown[], T>(run: (...args: A) => T, ...args: A): Promise<Awaited<T>>;
  /** Clicks the first element that a selector names, as a mouse does. */
  click(selector: string): Promise<void>;
  /** Types characters into what has the focus. */
  type(text: string): Promise<void>;
  /** Presses keys together. */
  press(...keys: (Key | string)[]): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** The visible part of the page, as a PNG. */
  screenshot(): Promise<Uint8Array>;
  close(): Promise<void>;
}
