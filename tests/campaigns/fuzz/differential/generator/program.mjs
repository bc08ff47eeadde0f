/** Whole programs: definitions, and forms that use them. */

import { write } from "../../programs/tree.mjs";
import { Random } from "../../random.mjs";
import { arithmetic } from "./arithmetic.mjs";
import { changingKinds } from "./changing-kinds/all.mjs";
import { functionOf, mixture, requiredTypes, resultType } from "./functions.mjs";
import { literal } from "./literals.mjs";
import { Maker } from "./maker.mjs";
import { withPlaces } from "./places.mjs";
import { Scope, Variable } from "./scope.mjs";
import { bindings } from "./wrappers.mjs";

/**
 * Program `number` of a seed: its forms, and the special variables that it defines. Names that it defines
 * end in an underscore.
 */
export function program(seed, number) {
  const random = new Random(seed, "differential", number);
  // Some programs are to end in an error, most are not.
  const errors = random.chance(0.5) ? 0.05 : 0.002;
  const m = new Maker(random, random.int(8, 60), errors);
  let scope = new Scope();
  const forms = [];
  const specials = [];
  for (const define of random.many(0, 3, () => random.weighted(DEFINITIONS))) {
    const made = define(m, scope);
    forms.push(made.tree);
    scope = scope.with(made.changes ?? {});
    for (const variable of made.specials ?? []) {
      scope = scope.bind([variable, undefined]);
      specials.push(variable.name);
    }
  }
  forms.push(...inContext(m, mainForm(m, scope)));
  return { forms, specials };
}

export const textOf = (forms) => forms.map(write).join("\n");

/** The form as it is, or as the body of a function that is called. */
function inContext(m, form) {
  const name = "main_";
  return m.random.weighted([
    [7, [form]],
    [2, [["defun", name, [], form], [name]]],
    [1, [["funcall", ["lambda", [], form]]]],
  ]);
}

function mainForm(m, scope) {
  const { random } = m;
  return random.weighted([
    [6, () => scenes(m, scope)],
    [2, () => changingKinds(m, scope, 4)],
    [1, () => withPlaces(m, scope, 4)],
    [1, () => arithmetic(m)],
    [1, () => m.form(scope, "any", 5)],
  ])();
}

/** Variables, statements, and the values of all variables at the end. */
function scenes(m, scope) {
  const { random } = m;
  const isSequential = random.chance(0.3);
  const { text, inner, variables } = bindings(m, scope, 3, 1, 4, isSequential);
  const body = m.body(inner, 5, 2, 5);
  const names = [...new Set(variables.map(({ name }) => name))];
  const result = [random.pick(["list", "values"]), ...names, m.form(inner.blurred(), "any", 2)];
  return [isSequential ? "let*" : "let", text, ...body, result];
}

/** `[weight, (maker, scope) => { tree, changes?, specials? }]`. */
const DEFINITIONS = [
  [4, defun],
  [3, special],
  [1, defmacro],
  [1.5, modifyMacro],
  [1, setfFunction],
  [1, accessor],
];

function defun(m, scope) {
  const { random } = m;
  const name = `${m.name("f")}_`;
  const result = resultType(random);
  const made = functionOf(m, scope, 4, { required: requiredTypes(random), result, block: name });
  const defun = ["defun", name, made.list, ...made.body];
  const tree = random.chance(0.1) ? ["progn", ["declaim", ["inline", name]], defun] : defun;
  return { tree, changes: { functions: [{ ...made, name }, ...scope.functions] } };
}

function special(m) {
  const { random } = m;
  const kinds = random.chance(0.5) ? mixture(random) : ["int"];
  const variable = new Variable(`*${m.name("s")}_*`, kinds, { isSpecial: true });
  const tree = [random.pick(["defvar", "defparameter"]), variable.name, literal(random, kinds[0])];
  return { tree, specials: [variable] };
}

/** A macro of a form that it evaluates once, or never. */
function defmacro(m, scope) {
  const { random } = m;
  const name = `${m.name("m")}_`;
  const [list, expansion] = random.pick([
    [["a"], "`(let ((q ,a)) (note 0 q) q)"],
    [["a", "&optional", ["b", "1"]], "`(progn (note 0 ,b) ,a)"],
    [["a", "&rest", "more"], "`(prog1 ,a ,@more)"],
    [["a", "&body", "more"], "`(block nil (return ,a) ,@more)"],
    [["a"], "(list 'if t a (list 'car 1))"],
  ]);
  const shape = { required: ["int"], optional: [], keys: [], rest: false };
  const callee = { name, shape, result: "int", assigns: [], isMacro: true };
  return { tree: ["defmacro", name, list, expansion], changes: { functions: [callee, ...scope.functions] } };
}

function modifyMacro(m, scope) {
  const name = `${m.name("mod")}_`;
  const [list, callee] = m.random.pick([
    [["&optional", ["by", "2"]], "-"],
    [["&optional", ["by", "1"]], "logxor"],
    [["&rest", "more"], "+"],
  ]);
  return {
    tree: ["define-modify-macro", name, list, callee],
    changes: { modifiers: [name, ...scope.modifiers] },
  };
}

/** A function whose calls are places, by a function that stores. */
function setfFunction(m, scope) {
  const name = `${m.name("get")}_`;
  const tree = [
    "progn",
    ["defun", name, ["c"], ["note", "0", "c"], ["car", "c"]],
    [
      "defun",
      ["setf", name],
      ["new", "c"],
      ["note", "0", ["list", "new", "c"]],
      ["setf", ["car", "c"], "new"],
    ],
  ];
  return { tree, changes: { accessors: [name, ...scope.accessors] } };
}

/** The same by DEFSETF, short or long. */
function accessor(m, scope) {
  const name = `${m.name("at")}_`;
  const setter = `${m.name("set")}_`;
  const definition = m.random.pick([
    ["defsetf", name, setter],
    ["defsetf", name, ["c"], ["new"], `\`(progn (note 0 'stored) (setf (car ,c) ,new))`],
    ["defsetf", name, ["c"], ["new"], ["list", `'${setter}`, "c", "new"]],
  ]);
  const tree = [
    "progn",
    ["defun", name, ["c"], ["car", "c"]],
    ["defun", setter, ["c", "new"], ["setf", ["car", "c"], "new"], ["note", "0", "new"]],
    definition,
  ];
  return { tree, changes: { accessors: [name, ...scope.accessors] } };
}
