/** Ways out: BLOCK, TAGBODY, CATCH, UNWIND-PROTECT, and what leaves them. */

import type {
  BlockNode,
  CatchNode,
  GoNode,
  Node,
  ReturnNode,
  TagbodyNode,
  ThrowNode,
  UnwindProtectNode,
} from "../syntax/tree.js";
import { openLoop } from "./control.js";
import { type Destination, EFFECT } from "./destination.js";
import { LEFT_WITH, meansPlace } from "./frame-exits.js";
import type { Generator } from "./generator.js";
import { type Jump, type Span, structure } from "./jumps.js";
import { breakFrom, leave, leaveFunction, type OpenForm } from "./leaving.js";
import { resumeScope } from "./scopes.js";
import {
  assign,
  binary,
  CAUGHT,
  call,
  constant,
  declare,
  type Expression,
  literal,
  member,
  NIL,
  name,
  number,
  rethrowUnless,
  run,
  runtime,
  type Statement,
  TRUE,
} from "./script.js";
import { valuesAs } from "./values.js";

const STACK_HEIGHT = literal("S.sp");

/** Code that evaluates forms whose values nobody uses. */
function evaluate(g: Generator, forms: readonly Node[]): void {
  for (const form of forms) g.statement(form, EFFECT);
}

/** A form that can be left from inside, as its operator makes it. */
interface Leavable {
  readonly exit: string;
  readonly tag: Expression | null;
  readonly opened: Expression;
  readonly label: string;
  readonly isCatch: boolean;
  /** Whether something in its own function goes to the end of its label. */
  readonly isLeft: boolean;
  readonly body: Node;
  readonly destination: Destination;
  /** Emits what is done when its exit has come. */
  readonly receive: () => void;
  /** Whether another exception than the exit means it; null where none does. */
  readonly isMeant: Expression | null;
  readonly closed: Expression;
}

function leavable(g: Generator, form: Leavable): void {
  const { exit, label, destination, receive, isMeant } = form;
  const goOn = () => {
    receive();
    breakFrom(g, open);
  };
  const open: OpenForm = { ...form, goOn };
  // A function without a frame pushes one for each call, and an exception leaves it there.
  const height = g.pushed ? null : g.fresh("p");
  g.open.push(open);
  const body = g.buffered(() => g.statement(form.body, destination));
  g.open.pop();
  const isExit = binary("===", CAUGHT, name(exit));
  const isCaught = isMeant === null ? isExit : binary("||", isExit, isMeant);
  const caught = [
    rethrowUnless(isCaught),
    ...(height === null ? [] : [run(assign(STACK_HEIGHT, name(height)))]),
    ...g.buffered(receive),
  ];
  if (height !== null) g.emit(constant(height, STACK_HEIGHT));
  g.emit({
    kind: "block",
    label: open.isLeft ? label : null,
    body: [constant(exit, form.opened), { kind: "try", body, caught, finally: [run(form.closed)] }],
  });
  // It may have been left from scopes inside of it.
  if (destination.to !== "return") g.emit(...resumeScope(g));
}

/** Delivers the values that an exit brings. */
function receiver(g: Generator, exit: string, destination: Destination): () => void {
  return () => {
    if (destination.to !== "effect")
      g.deliver(destination, valuesAs(member(name(exit), "values"), destination.values));
  };
}

export function block(g: Generator, node: BlockNode, destination: Destination): void {
  const label = g.unit.fresh("B");
  const exit = node.usedRemotely ? g.fresh("x") : "";
  const isLeft = node.usedLocally && destination.to !== "return";
  // An early exit may skip the push that the end of the block relies on.
  if (node.usedRemotely || isLeft) g.pushFor(node.body);
  g.blocks.set(node, { label, exit, destination });
  if (node.usedRemotely) {
    leavable(g, {
      exit,
      opened: runtime("blockExit"),
      label,
      isCatch: false,
      isLeft,
      tag: null,
      body: node.body,
      destination,
      receive: receiver(g, exit, destination),
      isMeant: null,
      closed: assign(member(name(exit), "closed"), TRUE),
    });
    return;
  }
  const body = g.buffered(() => g.statement(node.body, destination));
  if (isLeft) g.emit({ kind: "block", label, body }, ...resumeScope(g));
  else g.emit(...body);
}

