import { PromptHistory } from "../elements/run/prompt.js";

const KEY = "jscl-mcp.playground.entered";

/** Entries, and characters in all, that a tab keeps. */
const MOST = { entries: 500, characters: 200_000 };

/** What was entered in this tab, kept over a reload where the browser allows it. */
export class KeptHistory extends PromptHistory {
  constructor() {
    super(kept());
  }

  override add(text: string): void {
    super.add(text);
    try {
      sessionStorage.setItem(KEY, JSON.stringify(newest(this.entered)));
    } catch {
      // A page without storage works all the same; it only forgets.
    }
  }
}

/** The newest of the entries, as many as are kept. */
export function newest(entered: readonly string[]): readonly string[] {
  let room = MOST.characters;
  let from = entered.length;
  while (from > 0 && entered.length - from < MOST.entries) {
    room -= entered[from - 1]?.length ?? 0;
    if (room < 0) break;
    from -= 1;
  }
  return entered.slice(from);
}

function kept(): readonly string[] {
  try {
    const entered: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(entered) ? entered.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}
