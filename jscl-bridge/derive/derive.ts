import type { Node, Statement } from "acorn";
import { generate } from "astring";
import { countAllocations } from "./allocation.js";
import { makeTablesBare } from "./bare-tables.js";
import { inlineCalledFunctions } from "./inline.js";
import { adaptPrelude, wrapAsModule } from "./module.js";
import { removePlatformCode } from "./platform.js";
import { removeConsoleStatements } from "./quiet.js";
import { addSafepoints } from "./safepoints.js";
import { readJscl } from "./shape.js";
import { emitProgram } from "./snapshot/emit.js";
import { takeSnapshot } from "./snapshot/heap.js";
import { instrument } from "./snapshot/instrument.js";
import { boot } from "./snapshot/run.js";

export interface DeriveReport {
  loops: number;
  boundedLoops: number;
  consoleStatements: number;
  bareTables: number;
  platformStatements: number;
  inlinedFunctions: number;
  heap: Record<string, number>;
}

interface DeriveOptions {
  /** Restore the booted heap instead of running the library's top level; on unless said otherwise. */
  snapshot?: boolean;
}

/**
 * JSCL's statements as far as they are the same for every kind of derived file, with counts of what was
 * changed.
 */
export function deriveBody(source: string): { body: Statement[]; report: DeriveReport } {
  const { body } = readJscl(source);
  const platformStatements = removePlatformCode(body, (node) => source.slice(node.start, node.end));
  const consoleStatements = removeConsoleStatements(body);
  const bareTables = makeTablesBare(body);
  const { loops, bounded } = addSafepoints(body);
  countAllocations(body);
  adaptPrelude(body);
  const inlinedFunctions = inlineCalledFunctions(body);
  return {
    body,
    report: {
      inlinedFunctions,
      loops,
      boundedLoops: bounded,
      consoleStatements,
      bareTables,
      platformStatements,
      heap: {},
    },
  };
}

/**
 * Derives the text of an ES module exporting `createJscl` from the text of JSCL's distribution file.
 * @throws ShapeError when the file is not the JSCL these passes know.
 */
export function deriveJscl(
  source: string,
  options: DeriveOptions = {},
): { code: string; report: DeriveReport } {
  const { body, report } = deriveBody(source);
  if (options.snapshot === false) return { code: wrapAsModule(printAll(body)), report };
  const program = instrument(body);
  const booted = boot(program, printAll);
  const snapshot = takeSnapshot(booted, program.sites, program.assignedPreludeVariables);
  report.heap = snapshot.report;
  const prelude = body.slice(0, program.libraryStart);
  return {
    code: wrapAsModule(emitProgram(prelude, snapshot, program.assignedPreludeVariables, print)),
    report,
  };
}

export function print(node: Node): string {
  return generate(node);
}

export function printAll(body: Statement[]): string {
  return body.map(print).join("\n");
}
