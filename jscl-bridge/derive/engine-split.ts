/**
 * Moves functions of the engine that few programs run into the file of the Lisp's rare functions, with the
 * data that they alone name (`split.ts` does so for the Lisp).
 */

import { createHash } from "node:crypto";
import { type Function as FunctionNode, type Node, parse } from "acorn";
import { ecmaVersion, ShapeError } from "./ast.js";
import { type Mention, type Piece, piecesOf } from "./engine-pieces.js";

/** Shorter functions stay where something that stays names them: what would stand for them is as long. */
const WORTHWHILE = 40;
/** Those that capture variables stay up to more: what would stand for them names all of these. */
const WORTHWHILE_WITH_CAPTURES = 60;
/** The engine's own function that answers with what makes the others. */
const SOURCE = "rareEngine";

interface EngineSplit {
  /** The engine without them. */
  readonly first: string;
  /** A module with `engine`, whose `make` makes them of the variables that they name. */
  readonly rare: string;
  readonly moved: number;
}

/**
 * Splits the bundle, which esbuild has not minified. `mayMove` says of a function, by where it stands in the
 * text, whether it may go.
 * @throws ShapeError when the bundle is not of that form.
 */
export function splitEngine(text: string, mayMove: (from: number, to: number) => boolean): EngineSplit {
  const program = parse(text, { ecmaVersion, sourceType: "module" });
  const { found, variables, mentions } = piecesOf(text, program, ({ start, end }) => mayMove(start, end));
  if (!variables.has(SOURCE)) throw new ShapeError(`the engine has no ${SOURCE}`);
  const moved = movedOf(found, mentions);
  const isMoved = (node: Node) => moved.some((piece) => isWithin(node, piece.node));
  const left = new Set(mentions.filter(({ node }) => !isMoved(node)).map(({ name }) => name));
  const inner = moved.flatMap((piece) => piece.mentions);
  const asValues = new Set(inner.filter(({ isCalled }) => !isCalled).map(({ name }) => name));

  // A function that code on both sides names is one object for both where it is more than called.
  const own = moved.filter(({ name }) => name !== null && !(left.has(name) && asValues.has(name)));
  const ownNames = new Set(own.map(({ name }) => name));
  const given = [...new Set(inner.map(({ name }) => name))].filter((name) => !ownNames.has(name));
  const fixed = given.filter((name) => !variables.get(name));
  const live = given.filter((name) => variables.get(name));
  const answered = moved.filter(({ name }) => name === null || left.has(name));
  // Those that have names come first: one list of them takes the place of as many declarations.
  answered.sort((a, b) => Number(a.name === null) - Number(b.name === null));
  const liveNames = new Set(live);

  const written = (node: Node, inside: readonly Mention[]) => {
    const edits = inside.filter(({ name }) => liveNames.has(name));
    return edited(
      text,
      node,
      edits.map((mention) => [mention.node, liveText(mention)]),
    );
  };
  const declarations = own.map(({ node, mentions: inside }) => written(node, inside));
  const values = answered.map((piece) =>
    ownNames.has(piece.name)
      ? `${piece.name}`
      : `(${head(piece)}${written(piece.made as Node, piece.mentions)})`,
  );
  const parameters = [...(live.length > 0 ? ["live_z"] : []), ...fixed];
  const body = `${declarations.join("\n")}\nreturn [\n${values.join(",\n")}\n];`;
  const make = `function (${parameters.join(", ")}) {\n${body}\n}`;
  const id = createHash("sha256").update(text).update(make).digest("hex").slice(0, 12);

  const accessors = live.map(
    (name) => `get ${name}() { return ${name}; }, set ${name}(to_z) { ${name} = to_z; }`,
  );
  const passed = [...(live.length > 0 ? [`{ ${accessors.join(", ")} }`] : []), ...fixed];
  const load = `${SOURCE}("${id}")(${passed.join(", ")})`;
  const declared = answered.filter(({ name }) => name !== null);
  const opening = `let made_z;
const make_z = () => made_z = ${load};
const rare_z = (at_z) => (made_z ?? make_z())[at_z];
${STAND_INS}
const [${declared.map(({ name }) => name).join(", ")}] = standIns_z("${declared.map(countOf).join("")}");
`;
  const first = edited(
    text,
    program,
    moved.map((piece) => [piece.node, standIn(piece, answered.indexOf(piece))]),
  );
  return {
    first: opening + first,
    rare: `export const engine = { id: "${id}", make: ${make} };\n`,
    moved: moved.length,
  };
}

/**
 * The functions that are worth moving, and, as long as there are more, what only those name that move.
 */
