/** Twins of modules, which `derive/heap-modules.ts` makes of their text. */

declare module "*?heap" {
  type Steps<T> = import("../runtime/stack/heap-calls.js").Steps<T>;
  type LispValue = import("../runtime/objects/marshal.js").LispValue;
  export const giveMethodsTwins: () => void;
  export const formatLibrary: typeof import("../runtime/format.js").formatLibrary;
  export const grayInput: typeof import("../runtime/streams/gray-streams.js").grayInput;
  export const grayOutput: typeof import("../runtime/streams/gray-streams.js").grayOutput;
  export const inputFunctions: () => typeof import("../runtime/streams/input-functions.js").inputFunctions;
  export const outputFunctions: () => typeof import("../runtime/streams/output-functions.js").outputFunctions;
  export const prettyFunctions: typeof import("../runtime/pretty/functions.js").prettyFunctions;
  export const printFunctions: typeof import("../runtime/streams/print-functions.js").printFunctions;
  export const readerLibrary: typeof import("../reader/library.js").readerLibrary;
  export const slotPlanFunctions: typeof import("../runtime/slot-plans.js").slotPlanFunctions;
  export const standardReadtable: typeof import("../reader/macros.js").standardReadtable;
  export const printShown: (object: LispValue, image: unknown, settings: object) => Steps<string>;
  export const printUnadorned: (object: LispValue, stream: LispValue, image: unknown) => Steps<void>;
}
