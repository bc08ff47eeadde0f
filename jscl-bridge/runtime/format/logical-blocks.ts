/** `~<…~:>`: logical blocks. Their lines are laid out where *PRINT-PRETTY* asks for it. */

import type { LispValue } from "../objects/marshal.js";
import { symbolValue } from "../objects/symbols.js";
import { finishBlock, type LogicalBlock, nextElement } from "../pretty/blocks.js";
import { blockOn } from "../pretty/functions.js";
import { isLaidOut } from "../printer/settings.js";
import { cons, isCons, nil, sym } from "../signals.js";
import { next } from "../stack/safepoints.js";
import { outputPort } from "../streams/designators.js";
import { type Block, Control, type Directive } from "./control.js";
import { Arguments } from "./format-arguments.js";
import { complain, type Ending, nextArgument, type Run, runTokens } from "./interpreter.js";
import { print } from "./printing.js";

/** The literal text of a prefix or suffix segment. */
function literal(run: Run, segment: { from: number; to: number }, where: "prefix" | "suffix"): string {
  const tokens = run.control.tokens.slice(segment.from, segment.to);
  for (const token of tokens) {
    if (typeof token !== "string") {
      complain(run, token, {
        text: `Cannot include format directives inside the ${where} segment of ~~<...~~:>`,
        section: [22, 3, 5, 2],
      });
    }
  }
  return tokens.join("");
}

export function logicalBlock(run: Run, token: Directive, block: Block): number | Ending {
  const { segments } = block;
  if (segments.length > 3) complain(run, token, "Too many segments for ~~<...~~:>");
  let prefix = token.colon ? "(" : "";
  let suffix = token.colon ? ")" : "";
  let body = segments[0] as { from: number; to: number };
  if (segments.length > 1) {
    prefix = literal(run, segments[0] as typeof body, "prefix");
    body = segments[1] as typeof body;
  }
  if (segments.length > 2) suffix = literal(run, segments[2] as typeof body, "suffix");
  const isLaid = symbolValue(sym("*PRINT-PRETTY*")) !== nil() && isLaidOut();
  const argument = token.at ? run.args.takeRest() : nextArgument(run, token);
  if (isLaid) {
    const isPerLine = block.separators[0]?.at === true;
    const laid = blockOn(run.image, run.stream(), argument, prefix, isPerLine, suffix);
    if (laid !== null) runLaid(run, block, body, laid);
    return block.end + 1;
  }
  if (argument !== nil() && !isCons(argument)) {
    print(run, argument, {});
    return block.end + 1;
  }
  const args = Arguments.ofList(argument, () => run.image.safepoint());
  run.port.write(prefix);
  const blockColumn = run.port.column() ?? 0;
  runTokens({ ...run, args, outer: null, blockColumn }, body.from, body.to);
  run.port.write(suffix);
  return block.end + 1;
}

/** Runs the body of a block whose lines are laid out; the elements of its list are the arguments. */
function runLaid(run: Run, block: Block, body: { from: number; to: number }, laid: LogicalBlock): void {
  const leave = {};
  const { stream } = laid;
  const inner: Run = {
    ...run,
    args: new BlockArguments(laid, leave),
    outer: null,
    blockColumn: null,
    port: outputPort(stream),
    stream: () => stream,
  };
  try {
    if (block.close.at) {
      const control = filled(run.control, body);
      runTokens({ ...inner, control }, 0, control.tokens.length);
    } else runTokens(inner, body.from, body.to);
  } catch (e) {
    if (e !== leave) throw e;
  }
  finishBlock(laid);
}

/** Arguments that are the elements of a logical block; taking one may leave the block, by an exception. */
class BlockArguments extends Arguments {
  private readonly taken: LispValue[] = [];

  constructor(
    private readonly block: LogicalBlock,
    private readonly leave: object,
  ) {
    super([]);
  }

  override get empty(): boolean {
    return this.index >= this.taken.length && this.block.rest === nil();
  }

  override get length(): number {
    let count = this.taken.length;
    for (let { rest } = this.block; isCons(rest); rest = next(rest)) count++;
    return count;
  }

  override next(): LispValue | undefined {
    if (this.index >= this.taken.length) {
      const element = nextElement(this.block);
      if (element === this.block) throw this.leave;
      this.taken.push(element as LispValue);
    }
    return this.taken[this.index++];
  }

  override takeRest(): LispValue {
    const { rest } = this.block;
    this.block.rest = nil();
    const again = this.taken.slice(this.index);
    this.index = this.taken.length;
    return again.reduceRight((tail, item) => cons(item, tail), rest);
  }
}

/** The body of a block that ends in `~:@>`: a line may end after each group of blanks of its own text. */
function filled(control: Control, body: { from: number; to: number }): Control {
  const fill: Directive = {
    character: "_",
    written: "_",
    parameters: [],
    colon: true,
    at: false,
    start: 0,
    offset: 0,
    plain: null,
  };
  const tokens = control.tokens.slice(body.from, body.to).flatMap((token, i, all) => {
    if (typeof token !== "string") return [token];
    const before = all[i - 1];
    // A newline that the control string escapes takes the blanks after it.
    if (typeof before === "object" && before.character === "\n") return [token];
    return token
      .split(/(?<=[ \t])(?![ \t])/)
      .flatMap((part) => (/[ \t]$/.test(part) ? [part, fill] : [part]));
  });
  return new Control(control.text, tokens);
}