function movedOf(found: readonly Piece[], mentions: readonly Mention[]): Piece[] {
  const users = new Map<string, Node[]>();
  for (const { name, node } of mentions) users.set(name, [...(users.get(name) ?? []), node]);
  const wholes = found.filter(({ made }) => made === null);
  /** Characters of the data and the classes that nothing else names. */
  const alongWith = ({ node }: Piece): number => {
    let length = 0;
    for (const { name, node: whole } of wholes) {
      const others = (users.get(name ?? "") ?? []).filter((user) => !isWithin(user, whole));
      if (others.length > 0 && others.every((user) => isWithin(user, node)))
        length += whole.end - whole.start;
    }
    return length;
  };
  const isLong = (piece: Piece) => {
    const { made, captures } = piece;
    if (made === null) return false;
    const least = captures.length > 0 ? WORTHWHILE_WITH_CAPTURES : WORTHWHILE;
    return made.end - made.start >= least || (piece.name !== null && alongWith(piece) >= least);
  };
  const moved = new Set(found.filter(isLong));
  for (let before = -1; before < moved.size; ) {
    before = moved.size;
    const places = [...moved].map(({ node }) => node);
    for (const piece of found) {
      if (moved.has(piece) || piece.name === null) continue;
      const named = users.get(piece.name) ?? [];
      // Its own mentions of itself hold nothing back.
      const others = named.filter((node) => !isWithin(node, piece.node));
      if (others.length > 0 && others.every((node) => places.some((place) => isWithin(node, place))))
        moved.add(piece);
    }
  }
  const isPart = (piece: Piece) =>
    wholes.some((whole) => moved.has(whole) && whole.node !== piece.node && isWithin(piece.node, whole.node));
  return found.filter((piece) => moved.has(piece) && !isPart(piece));
}

const isWithin = (inner: Node, { start, end }: Node) => inner.start >= start && inner.end <= end;

/** What is written before a function that moves. */
function head({ isMethod, captures }: Piece): string {
  if (captures.length > 0) return `(${captures.join(", ")}) => `;
  return isMethod ? "function" : "";
}

/**
 * What calls functions that come later, with as many parameters, which callers may count: a digit for that
 * many, a letter for that many and more. Those of the list are made of a text, each with code of its own: of
 * closures that share their code, V8 knows of no call which function it will be, and compiles none in place.
 * Where a policy forbids eval, functions that do nothing have to do: the engine says so before it calls any
 * (`engine/serve.ts`).
 */
const STAND_INS = `const call_z = (count_z, callee_z) => {
  const all_z = [..."abcdefghi"].slice(0, parseInt(count_z, 36) % 10);
  if (count_z > "9") all_z.push("...r");
  return "(" + all_z + ")=>" + callee_z + "(" + all_z + ")";
};
const made_of_z = (texts_z) => {
  try { return Function("f_z", "return[" + texts_z + "]")(rare_z); } catch { return texts_z.map(() => Object); }
};
const standIns_z = (counts_z) => made_of_z([...counts_z].map((count_z, at_z) => call_z(count_z, "f_z(" + at_z + ")")));
const makers_z = made_of_z([..."0123456789abcdefghij"].map((count_z) => "(m_z,f_z)=>" + call_z(count_z, "(f_z??=m_z())")));
const standIn_z = (count_z, make_z) => makers_z[parseInt(count_z, 36)](make_z);`;

/** How many parameters a function counts, and whether it takes more, in a character. */
function countOf({ made }: Piece): string {
  const { params } = made as FunctionNode;
  const count = params.findIndex(({ type }) => type === "RestElement" || type === "AssignmentPattern");
  if (count >= 0) return (count + 10).toString(36);
  if (params.length > 9) throw new ShapeError("a function of more than nine parameters");
  return String(params.length);
}

/** What stands where the function at that place of the answer stood. */
function standIn(piece: Piece, at: number): string {
  const { made, name, isMethod, captures } = piece;
  if (made === null || at < 0 || name !== null) return "";
  const source = `rare_z(${at})`;
  if (captures.length > 0) return `standIn_z("${countOf(piece)}", () => ${source}(${captures.join(", ")}))`;
  const count = Number.parseInt(countOf(piece), 36);
  const names = Array.from({ length: count % 10 }, (_, index) => `p${index}_z`);
  const all = [...names, ...(count < 10 ? [] : ["...more_z"])].join(", ");
  if (!isMethod) return `((${all}) => ${source}(${all}))`;
  return `(${all}) { return ${source}.call(${["this", all].filter(Boolean).join(", ")}); }`;
}

/** A variable that something assigns is read where it is. */
function liveText({ name, isCalled, isShorthand }: Mention): string {
  if (isShorthand) return `${name}: live_z.${name}`;
  return isCalled ? `(0, live_z.${name})` : `live_z.${name}`;
}

/** The text of a node, with others in the place of some nodes in it. */
function edited(text: string, { start, end }: Node, edits: readonly (readonly [Node, string])[]): string {
  const parts: string[] = [];
  let at = start;
  for (const [node, replacement] of [...edits].sort(([a], [b]) => a.start - b.start)) {
    parts.push(text.slice(at, node.start), replacement);
    at = node.end;
  }
  return [...parts, text.slice(at, end)].join("");
}
