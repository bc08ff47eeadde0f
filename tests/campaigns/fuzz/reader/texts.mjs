/**
 * Texts for the reader: noise, programs that were damaged, and data whose printed form must read as the same.
 */
import { program } from "../programs/program.mjs";
import { Dotted, write } from "../programs/tree.mjs";
import { Random } from "../random.mjs";

const PIECES = [
  "(",
  ")",
  "(",
  ")",
  "'",
  "`",
  ",",
  ",@",
  "#",
  '"',
  "|",
  "\\",
  ";",
  ":",
  ".",
  " ",
  "\n",
  "\t",
  "#(",
  "#'",
  "#\\",
  "#|",
  "|#",
  "#:",
  "#+",
  "#-",
  "#.",
  "#*",
  "#x",
  "#b",
  "#2a",
  "#c",
  "#p",
  "#s(",
  "#1=",
  "#1#",
  "#",
  "#<",
  "::",
  "a",
  "B",
  "foo",
  "car",
  "nil",
  "1",
  "-2",
  "1/2",
  "1.5e3",
  "1e999",
  "+",
  "...",
  "x:y",
  "cl:car",
  "cl::x",
  ":k",
  "sbcl",
  "λ",
  "😀",
  "\0",
  "\u{2028}",
  "\r\n",
  "#36r",
  "#99999999999r",
  "#\\Newline",
  "#\\x41",
  "#\\Nope",
  "4294967296",
];

/** Noise of the characters that mean something to the reader. */
function noise(random) {
  return random.many(1, 25, () => random.pick(PIECES)).join(random.pick(["", "", " "]));
}

/** A program with pieces put in, left out and moved. */
function damaged(random, seed, number, names) {
  let { text } = program(seed, number, names);
  for (let left = random.int(1, 6); left > 0; left--) {
    const at = random.int(0, text.length);
    const to = Math.min(text.length, at + random.int(0, 12));
    text = random.pick([
      () => text.slice(0, at) + random.pick(PIECES) + text.slice(at),
      () => text.slice(0, at) + text.slice(to),
      () => text.slice(0, to) + text.slice(at),
    ])();
  }
  return text;
}

/** Text `number` of a seed. */
export function rawText(seed, number, names) {
  const random = new Random(seed, "text", number);
  return random.chance(0.5) ? noise(random) : damaged(random, seed, number, names);
}

const ATOMS = [
  "0",
  "-1",
  "123456789012345678901234567890",
  "1/3",
  "-22/7",
  "1.5",
  "-0.0",
  "1.0e-30",
  "3.4028235e38",
  "1d0",
  "-2.5d300",
  "5d-324",
  "#c(1 2)",
  "#c(1.5 -0.5)",
  "#c(1/2 3)",
  '""',
  '"a\\"b\\\\c"',
  '"two\nlines"',
  '"λ😀"',
  "#\\a",
  "#\\Space",
  "#\\(",
  "#\\Newline",
  "#\\Nul",
  "#\\λ",
  "#\\😀",
  "foo",
  "|a b|",
  "|A|",
  "|a|",
  "|\\||",
  "||",
  "|1|",
  "|.|",
  "|a:b|",
  ":key",
  ":|odd key|",
  "#:g",
  "nil",
  "t",
  "car",
  "cl-user::x",
  "jscl::%car",
  "+",
  "1+",
  "|1e5|",
  "|+5|",
  "#*",
  "#*0110",
  "#()",
  '#p"a/b.c"',
];

function datum(random, depth) {
  if (depth === 0 || random.chance(0.4)) return random.pick(ATOMS);
  const items = random.many(0, 5, () => datum(random, depth - 1));
  return random.weighted([
    [6, () => items],
    [1, () => (items.length > 0 ? new Dotted(items, random.pick(ATOMS)) : items)],
    [1, () => `#(${items.map(write).join(" ")})`],
    [1, () => ["quote", datum(random, depth - 1)]],
    [1, () => ["function", random.pick(["car", "foo"])]],
    [0.5, () => '#2a((1 a) ("b" nil))'],
    [0.5, () => "#0a5"],
  ])();
}

/** The text of datum `number` of a seed. */
export function dataText(seed, number) {
  return write(datum(new Random(seed, "datum", number), 5));
}
