;;;; Calls the functions of the table with objects of all kinds, and says what contradicts its lines.

(defpackage "TABLE-CHECK" (:use "COMMON-LISP"))
(in-package "TABLE-CHECK")

(defvar *noted* 0 "How often code of the program was run that was not given to be called.")
(defvar *seed* 1)

(defun note (value) (incf *noted*) value)

(defclass noted () ((slot :initarg :slot)))
(defmethod print-object ((object noted) stream) (note (write-string "noted" stream)))
(defstruct point x y)
(defmethod print-object ((object point) stream) (note (write-string "point" stream)))
(deftype noted-type () (note 'integer))
(defun noted-p (x) (note (integerp x)))

(defun next-number (limit)
  (setq *seed* (mod (+ (* *seed* 1103515245) 12345) 2147483648))
  (mod (ash *seed* -8) limit))

(defun objects ()
  "Objects of all kinds, made anew."
  (list nil t 0 1 2 3 10 -1 65 1.5 2.0d0 -0.5 1/2 (expt 2 70) #c(1 2) #\a #\5 #\( 'car 'noted-type 'some-name :test :name
        (copy-seq "text") (copy-seq "12") (copy-seq "CL-USER") (make-array 3 :fill-pointer 1 :initial-element 1)
        (make-array 3 :element-type 'character :fill-pointer 2 :initial-element #\x)
        (list 1 2 3) (list #\a #\b) (list 'a 'b) (cons 1 2) (list (cons 'a 1) (cons 'b 2)) (list :a 1 :b 2) (list 'satisfies 'noted-p)
        (vector 3 1 2) (vector) (make-array '(2 2) :initial-element 0) (copy-seq #*0101) (copy-seq #*0011)
        #'car #'noted-p (lambda (&rest arguments) (note (car arguments)))
        (make-hash-table) (find-package "COMMON-LISP") (make-point :x 1 :y 2) (make-instance 'noted :slot 1)
        (make-condition 'simple-error :format-control "~A" :format-arguments (list 1)) (find-class 'noted) (find-class 'integer)
        (make-string-input-stream "(a b) text") (make-string-output-stream) (make-broadcast-stream)
        (make-two-way-stream (make-string-input-stream "x") (make-string-output-stream))
        (make-concatenated-stream (make-string-input-stream "y")) (make-synonym-stream '*standard-input*)
        (make-echo-stream (make-string-input-stream "z") (make-string-output-stream))
        (pathname "a.b") (copy-readtable) (make-random-state) #'print-object (byte 2 3)))

(defun of-type-p (object type)
  "Whether OBJECT is of TYPE; T where the image does not know the type."
  (handler-case (typep object type)
    (error () t)))

(defvar *callees* (list #'identity #'list #'eql #'< #'null 'cons)
  "Functions that are not the program's.")

(defun argument-for (type objects)
  "One of OBJECTS, mostly of TYPE."
  (if (eq type :callee)
      (nth (next-number (length *callees*)) *callees*)
      (let* ((fitting (remove-if-not (lambda (object) (of-type-p object type)) objects))
             (chosen (if (and fitting (< (next-number 10) 9)) fitting objects)))
        (nth (next-number (length chosen)) chosen))))

(defun arguments-for (required optional rest)
  (let ((objects (objects)))
    (flet ((argument (type) (argument-for type objects)))
      (append (mapcar #'argument required)
              (loop for type in optional while (< (next-number 3) 2) collect (argument type))
              (when rest (loop repeat (next-number 4) collect (argument rest)))))))

(defun content (object)
  "What a call may change of OBJECT."
  (typecase object
    (cons (copy-tree object))
    (vector (coerce (subseq object 0 (length object)) 'list))))

(defun wrong-value (values types)
  (loop for type in types
        for value = (pop values)
        unless (of-type-p value type) do (return (list value type))))

(defun call-problem (name arguments value-types flags)
  "What a call of NAME with ARGUMENTS contradicts of its line, or NIL."
  (let ((*noted* 0)
        (signalled nil)
        (*standard-output* (make-broadcast-stream))
        (*standard-input* (make-string-input-stream "input"))
        (*terminal-io* (make-two-way-stream (make-string-input-stream "input") (make-broadcast-stream)))
        (*readtable* (copy-readtable nil)))
    (multiple-value-bind (failure values)
        (handler-case
            (handler-bind ((condition (lambda (condition) (declare (ignore condition)) (setq signalled t))))
              (values nil (multiple-value-list (apply name arguments))))
          (condition (condition) (values (type-of condition) nil)))
      (cond ((and failure (member :flushable flags)) (list "signals" failure))
            ((and (member :closed flags) (not signalled) (plusp *noted*)) (list "runs code of the program"))
            ((or failure (eq value-types :unknown)) nil)
            ((/= (length values) (length value-types)) (list "returns so many values:" (length values)))
            (t (let ((wrong (wrong-value values value-types)))
                 (when wrong (list* "returns what is not of its type:" wrong))))))))

(defun changed-argument (before arguments changed)
  "The place of an argument that is not among CHANGED and has other content than BEFORE, or NIL."
  (loop for place from 0
        for argument in arguments
        for content in before
        unless (or (equal content (content argument)) (member place changed)) do (return place)))

(defun check (name required optional rest value-types flags changed calls)
  "Texts that say what contradicts the line of NAME in CALLS calls of it. CHANGED are the places that it may change."
  (let ((problems '()))
    (dotimes (i calls (nreverse problems))
      (let* ((arguments (arguments-for required optional rest))
             (before (mapcar #'content arguments))
             (problem (call-problem name arguments value-types flags))
             (place (changed-argument before arguments changed)))
        (when problem
          (push (format nil "~A of ~S ~{~A~^ ~}" name (mapcar #'type-of arguments) problem) problems))
        (when (and place (not (eq changed t)))
          (push (format nil "~A changes argument ~D" name place) problems))))))
