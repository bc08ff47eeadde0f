import { parse } from "acorn";
import { expect, test } from "vitest";
import { ecmaVersion } from "./ast.js";
import { namesIn, twinOf, withInnerTwins } from "./twins.js";

const twin = (text: string, make = twinOf): string | null => {
  const whole = `(${text})`;
  const program = parse(whole, { ecmaVersion, sourceType: "script" });
  const [statement] = program.body;
  if (statement?.type !== "ExpressionStatement") throw new Error("no expression");
  return make(statement.expression, whole, { runtime: "R" });
};

test("calls of functions and of the runtime are yielded, quiet ones are not", () => {
  expect(twin("function(values,a){return k.fvalue(values,R.carError(a),R.isExit(a))}")).toBe(
    "function*(values,a){return (yield[k.fvalue,values,(yield[R.carError,a]),R.isExit(a)])}",
  );
  expect(twin('function(v,f){return(typeof f==="function"?f:R.callable(f))(pv)}')).toBe(
    'function*(v,f){return(yield[(typeof f==="function"?f:(yield[R.callable,f])),pv])}',
  );
  expect(twin("function(v,f,i){f[i](pv);return f.apply(null,arguments)}")).toBe(
    "function*(v,f,i){(yield[f[i],pv]);return (yield[f,...arguments])}",
  );
});

test("bindings are noted, each where it is made and where it ends", () => {
  expect(twin("function(v){const o=k.value;k.value=v;try{f(pv)}finally{k.value=o}}")).toBe(
    "function*(v){const o=R.bound(k);k.value=v;try{(yield[f,pv])}finally{R.unbound(o)}}",
  );
});

test("inner functions carry twins, also those of functions that call nothing", () => {
  const text = "function(v,g){return function(values){return g(values)}}";
  const inner =
    "((f,g)=>(f.heap=g,f))(function(values){return g(values)},function*(values){return (yield[g,values])})";
  expect(twin(text)).toBeNull();
  expect(twin(text, withInnerTwins)).toBe(`function(v,g){return ${inner}}`);
  expect(twin("function(v){return v}")).toBeNull();
  expect(twin("function(v){return v}", withInnerTwins)).toBeNull();
});

test("what is called where it is made needs no twin, but what it makes", () => {
  const inner = "((f,g)=>(f.heap=g,f))(function(v,g){return g(v)},function*(v,g){return (yield[g,v])})";
  expect(
    twin("function(R,pv){(function(values){return k(function(v,g){return g(v)})})(pv)}", withInnerTwins),
  ).toBe(`function(R,pv){(function(values){return k(${inner})})(pv)}`);
});

test("the runtime's name is the one that argument counts are checked by", () => {
  const program = (text: string) => parse(text, { ecmaVersion, sourceType: "script" });
  expect(namesIn(program("y.badArgumentCount(1);z.other()"))).toEqual({ runtime: "y" });
  expect(() => namesIn(program("y.badArgumentCount(1);z.badArgumentCount(1)"))).toThrow("2 names");
});
