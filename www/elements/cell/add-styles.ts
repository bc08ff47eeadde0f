const sheets = new Map<string, CSSStyleSheet>();

/** Gives a shadow root a style sheet, which all roots share. */
export function addStyles(root: ShadowRoot, text: string): void {
  const sheet = sheets.get(text) ?? new CSSStyleSheet();
  if (!sheets.has(text)) sheet.replaceSync(text);
  sheets.set(text, sheet);
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}
