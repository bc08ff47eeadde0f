import type { Expected } from "./notation.js";

/** How a line of recorded output stands for a picture, before its title. */
const MARK = "[picture]";

/** The record of a picture by its title, which is one line there. */
export function pictureLine(title: string): string {
  return `${MARK} ${title.replace(/\s+/g, " ")}`.trimEnd();
}

/** What was recorded of a form, without the pictures, and the lines of these. */
export function withoutPictures(expected: readonly Expected[]): {
  readonly others: readonly Expected[];
  readonly pictures: readonly string[];
} {
  const pictures: string[] = [];
  const others = expected.flatMap((each) => {
    if (each.kind !== "output") return [each];
    const lines = each.text.split("\n").filter((line) => {
      const isPicture = line === MARK || line.startsWith(`${MARK} `);
      if (isPicture) pictures.push(line.replace(/\s+/g, " ").trimEnd());
      return !isPicture;
    });
    return lines.length > 0 ? [{ ...each, text: lines.join("\n") }] : [];
  });
  return { others, pictures };
}
