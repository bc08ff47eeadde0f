import { expect, test } from "vitest";
import { ShapeError } from "./ast.js";
import { split } from "./split.js";

type Fn = (...args: number[]) => number;
interface Made {
  readonly functions: readonly Fn[];
}
type Make = (...variables: unknown[]) => readonly Fn[];

const EXTENSIONS = "(added)=>{added.push(1)}";
const COUNT = 600;
/** Long enough to be worth moving, but for every tenth. */
const functionText = (index: number) =>
  `function(a,b){${index % 10 === 0 ? "" : `/*${"x".repeat(200)}*/`}return v${index}+a*own+(arguments.length===2?b:0)}`;
const module = (change = (text: string) => text) =>
  change(`const create=(function(o={}){let own=o.own;const f=[${Array.from({ length: COUNT }, (_, index) => functionText(index)).join(",")}];
let n=0;var r=()=>{const v=n++;r.all.push(v);return v};r.all=[];var ${Array.from({ length: COUNT }, (_, index) => `v${index}=r()`).join(",")};
return{functions:f}});export{create as createJscl};`);

function load(text: string): (options: object) => Made {
  return new Function(`${text.replace(/export\{[^}]*\};$/, "return create;")}`)();
}

function exportsOf(text: string): { id: string; make: Make } {
  return new Function(`${text.replace(/^export /, "")}return{id,make};`)();
}

test("functions that are not usual move, and what stands in their place calls them", () => {
  const text = module();
  const usualFrom = text.indexOf(functionText(1));
  const { first, rare, moved } = split(text, (from) => from === usualFrom, EXTENSIONS);
  expect(moved).toBe(COUNT * 0.9 - 1);
  // Compiled at once, and not gone through twice.
  expect(rare).toContain(",make=(function(");
  const { id, make } = exportsOf(rare);
  const asked: string[] = [];
  const options = {
    own: 2,
    rare: (wanted: string) => {
      asked.push(wanted);
      return make;
    },
  };
  const whole = load(text)(options).functions;
  const parts = load(first)(options).functions;
  expect(parts).toHaveLength(COUNT);
  expect([parts[0]?.(5), parts[1]?.(5, 1)]).toEqual([10, 12]);
  expect(asked).toEqual([]);
  for (const [index, made] of whole.entries()) {
    expect(parts[index]?.(index)).toBe(made(index));
    expect(parts[index]?.(index, 7)).toBe(made(index, 7));
  }
  expect(asked).toEqual([id]);
});

test("what could not be had is asked for again", () => {
  const parts = split(module(), () => false, EXTENSIONS);
  let fails = 2;
  const rare = () => {
    if (fails-- > 0) throw new Error("not there");
    return exportsOf(parts.rare).make;
  };
  const { functions } = load(parts.first)({ own: 1, rare });
  for (let time = 0; time < 2; time++) expect(() => functions[1]?.(1)).toThrow("not there");
  expect(functions[1]?.(1)).toBe(2);
});

test("another module is refused", () => {
  const splitting = (text: string) => () => split(text, () => false, EXTENSIONS);
  expect(splitting("export const createJscl=(o={})=>[];")).toThrow(ShapeError);
  // A variable that is assigned again would have its first value in the functions that moved.
  expect(splitting(module((text) => text.replace("return{", "v3=1;return{")))).toThrow(
    "reads 600 variables and assigns 1 of them",
  );
  expect(
    splitting(module((text) => text.replace(`/*${"x".repeat(200)}*/`, `"${"x".repeat(200)}";import("x");`))),
  ).toThrow("could load a module");
});
