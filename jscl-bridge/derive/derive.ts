import type { Node } from "acorn";
import { generate } from "astring";
import { addPreludeState, wrapAsModule } from "./module.js";
import { removePlatformCode } from "./platform.js";
import { removeConsoleStatements } from "./quiet.js";
import { addSafepoints } from "./safepoints.js";
import { readJscl } from "./shape.js";

export interface DeriveReport {
  loops: number;
  boundedLoops: number;
  consoleStatements: number;
  platformStatements: number;
}

/**
 * Derives the text of an ES module exporting `createJscl` from the text of JSCL's distribution file.
 * @throws ShapeError when the file is not the JSCL these passes know.
 */
export function deriveJscl(source: string): { code: string; report: DeriveReport } {
  const { body } = readJscl(source);
  const platformStatements = removePlatformCode(body, (node) => source.slice(node.start, node.end));
  const consoleStatements = removeConsoleStatements(body);
  const { loops, bounded } = addSafepoints(body);
  addPreludeState(body);
  const code = wrapAsModule(body, print);
  return { code, report: { loops, boundedLoops: bounded, consoleStatements, platformStatements } };
}

function print(body: Node[]): string {
  return generate({ type: "Program", start: 0, end: 0, body, sourceType: "script" } as never);
}
