/** `~<…~>`: justification, where it is no logical block. */

import { blockOf } from "./blocks.js";
import type { Block, Directive } from "./control.js";
import { isPretty, NO_OPENING } from "./control.js";
import { complain, type Ending, gathered, type Handler, type Run, runTokens } from "./interpreter.js";
import { logicalBlock } from "./logical-blocks.js";
import { characterParameter, integerParameter, optionalInteger, parameters } from "./parameters.js";
import { repeated } from "./repeat.js";

export const angle: Handler = (run, token, index) => {
  const block = blockOf(run, token, index, "bracket");
  return block.close.colon ? logicalBlock(run, token, block) : justify(run, token, block);
};

export const closeAngle: Handler = (run, token) => complain(run, token, NO_OPENING, token.start);

/** The width of a line, for a first segment that is a prefix of lines that would be too long. */
const LINE_WIDTH = 72;

/** Directives of the pretty printer inside a block; they and justification do not go together. */
function illegalDirectives(run: Run, block: Block): number {
  let count = 0;
  const from = block.segments[0]?.from ?? block.end;
  for (let i = from; i < block.end; i++) {
    if (isPretty(run.control, i)) count++;
  }
  return count;
}

function justify(run: Run, token: Directive, block: Block): number | Ending {
  const illegal = illegalDirectives(run, block);
  if (illegal > 0) {
    complain(run, token, {
      text: "~D illegal directive~:P found inside justification block",
      args: [illegal],
      section: [22, 3, 5, 2],
    });
  }
  const [mincol, colinc, minpad, padchar] = parameters(run, token);
  const texts: string[] = [];
  let prefix: { text: string; extra: number; width: number } | null = null;
  for (const [i, segment] of block.segments.entries()) {
    // Tabs in a segment count from its own beginning.
    const inner = gathered(run, 0);
    if (runTokens(inner.run, segment.from, segment.to) !== "end") break;
    const separator = block.separators[i];
    if (i === 0 && separator?.colon === true) {
      const [extra, width] = parameters(run, separator);
      prefix = {
        text: inner.text(),
        extra: integerParameter(extra, 0),
        width: integerParameter(width, LINE_WIDTH),
      };
    } else texts.push(inner.text());
  }
  const line = spread(texts, {
    before: token.colon,
    after: token.at,
    width: optionalInteger(mincol) ?? 0,
    step: integerParameter(colinc, 1),
    least: integerParameter(minpad, 0),
    pad: characterParameter(padchar, " "),
  });
  if (prefix !== null && (run.port.column() ?? 0) + line.length + prefix.extra > prefix.width) {
    run.port.write(prefix.text);
  }
  run.port.write(line);
  return block.end + 1;
}

interface Spread {
  before: boolean;
  after: boolean;
  width: number;
  step: number;
  least: number;
  pad: string;
}

/** Texts with the padding shared out between them. */
function spread(texts: string[], how: Spread): string {
  const length = (text: string) => Array.from(text).length;
  let gaps = texts.length - 1 + (how.before ? 1 : 0) + (how.after ? 1 : 0);
  const used = gaps * how.least + texts.reduce((sum, text) => sum + length(text), 0);
  const step = Math.max(1, how.step);
  const width = used > how.width ? how.width + Math.ceil((used - how.width) / step) * step : how.width;
  let padding = width - used + gaps * how.least;
  const gap = () => {
    const share = gaps === 0 ? padding : Math.trunc(padding / gaps);
    padding -= share;
    gaps--;
    return repeated(how.pad, share);
  };
  let line = how.before || (!how.after && texts.length <= 1) ? gap() : "";
  for (const [i, text] of texts.entries()) line += (i > 0 ? gap() : "") + text;
  return how.after ? line + gap() : line;
}
