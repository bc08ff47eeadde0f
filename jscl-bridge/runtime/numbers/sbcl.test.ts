import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { checkNumber, checkReal } from "./compare.js";

class Signalled extends Error {
  readonly type: string;
  constructor(type: string) {
    super(type);
    this.type = type;
  }
}

vi.mock("../signals.js", () => ({
  sym: (name: string) => name,
  list: (...items: unknown[]) => items,
  lispError: (type: string) => {
    throw new Signalled(type);
  },
}));

const N = await import("../numbers.js");
type LispNumber = import("../numbers.js").LispNumber;

/** `(function argument …)` and what SBCL 2.2.9 prints for its values; `!TYPE` where it signals an error. */
const CASES = JSON.parse(readFileSync(new URL("sbcl.cases.json", import.meta.url), "utf8")) as [
  string,
  string,
][];

type Operation = (...args: unknown[]) => unknown;
const OPERATIONS: Record<string, Operation> = {
  "+": N.add,
  "-": (a, b) => (b === undefined ? N.neg(a) : N.sub(a, b)),
  "*": N.mul,
  "/": (a, b) => (b === undefined ? N.reciprocal(a) : N.div(a, b)),
  "=": N.numEq,
  "<": N.lt,
  ">": N.gt,
  "<=": N.le,
  ">=": N.ge,
  "1+": N.inc,
  "1-": N.dec,
  "ldb*": N.ldb as Operation,
  "dpb*": N.dpb as Operation,
  "mask-field*": N.maskField as Operation,
  identity: (a) => a,
};

function operation(name: string): Operation {
  const camel = name.replace(/-([a-z])/g, (_, c: string) => c.toUpperCase());
  const found = OPERATIONS[name] ?? (N as unknown as Record<string, Operation>)[camel];
  if (found === undefined) throw new Error(`no operation ${name}`);
  return found;
}

function parse(token: string): unknown {
  const number = N.parseNumber(token);
  return number === undefined ? token : number;
}

function run(expression: string): string {
  const tokens = expression.slice(1, -1).match(/#c\([^)]*\)|[^ ]+/g) ?? [];
  const [name = "", ...rest] = tokens;
  const args = rest.map((token) => {
    if (!token.startsWith("#c(")) return parse(token);
    const [re, im] = token.slice(3, -1).split(" ").map(parse);
    return N.makeComplex(checkReal(re), checkReal(im));
  });
  try {
    const result = operation(name)(...args);
    return (Array.isArray(result) ? result : [result]).map(print).join(" ");
  } catch (error) {
    if (error instanceof Signalled) return `!${error.type}`;
    throw error;
  }
}

function print(value: unknown): string {
  if (value === true) return "T";
  if (value === false) return "NIL";
  return N.printNumber(checkNumber(value) as LispNumber);
}

test.each([...new Set(CASES.map(([expression]) => expression.slice(1).split(" ")[0] ?? ""))])(
  "%s answers as SBCL does",
  (name) => {
    const cases = CASES.filter(([expression]) => expression.startsWith(`(${name} `));
    const answers = Object.fromEntries(cases.map(([expression]) => [expression, run(expression)]));
    expect(answers).toEqual(Object.fromEntries(cases));
  },
);
