/** Declarations at the head of a body: mostly true, now and then not. */
import { specifierOf, wrongSpecifier } from "./literals.mjs";

/** Declarations for variables that are bound there: none, one or two. */
export function declarations(m, variables) {
  const { random } = m;
  if (!random.chance(0.25)) return [];
  const typed = variables.filter(({ isSpecial }) => !isSpecial);
  const found = [];
  if (typed.length > 0) found.push(typeDeclaration(m, random.pick(typed)));
  if (random.chance(0.2)) found.push(["optimize", ["safety", "3"]]);
  if (typed.length > 0 && random.chance(0.2)) found.push(["ignorable", random.pick(typed).name]);
  return random.chance(0.8) ? [["declare", ...found]] : found.map((one) => ["declare", one]);
}

function typeDeclaration(m, { name, kinds }) {
  const { random } = m;
  const isFalse = random.chance(m.errors * 3);
  const type = isFalse ? wrongSpecifier(random, kinds) : specifierOf(random, kinds);
  return typeof type === "string" && random.chance(0.5) && type !== "t" && type !== "null"
    ? [type, name]
    : ["type", type, name];
}
