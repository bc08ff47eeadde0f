/** Finds which functions of a snapshot run while an image boots and usual programs are evaluated. */

import { pathToFileURL } from "node:url";
import { bootImage, type ImageParts } from "../engine/boot.js";
import { createEngine } from "../engine/engine.js";
import { evaluateCommand } from "../engine/evaluate-command.js";
import { functionsThatRan } from "./functions-that-ran.js";

/** Whether the function from one place of the snapshot's text to another ran. */
type IsUsual = (from: number, to: number) => boolean;

/**
 * Evaluates the programs in an image of the snapshot in `file`, which is whole. An error ends a program, and
 * its report is made.
 */
export async function usualFunctions(file: string, programs: readonly string[]): Promise<IsUsual> {
  const { href } = pathToFileURL(file);
  const none = () => {
    throw new Error("a whole snapshot leaves nothing out");
  };
  const runs = await functionsThatRan<Pick<ImageParts, "createJscl" | "overlay">>(href, (modules) => {
    const parts = {
      ...modules,
      rare: { load: none, prefetch: none, fetchNow: none },
      asdf: none,
      names: none,
    };
    const image = bootImage(parts, () => {});
    const { handle } = createEngine(image, () => {});
    for (const [id, code] of programs.entries())
      handle({ kind: "evaluate", ...evaluateCommand(id + 1, code, { deadlineMs: 60_000 }) });
  });
  return (from, to) => (runs(from, to) ?? 0) > 0;
}
