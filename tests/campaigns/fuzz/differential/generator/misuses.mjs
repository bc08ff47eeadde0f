/** Forms that end in an error, of all the kinds that a form may end in. */
import { literal, TYPES } from "./literals.mjs";
import { isA } from "./scope.mjs";

const MISUSES = [
  [6, wrongType],
  [2, (m) => ["error", m.random.pick(['"boom"', "'type-error", "'program-error", "'error"])]],
  [1, () => "*nowhere_*"],
  [1, (m) => ["nowhere_", m.note("1")]],
  [1, (m) => ["throw", "'nowhere", m.note("1")]],
  [1, (m, scope, _type, depth) => ["/", m.form(scope, "int", depth - 1), m.note("0")]],
  [1, (m) => [m.random.pick(["floor", "mod", "rem"]), m.note("7"), "0"]],
  [1, (m, scope, _type, depth) => ["aref", m.form(scope, "vector", depth - 1), m.note("9")]],
  [1, (m) => ["char", '"abc"', m.note(m.random.pick(["3", "-1", "1.0"]))]],
  [1, (m) => ["elt", ["list", "1", "2"], m.note("5")]],
  [1, () => ["parse-integer", '"12x"']],
  [1, () => ["funcall", ["lambda", ["x"], "x"]]],
  [1, (m) => ["funcall", ["lambda", ["&key", "k"], "k"], ":j", m.note("1")]],
  [1, (m) => ["funcall", "'nowhere_", m.note("1")]],
  [1, (m) => ["ecase", m.note("3"), ["1", "0"]]],
  [1, (m) => ["etypecase", m.note('"a"'), ["integer", "0"]]],
  [1, deadBlock],
  [1, deadTag],
  [1, (m) => ["invoke-restart", "'no-restart", m.note("1")]],
  [1, falseThe],
];

export function misuse(m, scope, type, depth) {
  return m.random.weighted(MISUSES)(m, scope, type, depth);
}

/** A value of another type than is wanted. */
function wrongType(m, scope, type, depth) {
  const others = TYPES.filter((other) => !isA(other, type));
  return m.form(scope, m.random.pick(others.length > 0 ? others : ["nil"]), depth - 1);
}

function deadBlock(m, _scope, type) {
  const name = m.name("b");
  const value = literal(m.random, type);
  return ["funcall", ["block", name, ["lambda", [], ["return-from", name, value]]]];
}

function deadTag(m) {
  const [name, tag] = [m.name("f"), m.name("t")];
  const jump = ["lambda", [], ["go", tag]];
  return ["let", [[name, "nil"]], ["tagbody", ["setq", name, jump], tag], ["funcall", name]];
}

function falseThe(m, _scope, _type) {
  return ["the", m.random.pick(["string", "cons", "symbol"]), m.note("5")];
}
