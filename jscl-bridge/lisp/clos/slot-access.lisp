;;;; SLOT-VALUE of a constant name: each such call knows where the slot is in instances like the last it met.

(in-package "JSCL-MCP")

(defun note-place (known object name)
  "Notes in KNOWN, a vector of a layout and an index, where instances like OBJECT hold the slot NAME themselves."
  (let ((place (slot-place object name)))
    (when (and (integerp place) (current-p object))
      (setf (svref known 0) (instance-layout object)
            (svref known 1) place))))

(defun make-slot-reader (name)
  "A function that does what SLOT-VALUE does for the slot NAME."
  (check-type name symbol)
  (let ((known (vector nil 0)))
    (%js-inline "(function (values, object) {
  if (typeof object === 'object' && object !== null && object.@slotLayout === $0[0] &&
      object.@slotLayout === object.@class?.slotPositions) {
    const value = object.@slots[$0[1]];
    if (value !== $1) return value;
  }
  return $2(values, object);
})"
                known (unbound-marker)
                (lambda (object)
                  (note-place known object name)
                  (slot-value object name)))))

(defun make-slot-writer (name)
  "A function that does what (SETF SLOT-VALUE) does for the slot NAME."
  (check-type name symbol)
  (let ((known (vector nil 0)))
    (%js-inline "(function (values, value, object) {
  if (typeof object === 'object' && object !== null && object.@slotLayout === $0[0] &&
      object.@slotLayout === object.@class?.slotPositions)
    return object.@slots[$0[1]] = value;
  return $1(values, value, object);
})"
                known
                (lambda (value object)
                  (note-place known object name)
                  (set-slot-value object name value)))))

(defun make-slot-tester (name)
  "A function that does what SLOT-BOUNDP does for the slot NAME."
  (check-type name symbol)
  (let ((known (vector nil 0)))
    (%js-inline "(function (values, object) {
  if (typeof object === 'object' && object !== null && object.@slotLayout === $0[0] &&
      object.@slotLayout === object.@class?.slotPositions)
    return object.@slots[$0[1]] === $1 ? nil : t;
  return $2(values, object);
})"
                known (unbound-marker)
                (lambda (object)
                  (note-place known object name)
                  (slot-boundp object name)))))

(defun constant-name-p (form)
  (and (consp form) (eq (car form) 'quote) (consp (cdr form)) (null (cddr form))
       (cadr form) (symbolp (cadr form))))

(defun open-code-by-name (function maker)
  "Makes calls of FUNCTION, of an object and a constant name, calls of what the function named MAKER makes for the name."
  (%runtime "setCompilerMacroFunction" function
            (lambda (form environment)
              (declare (ignore environment))
              (if (and (eq (car form) function) (= (length form) 3) (constant-name-p (third form)))
                  `(funcall (load-time-value (,maker ,(third form))) ,(second form))
                  form))))

(open-code-by-name 'slot-value 'make-slot-reader)
(open-code-by-name 'slot-boundp 'make-slot-tester)

(%runtime "setCompilerMacroFunction" '(setf slot-value)
          (lambda (form environment)
            (declare (ignore environment))
            (if (and (eq (car form) 'funcall) (= (length form) 5) (constant-name-p (fifth form)))
                `(funcall (load-time-value (make-slot-writer ,(fifth form))) ,(third form) ,(fourth form))
                form)))
