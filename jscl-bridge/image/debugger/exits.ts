/** The blocks and tags of a running call, for forms evaluated in it: going there leaves what is evaluated. */

import { endTag } from "../../compiler/macros/loop/parts.js";
import { applied } from "../../runtime/applied.js";
import { fixedArguments } from "../../runtime/library/fixed.js";
import { type LiveExit, liveExits } from "../../runtime/live-variables.js";
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { symbolName } from "../../runtime/objects/symbols.js";
import { elementsOf, isCons, isSymbol, list, nil, sym, uninterned } from "../../runtime/signals.js";
import type { Frame } from "../../runtime/stack/callstack.js";
import { next } from "../../runtime/stack/safepoints.js";
import type { Image } from "../image.js";
import { keepsVariables, leaveFrame, refuse } from "./frames.js";

export const quoted = (x: unknown): LispValue => list(sym("QUOTE"), x as LispValue);

/** Leaves with the values that a block is left with. */
type Leave = (values: readonly LispValue[]) => never;

/** The form with the blocks and tags around it that a frame has. */
export function withExits(image: Image, frame: Frame, sp: number, form: LispValue): LispValue {
  if (!keepsVariables(frame)) return withoutExits(frame, form);
  let inner = form;
  let owner = frame;
  for (const each of liveExits(image.stack, frame, sp)) {
    // What a function has around it comes after its own block.
    if (each.owner.base !== owner.base) inner = inFunction(image, owner, inner);
    owner = each.owner;
    for (const exit of each.exits) inner = inExit(exit, leaving(image, owner, exit), inner);
  }
  return inFunction(image, owner, inner);
}

/** The form in the block around the body of a frame's function. */
function inFunction(image: Image, frame: Frame, form: LispValue): LispValue {
  const name = blockOf(frame);
  return name === null ? form : inBlock(name, (values) => leaveFrame(image, frame, values), form);
}

function inBlock(name: LispValue, leave: Leave, form: LispValue): LispValue {
  const done = uninterned("DONE");
  const block = sym("BLOCK");
  const evaluated = list(block, name, list(sym("RETURN-FROM"), done, form));
  const values = list(sym("MULTIPLE-VALUE-LIST"), evaluated);
  return list(
    block,
    done,
    called((given) => leave(elementsOf(given)), values),
  );
}

function inExit({ kind, name }: LiveExit, leave: Leave, form: LispValue): LispValue {
  return kind === "block" ? inBlock(name, leave, form) : withTag(name, () => leave([]), form);
}

function withTag(tag: LispValue, go: () => never, form: LispValue): LispValue {
  const done = uninterned("DONE");
  const evaluated = list(sym("RETURN-FROM"), done, form);
  return list(sym("BLOCK"), done, list(sym("TAGBODY"), evaluated, tag, called(go, nil())));
}

function called(leave: (given: LispValue) => never, argument: LispValue): LispValue {
  return list(sym("FUNCALL"), quoted(fixedArguments(1, 1, leave)), argument);
}

function leaving(image: Image, { base }: Frame, { kind, place, tag }: LiveExit): Leave {
  return (values) => {
    const given = kind === "tag" ? tag : applied<LispValue>(image.internals.mv, [...values]);
    return image.leaveFor(`${base}:${place}`, given);
  };
}

/** The form in blocks and tags of the names that it goes to: a frame that keeps none says so. */
function withoutExits(frame: Frame, form: LispValue): LispValue {
  const { blocks, tags, finishes } = targetsIn(form);
  let inner = form;
  for (const name of blocks)
    inner = inBlock(name, () => refuse(frame, "No block ~S of this frame was kept.", name), inner);
  for (const tag of tags)
    inner = withTag(tag, () => refuse(frame, "No tag ~S of this frame was kept.", tag), inner);
  if (finishes) inner = withTag(endTag(), () => refuse(frame, "No LOOP of this frame was kept."), inner);
  return inner;
}

/** What a form may leave for. */
interface Targets {
  readonly blocks: ReadonlySet<LispValue>;
  readonly tags: ReadonlySet<LispValue>;
  /** Whether it may end a LOOP. */
  readonly finishes: boolean;
}

/** The names after RETURN-FROM and GO in a form, and LOOP-FINISH, wherever they stand: others do no harm. */
function targetsIn(form: LispValue): Targets {
  const seen = new Set<LispValue>();
  const blocks = new Set<LispValue>();
  const tags = new Set<LispValue>();
  let finishes = false;
  const look = (part: LispValue): void => {
    const rest = isCons(part) ? cdrOf(part) : null;
    const name = isCons(rest) ? carOf(rest) : nil();
    const head = isCons(part) ? carOf(part) : null;
    if (head === sym("RETURN") || (head === sym("RETURN-FROM") && isSymbol(name)))
      blocks.add(head === sym("RETURN") ? nil() : name);
    if (head === sym("GO") && (isSymbol(name) || Number.isInteger(name))) tags.add(name);
    if (head === sym("LOOP-FINISH")) finishes = true;
    for (let each = part; isCons(each) && !seen.has(each); each = next(each)) {
      seen.add(each);
      look(carOf(each));
    }
  };
  look(form);
  return { blocks, tags, finishes };
}

/** The name of the block around the body of a frame's function. */
function blockOf({ info: { name } }: Frame): LispSymbol | null {
  if (isSymbol(name)) return name;
  const rest = isCons(name) ? cdrOf(name) : null;
  if (!isCons(name) || !isCons(rest)) return null;
  const kind = carOf(name);
  const named = carOf(rest);
  const isNamed = isSymbol(kind) && /^(SETF|FLET|LABELS|METHOD)$/.test(symbolName(kind));
  const target = isCons(named) && isCons(cdrOf(named)) ? carOf(cdrOf(named) as typeof named) : named;
  return isNamed && isSymbol(target) ? target : null;
}
