;;;; Primitives of the library in Lisp: kinds of sequences, function designators, bounds.

(in-package "JSCL-MCP")

(defmacro note-definition (kind &rest name)
  "Makes known that what NAME, one or more objects, names as a KIND was defined or changed."
  `(%runtime "noteDefinition" ',kind ,@name))

(defmacro note-undefined (kind &rest name)
  "Makes known that what NAME, one or more objects, names as a KIND was made undefined."
  `(%runtime "noteUndefined" ',kind ,@name))

(defmacro vector-p (object)
  "True when OBJECT is an array of one dimension."
  `(%js-inline "(Array.isArray($0) && $0.dimensions === undefined ? t : nil)" ,object))

(defun simple-p (array)
  (%js-inline "(typeof $0.@fillPointer === 'number' || $0.@adjustable === true ? nil : t)" array))

(defmacro specialized-array-p (array)
  "True when ARRAY cannot hold any object."
  `(%js-inline "($0.@stringMark === 1 || $0.@bits !== undefined ? t : nil)" ,array))

(defun wrong-type (datum type)
  (error 'type-error :datum datum :expected-type type))

(defmacro require-type (object type)
  "Signals a TYPE-ERROR unless OBJECT is of TYPE, which is not evaluated."
  `(unless (typep ,object ',type)
     (wrong-type ,object ',type)))

(defun as-function (designator)
  "The function that DESIGNATOR is or names."
  (cond ((functionp designator) designator)
        ((symbolp designator) (%runtime "functionOf" designator))
        (t (wrong-type designator '(or function symbol)))))

(defconstant +index-limit+ (%runtime "indexLimit")
  "Indices of sequences are below this, in SBCL.")

(defun index-p (object)
  (%js-inline "((typeof $0 === 'number' ? Number.isInteger($0) : typeof $0 === 'bigint' && $0 < R.indexLimit) && $0 >= 0 ? t : nil)"
              object))

(defun vector-list (vector)
  "A list of the elements of VECTOR."
  (elements-list (list vector)))

;;; Comparing elements

(defun both-tests-error ()
  "Signals that a function of lists or trees was given two tests."
  (error ":TEST and :TEST-NOT were both supplied."))

(defmacro with-list-tests ((test test-not) &body body)
  "Runs BODY with TEST and TEST-NOT as functions of lists and trees take them: one at most, and NIL is no test but a name
without a function. Whether they were supplied is in variables that are named as they are, with -P."
  (flet ((supplied (name) (intern (concatenate 'string (symbol-name name) "-P") "JSCL-MCP")))
    `(let ((,test (and ,(supplied test) (as-function ,test)))
           (,test-not (and ,(supplied test-not) (as-function ,test-not))))
       (when (and ,test ,test-not)
         (both-tests-error))
       ,@body)))

(defun element-test (item test test-not key)
  "A function that tells whether an element matches ITEM."
  (cond (test-not
         (let ((test-not (as-function test-not)))
           (if key
               (let ((key (as-function key)))
                 (lambda (element) (not (funcall test-not item (funcall key element)))))
               (lambda (element) (not (funcall test-not item element))))))
        (test
         (let ((test (as-function test)))
           (if key
               (let ((key (as-function key)))
                 (lambda (element) (funcall test item (funcall key element))))
               (lambda (element) (funcall test item element)))))
        (key
         (let ((key (as-function key)))
           (lambda (element) (eql item (funcall key element)))))
        (t (lambda (element) (eql item element)))))

(defun element-predicate (predicate key)
  "PREDICATE as a function of an element, through KEY."
  (let ((predicate (as-function predicate)))
    (if key
        (let ((key (as-function key)))
          (lambda (element) (funcall predicate (funcall key element))))
        predicate)))

(defun negated (function)
  (lambda (element) (not (funcall function element))))

(defun pair-test (test test-not key)
  "A function that tells whether two elements match."
  (let ((test (as-function (or test test-not #'eql)))
        (key (and key (as-function key))))
    (cond ((and key test-not)
           (lambda (a b) (not (funcall test (funcall key a) (funcall key b)))))
          (key (lambda (a b) (funcall test (funcall key a) (funcall key b))))
          (test-not (lambda (a b) (not (funcall test a b))))
          (t test))))

