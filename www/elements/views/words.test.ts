import { expect, test } from "vitest";
import { inOwnWords, redefinedName } from "./words.js";

test("the manual of another Lisp is left out, the standard stays", () => {
  const manual = 'Constant 1 conflicts with X.\nSee also:\n  The SBCL Manual, Node "Handling of Types"';
  expect(inOwnWords(manual)).toBe("Constant 1 conflicts with X.");
  const standard = "Too few.\nSee also:\n  The ANSI Standard, Section 3.7.1";
  expect(inOwnWords(standard)).toBe(standard);
  const both = 'X\nSee also:\n  The SBCL Manual, Node "A"\n  The ANSI Standard, Section 11.1.2.1.2';
  expect(inOwnWords(both)).toBe("X\nSee also:\n  The ANSI Standard, Section 11.1.2.1.2");
  expect(
    inOwnWords(
      "Stopped.\nTo allow more time, call configure-limits with timeout (in seconds) and try again.",
    ),
  ).toBe("Stopped.");
  expect(inOwnWords("See also: nothing")).toBe("See also: nothing");
});

test("a redefinition is named as a person names it", () => {
  expect(redefinedName("redefining COMMON-LISP-USER::F in DEFUN")).toBe("F");
  expect(redefinedName("redefining M (#<BUILT-IN-CLASS COMMON-LISP:INTEGER>) in DEFMETHOD")).toBe(
    "M (INTEGER)",
  );
  expect(redefinedName("redefining M :AFTER (#<STANDARD-CLASS COMMON-LISP-USER::C>) in DEFMETHOD")).toBe(
    "M :AFTER (C)",
  );
  expect(redefinedName("redefining M (#<SB-MOP:EQL-SPECIALIZER 1>) in DEFMETHOD")).toBe("M ((EQL 1))");
});
