/** Notes which functions of a file run, by V8's coverage. */

import type { Profiler } from "node:inspector";
import { Session } from "node:inspector/promises";

/** How often each function of the file ran, by where it stands in the text. */
type Runs = (from: number, to: number) => number | undefined;

interface Ran {
  /** While the file was imported. */
  readonly loading: Runs;
  readonly inAll: Runs;
}

/** Imports the file at that address, and runs what it exports; nothing may have imported it before. */
export async function functionsThatRan<Exports>(
  href: string,
  run: (exports: Exports) => void | Promise<void>,
): Promise<Ran> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  const exports = (await import(href)) as Exports;
  const loading = runsOf(href, await session.post("Profiler.takePreciseCoverage"));
  await run(exports);
  const later = runsOf(href, await session.post("Profiler.takePreciseCoverage"));
  session.disconnect();
  const inAll: Runs = (...place) => {
    const [first, second] = [loading(...place), later(...place)];
    return first === undefined ? second : first + (second ?? 0);
  };
  return { loading, inAll };
}

function runsOf(href: string, { result }: Profiler.TakePreciseCoverageReturnType): Runs {
  const functions = result.find(({ url }) => url === href)?.functions ?? [];
  const counts = new Map(
    functions.flatMap(({ ranges: [whole] }) =>
      whole === undefined ? [] : [[`${whole.startOffset}-${whole.endOffset}`, whole.count] as const],
    ),
  );
  // V8 leaves out what is within a function that never ran, such as what sets the fields of a class.
  const idle = functions.flatMap(({ ranges: [whole] }) => (whole?.count === 0 ? [whole] : []));
  const isIdle = (from: number, to: number) =>
    idle.some(({ startOffset, endOffset }) => startOffset <= from && to <= endOffset);
  return (from, to) => counts.get(`${from}-${to}`) ?? (isIdle(from, to) ? 0 : undefined);
}
