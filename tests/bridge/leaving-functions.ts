/**
 * Functions that leave, wait, or take away what other functions need: no test calls them with any objects.
 */
export const LEAVING: ReadonlySet<string> = new Set(
  `ABORT APROPOS APROPOS-LIST BREAK CONTINUE ED INVOKE-DEBUGGER LOAD-LOGICAL-PATHNAME-TRANSLATIONS MUFFLE-WARNING RESTART-CASE
  ROOM SLEEP STORE-VALUE USE-VALUE Y-OR-N-P YES-OR-NO-P DELETE-PACKAGE RENAME-PACKAGE UNUSE-PACKAGE`.split(
    /\s+/,
  ),
);
