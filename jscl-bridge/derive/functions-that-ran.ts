/** Notes which functions of a file run, by V8's coverage. */

import { Session } from "node:inspector/promises";

/** How often each function of the file ran, by where it stands in the text. */
type Runs = (from: number, to: number) => number | undefined;

/** Imports the file at that address, and runs what it exports; nothing may have imported it before. */
export async function functionsThatRan<Exports>(
  href: string,
  run: (exports: Exports) => void | Promise<void>,
): Promise<Runs> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await run((await import(href)) as Exports);
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
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
