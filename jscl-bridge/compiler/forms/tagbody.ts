/**
 * TAGBODY and GO. Jumps become labelled `break` and `continue` when the tags nest, as those of the loop
 * macros do; otherwise a `switch` in a loop, which a jump out of a closure re-enters by an exception.
 */
import { cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispValue } from "../../runtime/objects/marshal.js";
import { nil } from "../../runtime/signals.js";
import { type Destination, EFFECT } from "../emit/destination.js";
import type { Unit } from "../emit/unit.js";
import type { Environment, TagbodyBinding } from "../scope/environment.js";
import { elements, isCons, operands } from "../syntax/forms.js";
import { ProgramError } from "../syntax/program-error.js";
import type { Label } from "../warnings/flow.js";
import type { SpecialForms } from "./special-forms.js";

interface Segment {
  tag: LispValue | null;
  forms: LispValue[];
}

function isTag(unit: Unit, x: LispValue): boolean {
  return (
    (typeof x === "number" && Number.isInteger(x)) ||
    typeof x === "bigint" ||
    x instanceof unit.host.internals.Symbol
  );
}

function compileTagbody(unit: Unit, form: LispCons, env: Environment, destination: Destination): void {
  const segments: Segment[] = [{ tag: null, forms: [] }];
  for (const item of elements(cdrOf(form))) {
    if (isCons(item)) (segments[segments.length - 1] as Segment).forms.push(item);
    else if (isTag(unit, item)) segments.push({ tag: item, forms: [] });
    else if (item !== nil()) throw new ProgramError("~S is not a legal go tag.", item);
  }
  const tags = segments.slice(1).map(({ tag }) => tag);
  const twice = tags.find((tag, i) => tags.indexOf(tag) !== i);
  if (twice !== undefined) throw new ProgramError("The tag ~S appears more than once in a tagbody.", twice);
  const region = unit.context.openRegion();
  const { reachable } = unit.reads;
  const entry = unit.flow.here();
  const code = unit.buffered(() => {
    if (segments.length === 1) for (const f of (segments[0] as Segment).forms) unit.statement(f, env, EFFECT);
    else {
      const before = unit.context.pushed;
      if (structured(unit, segments, env)) return;
      unit.context.pushed = before;
      unit.reads.reachable = reachable;
      unit.flow.resume(entry);
      // What there is to warn of was found the first time.
      unit.host.warnings.silently(() => dispatched(unit, segments, env));
    }
  });
  unit.context.closeRegion(region, segments.length > 1);
  unit.emit(region.text);
  unit.emit(code);
  unit.deliver(destination, "nil");
}

/** The part of a tagbody that the flow of control uses. */
function flowOf({ flow }: Unit, segments: readonly Segment[]): Pick<TagbodyBinding, "labels" | "entry"> {
  return { labels: segments.map(() => flow.label()), entry: flow.here() };
}

/** The code of what stands behind a tag. */
function segmentCode(
  unit: Unit,
  { tag, forms }: Segment,
  label: Label | undefined,
  env: Environment,
): string {
  if (tag !== null && label !== undefined) unit.flow.land(label);
  return unit.buffered(() => {
    for (const f of forms) unit.statement(f, env, EFFECT);
  });
}

interface Jump {
  from: number;
  to: number;
}

/** Compiles with labels if every jump allows it. Nothing is emitted when it returns false. */
function structured(unit: Unit, segments: readonly Segment[], env: Environment): boolean {
  const jumps: Jump[] = [];
  const label = unit.fresh("T");
  let current = 0;
  const body = {
    owner: unit.context,
    exit: "",
    usedRemotely: false,
    jump: (to: number) => {
      jumps.push({ from: current, to });
      return to <= current ? `continue ${label}_${to};` : `break ${label}_${to}b;`;
    },
    ...flowOf(unit, segments),
  };
  const inner = withTags(segments, body, env);
  const { reachable } = unit.reads;
  const codes = segments.map((segment, i) => {
    current = i;
    unit.reads.reachable = reachable;
    return segmentCode(unit, segment, body.labels[i], inner);
  });
  if (body.usedRemotely) return false;
  const spans = spansOf(jumps);
  if (!spans.every((a) => spans.every((b) => nested(a, b)))) return false;
  const text: string[] = [];
  codes.forEach((code, i) => {
    for (const span of spans.filter((s) => s.start === i).sort(outermostFirst)) {
      const tick = `if(--S.fuel<0)${unit.context.slow("S.tick()")};`;
      text.push(span.loop ? `${label}_${span.tag}:for(;;){${tick}` : `${label}_${span.tag}b:{`);
    }
    text.push(code);
    for (const span of spans
      .filter((s) => s.end === i)
      .sort(outermostFirst)
      .reverse()) {
      text.push(span.loop ? `break;}` : "}");
    }
  });
  unit.emit(text.join(""));
  return true;
}

