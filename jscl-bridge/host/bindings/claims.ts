import type { LineName, WindowName } from "../../contract/host.js";

/** The lines that servers of this page listen to. Two servers on one line would both answer. */
const claimed = new Set<string>();

export function lineKey(from: WindowName, channel: string | null): string {
  return channel === null ? from : `${from} ${channel}`;
}

/**
 * Takes the lines for a server, until the returned function is called. Throws an Error, and takes none, if
 * one is another server's.
 */
export function claimLines(lines: readonly LineName[]): () => void {
  for (const { from, channel } of lines)
    if (claimed.has(lineKey(from, channel)))
      throw new Error(
        channel === null
          ? `Another LispServer of this page listens to window.${from} already.`
          : `Another LispServer of this page listens on channel "${channel}" already. Give each server channels of its own.`,
      );
  for (const { from, channel } of lines) claimed.add(lineKey(from, channel));
  return () => {
    for (const { from, channel } of lines) claimed.delete(lineKey(from, channel));
  };
}
