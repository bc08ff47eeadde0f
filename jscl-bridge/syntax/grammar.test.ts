import { readFileSync } from "node:fs";
import type { SyntaxNode } from "@lezer/common";
import { expect, it } from "vitest";
import { grammarTables } from "../../scripts/lib/grammar.mjs";
import { at } from "../../scripts/lib/paths.mjs";
import { parser } from "./parser.js";

/** The atoms and brackets of a text by the names of their nodes, what stands in lists in brackets. */
function shape(text: string): string {
  const of = (node: SyntaxNode): string => {
    const parts: string[] = [];
    for (let child = node.firstChild; child; child = child.nextSibling)
      if (!/^[()]$|Open$/.test(child.name)) parts.push(of(child));
    const name = node.name === "List" ? "" : node.name;
    return name === "" || parts.length > 0 ? `${name}(${parts.join(" ")})` : node.name;
  };
  return of(parser.parse(text).topNode).replace(/^Source\(?|\)$/g, "");
}

it("has the tables that its grammar says", async () => {
  for (const [file, text] of Object.entries(await grammarTables()))
    expect(readFileSync(at(file), "utf8"), `${file}: run \`npm run generate\``).toBe(text);
});

it.each([
  ["(a (b) . c)", "(Symbol (Symbol) Symbol Symbol)"],
  ["12 -1/2 1.5d0 .5 1e3 10. #xFF #b101 #36rZZ #*0101", Array(10).fill("Number").join(" ")],
  ["1+ - + ... 7days a\\ b \\( a\\|b pkg::name :key #:gone #: &rest", Array(13).fill("Symbol").join(" ")],
  ['|a (b; \\| " c| a|b c|d |a||b|', "Symbol Symbol Symbol"],
  ['#\\a #\\( #\\) #\\\\ #\\| #\\" #\\; #\\Space #\\ ', Array(9).fill("Character").join(" ")],
  ["(#\\\\) (#\\|) b", "(Character) (Character) Symbol"],
  ['"a \\" ; ( b" c', "String Symbol"],
  ["#| a #| b |# (c |# d ; (e\nf", "BlockComment Symbol LineComment Symbol"],
  [
    "'a `(b ,c ,@d ,.e) #'f",
    "Prefixed(Symbol) Prefixed((Symbol Prefixed(Symbol) Prefixed(Symbol) Prefixed(Symbol))) Prefixed(Symbol)",
  ],
  ["#(1) #3(1 2) #2A((1) (2))", "Vector(Number) Vector(Number Number) Prefixed(((Number) (Number)))"],
  [
    '#.(f) #P"x" #C(1 2) #S(a) #1=(a #1#)',
    "Prefixed((Symbol)) Prefixed(String) Prefixed((Number Number)) Prefixed((Symbol)) Prefixed((Symbol Label))",
  ],
  [
    "#+sbcl a #-(or a b) (c)",
    "Conditional(FeatureMark Symbol) Symbol Conditional(FeatureMark (Symbol Symbol Symbol)) (Symbol)",
  ],
  ["(a))) b", "(Symbol) StrayClose StrayClose Symbol"],
  ["(a (b", "(Symbol (Symbol))"],
  ['(a "b', "(Symbol String)"],
  ["(a |b", "(Symbol Symbol)"],
  ["(a) #| b", "(Symbol) BlockComment"],
])("reads %s", (text, expected) => {
  expect(shape(text)).toBe(expected);
});

it("matches brackets as a reader does in any text", () => {
  const pieces = [
    "(",
    "(",
    ")",
    ")",
    "'",
    "`",
    ",@",
    "#(",
    "#'",
    "#+",
    "#1=",
    "a",
    " ",
    "\n",
    ":b",
    "1",
    '"s"',
    "#\\(",
    "|x|",
  ];
  let seed = 7;
  for (let count = 0; count < 2000; count += 1) {
    let text = "";
    const marks: (readonly [number, string])[] = [];
    for (let at = 0; at < 14; at += 1) {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      const piece = pieces[seed % pieces.length] ?? "";
      if (/[()]$/.test(piece) && piece !== "#\\(")
        marks.push([text.length + piece.length - 1, piece.at(-1) ?? ""]);
      text += `${piece} `;
    }
    const open: number[] = [];
    const pairs: string[] = [];
    for (const [place, mark] of marks)
      if (mark === "(") open.push(place);
      else if (open.length > 0) pairs.push(`${open.pop()} ${place}`);
    const found: string[] = [];
    parser.parse(text).iterate({
      enter: ({ name, from, to, node }) => {
        if ((name === "List" || name === "Vector") && node.lastChild?.name === ")")
          found.push(`${name === "List" ? from : text.indexOf("(", from)} ${to - 1}`);
      },
    });
    expect([text, ...found.toSorted()]).toEqual([text, ...pairs.toSorted()]);
  }
});
