/** Special forms that leave others: BLOCK, RETURN-FROM, TAGBODY, GO, CATCH, THROW, UNWIND-PROTECT. */
import { cdrOf } from "../../../runtime/objects/conses.js";
import type { LispValue } from "../../../runtime/objects/marshal.js";
import { nil } from "../../../runtime/signals.js";
import type { Builder } from "../builder.js";
import { car, cdr, elements, isCons, isSymbol, operands, symbolOperand } from "../forms.js";
import { placedBlock, placedTagbody } from "../places-of-frames.js";
import { ProgramError } from "../program-error.js";
import type { BlockNode, TagbodyNode } from "../tree.js";
import type { SpecialOperator, SpecialOperators } from "./table.js";

const block: SpecialOperator = (b, form, env) => {
  const { forEffect } = b;
  operands(form, 1);
  const name = symbolOperand(car(cdrOf(form)), "The block name ~S is not a symbol.");
  const node: BlockNode = {
    kind: "block",
    ...b.base(form),
    name,
    owner: b.fn,
    body: b.nil(),
    usedLocally: false,
    usedRemotely: false,
  };
  node.body = b.body(cdr(cdrOf(form)), env.withBlock(name, node), forEffect);
  return b.keepsVariables(env) ? placedBlock(b, node, form, env) : node;
};

const returnFrom: SpecialOperator = (b, form, env) => {
  const [name, value = nil()] = operands(form, 1, 2);
  const target = isSymbol(name) ? env.block(name) : undefined;
  if (target === undefined) throw new ProgramError("return for unknown block: ~S", name);
  if (target.owner === b.fn) target.usedLocally = true;
  else target.usedRemotely = true;
  return { kind: "return", block: target, from: b.fn, value: b.node(value, env), ...b.base(form) };
};

function isTag(b: Builder, x: LispValue): boolean {
  return (
    (typeof x === "number" && Number.isInteger(x)) ||
    typeof x === "bigint" ||
    x instanceof b.host.internals.Symbol
  );
}

const tagbody: SpecialOperator = (b, form, env) => {
  const segments: { tag: LispValue | null; forms: LispValue[] }[] = [{ tag: null, forms: [] }];
  for (const item of elements(cdrOf(form))) {
    if (isCons(item)) segments.at(-1)?.forms.push(item);
    else if (isTag(b, item)) segments.push({ tag: item, forms: [] });
    else if (item !== nil()) throw new ProgramError("~S is not a legal go tag.", item);
  }
  const tags = segments.slice(1).map(({ tag }) => tag);
  const twice = tags.find((tag, i) => tags.indexOf(tag) !== i);
  if (twice !== undefined) throw new ProgramError("The tag ~S appears more than once in a tagbody.", twice);
  if (segments.length === 1) {
    const forms = (segments[0]?.forms ?? []).map((each) => b.node(each, env, true));
    return b.sequence([...forms, b.nil()], form);
  }
  const node: TagbodyNode = {
    kind: "tagbody",
    ...b.base(form),
    owner: b.fn,
    segments: segments.map(({ tag }) => ({ tag, forms: [] })),
    jumps: [],
    current: 0,
    usedRemotely: false,
  };
  let inner = env;
  segments.forEach(({ tag }, index) => {
    if (tag !== null) inner = inner.withTag(tag, { index, body: node });
  });
  segments.forEach(({ forms }, i) => {
    node.current = i;
    node.segments[i]?.forms.push(...forms.map((each) => b.node(each, inner, true)));
  });
  return b.keepsVariables(env) ? placedTagbody(b, node, env) : node;
};

const go: SpecialOperator = (b, form, env) => {
  const [tag] = operands(form, 1, 1);
  const target = env.tag(tag);
  if (target === undefined) throw new ProgramError("attempt to GO to nonexistent tag: ~S", tag);
  const { body, index } = target;
  if (body.owner !== b.fn) body.usedRemotely = true;
  else body.jumps.push({ from: body.current, to: index });
  return { kind: "go", ...b.base(form), body, from: b.fn, index };
};

function catchForm(clauses: boolean): SpecialOperator {
  return (b, form, env) => {
    operands(form, 1);
    const tag = b.node(car(cdrOf(form)), env);
    return { kind: "catch", ...b.base(form), tag, body: b.body(cdr(cdrOf(form)), env), clauses };
  };
}

const throwForm: SpecialOperator = (b, form, env) => {
  const [tag, result] = operands(form, 2, 2);
  return { kind: "throw", tag: b.node(tag, env), value: b.node(result, env), ...b.base(form) };
};

const unwindProtect: SpecialOperator = (b, form, env) => {
  operands(form, 1);
  const body = b.node(car(cdrOf(form)), env);
  return {
    kind: "unwind-protect",
    ...b.base(form),
    protected: body,
    cleanup: b.body(cdr(cdrOf(form)), env, true),
  };
};

export const exitOperators: SpecialOperators = {
  BLOCK: block,
  "RETURN-FROM": returnFrom,
  TAGBODY: tagbody,
  GO: go,
  CATCH: catchForm(false),
  "%CATCH-CLAUSE": catchForm(true),
  THROW: throwForm,
  "UNWIND-PROTECT": unwindProtect,
};
