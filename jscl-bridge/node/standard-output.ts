import { Console } from "node:console";

/**
 * Standard output is for what was asked for; what anything else writes to it goes to standard error from now
 * on.
 */
export function keepForMessages(): void {
  const { stderr } = process;
  Object.defineProperty(process, "stdout", { value: stderr, configurable: true });
  globalThis.console = new Console(stderr, stderr);
  // A reader that has gone needs no output.
  stderr.on("error", () => {});
}
