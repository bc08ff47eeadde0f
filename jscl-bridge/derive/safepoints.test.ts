import { generate } from "astring";
import { describe, expect, it } from "vitest";
import { parseScript, ShapeError } from "./ast.js";
import { addSafepoints } from "./safepoints.js";

function derived(text: string): { code: string; loops: number; bounded: number } {
  const program = parseScript(text);
  const counts = addSafepoints(program.body);
  return { code: generate(program).replace(/\s+/g, " "), ...counts };
}

const check = "--safepoint_z.fuel < 0 && safepoint_z.tick()";

describe("safepoints", () => {
  it("are in the condition of every loop", () => {
    expect(derived("while (x) y();").code).toContain(`while ((${check}, x))`);
    expect(derived("for (;;) y();").code).toContain(`for (; (${check}, true); )`);
    expect(derived("f = function () { for (i = 0; i < n; i++) while (a) b; };")).toMatchObject({
      loops: 2,
      bounded: 0,
    });
  });

  it("are not in loops over the arguments of a call", () => {
    const rest = "for (I = arguments.length - 1 - 1; I >= 2; I--) v = new Cons(arguments[I + 1], v);";
    const keys = "for (I = START; I < arguments.length - 1; I += 2) if (arguments[I + 1] === k) break;";
    expect(derived(rest)).toMatchObject({ loops: 0, bounded: 1 });
    expect(derived(keys)).toMatchObject({ loops: 0, bounded: 1 });
  });

  it("leave text in strings alone", () => {
    expect(derived(`x = "while (true) {}";`)).toMatchObject({ loops: 0, code: `x = "while (true) {}"; ` });
  });

  it("are refused where the name is taken or the loop is of a kind that JSCL does not make", () => {
    expect(() => derived("safepoint_z = 1;")).toThrow(ShapeError);
    expect(() => derived("do x(); while (y);")).toThrow(ShapeError);
  });
});
