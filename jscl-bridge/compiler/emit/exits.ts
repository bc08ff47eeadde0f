/** Ways out: BLOCK, TAGBODY, CATCH, UNWIND-PROTECT, and what leaves them. */

import type { LispSymbol } from "../../runtime/objects/marshal.js";
import { isSymbol } from "../syntax/forms.js";
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
import { turnSafepoint } from "./control.js";
import { type Destination, EFFECT } from "./destination.js";
import type { Generator, OpenCatch } from "./generator.js";
import { type Jump, structure } from "./jumps.js";
import { resumeScope } from "./scopes.js";
import {
  assign,
  binary,
  constant,
  declare,
  type Expression,
  literal,
  member,
  NIL,
  name,
  not,
  number,
  run,
  runtime,
  type Statement,
  TRUE,
  when,
} from "./script.js";
import { valuesAs } from "./values.js";

const E = name("e");
const STACK_HEIGHT = literal("S.sp");

/** Code that evaluates forms whose values nobody uses. */
function evaluate(g: Generator, forms: readonly Node[]): void {
  for (const form of forms) g.statement(form, EFFECT);
}

function rethrowUnless(test: Expression): Statement {
  return when(not(test), { kind: "throw", x: E });
}

/** Throws an exit. What called a handler of conditions throws for it: the handler returns the exit. */
function thrown(g: Generator, x: Expression): Statement {
  return { kind: g.fn.isHandler && g.catches.length === 0 ? "return" : "throw", x };
}

/** Leaves by an exit, a name: by a jump to a form of this function that is known to be left by it. */
export function leave(g: Generator, exit: Expression): void {
  for (const open of g.catches.toReversed()) {
    if (open.exit === null) continue;
    open.isLeft = true;
    const left = g.buffered(() => {
      g.deliver(open.destination, NIL);
      if (open.destination.to !== "return") g.emit({ kind: "break", label: open.label });
    });
    g.emit(when(binary("===", exit, name(open.exit)), ...left));
  }
  g.emit(thrown(g, exit));
}

export function block(g: Generator, node: BlockNode, destination: Destination): void {
  const label = g.unit.fresh("B");
  const exit = node.usedRemotely ? g.fresh("x") : "";
  const labelled = node.usedLocally && destination.to !== "return";
  // An early exit may skip the push that the end of the block relies on.
  if (node.usedRemotely || labelled) g.pushFor(node.body);
  g.blocks.set(node, { label, exit, destination });
  const body = g.buffered(() => g.statement(node.body, destination));
  if (!node.usedRemotely) {
    if (labelled) g.emit({ kind: "block", label, body }, ...resumeScope(g));
    else g.emit(...body);
    return;
  }
  const caught = g.buffered(() =>
    g.deliver(destination, valuesAs(member(name(exit), "values"), destination.values)),
  );
  const code: Statement[] = [
    constant(exit, runtime("blockExit")),
    {
      kind: "try",
      body,
      caught: [rethrowUnless(binary("===", E, name(exit))), ...caught],
      finally: [run(assign(member(name(exit), "closed"), TRUE))],
    },
  ];
  g.emit({ kind: "block", label: labelled ? label : null, body: code });
  resumeAfter(g, destination);
}

/** What follows a form that may have been left from scopes inside of it. */
function resumeAfter(g: Generator, destination: Destination): void {
  if (destination.to !== "return") g.emit(...resumeScope(g));
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
  g.emit(thrown(g, exit));
}

export function tagbody(g: Generator, node: TagbodyNode, destination: Destination): void {
  const jumps = node.usedRemotely ? null : jumpsOf(node);
  const spans = jumps === null ? null : structure(jumps);
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

/** The jumps of a tagbody's own function, by segment. */
function jumpsOf(node: TagbodyNode): Jump[] {
  return node.jumps.map(({ from, to }) => ({ from, to }));
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
      const close = (body: Statement[]): Statement =>
        loop
          ? { kind: "loop", label: `${label}_${tag}`, body: [...body, { kind: "break", label: null }] }
          : { kind: "block", label: `${label}_${tag}b`, body };
      const safepoint = loop ? turnSafepoint(g, node) : null;
      if (safepoint !== null) into().push(...safepoint.before);
      open.push({ body: safepoint === null ? [] : [safepoint.tick], close, end });
    }
    into().push(...resumeScope(g), ...g.buffered(() => evaluate(g, forms)));
    while (open.at(-1)?.end === i) {
      const ended = open.pop();
      if (ended !== undefined) into().push(ended.close(ended.body));
    }
  });
  g.emit(...top);
}

