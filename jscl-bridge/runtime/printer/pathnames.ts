/** Pathnames: `#P"…"` where there is a namestring, else their parts. */

import type { LispValue } from "../objects/marshal.js";
import { makeString } from "../objects/vectors.js";
import {
  CharacterSet,
  directoryList,
  type LogicalHost,
  lispComponent,
  MULTI,
  type Pattern,
  type Piece,
  type UnixHost,
} from "../pathnames/components.js";
import type { Pathname } from "../pathnames/pathname.js";
import { cons, keyword } from "../signals.js";
import { stringLiteral } from "./tokens.js";
import { writeUnreadable } from "./unreadable.js";
import type { Printer } from "./writer.js";

export function writePathname(printer: Printer, pathname: Pathname): void {
  const name = pathname.text;
  if (name === null) writeParts(printer, pathname);
  else printer.write(printer.settings.escape ? `#P${stringLiteral(name)}` : name);
}

function writeParts(printer: Printer, pathname: Pathname): void {
  const nil = printer.image.internals.intern("NIL");
  const parts = {
    HOST: pathname.host,
    DEVICE: lispComponent(pathname.device, nil),
    DIRECTORY: directoryList(pathname.directory, nil),
    NAME: lispComponent(pathname.name, nil),
    TYPE: lispComponent(pathname.type, nil),
    VERSION: lispComponent(pathname.version, nil),
  };
  const settings = { ...printer.settings, escape: true };
  const body = (): void => {
    className(printer, pathname.logicalHost ? "LOGICAL-PATHNAME" : "PATHNAME", "COMMON-LISP");
    printer.write(" (with no namestring)");
    for (const [key, part] of Object.entries(parts)) {
      printer.write(` :${key} `);
      printer.nested(part, settings);
    }
  };
  writeUnreadable(printer, pathname, body, false);
}

/** Pieces stand in a list, whose parentheses pretty printing leaves out. */
export function writePattern(printer: Printer, pattern: Pattern): void {
  const { settings } = printer;
  writeUnreadable(
    printer,
    pattern,
    () => {
      className(printer, "PATTERN", "SB-IMPL");
      printer.write(settings.pretty ? " " : " (");
      for (const [i, piece] of pattern.pieces.entries()) {
        if (i > 0) printer.write(" ");
        printer.nested(lispPiece(piece), { ...settings, escape: true });
      }
      if (!settings.pretty) printer.write(")");
    },
    false,
  );
}

export function writeHost(printer: Printer, host: UnixHost): void {
  writeUnreadable(printer, host, () => className(printer, "UNIX-HOST", "SB-IMPL"), true);
}

export function writeLogicalHost(printer: Printer, host: LogicalHost): void {
  writeUnreadable(
    printer,
    host,
    () => {
      className(printer, "LOGICAL-HOST", "SB-KERNEL");
      printer.write(` ${stringLiteral(host.name)}`);
    },
    false,
  );
}

function className(printer: Printer, name: string, packageName: string): void {
  printer.nested(printer.image.internals.intern(name, packageName), printer.settings);
}

function lispPiece(piece: Piece): LispValue {
  if (typeof piece === "string") return makeString(piece);
  if (piece instanceof CharacterSet) return cons(keyword("CHARACTER-SET"), makeString(piece.characters));
  return keyword(piece === MULTI ? "MULTI-CHAR-WILD" : "SINGLE-CHAR-WILD");
}
