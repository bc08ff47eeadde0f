/** Scripted scenarios of debugging, over standard input and output. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { SCENARIOS } from "../scenarios/debugging.js";
import { CLEAN_UP, problemWith } from "../scenarios/moves.js";
import { endAll, Program } from "./support/program.js";

let program: Program;
beforeAll(async () => {
  program = new Program(["--tools", "core,debugger,development,inspect,sessions"]);
  await program.initialize();
});
afterAll(endAll);
afterEach(() => program.call(CLEAN_UP.tool, CLEAN_UP.args));

test.each(SCENARIOS)("$name", async ({ moves }) => {
  for (const move of moves) {
    const { content } = await program.call(move.tool, move.args);
    expect(problemWith(move, content[0].text)).toBeNull();
  }
});
