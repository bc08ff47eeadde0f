/** The level of a heading that stands under the nearest one before an element. */
export function levelUnder(element: Element): number {
  let level = 1;
  for (const heading of element.ownerDocument.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    const isBefore = heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (!isBefore) break;
    level = Number(heading.localName.slice(1));
  }
  return level + 1;
}
