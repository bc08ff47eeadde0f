import { describe, expect, it } from "vitest";
import { definitionIn } from "./definitions.js";

const TEXT = `;; (defun not-this ())
(defun f (x) (g x))
(cl:defun g (x) x)
(defstruct (point (:conc-name p-)) x)
(defun (setf h) (v) v)
(defmethod area ((it point)) 1)
(list 'defun 'k)
(defvar *depth* "(defun quoted ())")
`;

describe("the definition of a name in a text", () => {
  it("is where the name stands, whatever defines it", () => {
    for (const [name, line] of [
      ["f", "(defun f "],
      ["G", "(cl:defun g "],
      ["cl-user::f", "(defun f "],
      ["point", "(defstruct (point "],
      ["h", "(defun (setf h)"],
      ["area", "(defmethod area"],
      ["*depth*", "(defvar *depth*"],
    ] as const) {
      const place = definitionIn(TEXT, name) ?? -1;
      expect(TEXT.slice(TEXT.lastIndexOf("\n", place) + 1), name).toMatch(
        new RegExp(`^${line.replace(/[*()]/g, "\\$&")}`),
      );
    }
    for (const name of ["x", "k", "not-this", "quoted", "defun"])
      expect(definitionIn(TEXT, name), name).toBeNull();
  });
});
