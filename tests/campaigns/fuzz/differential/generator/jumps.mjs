/** TAGBODY and PROG, and GO to their tags: forward, back for some turns, and out of functions. */
import { bindings } from "./wrappers.mjs";

/** A jump to a tag that is in scope; back only while a counter allows it. */
export function jump(m, scope, depth) {
  const { random } = m;
  if (scope.tags.length === 0) return tagged(m, scope, depth);
  const target = random.pick(scope.tags);
  const go = ["go", target.name];
  const wrap = random.chance(0.25) ? (form) => inClosure(m, form) : (form) => form;
  const isForward = target.owner === scope.owner && target.index > scope.at;
  if (isForward) return wrap(random.chance(0.6) ? ["when", m.form(scope, "bool", depth - 1), go] : go);
  const turns = ["<", ["incf", target.counter], "3"];
  return wrap(["when", random.chance(0.5) ? turns : ["and", m.form(scope, "bool", depth - 1), turns], go]);
}

/** The form as it is evaluated when a function is called. */
export function inClosure(m, form) {
  const name = m.name("f");
  return m.random.pick([
    ["funcall", ["lambda", [], form]],
    ["mapc", ["lambda", ["e"], ["note", "0", "e"], form], "'(1 2)"],
    ["flet", [[name, [], form]], [name]],
    ["let", [[name, ["lambda", ["&optional", "e"], form, "e"]]], ["funcall", name]],
  ]);
}

/** Tags with statements between them, as a statement. */
export function tagged(m, scope, depth) {
  const { random } = m;
  if (scope.tags.length > 4) return m.statement(scope, depth - 1);
  const counter = m.name("k");
  const isProg = random.chance(0.3);
  return m.maybe(() => {
    if (!isProg) return ["let", [[counter, "0"]], ["tagbody", ...segments(m, scope, depth, counter)]];
    const isSequential = random.chance(0.5);
    const { text, inner } = bindings(m, scope.withoutBlock("nil"), depth, 1, 2, isSequential);
    const within = inner.inBlock("nil", "any");
    return [
      isSequential ? "prog*" : "prog",
      [[counter, "0"], ...text],
      ...segments(m, within, depth, counter),
    ];
  });
}

function segments(m, scope, depth, counter) {
  const { random } = m;
  const owner = {};
  const names = random.many(1, 3, () => (random.chance(0.1) ? String(++m.names) : m.name("t")));
  const tags = names.map((name, index) => ({ name, index, counter, owner }));
  const inner = scope.with({ tags: [...tags, ...scope.tags], owner });
  const first = m.body(inner.with({ at: -1 }), depth, 0, 2);
  return [
    ...first,
    ...tags.flatMap(({ name, index }) => [name, ...m.body(inner.blurred().with({ at: index }), depth, 1, 2)]),
  ];
}
