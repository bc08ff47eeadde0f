import { expect, test } from "vitest";
import { seemsToRead } from "./reading-names.js";

test.each([
  "(read-line)",
  "(mapcar #'read-line streams)",
  "(cl:read)",
  "(print (READ-CHAR s))",
  "(peek-char t)",
  "(y-or-n-p)",
  '(yes-or-no-p "?")',
  "(read-sequence v s)",
  "(read-delimited-list #\\))",
])("%s reads", (text) => {
  expect(seemsToRead(text)).toBe(true);
});

test.each([
  "(spread x)",
  "(read-from-string s)",
  "(read-byte s)",
  "(readtablep x)",
  "(error 'reader-error)",
  ";; read this",
])("%s does not", (text) => {
  expect(seemsToRead(text)).toBe(false);
});