export function returnFrom(g: Generator, node: ReturnNode): void {
  const open = g.blocks.get(node.block);
  if (open === undefined) throw new Error("a return to a block that is not open");
  if (node.block.owner === node.from) {
    g.statement(node.value, open.destination);
    if (open.destination.to !== "return") g.emit({ kind: "break", label: open.label });
    return;
  }
  const result = g.expression(node.value, "mv");
  const exit = { ...runtime("exitWith", name(open.exit), result), at: g.at(node) } as Expression;
  leaveFunction(g, exit);
}

export function tagbody(g: Generator, node: TagbodyNode, destination: Destination): void {
  const jumps = node.entered === undefined ? node.jumps : jumpsFromOutside(node);
  const spans = node.usedRemotely ? null : structure(jumps);
  if (node.restarts && spans !== null && !g.pushed) {
    const height = g.fresh("p");
    g.emit(constant(height, STACK_HEIGHT));
    structured(g, node, spans, [run(assign(STACK_HEIGHT, name(height)))]);
    return;
  }
  g.pushFor(...node.segments.flatMap(({ forms }) => forms));
  if (spans === null) dispatched(g, node);
  else structured(g, node, spans, []);
  g.deliver(destination, NIL);
}

/** All jumps, where who looks at the frame makes some, too: from anywhere to some of the tags. */
function jumpsFromOutside({ entered, jumps, segments }: TagbodyNode): Jump[] {
  const made = (entered?.segments ?? []).flatMap((to) => {
    const isLast = segments.slice(to).every(({ forms }) => forms.length === 0);
    const ahead = { from: 0, to };
    return isLast ? [ahead] : [ahead, { from: segments.length - 1, to }];
  });
  return [...jumps, ...made];
}

/** Makes labelled blocks and loops, which the tags stand at the ends and heads of. */
function structured(
  g: Generator,
  node: TagbodyNode,
  spans: NonNullable<ReturnType<typeof structure>>,
  beforeTurn: readonly Statement[],
): void {
  const label = g.unit.fresh("T");
  let current = 0;
  g.unit.tagbodies.set(node, {
    exit: "",
    jump: (to) =>
      to <= current
        ? [...beforeTurn, { kind: "continue", label: `${label}_${to}` }]
        : [{ kind: "break", label: `${label}_${to}b` }],
  });
  /** The code that is open: that of the innermost span last. */
  const open: { body: Statement[]; close: (body: Statement[]) => Statement; end: number }[] = [];
  const top: Statement[] = [];
  const into = () => open.at(-1)?.body ?? top;
  node.segments.forEach(({ forms }, i) => {
    current = i;
    for (const span of spans.startingAt(i)) {
      const { tag, loop, end } = span;
      const made = loop ? openLoop(g, node, `${label}_${tag}`) : null;
      const close = (code: Statement[]): Statement => {
        const once = made === null ? code : [...code, made.leave];
        const body = node.entered === undefined ? once : enteredAt(g, node, span, label, once);
        return made === null ? { kind: "block", label: `${label}_${tag}b`, body } : made.close(body);
      };
      open.push({ body: [], close, end });
    }
    into().push(...resumeScope(g), ...g.buffered(() => evaluate(g, forms)));
    while (open.at(-1)?.end === i) {
      const ended = open.pop();
      if (ended !== undefined) into().push(ended.close(ended.body));
    }
  });
  g.emit(...top);
}

/** The code of a span, which goes on at its tag where who looks at the frame goes there. */
function enteredAt(
  g: Generator,
  node: TagbodyNode,
  { tag, loop }: Span,
  label: string,
  body: Statement[],
): Statement[] {
  const isMeant = node.entered?.segments.includes(tag) === true ? meansEntry(g, node) : null;
  if (isMeant === null) return body;
  return [entering(isMeant, body, loop ? [{ kind: "continue", label: `${label}_${tag}` }] : [])];
}

/** Whether an exception leads to a tag that who looks at the frame goes to; null where none does. */
function meansEntry(g: Generator, { entered }: TagbodyNode): Expression | null {
  return entered === undefined ? null : meansPlace(g, entered.place);
}

/** Code that goes on with what is `caught` where an exception means that. */
function entering(isMeant: Expression, body: Statement[], caught: readonly Statement[]): Statement {
  return { kind: "try", body, caught: [rethrowUnless(isMeant), ...caught], finally: null };
}

/**
 * Makes a `switch` over the segments in a loop, which a jump out of a closure, or of who looks at the frame,
 * re-enters by an exception.
 */
