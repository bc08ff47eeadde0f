/**
 * The twelve kinds of fault. Each gives the sites of a program where it can be put in, from the toplevel
 * forms; chance chooses among them.
 */
import { isList, isSymbol, operatorOf } from "../tree.mjs";
import {
  becoming,
  calls,
  formAround,
  formsOf,
  isReference,
  literals,
  misspelt,
  replacing,
  site,
} from "./sites.mjs";

/** Operators that one takes for one another. */
const CONFUSED = {
  "+": "-",
  "-": "+",
  "*": "+",
  "/": "*",
  "<": ">",
  ">": "<",
  "<=": "<",
  ">=": ">",
  "=": "/=",
  "1+": "1-",
  "1-": "1+",
  and: "or",
  or: "and",
  append: "list",
  assoc: "member",
  aref: "nth",
  cadr: "car",
  car: "cdr",
  cdr: "car",
  cddr: "cdr",
  cons: "list",
  evenp: "oddp",
  find: "position",
  first: "rest",
  floor: "ceiling",
  incf: "decf",
  length: "list",
  max: "min",
  member: "find",
  min: "max",
  mod: "floor",
  nreverse: "identity",
  nth: "nthcdr",
  nthcdr: "nth",
  null: "not",
  oddp: "evenp",
  plusp: "minusp",
  push: "pushnew",
  "remove-if": "remove-if-not",
  "remove-if-not": "remove-if",
  rest: "first",
  reverse: "identity",
  some: "every",
  "string-capitalize": "string-upcase",
  "string-downcase": "string-upcase",
  "string=": "eq",
  unless: "when",
  when: "unless",
  zerop: "plusp",
};

/** Functions that take their arguments in any order. */
const SYMMETRIC =
  /^(\+|\*|=|\/=|eq|eql|equal|equalp|max|min|gcd|lcm|and|or|string=|string\/=|char=|list|values)$/;

/** What is no function: its operands are not arguments. */
const SPECIAL = new Set(
  `if let let* cond case ecase when unless loop setf setq incf decf push pop lambda function quote dolist dotimes
  handler-case handler-bind restart-case multiple-value-bind multiple-value-list destructuring-bind return
  return-from flet labels progn prog1 unwind-protect with-output-to-string defun defmethod defvar defparameter
  defmacro nth-value the ignore-errors`.split(/\s+/),
);

const isCall = (node) => operatorOf(node) !== "" && !SPECIAL.has(operatorOf(node));

function wrongOperator(program) {
  return formsOf(program).flatMap(([node], _, forms) => {
    const name =
      node.kind === "Prefixed" && node.prefix === "#'" ? node.items[0] : isList(node) && node.items[0];
    const other = isSymbol(name) ? CONFUSED[name.text.toLowerCase()] : undefined;
    if (other === undefined) return [];
    return [replacing(name, other, isList(node) ? node : formAround(node, forms))];
  });
}

function swappedArguments(program) {
  return formsOf(program).flatMap(([node]) => {
    if (!isCall(node) || SYMMETRIC.test(operatorOf(node))) return [];
    const args = node.items.slice(1);
    return args.slice(1).flatMap((right, i) => {
      const left = args[i];
      if (left.text === right.text || left.text.startsWith(":") || right.text.startsWith(":")) return [];
      if (args.slice(0, i).some(({ text }) => text.startsWith(":"))) return [];
      const between = node.text.slice(left.to - node.from, right.from - node.from);
      return [site(left.from, right.to, right.text + between + left.text, node)];
    });
  });
}

function offByOne(program, random) {
  const forms = formsOf(program);
  return forms.flatMap(([node]) => {
    if (node.kind !== "Number" || !/^\d+$/.test(node.text)) return [];
    const other = Number(node.text) + (node.text === "0" || random.chance(0.5) ? 1 : -1);
    return [replacing(node, String(other), formAround(node, forms))];
  });
}

function missingBaseCase(program) {
  return formsOf(program).flatMap(([node, , top]) => {
    const name = operatorOf(top) === "defun" ? top.items[1].text.toLowerCase() : "";
    if (name === "" || !calls(node, name)) return [];
    if (operatorOf(node) === "if") {
      const [, , base, step] = node.items;
      if (step === undefined) return [];
      if (!calls(base, name) && calls(step, name)) return [becoming(node, step.text)];
      return calls(base, name) && !calls(step, name) ? [becoming(node, base.text)] : [];
    }
    if (operatorOf(node) !== "cond") return [];
    const [, first, second] = node.items;
    return second === undefined || calls(first, name) ? [] : [site(first.from, second.from, "", node)];
  });
}

