/** Places, and forms that change them. Their parts have effects, whose order the log shows. */
import { Variable } from "./scope.mjs";

/** A place that holds an integer; or null. */
function integerPlace(m, scope, depth) {
  const { random } = m;
  const conses = plain(scope.valued("cons"));
  const vectors = plain(scope.valued("vector"));
  const integers = scope.assignable("int").filter(({ isMixed }) => !isMixed);
  const index = () => withEffect(m, scope, String(random.int(0, 2)), depth);
  return random.weighted([
    [integers.length > 0 ? 4 : 0, () => random.pick(integers).name],
    [
      conses.length > 0 ? 2 : 0,
      () => [random.pick(["car", "first"]), withEffect(m, scope, random.pick(conses).name, depth)],
    ],
    [
      conses.length > 0 ? 1 : 0,
      () => ["nth", withEffect(m, scope, "0", depth), withEffect(m, scope, random.pick(conses).name, depth)],
    ],
    [conses.length > 0 ? 1 : 0, () => ["elt", withEffect(m, scope, random.pick(conses).name, depth), "0"]],
    [
      vectors.length > 0 ? 2 : 0,
      () => [
        random.pick(["aref", "aref", "svref", "elt"]),
        withEffect(m, scope, random.pick(vectors).name, depth),
        index(),
      ],
    ],
    [vectors.length > 0 ? 0.5 : 0, () => ["the", "integer", ["aref", random.pick(vectors).name, index()]]],
    [
      scope.accessors.length > 0 && conses.length > 0 ? 2 : 0,
      () => [random.pick(scope.accessors), withEffect(m, scope, random.pick(conses).name, depth)],
    ],
    [
      scope.tables.length > 0 ? 1 : 0,
      () => [
        "gethash",
        withEffect(m, scope, random.pick([":a", "1"]), depth),
        random.pick(scope.tables),
        withEffect(m, scope, "0", depth),
      ],
    ],
    [
      scope.plists.length > 0 ? 1.5 : 0,
      () => [
        "getf",
        random.pick(scope.plists),
        withEffect(m, scope, random.pick([":a", ":b"]), depth),
        withEffect(m, scope, "0", depth),
      ],
    ],
    [0.01, () => null],
  ])();
}

const plain = (variables) => variables.filter(({ isMixed }) => !isMixed);

/** The form, mostly with something logged or assigned before it. */
function withEffect(m, scope, form, depth) {
  const { random } = m;
  return random.weighted([
    [3, () => form],
    [3, () => m.note(form)],
    [1, () => ["progn", m.statement(scope, Math.min(depth - 1, 2)), form]],
  ])();
}

/** The value to be stored, or the amount: now and then its evaluation changes the very place. */
function delta(m, scope, place, depth) {
  const { random } = m;
  const value = m.form(scope, "int", depth - 1);
  return random.chance(0.25) ? ["progn", ["setf", bare(place), String(random.int(0, 9))], value] : value;
}

/** The place without the effects of its parts. */
function bare(place) {
  if (!Array.isArray(place)) return place;
  if (place[0] === "note") return bare(place[2]);
  if (place[0] === "progn") return bare(place.at(-1));
  return place.map((part, i) => (i === 0 ? part : bare(part)));
}

/** Changes one or several places. */
export function placeStatement(m, scope, depth) {
  const { random } = m;
  const make = random.weighted(CHANGES);
  const made = make(m, scope, depth);
  return made ?? withPlaces(m, scope, depth);
}

/** Variables that hold what has places, and a statement that changes them. */
export function withPlaces(m, scope, depth) {
  const { random } = m;
  const variables = [
    new Variable(m.name("l"), ["cons"]),
    new Variable(m.name("v"), ["vector"]),
    new Variable(m.name("n"), ["int"]),
  ];
  const [table, plist] = [m.name("h"), m.name("p")];
  const inits = [["list", "1", "2", "3"], ["vector", "10", "20", "30"], "5"];
  const inner = scope
    .bind(...variables.map((variable) => [variable]))
    .with({ tables: [table, ...scope.tables], plists: [plist, ...scope.plists] });
  const body = m.body(inner, depth, 0, 1);
  const changes = random.many(1, 3, () => placeStatement(m, inner.blurred(), depth - 1));
  const result = ["list", ...variables.map(({ name }) => name), plist, ["gethash", ":a", table]];
  return [
    "let",
    [
      ...variables.map(({ name }, i) => [name, inits[i]]),
      [table, random.pick([["make-hash-table"], ["make-hash-table", ":test", "'equal"]])],
      [plist, ["list", ":a", "1", ":b", "2"]],
    ],
    ...body,
    ...changes,
    m.note(result),
  ];
}

