/** How objects of the reader, of the compiler and of the image's macros are printed. */
import { Environment } from "../compiler/scope/environment.js";
import { Comma } from "../reader/comma.js";
import { Placeholder } from "../reader/labels.js";
import { Readtable } from "../reader/readtable.js";
import { DispatchTable } from "../runtime/pretty/dispatch.js";
import type { OwnObjects } from "../runtime/printer/printer-image.js";
import { writeUnreadable } from "../runtime/printer/unreadable.js";
import { clauseExits } from "../runtime/stack/clause-exits.js";

const COMMAS: Readonly<Record<Comma["kind"], string>> = { comma: ",", "comma-at": ",@", "comma-dot": ",." };

const labelled = (type: OwnObjects["type"], label: string): OwnObjects => ({
  type,
  write: (printer, object) => writeUnreadable(printer, object, () => printer.write(label), true),
});

export const ownObjects: readonly OwnObjects[] = [
  {
    type: Comma,
    write: (printer, object) => {
      const { kind, form } = object as Comma;
      printer.write(COMMAS[kind]);
      printer.object(form);
    },
  },
  {
    type: Environment,
    write: (printer, object) => {
      const isNull = object === Environment.empty;
      const label = isNull ? "NULL-LEXENV" : "SB-KERNEL:LEXENV";
      writeUnreadable(printer, object, () => printer.write(label), !isNull);
    },
  },
  labelled(Readtable, "READTABLE"),
  labelled(DispatchTable, "SB-PRETTY:PPRINT-DISPATCH-TABLE"),
  labelled(Placeholder, "SHARP-EQUAL-WRAPPER"),
  labelled(clauseExits, "JSCL-MCP::EXIT"),
];
