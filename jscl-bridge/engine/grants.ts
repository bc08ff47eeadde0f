/** What the page lets the code in an image reach beyond Lisp, capability by capability. None is named yet. */
export type Grants = Readonly<Record<string, never>>;