/** A form of the place and a value. */
function onInteger(make) {
  return (m, scope, depth) => {
    const place = integerPlace(m, scope, depth);
    return place && make(m, scope, place, depth);
  };
}

function several(operator, least) {
  return (m, scope, depth) => {
    const places = Array.from({ length: m.random.int(least, 3) }, () => integerPlace(m, scope, depth));
    if (places.includes(null)) return null;
    return m.note(
      operator === "rotatef" ? [operator, ...places] : [operator, ...places, m.form(scope, "int", depth - 1)],
    );
  };
}

function psetf(m, scope, depth) {
  const places = [integerPlace(m, scope, depth), integerPlace(m, scope, depth)];
  if (places.includes(null)) return null;
  return ["psetf", ...places.flatMap((place) => [place, m.form(scope, "int", depth - 1)])];
}

function setfValues(m, scope, depth) {
  const places = [integerPlace(m, scope, depth), integerPlace(m, scope, depth)];
  if (places.includes(null)) return null;
  const values = m.random.pick([
    () => ["values", ...m.forms(scope, ["int", "int"], depth - 1)],
    () => ["floor", m.form(scope, "int", depth - 1), "3"],
  ])();
  return m.note(["setf", ["values", ...places], values]);
}

/** Forms that change a list that a variable holds. */
function onList(m, scope, depth) {
  const { random } = m;
  const conses = plain(scope.valued("cons")).filter(({ isFixed }) => !isFixed);
  const lists = [...conses, ...plain(scope.valued("list"))].filter(({ isFixed }) => !isFixed);
  if (lists.length === 0) return null;
  const { name } = random.pick(lists);
  const place =
    conses.some((variable) => variable.name === name) && random.chance(0.4)
      ? ["cdr", withEffect(m, scope, name, depth)]
      : name;
  const item = () => withEffect(m, scope, m.form(scope, "int", depth - 1), depth);
  return random.pick([
    () => ["push", item(), place],
    () => ["pushnew", item(), place],
    () => ["pushnew", item(), place, ":test", "#'eql"],
    () => m.note(["pop", place === name && conses.length > 0 ? ["cdr", random.pick(conses).name] : place]),
    () => ["setf", ["cdr", ["cons", "0", name]], ["list", item()]],
  ])();
}

function onPlist(m, scope, depth) {
  const { random } = m;
  if (scope.plists.length === 0) return null;
  const plist = random.pick(scope.plists);
  const key = random.pick([":a", ":b", ":c"]);
  const effect = () => [
    "progn",
    ["setf", ["getf", plist, random.pick([":a", ":b", ":c"])], String(random.int(0, 9))],
    key,
  ];
  return random.pick([
    () => m.note(["remf", plist, withEffect(m, scope, key, depth)]),
    () => m.note(["remf", plist, effect()]),
    () => ["setf", ["getf", plist, withEffect(m, scope, key, depth)], m.form(scope, "int", depth - 1)],
  ])();
}

const CHANGES = [
  [3, onInteger((m, scope, place, depth) => m.note(["setf", place, delta(m, scope, place, depth)]))],
  [
    3,
    onInteger((m, scope, place, depth) =>
      m.note([m.random.pick(["incf", "decf"]), place, delta(m, scope, place, depth)]),
    ),
  ],
  [1, onInteger((m, _scope, place) => [m.random.pick(["incf", "decf"]), place])],
  [1, onInteger((m, scope, place, depth) => changeByte(m, scope, place, depth))],
  [1.5, onInteger((m, scope, place, depth) => modifying(m, scope, place, depth))],
  [1, several("shiftf", 1)],
  [1, several("rotatef", 2)],
  [1, psetf],
  [1, setfValues],
  [2.5, onList],
  [1.5, onPlist],
];

function changeByte(m, scope, place, depth) {
  const byte = ["byte", withEffect(m, scope, String(m.random.int(1, 5)), depth), String(m.random.int(0, 33))];
  return m.random.chance(0.6)
    ? m.note(["setf", ["ldb", byte, place], delta(m, scope, place, depth)])
    : m.note(["incf", ["ldb", byte, place], delta(m, scope, place, depth)]);
}

/** A macro that the program has defined by DEFINE-MODIFY-MACRO. */
function modifying(m, scope, place, depth) {
  if (scope.modifiers.length === 0) return m.note(["incf", place]);
  return m.note([
    m.random.pick(scope.modifiers),
    place,
    ...(m.random.chance(0.7) ? [delta(m, scope, place, depth)] : []),
  ]);
}
