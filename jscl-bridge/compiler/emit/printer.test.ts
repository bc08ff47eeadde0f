import { expect, test } from "vitest";
import type { CallPlaces } from "../../runtime/stack/call-places.js";
import { Printer } from "./printer.js";
import {
  assign,
  binary,
  call,
  comma,
  conditional,
  type Expression,
  literal,
  make,
  member,
  name,
  number,
  run,
  type Script,
  type Statement,
  unary,
} from "./script.js";

const [a, b, c] = [name("a"), name("b"), name("c")];
const TOPLEVEL = { info: null, slots: [], pushes: false };

function written(...body: readonly Statement[]): string {
  return Printer.print(body, TOPLEVEL, null);
}

const expression = (x: Expression): string => written({ kind: "return", x }).slice("return ".length, -1);

test.each<[Expression, string]>([
  [binary("*", binary("+", a, b), c), "(a+b)*c"],
  [binary("+", a, binary("*", b, c)), "a+b*c"],
  [binary("-", binary("-", a, b), c), "a-b-c"],
  [binary("-", a, binary("-", b, c)), "a-(b-c)"],
  [binary("&&", a, binary("&&", b, c)), "a&&b&&c"],
  [binary("&&", binary("||", a, b), c), "(a||b)&&c"],
  [unary("!", binary("<", a, b)), "!(a<b)"],
  [unary("-", unary("-", a)), "-(-a)"],
  [binary("|", assign(a, b), number(0)), "(a=b)|0"],
  [conditional(conditional(a, b, c), a, conditional(a, b, c)), "(a?b:c)?a:a?b:c"],
  [call(a, comma(b, c)), "a((b,c))"],
  [make(call(a), b), "new (a())(b)"],
  [member(binary("+", a, b), "length"), "(a+b).length"],
])("brackets stand where something binds less tightly: %#", (x, text) => {
  expect(expression(x)).toBe(text);
});

test("a number is in brackets before a property, and one below zero everywhere", () => {
  expect(expression(member(number(5), "value"))).toBe("(5).value");
  expect(expression(binary("-", a, number(-1)))).toBe("a-(-1)");
  expect(expression(number(-0))).toBe("(-0)");
});

test("a statement begins with no brace and no function", () => {
  expect(written(run({ kind: "object", entries: [["x", a]] }))).toBe("({x:a});");
});

const AT = { position: null } as unknown as NonNullable<CallPlaces["places"][number]>;

function lispFunction(body: readonly Statement[], direct: Script["direct"] = null): Expression {
  const fn: Script = {
    label: "L7",
    info: "7",
    slots: ["x"],
    parameters: ["values", "x"],
    check: [],
    body,
    pushes: true,
    calls: true,
    variables: 0,
    twin: true,
    leaves: false,
    direct,
    after: undefined,
    keep: "",
  };
  return { kind: "function", fn };
}

const callee = literal("f.fvalue");
const args = [literal("values"), name("x")];

test("a twin yields the calls that the function makes", () => {
  const made: Expression = { kind: "lisp-call", callee, args, at: undefined };
  expect(expression(lispFunction([{ kind: "push" }, { kind: "return", x: made }]))).toMatchInlineSnapshot(
    `"function L7(values,x){if(S.sp>3012)return R.deepen(L7,(L7.twin??=function*(values,x){let q;q=S.sp+2;st[q-2]=x;st[q-1]=7;S.sp=q;if(--S.fuel<0)S.tick();return (yield[f.fvalue,values,x]);})(values,x));let q;q=S.sp+2;st[q-2]=x;st[q-1]=7;S.sp=q;if(--S.fuel<0)S.tick();return f.fvalue(values,x);}"`,
  );
});

test("copies of a function that calls itself pass the height of the stack on; one has a safepoint", () => {
  const made: Expression = { kind: "self-call", callee, args, kept: null, at: undefined };
  const direct = { callee, parameters: ["x"], round: false };
  const body: Statement[] = [{ kind: "push" }, { kind: "return", x: made }];
  expect(expression(lispFunction(body, direct))).toMatchInlineSnapshot(
    `"(()=>{const L7=function(values,x){if(f.fvalue!==L7)return TL7(values,x);return AL7(S.sp,values,x);},TL7=(values,x)=>R.deepen(L7,(L7.twin??=function*(values,x){let q;q=S.sp+2;st[q-2]=x;st[q-1]=7;S.sp=q;if(--S.fuel<0)S.tick();return (S.sp=q,(yield[f.fvalue,values,x]));})(values,x)),AL7=function(p,values,x){if(p>3012){S.sp=p;return TL7(values,x);}let q;q=p+2;st[p]=x;st[p+1]=7;if(--S.fuel<0){S.sp=q;S.tick();}return BL7(q,values,x);},BL7=function(p,values,x){let q;q=p+2;st[p]=x;st[p+1]=7;return AL7(q,values,x);};return L7;})()"`,
  );
});

test("copies of a function that calls itself try nothing quick, which keeps them small", () => {
  const slow: Expression = { kind: "slow", x: call(literal("R.add"), a), pushed: true, at: undefined };
  const made: Expression = { kind: "attempt", quick: call(literal("R.addQuickly"), a), slow };
  const body: Statement[] = [{ kind: "push" }, { kind: "return", x: made }];
  const tries = (text: string) => text.split("R.addQuickly").length - 1;
  expect(tries(expression(lispFunction(body)))).toBe(2);
  const copied = expression(lispFunction(body, { callee, parameters: ["x"], round: false }));
  expect([tries(copied), copied.split("R.add(").length - 1]).toEqual([1, 3]);
});

test("the places of calls are where these are in the text, in every manner", () => {
  const made: Expression = { kind: "lisp-call", callee, args, at: AT };
  const places: CallPlaces = { offsets: [], places: [] };
  const fn = lispFunction([{ kind: "push" }, { kind: "return", x: made }]);
  const text = Printer.print([{ kind: "return", x: fn }], TOPLEVEL, places);
  const found = places.offsets.filter((_, i) => places.places[i] === AT);
  expect(found.map((offset) => text.slice(offset, offset + "f.fvalue".length))).toEqual([
    "f.fvalue",
    "f.fvalue",
  ]);
});