interface Span {
  tag: number;
  loop: boolean;
  start: number;
  end: number;
}

/**
 * What each target's label has to surround: a loop from its tag to the last jump back, a block up to its tag.
 */
function spansOf(jumps: readonly Jump[]): Span[] {
  const spans = new Map<string, Span>();
  for (const { from, to } of jumps) {
    const loop = to <= from;
    const key = `${to}${loop}`;
    const span = spans.get(key) ?? { tag: to, loop, start: loop ? to : from, end: loop ? from : to - 1 };
    span.start = Math.min(span.start, loop ? to : from);
    span.end = Math.max(span.end, loop ? from : to - 1);
    spans.set(key, span);
  }
  return [...spans.values()];
}

function nested(a: Span, b: Span): boolean {
  const disjoint = a.end < b.start || b.end < a.start;
  const aInB = a.start >= b.start && a.end <= b.end;
  const bInA = b.start >= a.start && b.end <= a.end;
  return disjoint || aInB || bInA;
}

/** The order in which spans that start together open; it must not depend on where they were found. */
function outermostFirst(a: Span, b: Span): number {
  return b.end - b.start - (a.end - a.start) || Number(a.loop) - Number(b.loop) || b.tag - a.tag;
}

function withTags(segments: readonly Segment[], body: TagbodyBinding, env: Environment): Environment {
  let inner = env;
  segments.forEach(({ tag }, index) => {
    if (tag !== null) inner = inner.withTag(tag, { index, body });
  });
  return inner;
}

/** Compiles to a `switch` over the segments. */
function dispatched(unit: Unit, segments: readonly Segment[], env: Environment): void {
  const loop = unit.fresh("T");
  const at = unit.fresh("g");
  const body = {
    owner: unit.context,
    exit: unit.fresh("x"),
    usedRemotely: false,
    jump: (to: number) => `{${at}=${to};continue ${loop};}`,
    ...flowOf(unit, segments),
  };
  const inner = withTags(segments, body, env);
  const { reachable } = unit.reads;
  const cases = segments.map((segment, i) => {
    unit.reads.reachable = reachable;
    return `case ${i}:{${segmentCode(unit, segment, body.labels[i], inner)}}`;
  });
  const dispatch = `switch(${at}){${cases.join("")}}break;`;
  const tick = `if(--S.fuel<0)${unit.context.slow("S.tick()")};`;
  unit.emit(`let ${at}=0;`);
  if (!body.usedRemotely) {
    unit.emit(`${loop}:for(;;){${tick}${dispatch}}`);
    return;
  }
  const exit = body.exit;
  unit.emit(
    `const ${exit}=R.tagExit();try{${loop}:for(;;){${tick}try{${dispatch}}catch(e){if(e!==${exit})throw e;${at}=${exit}.label;}}}finally{${exit}.closed=true;}`,
  );
}

function compileGo(unit: Unit, form: LispCons, env: Environment, destination: Destination): void {
  const [tag] = operands(form, 1, 1);
  const target = env.tag(tag);
  if (target === undefined) throw new ProgramError("attempt to GO to nonexistent tag: ~S", tag);
  unit.reads.reachable = false;
  const label = target.body.labels[target.index] as Label;
  if (target.body.owner === unit.context) {
    unit.emit(target.body.jump(target.index));
    unit.flow.jump(label);
    return;
  }
  target.body.usedRemotely = true;
  label.before.push(unit.flow.abrupt(target.body.entry));
  unit.flow.stop();
  unit.emit(`${unit.context.mark()}R.goTo(${target.body.exit},${target.index});`);
  if (destination.to === "return") unit.emit("return nil;");
}

export const tagbodyForms: SpecialForms = {
  TAGBODY: { statement: compileTagbody },
  GO: { statement: compileGo },
};
