/** Finds which functions of a snapshot run while an image boots and usual programs are evaluated. */

import { Session } from "node:inspector/promises";
import { pathToFileURL } from "node:url";
import { bootImage, type ImageParts } from "../engine/boot.js";
import { createEngine } from "../engine/engine.js";
import { evaluateCommand } from "../engine/evaluate-command.js";

/** Whether the function from one place of the snapshot's text to another ran. */
type IsUsual = (from: number, to: number) => boolean;

/**
 * Evaluates the programs in an image of the snapshot in `file`, which is whole. An error ends a program, and
 * its report is made.
 */
export async function usualFunctions(file: string, programs: readonly string[]): Promise<IsUsual> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  const { href } = pathToFileURL(file);
  const modules = (await import(href)) as Omit<ImageParts, "rare">;
  const noRare = () => {
    throw new Error("a whole snapshot leaves nothing out");
  };
  const image = bootImage({ ...modules, rare: { load: noRare, prefetch: noRare } }, () => {});
  const { handle } = createEngine(image, () => {});
  for (const [id, code] of programs.entries())
    handle({ kind: "evaluate", ...evaluateCommand(id + 1, code, { deadlineMs: 60_000 }) });
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  const functions = result.find(({ url }) => url === href)?.functions ?? [];
  const ran = functions.flatMap(({ ranges: [whole] }) =>
    whole !== undefined && whole.count > 0 ? [`${whole.startOffset}-${whole.endOffset}`] : [],
  );
  const usual = new Set(ran);
  return (from, to) => usual.has(`${from}-${to}`);
}
