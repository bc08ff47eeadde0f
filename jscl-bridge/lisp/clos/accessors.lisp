;;;; Effective methods of slot accessors: for the instances of one class, the index of the slot is known.

(in-package "JSCL-MCP")

(defun reader-at (layout index slow)
  "A function that reads the slot at INDEX of instances with LAYOUT; SLOW takes all else."
  (let ((unbound (unbound-marker)))
    (%js-inline "(function (values, object) {
  if (arguments.length === 2 && object.CN3 === $0) {
    const value = object.SLOTS1[$1];
    if (value !== $2) return value;
  }
  return $3.apply(null, arguments);
})" layout index unbound slow)))

(defun writer-at (layout index slow)
  "A function that writes the slot at INDEX of instances with LAYOUT; SLOW takes all else."
  (%js-inline "(function (values, value, object) {
  if (arguments.length === 3 && object.CN3 === $0) return object.SLOTS1[$1] = value;
  return $2.apply(null, arguments);
})" layout index slow))

(defun accessor-function (method class function)
  "FUNCTION of METHOD, made fast for the instances of CLASS when the method accesses a slot that they hold themselves."
  (let* ((read (%js-inline "($0.readSlot ?? nil)" method))
         (name (or read (%js-inline "($0.writtenSlot ?? nil)" method)))
         (layout (and name (slot-positions class)))
         (index (and layout (map-get layout name))))
    (cond ((not (integerp index)) function)
          (read (reader-at layout index function))
          (t (writer-at layout index function)))))
