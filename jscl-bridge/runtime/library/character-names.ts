/** Characters by name: SBCL's names of control characters and of some more. */
import { table } from "../objects/table.js";

const NAMES: Readonly<Record<string, number>> = table({
  NUL: 0,
  NULL: 0,
  SOH: 1,
  STX: 2,
  ETX: 3,
  EOT: 4,
  ENQ: 5,
  ACK: 6,
  BEL: 7,
  BACKSPACE: 8,
  BS: 8,
  TAB: 9,
  HT: 9,
  NEWLINE: 10,
  LINEFEED: 10,
  LF: 10,
  NL: 10,
  VT: 11,
  PAGE: 12,
  FF: 12,
  FORM: 12,
  RETURN: 13,
  CR: 13,
  SO: 14,
  SI: 15,
  DLE: 16,
  DC1: 17,
  DC2: 18,
  DC3: 19,
  DC4: 20,
  NAK: 21,
  SYN: 22,
  ETB: 23,
  CAN: 24,
  EM: 25,
  SUB: 26,
  ESC: 27,
  ESCAPE: 27,
  ALTMODE: 27,
  ALT: 27,
  FS: 28,
  GS: 29,
  RS: 30,
  US: 31,
  SPACE: 32,
  SP: 32,
  RUBOUT: 127,
  DELETE: 127,
  DEL: 127,
  "NO-BREAK_SPACE": 160,
  SOFT_HYPHEN: 173,
});

/** The character with a name that SBCL has for it, upper and lower case alike. */
export function characterNamed(name: string): string | undefined {
  const upper = name.toUpperCase();
  const code = Object.hasOwn(NAMES, upper) ? NAMES[upper] : undefined;
  return code === undefined ? undefined : String.fromCodePoint(code);
}
