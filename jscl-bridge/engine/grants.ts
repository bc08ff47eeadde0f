/** What the page lets the code in its images reach beyond Lisp, capability by capability; what is not named is not there. */
export type Grants = {
  /** The page's window and all that it leads to, for the image that runs on the page's thread. */
  readonly dom?: boolean;
  /** `fetch`, of addresses at these origins alone, without credentials and without following redirects. */
  readonly fetch?: readonly string[];
  /** `setTimeout`, `setInterval` and what clears them; what they call runs outside of any evaluation and its deadline. */
  readonly timers?: boolean;
  /** `console`, for text. */
  readonly console?: boolean;
};

/** The grants in words, for a message that says what there is. */
export function describeGrants({ dom, fetch, timers, console }: Grants): string {
  const names = [
    ...(dom ? ["dom"] : []),
    ...(fetch !== undefined ? [`fetch (${fetch.join(", ")})`] : []),
    ...(timers ? ["timers"] : []),
    ...(console ? ["console"] : []),
  ];
  return names.length > 0 ? names.join(", ") : "nothing";
}

const TIMERS = "setTimeout clearTimeout setInterval clearInterval queueMicrotask requestAnimationFrame".split(
  " ",
);
const OF_THE_PAGE = "document window self parent top localStorage sessionStorage alert prompt confirm".split(
  " ",
);

/** How a page grants a name of the platform; null where no grant gives it. */
export function grantOf(name: string): string | null {
  if (name === "fetch" || name === "XMLHttpRequest") return 'fetch: ["https://…"]';
  if (TIMERS.includes(name)) return "timers: true";
  if (name === "console") return "console: true";
  return OF_THE_PAGE.includes(name) ? "dom: true (in page mode)" : null;
}