function dispatched(g: Generator, node: TagbodyNode): void {
  const isMeant = meansEntry(g, node);
  const loop = g.unit.fresh("T");
  const at = g.fresh("g");
  const exit = node.usedRemotely ? g.fresh("x") : "";
  const target = name(at, true);
  g.unit.tagbodies.set(node, {
    exit,
    jump: (to) => [run(assign(target, number(to))), { kind: "continue", label: loop }],
  });
  const goOn = () =>
    g.emit(run(assign(target, member(name(exit), "values"))), { kind: "continue", label: loop });
  if (node.usedRemotely)
    g.open.push({ exit, tag: null, destination: EFFECT, label: loop, isCatch: false, isLeft: false, goOn });
  const { leave, close } = openLoop(g, node, loop);
  const { pushed } = g;
  const cases = node.segments.map(({ forms }) => {
    g.pushed = pushed;
    return [...resumeScope(g), ...g.buffered(() => evaluate(g, forms))];
  });
  if (node.usedRemotely) g.open.pop();
  const dispatch: Statement[] = [{ kind: "switch", on: target, cases }, leave];
  g.emit(declare(at, number(0)));
  const again = (isCaught: Expression) => entering(isCaught, dispatch, [run(assign(target, LEFT_WITH))]);
  if (!node.usedRemotely) {
    g.emit(close(isMeant === null ? dispatch : [again(isMeant)]));
    return;
  }
  const isExit = binary("===", CAUGHT, name(exit));
  g.emit(constant(exit, runtime("blockExit")), {
    kind: "try",
    body: [close([again(isMeant === null ? isExit : binary("||", isExit, isMeant))])],
    caught: null,
    finally: [run(assign(member(name(exit), "closed"), TRUE))],
  });
}

export function go(g: Generator, node: GoNode): void {
  const open = g.unit.tagbodies.get(node.body);
  if (open === undefined) throw new Error("a jump into a tagbody that is not open");
  if (node.body.owner === node.from) {
    g.emit(...open.jump(node.index));
    return;
  }
  const exit = { ...runtime("exitWith", name(open.exit), number(node.index)), at: g.at(node) } as Expression;
  leaveFunction(g, exit);
}

/**
 * CATCH. What leaves to a clause of a HANDLER-CASE or RESTART-CASE brings its values to the clause, and not
 * here.
 */
export function catchForm(g: Generator, node: CatchNode, destination: Destination): void {
  const { clauses, body } = node;
  const tag = g.stable(g.expression(node.tag));
  g.pushFor(body);
  g.callsOther();
  const exit = g.fresh("x");
  const x = name(exit);
  leavable(g, {
    exit,
    opened: clauses ? g.slow(node, runtime("openClause", tag)) : runtime("openCatch", tag),
    label: g.unit.fresh("C"),
    isCatch: true,
    isLeft: false,
    tag: clauses ? null : tag,
    body,
    destination,
    receive: clauses ? () => g.deliver(destination, NIL) : receiver(g, exit, destination),
    isMeant: call(member(x, "handles"), CAUGHT),
    closed: clauses ? call(member(x, "close")) : assign(literal("S.catches"), member(x, "outer")),
  });
}

export function throwForm(g: Generator, node: ThrowNode): void {
  const tag = g.stable(g.expression(node.tag));
  for (const open of g.open.toReversed()) {
    if (open.tag === null) continue;
    // Two constants are one tag where they are the same.
    if (tag.kind !== "literal" || open.tag.kind !== "literal") break;
    if (tag.text !== open.tag.text) continue;
    g.statement(node.value, open.destination);
    breakFrom(g, open);
    return;
  }
  const value = g.stable(g.expression(node.value, "mv"));
  g.pushHere();
  const exit = { ...runtime("exitOfThrow", tag, value), at: g.at(node) } as Expression;
  leave(g, g.stable({ kind: "at-height", x: exit }));
}

export function unwindProtect(g: Generator, node: UnwindProtectNode, destination: Destination): void {
  g.pushFor(node.protected, node.cleanup);
  g.callsOther();
  const { pushed } = g;
  const body = g.buffered(() => g.statement(node.protected, destination));
  g.pushed = pushed;
  const cleanup = [...resumeScope(g), ...g.buffered(() => g.statement(node.cleanup, EFFECT))];
  g.emit({ kind: "try", body, caught: null, finally: cleanup });
}