function wrongKey(program) {
  const forms = formsOf(program);
  return forms.flatMap(([node]) => {
    if (!isCall(node)) return [];
    return node.items
      .slice(1)
      .filter((item) => isSymbol(item) && /^:\w/.test(item.text))
      .map((item) => replacing(item, `:${misspelt(item.text.slice(1))}`, node));
  });
}

function unboundVariable(program) {
  const forms = formsOf(program);
  return forms.flatMap(([node, scope]) => {
    if (!isReference(node, scope)) return [];
    const other = misspelt(node.text);
    return scope.has(other.toLowerCase()) ? [] : [replacing(node, other, formAround(node, forms))];
  });
}

function wrongType(program) {
  const forms = formsOf(program);
  return forms.flatMap(([node, scope]) => {
    if (!isCall(node.parent) && operatorOf(node.parent) !== "if") return [];
    const form = formAround(node, forms);
    if (node.kind === "Number") return [replacing(node, `"${node.text}"`, form)];
    if (node.kind === "String") return [replacing(node, ":text", form)];
    return isReference(node, scope) ? [replacing(node, `(list ${node.text})`, form)] : [];
  });
}

function shadowing(program, random) {
  return formsOf(program).flatMap(([node, scope, top]) => {
    if (node === top || !isList(node) || operatorOf(node) === "") return [];
    const own = [...scope].filter((name) => new RegExp(`[ (']${escaped(name)}[ )]`, "i").test(node.text));
    return own.map((name) => becoming(node, `(let ((${name} ${random.pick(["nil", "0"])})) ${node.text})`));
  });
}

const escaped = (text) => text.replace(/[^\w]/g, "\\$&");

function mutatedLiteral(program) {
  const forms = formsOf(program);
  return literals(forms).flatMap((node) => {
    const { kind, text } = node;
    const form = formAround(node, forms);
    if (kind === "Number")
      return /^-?\d+$/.test(text) ? [replacing(node, String(2 * Number(text) + 3), form)] : [];
    if (kind === "String") return text.length > 2 ? [replacing(node, `"${text.slice(2)}`, form)] : [];
    if (kind === "Character") return /^#\\[a-zA-Z(]$/.test(text) ? [replacing(node, "#\\?", form)] : [];
    return /^(nil|t)$/i.test(text) ? [] : [replacing(node, misspelt(text), form)];
  });
}

function missingMethod(program) {
  return program.slice(0, -1).flatMap((form) => {
    if (operatorOf(form) !== "defmethod") return [];
    const name = form.items[1].text.toLowerCase();
    const callers = [];
    const visit = (node) => {
      const isCaller =
        operatorOf(node) === name || node.items.some((item) => item.text.toLowerCase() === `#'${name}`);
      if (isCaller) callers.push(node);
      node.items.forEach(visit);
    };
    program.filter((each) => each !== form && operatorOf(each) !== "defgeneric").forEach(visit);
    return callers.length === 0 ? [] : [site(form.from, form.to, "", ...callers)];
  });
}

function lostMultipleValue(program) {
  return formsOf(program).flatMap(([node]) => {
    const [, first, second] = isList(node) ? node.items : [];
    switch (operatorOf(node)) {
      case "multiple-value-bind":
        return [becoming(second, `(values ${second.text})`)];
      case "multiple-value-list":
        return [becoming(node, `(list ${first.text})`)];
      case "values":
        return second === undefined ? [] : [becoming(node, first.text)];
      default:
        return [];
    }
  });
}

function unhandledCondition(program) {
  return formsOf(program).flatMap(([node]) => {
    const [, first, ...body] = isList(node) ? node.items : [];
    if (operatorOf(node) === "handler-case") return [becoming(node, first.text)];
    if (operatorOf(node) !== "handler-bind") return [];
    return [becoming(node, `(progn ${body.map(({ text }) => text).join(" ")})`)];
  });
}

export const KINDS = {
  "wrong-operator": wrongOperator,
  "swapped-arguments": swappedArguments,
  "off-by-one": offByOne,
  "missing-base-case": missingBaseCase,
  "wrong-key": wrongKey,
  "unbound-variable": unboundVariable,
  "wrong-type": wrongType,
  shadowing,
  "mutated-literal": mutatedLiteral,
  "missing-method": missingMethod,
  "lost-multiple-value": lostMultipleValue,
  "unhandled-condition": unhandledCondition,
};
