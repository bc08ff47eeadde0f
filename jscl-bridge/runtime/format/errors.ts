/** FORMAT-ERROR: what is wrong with a control string, and where. */

import type { LispValue } from "../objects/marshal.js";
import { makeString } from "../objects/vectors.js";
import { callLisp, keyword, lispError, list, nil, sym, t } from "../signals.js";

/** The place of a directive: its control string and the index that a caret shows. */
export interface Place {
  control: string;
  offset: number;
}

/** Places of the `~?` that led to the running control string, outermost first. */
export type Indirections = readonly Place[];

export interface Complaint {
  text: string;
  args?: LispValue[];
  /** A section of the standard to look up, such as 22 3. */
  section?: number[];
  /** The number of characters from the place to a second one. */
  second?: number;
}

/**
 * Signals FORMAT-ERROR. Inside a control string that was itself an argument, the error names each string on
 * the way, as SBCL's does.
 */
export function formatError(complaint: Complaint | string, place: Place, indirections: Indirections): never {
  const first: Complaint = typeof complaint === "string" ? { text: complaint } : complaint;
  let inner = initargs(first, place, true);
  for (const outer of [...indirections].reverse()) {
    const condition = callLisp(
      "MAKE-CONDITION",
      "COMMON-LISP",
      sym("FORMAT-ERROR", "JSCL-MCP"),
      ...inner.map((item, i) => (i % 2 === 0 ? keyword(item as string) : item)),
    );
    inner = initargs(
      { text: "~A\nwhile processing indirect format string:", args: [condition] },
      outer,
      false,
    );
  }
  return lispError("FORMAT-ERROR", ...inner);
}

function initargs(complaint: Complaint, place: Place, banner: boolean): LispValue[] {
  const { section } = complaint;
  const references =
    section === undefined ? nil() : list(list(keyword("ANSI-CL"), keyword("SECTION"), list(...section)));
  return [
    "COMPLAINT",
    makeString(complaint.text),
    "ARGS",
    list(...(complaint.args ?? [])),
    "CONTROL-STRING",
    makeString(place.control),
    "OFFSET",
    place.offset,
    "SECOND-RELATIVE",
    complaint.second ?? nil(),
    "PRINT-BANNER",
    banner ? t() : nil(),
    "REFERENCES",
    references,
  ];
}
