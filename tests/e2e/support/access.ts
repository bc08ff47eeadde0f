import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** What axe finds wrong in a page, or in a part of it: the rule, where, and what it measured. */
export async function accessProblems(page: Page, ...parts: readonly string[]): Promise<string[]> {
  // Colours are measured when they have come to rest.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    return Promise.all(ending.map(({ finished }) => finished.catch(() => {})));
  });
  // By itself axe puts the findings of all frames together in a page of their own, which takes as long again.
  const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
  for (const part of parts) axe.include(part);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any, all }) => {
      const why = [...any, ...all].map(({ message }) => message).join(" ");
      return `${id}: ${target.join(" ")}: ${why}`;
    }),
  );
}
