import { SCENARIOS } from "../scenarios/debugging.js";
import { CLEAN_UP, problemWith } from "../scenarios/moves.js";
import { expect, test } from "./support/test.js";

// Scripted scenarios of debugging, over a MessagePort, in a real Worker.
test("what is seen over standard output is seen over a MessagePort", async ({ freshLisp }) => {
  test.setTimeout(120_000);
  for (const { name, moves } of SCENARIOS) {
    for (const move of moves) {
      const { text } = await freshLisp.tool(move.tool, move.args);
      expect(problemWith(move, text), name).toBeNull();
    }
    await freshLisp.tool(CLEAN_UP.tool, CLEAN_UP.args);
  }
});
