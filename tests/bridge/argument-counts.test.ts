import { beforeAll, describe, expect, test } from "vitest";
import { argumentCounts, functionEntry, functionNames } from "./engine.js";
import { bootEvaluator, type Evaluator } from "./image.js";

interface ArgumentList {
  readonly least: number;
  readonly most: number;
  readonly hasKeys: boolean;
  readonly isOpen: boolean;
}

/** Every function of the table, called with what it does not take, by FUNCALL. */
const lists = [...functionNames()].map((name): [string, ArgumentList] => {
  const { least = 0, most = 0, hasKeys = false } = argumentCounts(name) ?? {};
  return [name, { least, most, hasKeys, isOpen: functionEntry(name)?.allowOtherKeys === true }];
});

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

/**
 * The report of calling `name` with `count` NILs and then `more`; NIL for a function that is not there yet.
 */
function call(name: string, count: number, more = ""): string {
  const nils = " nil".repeat(count);
  const { outcome } = evaluate(
    `(if (fboundp '${name})
         (handler-case (funcall '${name}${nils}${more})
           (program-error (c) (list :program-error (princ-to-string c)))
           (error (c) (list (type-of c) (princ-to-string c))))
         '(:undefined))`,
  );
  return outcome.values[0] ?? "no value";
}

const failures = (calls: (entry: [string, ArgumentList]) => [string, string] | null): string[] =>
  lists.flatMap((entry) => {
    const [answer, expected] = calls(entry) ?? ["", ""];
    const isRight = answer === expected || answer === "(:UNDEFINED)";
    // Generic functions word it in their own way.
    const isGeneric = /There is no applicable method|"The function|invalid keyword/.test(answer);
    return isRight || isGeneric ? [] : [`${entry[0]}: ${answer}`];
  });

const count = (n: number) => `(:PROGRAM-ERROR "invalid number of arguments: ${n}")`;

describe("functions of COMMON-LISP", () => {
  test("refuse too few arguments", () => {
    expect(
      failures(([name, { least }]) => (least === 0 ? null : [call(name, least - 1), count(least - 1)])),
    ).toEqual([]);
  });

  test("refuse too many arguments", () => {
    expect(
      failures(([name, { most, hasKeys }]) =>
        most === Number.POSITIVE_INFINITY || hasKeys ? null : [call(name, most + 1), count(most + 1)],
      ),
    ).toEqual([]);
  });

  test("refuse keywords that they do not know", () => {
    expect(
      failures(([name, { most, hasKeys, isOpen }]) =>
        !hasKeys || isOpen
          ? null
          : [call(name, most, " :no-such-key 1"), '(:PROGRAM-ERROR "Unknown &KEY argument: :NO-SUCH-KEY")'],
      ),
    ).toEqual([]);
  });

  test("refuse a keyword without a value", () => {
    expect(
      failures(([name, { most, hasKeys, isOpen }]) =>
        // Generic functions that take any keyword look at the object first.
        !hasKeys || isOpen
          ? null
          : [call(name, most, " :key"), '(:PROGRAM-ERROR "odd number of &KEY arguments")'],
      ),
    ).toEqual([]);
  });
});
