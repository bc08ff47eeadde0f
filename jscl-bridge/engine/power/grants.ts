/**
 * What the page lets the code in its images reach beyond Lisp, capability by capability; what is not named is
 * not there.
 */
export type Grants = {
  /**
   * JavaScript's pure functions: `Math`, `JSON`, the constants of `Number`, `parseInt` and its like, the
   * time.
   */
  readonly javascript?: boolean;
  /** The page's window and all that it leads to, for the image that runs on the page's thread. */
  readonly dom?: boolean;
  /** `fetch`, of addresses at these origins alone, without credentials and without following redirects. */
  readonly fetch?: readonly string[];
  /**
   * `setTimeout`, `setInterval` and what clears them; what they call runs outside of any evaluation and its
   * deadline.
   */
  readonly timers?: boolean;
  /** `console`, for text. */
  readonly console?: boolean;
  /**
   * A directory of this machine, by its path, with all that is in it, to read and to write: in Node alone.
   * Programs find it by that path, and begin in it.
   */
  readonly files?: string;
};

/** The grants that are given or not; `fetch` says for which origins. */
export const FLAGS = ["javascript", "dom", "timers", "console"] as const satisfies readonly (keyof Grants)[];

/** Whether anything is granted. */
export function isGranting(grants: Grants): boolean {
  return grants.fetch !== undefined || FLAGS.some((flag) => grants[flag] === true);
}

/** The grants in words, for a message that says what there is. */
export function describeGrants({ javascript, dom, fetch, timers, console, files }: Grants): string {
  const names = [
    ...(javascript ? ["javascript"] : []),
    ...(dom ? ["dom"] : []),
    ...(fetch !== undefined ? [`fetch (${fetch.join(", ")})`] : []),
    ...(timers ? ["timers"] : []),
    ...(console ? ["console"] : []),
    ...(files !== undefined ? [`files (${files})`] : []),
  ];
  return names.length > 0 ? names.join(", ") : "nothing";
}

/** What the grant `javascript` gives, by the grant's own names. */
const PURE_NAMES = [
  ...(["Math", "Number", "JSON", "Date"] as const),
  ...(["parseInt", "parseFloat", "isNaN", "isFinite"] as const),
  ...(["encodeURI", "encodeURIComponent", "decodeURI", "decodeURIComponent"] as const),
];
export type PureName = (typeof PURE_NAMES)[number];

/** What the grant `timers` gives. */
const TIMERS = ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] as const;
export type TimerName = (typeof TIMERS)[number];
const OF_THE_PAGE = "document window self parent top localStorage sessionStorage alert prompt confirm".split(
  " ",
);

const has = (names: readonly string[], name: string): boolean => names.includes(name);

/** How a page grants a name of the platform; null where nothing is known of the name. */
export function grantOf(name: string): string | null {
  if (has(PURE_NAMES, name)) return "javascript: true";
  if (name === "fetch" || name === "XMLHttpRequest") return 'fetch: ["https://…"]';
  if (has(TIMERS, name)) return "timers: true";
  if (name === "console") return "console: true";
  return name in globalThis || OF_THE_PAGE.includes(name) ? "dom: true (in page mode)" : null;
}
