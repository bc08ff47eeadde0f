import { expect, type Locator } from "@playwright/test";

/**
 * Replaces the text of an editor as a person does. Playwright's `fill` replaces what the document shows, and
 * so at times the values that stand beside forms.
 */
export async function writeCode(editor: Locator, code: string): Promise<void> {
  await editor.press("ControlOrMeta+a");
  if (code === "") await editor.press("Delete");
  else await editor.page().keyboard.insertText(code);
}

/**
 * Expects the lines of an editor; `toHaveText` would take any blanks for one, and those at the ends for none.
 */
export async function expectLines(editor: Locator, lines: readonly string[]): Promise<void> {
  await expect.poll(() => editor.locator(".cm-line").allTextContents()).toEqual(lines);
}
