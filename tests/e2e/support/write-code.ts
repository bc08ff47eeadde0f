import type { Locator } from "@playwright/test";

/**
 * Replaces the text of an editor as a person does. Playwright's `fill` replaces what the document shows, and
 * so at times the values that stand beside forms.
 */
export async function writeCode(editor: Locator, code: string): Promise<void> {
  await editor.press("ControlOrMeta+a");
  if (code === "") await editor.press("Delete");
  else await editor.page().keyboard.insertText(code);
}
