import type { EvaluationReport } from "jscl-mcp";
import { element } from "../dom.js";
import { row } from "./row.js";

type Picture = NonNullable<EvaluationReport["display"]>[number];

/** A half of a surrogate pair, which has no place in an address. */
const HALF = /[\uD800-\uDFFF]/gu;

/**
 * A picture as the source of an `<img>`, where an SVG runs no script and loads nothing, whatever is in it: it
 * needs no sanitizer.
 */
function addressOf({ mime, data }: Picture): string {
  return mime === "image/png"
    ? `data:image/png;base64,${data}`
    : `data:image/svg+xml;charset=utf-8,${encodeURIComponent(data.replace(HALF, "\uFFFD"))}`;
}

/** The pictures that an evaluation displayed, and how many there was no room for. */
export function pictureRows({ display = [], truncated }: EvaluationReport): HTMLElement[] {
  const rows = display.map((picture) => {
    const image = element("img", { src: addressOf(picture), alt: picture.title, class: "picture" });
    return row("picture", "shown", image);
  });
  const left = truncated.display ?? 0;
  if (left === 0) return rows;
  return [
    ...rows,
    element("p", { class: "dropped" }, `${left} more picture${left === 1 ? "" : "s"} left out`),
  ];
}
