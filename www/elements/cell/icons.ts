const SVG = "http://www.w3.org/2000/svg";

/** An icon that says nothing to those who do not see it, as a path in a square of 16. */
export function icon(d: string): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", d);
  svg.append(path);
  return svg;
}