/** Makes a `switch` over the segments in a loop, which a jump out of a closure re-enters by an exception. */
function dispatched(g: Generator, node: TagbodyNode): void {
  const loop = g.unit.fresh("T");
  const at = g.fresh("g");
  const exit = node.usedRemotely ? g.fresh("x") : "";
  const target = name(at, true);
  g.unit.tagbodies.set(node, {
    exit,
    jump: (to) => [run(assign(target, number(to))), { kind: "continue", label: loop }],
  });
  const { pushed } = g;
  const cases = node.segments.map(({ forms }) => {
    g.pushed = pushed;
    return [...resumeScope(g), ...g.buffered(() => evaluate(g, forms))];
  });
  const dispatch: Statement[] = [
    { kind: "switch", on: target, cases },
    { kind: "break", label: loop },
  ];
  g.emit(declare(at, number(0)));
  const { before, tick } = turnSafepoint(g, node);
  g.emit(...before);
  if (!node.usedRemotely) {
    g.emit({ kind: "loop", label: loop, body: [tick, ...dispatch] });
    return;
  }
  const isExit = binary("===", E, name(exit));
  const again: Statement = {
    kind: "try",
    body: dispatch,
    caught: [rethrowUnless(isExit), run(assign(target, member(name(exit), "label")))],
    finally: null,
  };
  g.emit(constant(exit, runtime("blockExit")), {
    kind: "try",
    body: [{ kind: "loop", label: loop, body: [tick, again] }],
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
  const exit = { ...runtime("exitAt", name(open.exit), number(node.index)), at: g.at(node) } as Expression;
  g.emit(thrown(g, exit));
}

export function catchForm(g: Generator, node: CatchNode, destination: Destination): void {
  if (node.clauses) {
    catchClause(g, node, destination);
    return;
  }
  const tag = g.stable(g.expression(node.tag));
  g.pushFor(node.body);
  const exit = g.fresh("x");
  g.callsOther();
  const label = g.unit.fresh("C");
  const open: OpenCatch = { tag: constantSymbol(node.tag), label, destination, exit: null, isLeft: false };
  g.catches.push(open);
  const body = g.buffered(() => g.statement(node.body, destination));
  g.catches.pop();
  const caught = g.buffered(() => {
    if (destination.to !== "effect")
      g.deliver(destination, valuesAs(member(name(exit), "values"), destination.values));
  });
  const isCaught = binary("||", binary("===", E, name(exit)), runtime("isCaught", E, name(exit)));
  g.emit({
    kind: "block",
    label: open.isLeft ? label : null,
    body: [
      constant(exit, runtime("openCatch", tag)),
      {
        kind: "try",
        body,
        caught: [rethrowUnless(isCaught), ...caught],
        finally: [run(assign(literal("S.catches"), member(name(exit), "outer")))],
      },
    ],
  });
  resumeAfter(g, destination);
}

/** What leaves to a clause of a HANDLER-CASE or RESTART-CASE brings its values to the clause, not here. */
function catchClause(g: Generator, node: CatchNode, destination: Destination): void {
  const tag = g.stable(g.expression(node.tag));
  g.pushFor(node.body);
  g.callsOther();
  const exit = g.fresh("x");
  const opened = g.slow(node, runtime("openClause", tag));
  const open: OpenCatch = { tag: null, label: g.unit.fresh("C"), destination, exit, isLeft: false };
  g.catches.push(open);
  const body = g.buffered(() => g.statement(node.body, destination));
  g.catches.pop();
  const isCaught = binary("||", binary("===", E, name(exit)), runtime("isHandled", E, name(exit)));
  const caught = g.buffered(() => g.deliver(destination, NIL));
  g.emit({
    kind: "block",
    label: open.isLeft ? open.label : null,
    body: [
      constant(exit, opened),
      {
        kind: "try",
        body,
        caught: [rethrowUnless(isCaught), ...caught],
        finally: [run(runtime("closeClause", name(exit)))],
      },
    ],
  });
  resumeAfter(g, destination);
}

/** The symbol that a form is known to be, or null. */
function constantSymbol(node: Node): LispSymbol | null {
  return node.kind === "constant" && isSymbol(node.value) ? node.value : null;
}

/**
 * The CATCH around a THROW in the same function, if it is known to be the innermost for its tag: no other can
 * be between them but those in between.
 */
function catchAround(g: Generator, node: ThrowNode): OpenCatch | null {
  const tag = constantSymbol(node.tag);
  if (tag === null) return null;
  for (const open of g.catches.toReversed()) {
    if (open.exit !== null) continue;
    if (open.tag === tag) return open;
    if (open.tag === null) return null;
  }
  return null;
}

export function throwForm(g: Generator, node: ThrowNode): void {
  const around = catchAround(g, node);
  if (around !== null) {
    g.statement(node.value, around.destination);
    if (around.destination.to === "return") return;
    around.isLeft = true;
    g.emit({ kind: "break", label: around.label });
    return;
  }
  const tag = g.stable(g.expression(node.tag));
  const value = g.stable(g.expression(node.value, "mv"));
  g.pushHere();
  const exit = { ...runtime("exitOfThrow", tag, value), at: g.at(node) } as Expression;
  g.emit(thrown(g, { kind: "at-height", x: exit }));
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
