/** Forms without forms in them: variables, asked for their type first where it is not known, and literals. */
import { literal, predicatesFor, specifier } from "./literals.mjs";
import { isA } from "./scope.mjs";

export function leaf(m, scope, type) {
  const { random } = m;
  const valued = scope.valued(type);
  const mixed = scope.mixed(type);
  return random.weighted([
    [valued.length > 0 ? 6 : 0, () => random.pick(valued).name],
    [mixed.length > 0 ? 3 : 0, () => guarded(m, scope, random.pick(mixed), type)],
    [3, () => literal(random, type)],
  ])();
}

/** The variable's value where it is of the type, and another otherwise. */
function guarded(m, _scope, variable, type) {
  const { random } = m;
  const { name, kinds } = variable;
  if (type === "any") return name;
  const kind = random.pick(kinds.filter((kind) => isA(kind, type)));
  const otherwise = literal(random, type);
  const isOrNil = kinds.every((other) => other === kind || other === "nil");
  const predicates = predicatesFor(kind, kinds);
  if (isOrNil && kind !== "nil")
    return random.pick([
      ["or", name, otherwise],
      ["if", name, name, otherwise],
      ["if", ["null", name], otherwise, name],
      ["cond", [name], ["t", otherwise]],
      ["cond", [["not", name], otherwise], ["t", name]],
    ]);
  if (predicates.length === 0) return ["typecase", name, [specifier(random, kind), name], ["t", otherwise]];
  const test = [random.pick(predicates), name];
  return random.pick([
    ["if", test, name, otherwise],
    ["if", ["not", test], otherwise, name],
    ["cond", [test, name], ["t", otherwise]],
    ["typecase", name, [specifier(random, kind), name], ["t", otherwise]],
    ["or", ["and", test, name], otherwise],
  ]);
}

/** A test of what a variable of several kinds is at the moment. */
export function kindTest(m, scope) {
  const { random } = m;
  const mixed = scope.variables.filter(({ isMixed }) => isMixed);
  if (mixed.length === 0) return null;
  const { name, kinds } = random.pick(mixed);
  const predicates = kinds.flatMap((kind) => predicatesFor(kind, kinds));
  if (predicates.length === 0) return null;
  return [random.pick(predicates), name];
}
