import { codeElement } from "./content.js";

/** How the page shows an element's code, for the element to show it alike. */
export interface Appearance {
  readonly isDark: boolean;
  /** Custom properties of the box around the element's parts. */
  readonly measures: Readonly<Record<string, string>>;
}

/** Lightness from 0 to 1 that a background may have: all colours of the code can be read on it. */
const DARKEST_LIGHT = 0.9;
const LIGHTEST_DARK = 0.22;

interface Colour {
  readonly lightness: number;
  readonly alpha: number;
}

/** A computed colour's lightness, near enough to tell dark from light. */
export function readColour(text: string): Colour {
  const numbers = (text.replace(/^color\([\w-]+/, "").match(/[\d.]+(?:e-\d+)?/g) ?? []).map(Number);
  const [first = 0, second = first, third = first, alpha = 1] = numbers;
  // Of the ways that colours are computed to, all but these begin with the lightness.
  const isMixed = /^(?:rgb|color)/.test(text);
  const lightness = isMixed ? 0.3 * first + 0.59 * second + 0.11 * third : first;
  const most = text.startsWith("rgb") ? 255 : /^l/.test(text) ? 100 : 1;
  return { lightness: lightness / most, alpha: numbers.length === 0 ? 0 : alpha };
}

/** The elements from one up to the root, through shadow roots. */
function* outward(start: Element): Generator<Element> {
  for (let at: Element | null = start; at; ) {
    yield at;
    const root: Node = at.getRootNode();
    at = at.assignedSlot ?? at.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  }
}

/** The nearest background that can be seen, and whose it is; `null` where nothing has one. */
function background(start: Element): { owner: Element; colour: string } | null {
  for (const owner of outward(start)) {
    const colour = getComputedStyle(owner).backgroundColor;
    if (readColour(colour).alpha > 0.5) return { owner, colour };
  }
  return null;
}

/** How the code of an element looks on the page. Reads layout: call it for many before changing any. */
export function appearanceOf(host: HTMLElement): Appearance {
  const code = codeElement(host);
  const seen = background(code);
  const lightness = seen ? readColour(seen.colour).lightness : null;
  const theme = host.getAttribute("theme");
  // Where nothing has a background, light text tells of a dark one.
  const light = lightness ?? 1 - readColour(getComputedStyle(host).color).lightness;
  const isDark = theme ? theme === "dark" : light < 0.5;
  const isOwn = seen !== null && host !== seen.owner && host.contains(seen.owner);
  const suits =
    lightness !== null &&
    (isDark ? lightness <= LIGHTEST_DARK : lightness >= DARKEST_LIGHT && lightness <= 1);
  return {
    isDark,
    measures: { ...(isOwn && suits ? { "--page-block": seen.colour } : {}), ...measuresOf(host, code) },
  };
}

/** The box that the page draws around the code: the nearest with a background or an edge; else the block. */
function boxAround(host: HTMLElement, code: Element): { box: Element; isDrawn: boolean } {
  for (const each of outward(code)) {
    if (each === host) break;
    const { backgroundColor, borderTopStyle, borderTopWidth } = getComputedStyle(each);
    const hasEdge = borderTopStyle !== "none" && Number.parseFloat(borderTopWidth) > 0;
    if (hasEdge || readColour(backgroundColor).alpha > 0) return { box: each, isDrawn: true };
  }
  return { box: code.closest("pre") ?? code, isDrawn: false };
}

/** Room in a box of ours around code that had none, in pixels: the box is larger than the code's was. */
const ROOM = 8;

function measuresOf(host: HTMLElement, code: Element): Record<string, string> {
  const sans = { "--page-sans": getComputedStyle(host).fontFamily };
  if (code === host) return sans;
  const style = getComputedStyle(code);
  const { box, isDrawn } = boxAround(host, code);
  const boxStyle = getComputedStyle(box);
  const edge = boxStyle.borderTopStyle === "none" ? 0 : Number.parseFloat(boxStyle.borderTopWidth) || 0;
  const { above, below } = margins(host, box);
  const inset = insetOf(code, box, edge, style);
  const measures: Record<string, string> = {
    ...sans,
    "--page-above": `${above}px`,
    "--page-below": `${below}px`,
    "--page-mono": style.fontFamily,
    "--page-size": style.fontSize,
    "--page-leading": `${inset.leading}px`,
    "--page-tab": style.tabSize,
    "--page-wrap": getComputedStyle(code.closest("pre") ?? code).whiteSpace,
  };
  if (!isDrawn) {
    const frame = box.getBoundingClientRect();
    const side = Math.max(
      0,
      Math.min(1.5 * ROOM, frame.left, document.documentElement.clientWidth - frame.right),
    );
    const room = Math.min(ROOM, above, below);
    return {
      ...measures,
      "--page-bleed": `${-room}px ${-side}px`,
      "--page-top": `${room}px`,
      "--page-bottom": `${room}px`,
      "--page-side": `${side}px`,
    };
  }
  return {
    ...measures,
    "--page-corner": boxStyle.borderTopLeftRadius,
    ...(edge > 0 ? { "--page-edge": `${edge}px solid ${boxStyle.borderTopColor}` } : {}),
    ...inset.room,
  };
}

/** The height of a line of the code, and the room around it in its box, if it is shown. */
function insetOf(
  code: Element,
  box: Element,
  edge: number,
  { lineHeight, fontSize }: CSSStyleDeclaration,
): { leading: number; room: Record<string, string> } {
  const range = document.createRange();
  range.selectNodeContents(code);
  const text = range.getBoundingClientRect();
  const [first = text] = range.getClientRects();
  const lines = code.textContent.trimEnd().split("\n").length;
  const usual = 1.5 * Number.parseFloat(fontSize);
  const leading = Number.parseFloat(lineHeight) || text.height / lines || usual;
  if (text.height === 0) return { leading, room: {} };
  const frame = box.getBoundingClientRect();
  const above = first.top - (leading - first.height) / 2 - frame.top - edge;
  const below = frame.height - 2 * edge - above - leading * lines;
  const side = text.left - frame.left - edge;
  const px = (length: number) => `${Math.max(0, length)}px`;
  return { leading, room: { "--page-top": px(above), "--page-side": px(side), "--page-bottom": px(below) } };
}

/** The room above and below, of the box and of what is around it, in pixels. */
function margins(host: HTMLElement, box: Element): { above: number; below: number } {
  let above = 0;
  let below = 0;
  for (const each of outward(box)) {
    if (each === host) break;
    const { marginTop, marginBottom } = getComputedStyle(each);
    above = Math.max(above, Number.parseFloat(marginTop) || 0);
    below = Math.max(below, Number.parseFloat(marginBottom) || 0);
  }
  return { above, below };
}
