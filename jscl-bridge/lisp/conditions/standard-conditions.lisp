;;;; The tree of conditions: CLHS chapter 9, and what SBCL adds to it. Texts are SBCL's.

(in-package "JSCL-MCP")

;; JSCL's own readers are generic functions on classes that these replace.
(dolist (reader '(simple-condition-format-control simple-condition-format-arguments type-error-datum
                  type-error-expected-type cell-error-name arithmetic-error-operation arithmetic-error-operands
                  package-error-package stream-error-stream))
  (forget-generic-function reader))

;;; Writing parts of a report

(defun write-qualified (object stream)
  "Writes OBJECT with every symbol's package."
  (let ((*package* (find-package "KEYWORD")))
    (prin1 object stream)))

(defun write-type (type stream)
  "Writes the type specifier TYPE as SBCL does: symbols of COMMON-LISP alone go without a package."
  (let ((*package* (find-package "COMMON-LISP")))
    (prin1 type stream)))

(defmacro one-level-deeper (&body forms)
  "Runs FORMS as inside a logical block, which counts as a level of nesting."
  `(let ((*print-level* (and *print-level* (max 0 (1- *print-level*)))))
     ,@forms))

(defun condition-type (condition)
  (layout-name (condition-layout condition)))

(defun condition-slot-bound-p (condition name)
  (not (eq (condition-slot-value condition (slot-position (condition-layout condition) name)) (unbound-marker))))

(defun condition-slot (condition name)
  "The value of the slot NAME of CONDITION, NIL when it is unbound."
  (let ((value (condition-slot-value condition (slot-position (condition-layout condition) name))))
    (if (eq value (unbound-marker)) nil value)))

(defun write-reference (reference stream)
  "Writes a reference like (:ANSI-CL :SECTION (7 1 2)) in words."
  (destructuring-bind (source kind datum) reference
    (write-string (ecase source
                    (:ansi-cl "The ANSI Standard, ")
                    (:sbcl "The SBCL Manual, ")
                    (:amop "AMOP, "))
                  stream)
    (case kind
      (:section (write-string "Section " stream)
       (do ((rest datum (cdr rest)))
           ((null rest))
         (princ (car rest) stream)
         (when (cdr rest) (write-string "." stream))))
      (:glossary (format stream "Glossary entry for ~S" datum))
      (:issue (format stream "writeup for Issue ~A" datum))
      (:initialization (format stream "Initialization of ~A Metaobjects"
                              (string-capitalize (substitute #\Space #\- (symbol-name datum)))))
      (:node (format stream "Node ~S" datum))
      (t (format stream "~A ~:[~A~;~S~]" (string-capitalize (substitute #\Space #\- (symbol-name kind)))
                 (symbolp datum) datum)))))

(defun write-references (condition stream)
  (let ((references (and (memq 'reference-condition (layout-precedence (condition-layout condition)))
                         (condition-slot condition 'references))))
    (when references
      (terpri stream)
      (write-string "See also:" stream)
      (dolist (reference references)
        (terpri stream)
        (write-string "  " stream)
        (write-reference reference stream)))))

;;; Printing a condition

(defun report-condition (condition stream)
  "Writes the report of CONDITION: that of the most specific class that has one."
  (funcall (layout-report (condition-layout condition)) condition stream)
  (write-references condition stream))

(defun print-condition (condition stream)
  "Prints CONDITION as PRINT-OBJECT does by default: its report, or an unreadable object when escaping."
  (if *print-escape*
      (let* ((precedence (layout-precedence (condition-layout condition)))
             (control (and (memq 'simple-condition precedence)
                           (condition-slot condition 'format-control))))
        (cond ((and (memq 'type-error precedence)
                    (condition-slot-bound-p condition 'expected-type)
                    (condition-slot-bound-p condition 'datum))
               (print-unreadable-object (condition stream :type t)
                 (write-string "expected-type: " stream)
                 (write-type (condition-slot condition 'expected-type) stream)
                 (write-string " datum: " stream)
                 (prin1 (condition-slot condition 'datum) stream)))
              ((stringp control)
               (print-unreadable-object (condition stream :type t :identity t)
                 (prin1 control stream)))
              ((and (memq 'cell-error precedence) (condition-slot-bound-p condition 'name))
               (print-unreadable-object (condition stream :type t :identity t)
                 (prin1 (condition-slot condition 'name) stream)))
              (t
               (print-unreadable-object (condition stream :type t :identity t)))))
      (report-condition condition stream))
  condition)

;;; CLHS

(define-condition-class 'condition (list (jscl::!find-class t)) '()
  (lambda (condition stream)
    (write-string "Condition " stream)
    (write-type (condition-type condition) stream)
    (write-string " was signalled." stream))
  '() nil)

(define-condition serious-condition () ())
(define-condition error (serious-condition) ())
(define-condition warning () ())
(define-condition style-warning (warning) ())

(define-condition simple-condition ()
  ((format-control :initarg :format-control :reader simple-condition-format-control :initform nil)
   (format-arguments :initarg :format-arguments :reader simple-condition-format-arguments :initform '()))
  (:report (lambda (condition stream)
             (let ((control (condition-slot condition 'format-control)))
               (if control
                   (apply #'format stream control (condition-slot condition 'format-arguments))
                   (error "No format-control for ~S" condition))))))

(define-condition simple-error (simple-condition error) ())
(define-condition simple-warning (simple-condition warning) ())
(define-condition storage-condition (serious-condition) ())
(define-condition control-error (error) ())
(define-condition program-error (error) ())
(define-condition parse-error (error) ())

(define-condition type-error (error)
  ((datum :initarg :datum :reader type-error-datum)
   (expected-type :initarg :expected-type :reader type-error-expected-type)
   (context :initarg :context :initform nil))
  (:report (lambda (condition stream)
             (if *report-on-one-line*
                 (write-type-error condition " " " " stream)
                 (write-type-error condition (format nil "~%") (format nil "~%  ") stream))
             (when (and *report-on-one-line* (not (eq (condition-slot condition 'context) :proclaimed-result)))
               (write-string "." stream)))))

(defvar *report-on-one-line* nil
  "True while a report for the reader of an error is made; a program that prints a type error sees SBCL's lines.")

(defun write-type-error (condition break indented-break stream)
  (let ((context (condition-slot condition 'context)))
    (write-string "The value" stream)
    (write-string indented-break stream)
    (one-level-deeper (prin1 (type-error-datum condition) stream))
    (write-string break stream)
    (write-string "is not of type" stream)
    (write-string indented-break stream)
    (write-type (type-error-expected-type condition) stream)
    (when context
      (write-string break stream)
      (cond ((eq context :proclaimed-result) (write-string "from the function type declaration." stream))
            ((stringp context) (format stream "when ~A" context))
            (t (format stream "when binding ~S" context))))))

(define-condition simple-type-error (simple-condition type-error) ())

(define-condition cell-error (error)
  ((name :initarg :name :reader cell-error-name)))

(define-condition unbound-variable (cell-error) ()
  (:report (lambda (condition stream)
             (write-string "The variable " stream)
             (prin1 (cell-error-name condition) stream)
             (write-string " is unbound." stream))))

(define-condition undefined-function (cell-error) ()
  (:report (lambda (condition stream)
             (let ((name (cell-error-name condition)))
               (cond ((and (symbolp name) (macro-function name))
                      (write-qualified name stream)
                      (write-string " is a macro, not a function." stream))
                     (t
                      (write-string "The function " stream)
                      (write-qualified name stream)
                      (write-string " is undefined." stream)))))))

(define-condition unbound-slot (cell-error)
  ((instance :initarg :instance :reader unbound-slot-instance))
  (:report (lambda (condition stream)
             (let* ((instance (unbound-slot-instance condition))
                    ;; A method of PRINT-OBJECT may have met the same slot.
                    (text (handler-case (princ-to-string instance)
                            (serious-condition () nil))))
               (unless text
                 (format stream "Error during printing.~%"))
               (write-string "The slot " stream)
               (write-qualified (cell-error-name condition) stream)
               (write-string " is unbound in " stream)
               (cond (text (write-string "the object " stream)
                           (princ instance stream))
                     (t (write-string "an instance of " stream)
                        (write-qualified (type-of instance) stream)))
               (write-string "." stream)))))

(define-condition arithmetic-error (error)
  ((operation :initarg :operation :initform nil :reader arithmetic-error-operation)
   (operands :initarg :operands :reader arithmetic-error-operands))
  (:report (lambda (condition stream)
             (write-string "arithmetic error " stream)
             (prin1 (condition-type condition) stream)
             (write-string " signalled" stream)
             (when (arithmetic-error-operation condition)
               (terpri stream)
               (write-string "Operation was " stream)
               (prin1 (cons (arithmetic-error-operation condition) (condition-slot condition 'operands)) stream)
               (write-string "." stream)))))

(define-condition division-by-zero (arithmetic-error) ())
(define-condition floating-point-overflow (arithmetic-error) ())
(define-condition floating-point-underflow (arithmetic-error) ())
(define-condition floating-point-inexact (arithmetic-error) ())
(define-condition floating-point-invalid-operation (arithmetic-error) ())

(define-condition package-error (error)
  ((package :initarg :package :reader package-error-package)))

(define-condition stream-error (error)
  ((stream :initarg :stream :reader stream-error-stream)))

(defvar *evaluation-input* nil
  "The stream of what comes with an evaluation to be read.")

(defvar *evaluation-input-end* nil
  "Why there is no more of it, as a sentence.")

(defun evaluation-input-p (stream)
  "Whether STREAM reads what comes with an evaluation."
  (cond ((eq stream *evaluation-input*) t)
        ((typep stream 'synonym-stream)
         (let ((symbol (synonym-stream-symbol stream)))
           (and (boundp symbol) (evaluation-input-p (symbol-value symbol)))))
        ((typep stream 'two-way-stream) (evaluation-input-p (two-way-stream-input-stream stream)))))

(define-condition end-of-file (stream-error) ()
  (:report (lambda (condition stream)
             (write-string "end of file on " stream)
             (prin1 (stream-error-stream condition) stream)
             (when (evaluation-input-p (stream-error-stream condition))
               (format stream "~@[~%~a~]" *evaluation-input-end*)))))

(define-condition file-error (error)
  ((pathname :initarg :pathname :reader file-error-pathname))
  (:report (lambda (condition stream)
             (write-string "error on file " stream)
             (prin1 (file-error-pathname condition) stream))))

(define-condition print-not-readable (error)
  ((object :initarg :object :reader print-not-readable-object))
  (:report (lambda (condition stream)
             (let ((object (print-not-readable-object condition))
                   (*print-readably* nil))
               (prin1 object stream)
               (write-string " cannot be printed readably." stream)))))

;;; POSITION is (line column offset): line from 1, column and offset from 0, of where the reader stood.
(define-condition reader-error (parse-error stream-error)
  ((position :initarg :position :initform nil))
  (:report (lambda (condition stream)
             (write-string "READER-ERROR" stream)
             (write-reader-position condition stream))))

(defun write-reader-position (condition stream)
  (let ((position (condition-slot condition 'position)))
    (when position
      (destructuring-bind (line column offset) position
        ;; SBCL counts from the end of the line before, where there is one.
        (format stream "~%~%  Line: ~D, Column: ~D, File-Position: ~D"
                line (if (> line 1) (1+ column) column) offset)))
    (when (condition-slot condition 'stream)
      (format stream "~%~%  Stream: ~S" (condition-slot condition 'stream)))))

;;; SBCL's own

(define-condition reference-condition ()
  ((references :initarg :references :initform '())))

(define-condition arguments-out-of-domain-error (arithmetic-error reference-condition) ())
(define-condition simple-style-warning (simple-condition style-warning) ())
(define-condition type-warning (reference-condition simple-warning) ())
(define-condition redefinition-warning (style-warning) ())
(define-condition simple-reference-error (reference-condition simple-error) ())
(define-condition simple-reference-warning (reference-condition simple-warning) ())
(define-condition simple-storage-condition (simple-condition storage-condition) ())
(define-condition simple-control-error (simple-condition control-error) ())
(define-condition simple-program-error (simple-condition program-error) ())
(define-condition simple-parse-error (simple-condition parse-error) ())
(define-condition simple-stream-error (simple-condition stream-error) ())
(define-condition simple-package-error (simple-condition package-error) ())
(define-condition package-does-not-exist (simple-package-error) ())
(define-condition extension-failure (reference-condition simple-error) ())
(define-condition long-method-combination-error (reference-condition simple-error) ())
(define-condition generic-function-lambda-list-error (reference-condition simple-program-error) ())
(define-condition specialized-lambda-list-error (reference-condition simple-program-error) ())
(define-condition specializer-name-syntax-error (reference-condition simple-program-error) ())
(define-condition metaobject-initialization-violation (reference-condition simple-error) ())
(define-condition find-method-length-mismatch (reference-condition simple-error) ())

(define-condition simple-file-error (simple-condition file-error)
  ((message :initarg :message :initform nil)))
(define-condition file-exists (simple-file-error) ())
(define-condition file-does-not-exist (simple-file-error) ())
(define-condition delete-file-error (simple-file-error) ())

(define-condition compiled-program-error (program-error)
  ((message :initarg :message)
   (source :initarg :source))
  (:report (lambda (condition stream)
             (format stream "Execution of a form compiled with errors.~%Form:~%  ~A~%Compile-time error:~%  ~A"
                     (condition-slot condition 'source)
                     (condition-slot condition 'message)))))

(define-condition unknown-keyword-argument (program-error)
  ((name :initarg :name))
  (:report (lambda (condition stream)
             (write-string "Unknown &KEY argument: " stream)
             (prin1 (condition-slot condition 'name) stream))))

(define-condition case-failure (type-error)
  ((name :initarg :name)
   (possibilities :initarg :possibilities))
  (:report (lambda (condition stream)
             (let ((possibilities (condition-slot condition 'possibilities)))
               (if possibilities
                   (one-level-deeper
                     (format stream "~S fell through ~S expression. Wanted one of ~:S."
                             (type-error-datum condition) (condition-slot condition 'name) possibilities))
                   (funcall (first-report (list (find-condition-layout 'type-error))) condition stream))))))

(define-condition values-list-argument-error (type-error) ()
  (:report (lambda (condition stream)
             (write-string "Attempt to use VALUES-LIST on a dotted list: " stream)
             (prin1 (type-error-datum condition) stream))))

(defun array-type-text (array)
  "The type of ARRAY in the words of SBCL's index errors, which name the simple array of an adjustable one's elements."
  (type-of-array array (not (or (array-displacement array)
                                (and (vectorp array) (array-has-fill-pointer-p array))))))

(defun index-bound (condition sequence)
  "The limit that the index of CONDITION had to stay below."
  (let ((type (type-error-expected-type condition)))
    (cond ((and (consp type) (eq (car type) 'integer) (consp (third type))) (car (third type)))
          ((and (consp type) (eq (car type) 'mod)) (second type))
          (t (length sequence)))))

(defun report-index (condition array stream &key (fill-pointer :unknown))
  (write-string "Invalid index " stream)
  (princ (type-error-datum condition) stream)
  (write-string " for " stream)
  (write-type (array-type-text array) stream)
  ;; SBCL's ELT leaves the space where it would name a fill pointer.
  (cond ((null fill-pointer) (write-string " " stream))
        ((integerp fill-pointer) (format stream " with fill-pointer ~D" fill-pointer)))
  (write-string ", should be a non-negative integer below " stream)
  (prin1 (index-bound condition array) stream)
  (write-string "." stream))

(define-condition values-list-argument-error (type-error) ()
  (:report (lambda (condition stream)
             (format stream "Attempt to use VALUES-LIST on a dotted list: ~S" (type-error-datum condition)))))

(define-condition invalid-array-index-error (type-error)
  ((array :initarg :array)
   (axis :initarg :axis :initform nil))
  (:report (lambda (condition stream)
             (report-index condition (condition-slot condition 'array) stream))))

;; An array is displaced to another that ADJUST-ARRAY has made too small.
(define-condition invalid-array-error (reference-condition type-error)
  ((source :initarg :source))
  (:default-initargs :references '((:ansi-cl :function adjust-array)))
  (:report (lambda (condition stream)
             (format stream "Displaced array originally of type ~S has been invalidated due its
displaced-to array " (type-error-expected-type condition))
             (print-unreadable-object ((condition-slot condition 'source) stream :type t :identity t))
             (format stream " having become too small to hold
it: the displaced array's dimensions have all been set to zero to trap accesses
to it."))))

(define-condition index-too-large-error (type-error)
  ((sequence :initarg :sequence :initarg :array :initform nil)
   (fill-pointer :initarg :fill-pointer :initform :unknown))
  (:report (lambda (condition stream)
             (let ((sequence (condition-slot condition 'sequence)))
               (if (listp sequence)
                   (format stream "The index ~S is too large for a list of length ~S."
                           (type-error-datum condition) (length sequence))
                   (report-index condition sequence stream
                                 :fill-pointer (condition-slot condition 'fill-pointer)))))))

(define-condition bounding-indices-bad-error (reference-condition type-error)
  ((object :initarg :object))
  (:default-initargs
   :references '((:ansi-cl :glossary "bounding index designator")
                 (:ansi-cl :issue "SUBSEQ-OUT-OF-BOUNDS:IS-AN-ERROR")))
  (:report (lambda (condition stream)
             (let ((bounds (type-error-datum condition)))
               (format stream "The bounding indices ~S and ~S are bad for a sequence of length ~S."
                       (car bounds) (cdr bounds) (length (condition-slot condition 'object)))))))

;;; Readers

(define-condition reader-eof-error (end-of-file)
  ((context :initarg :context :initform nil))
  (:report (lambda (condition stream)
             (format stream "unexpected end of file on ~S" (stream-error-stream condition))
             (when (condition-slot condition 'context)
               (format stream " ~A" (condition-slot condition 'context))))))

(define-condition simple-reader-error (reader-error simple-condition) ()
  (:report (lambda (condition stream)
             (apply #'format stream (simple-condition-format-control condition)
                    (simple-condition-format-arguments condition))
             (write-reader-position condition stream))))

(define-condition simple-reader-package-error (simple-reader-error package-error) ())

(define-condition reader-impossible-number-error (simple-reader-error)
  ((error :initarg :error :initform nil))
  (:report (lambda (condition stream)
             (format stream "READER-ERROR ")
             (let ((position (condition-slot condition 'position)))
               (when position (format stream "at ~D " (third position))))
             (format stream "on ~S:~%" (stream-error-stream condition))
             (apply #'format stream (simple-condition-format-control condition)
                    (simple-condition-format-arguments condition))
             (when (condition-slot condition 'error)
               (format stream "~%Original error: ~A" (condition-slot condition 'error))))))

;;; FORMAT

(define-condition format-error (reference-condition error)
  ((complaint :initarg :complaint)
   (args :initarg :args :initarg :arguments :initform '())
   (control-string :initarg :control-string :initform nil)
   (offset :initarg :offset :initform nil)
   (second-relative :initarg :second-relative :initform nil)
   (print-banner :initarg :print-banner :initform t))
  (:report (lambda (condition stream)
             (let ((control (condition-slot condition 'control-string))
                   (offset (condition-slot condition 'offset)))
               (when (condition-slot condition 'print-banner)
                 (write-string "error in FORMAT: " stream))
               (apply #'format stream (condition-slot condition 'complaint) (condition-slot condition 'args))
               (when (and (stringp control) offset)
                 (format stream "~%  ~A~%  " control)
                 (dotimes (column offset) (write-char #\Space stream))
                 (write-char #\^ stream)
                 (let ((second (condition-slot condition 'second-relative)))
                   (when second (format stream "~V@T^" (1- second)))))))))

;;; Macro lambda lists

(define-condition defmacro-lambda-list-bind-error (error)
  ((kind :initarg :kind)
   (name :initarg :name :initform nil)))

(define-condition arg-count-error (defmacro-lambda-list-bind-error)
  ((args :initarg :args)
   (lambda-list :initarg :lambda-list)
   (minimum :initarg :minimum)
   (maximum :initarg :maximum))
  (:report (lambda (condition stream)
             (let* ((args (condition-slot condition 'args))
                    (minimum (condition-slot condition 'minimum))
                    (maximum (condition-slot condition 'maximum))
                    (count (proper-length args))
                    (name (condition-slot condition 'name))
                    (*print-pretty* t)
                    (*objects-on-one-line* t))
               (format stream "Error while parsing arguments to ~A" (condition-slot condition 'kind))
               (when name (format stream " ~S" name))
               (format stream ":~%  ~A in~%    "
                       (cond ((null count) "invalid number of elements")
                             ((< count minimum) "too few elements")
                             (t "too many elements")))
               (write-arguments args stream)
               (format stream "~%  to satisfy lambda list~%    ")
               (write-lambda-list (condition-slot condition 'lambda-list) stream)
               (write-string ":" stream)
               (terpri stream)
               (cond ((null maximum) (format stream "  at least ~D expected" minimum))
                     ((= minimum maximum) (format stream "  exactly ~D expected" minimum))
                     (t (format stream "  between ~D and ~D expected" minimum maximum)))
               (if count
                   (format stream ", but got ~D" count)
                   (format stream ", but got ~A" (if (consp args) "an improper list" "a non-list")))))))

(define-condition defmacro-lambda-list-broken-key-list-error (defmacro-lambda-list-bind-error)
  ((problem :initarg :problem)
   (info :initarg :info))
  (:report (lambda (condition stream)
             (let ((kind (condition-slot condition 'kind))
                   (info (condition-slot condition 'info)))
               (write-string "Error while parsing arguments to " stream)
               (when kind (format stream "~S " kind))
               (format stream "~A:~%  " (condition-slot condition 'name))
               (case (condition-slot condition 'problem)
                 (:dotted-list
                  (format stream (if (consp info) "dotted keyword/value list: ~S" "~S is not a list") info))
                 (:odd-length (format stream "odd number of elements in keyword/value list: ~S" info))
                 (t (format stream "unknown keyword: ~S; expected one of ~{~S~^, ~}" (car info) (cadr info))))))))

(defun proper-length (object)
  "The length of the proper list OBJECT, NIL when it is none."
  (do ((rest object (cdr rest))
       (count 0 (1+ count)))
      ((not (consp rest)) (if (null rest) count nil))))

(defun write-arguments (list stream)
  (if (null list)
      (write-string "()" stream)
      (prin1 list stream)))

(defun write-lambda-list (list stream)
  ;; Only the names of the variables are of interest, not their packages.
  (if (null list)
      (write-string "()" stream)
      ;; A quoted parameter is a list like any other there.
      (let ((*print-pretty* (and *print-pretty* (not (eq (car list) 'quote)))))
        (princ list stream))))

;;; Packages

(define-condition package-lock-violation (package-error reference-condition simple-condition)
  ((current-package :initform *package*))
  (:default-initargs
   :references '((:sbcl :node "Package Locks") (:ansi-cl :section (11 1 2 1 2))))
  (:report (lambda (condition stream)
             (format stream "Lock on package ~A violated when "
                     (package-name (find-package (package-error-package condition))))
             (apply #'format stream (simple-condition-format-control condition)
                    (simple-condition-format-arguments condition))
             (format stream " while in package ~A."
                     (package-name (condition-slot condition 'current-package))))))

(define-condition package-locked-error (package-lock-violation) ())

(define-condition symbol-package-locked-error (package-lock-violation)
  ((symbol :initarg :symbol)))

(define-condition name-conflict (reference-condition package-error)
  ((function :initarg :function)
   (datum :initarg :datum)
   (symbols :initarg :symbols))
  (:default-initargs :references '((:ansi-cl :section (11 1 1 2 5))))
  (:report (lambda (condition stream)
             (format stream "~S ~S causes name-conflicts in ~S between the following symbols:~%  "
                     (condition-slot condition 'function)
                     (condition-slot condition 'datum)
                     (package-error-package condition))
             (let ((*package* (find-package "KEYWORD")))
               (write-list-of (condition-slot condition 'symbols) stream)))))

(define-condition defconstant-uneql (reference-condition error)
  ((name :initarg :name)
   (old-value :initarg :old-value)
   (new-value :initarg :new-value))
  (:default-initargs :references '((:ansi-cl :macro defconstant) (:sbcl :node "Idiosyncrasies")))
  (:report (lambda (condition stream)
             (format stream "The constant ~S is being redefined (from ~S to ~S)"
                     (condition-slot condition 'name)
                     (condition-slot condition 'old-value)
                     (condition-slot condition 'new-value)))))

;;; Objects

(define-condition illegal-class-name-error (error)
  ((name :initarg :name :initform nil :reader illegal-class-name))
  (:report (lambda (condition stream)
             (format stream "~S is not a legal class name." (illegal-class-name condition)))))

(define-condition class-not-found-error (cell-error) ()
  (:report (lambda (condition stream)
             (write-string "There is no class named " stream)
             (write-qualified (cell-error-name condition) stream)
             (write-string "." stream))))

(define-condition missing-slot (cell-error simple-type-error) ())

(define-condition initarg-error (reference-condition program-error)
  ((class :initarg :class)
   (initargs :initarg :initargs))
  (:default-initargs :references '((:ansi-cl :section (7 1 2))))
  (:report (lambda (condition stream)
             (let ((initargs (condition-slot condition 'initargs)))
               (format stream "Invalid initialization argument~A:~%  " (if (cdr initargs) "s" ""))
               (write-list-of initargs stream)
               (let ((class (condition-slot condition 'class)))
                 (format stream "~%in call for class ")
                 (if (stringp class) (write-string class stream) (prin1 class stream))
                 (write-string "." stream))))))

(define-condition invalid-superclass (reference-condition error)
  ((class :initarg :class)
   (superclass :initarg :superclass))
  (:default-initargs
   :references '((:amop :generic-function "SB-MOP:VALIDATE-SUPERCLASS")))
  (:report (lambda (condition stream)
             (let ((class (condition-slot condition 'class))
                   (superclass (condition-slot condition 'superclass)))
               (format stream "The class ~S was specified as a superclass of the class ~S, but the metaclasses ~A and ~A are incompatible.~@[  Define a method for ~S to avoid this error.~]"
                       superclass class
                       (metaclass-text superclass)
                       (metaclass-text class)
                       (and (or (extended-class-p class) (extended-class-p superclass))
                            (null (cdr (condition-slot condition 'references)))
                            (intern "VALIDATE-SUPERCLASS" "SB-MOP")))))))

(defun metaclass-text (class)
  "How SBCL prints the class of the class metaobject CLASS."
  (if (extended-class-p class)
      (prin1-to-string (jscl::std-instance-class class))
      (let ((text (prin1-to-string class)))
        (format nil "#<STANDARD-CLASS ~A>"
                (let ((name (subseq text 2 (position #\Space text))))
                  (if (find #\: name) name (concatenate 'string "COMMON-LISP:" name)))))))

(define-condition effective-method-condition (reference-condition)
  ((generic-function :initarg :generic-function)
   (method :initarg :method :initform nil)
   (args :initarg :args)
   (problem :initarg :problem)))

(define-condition effective-method-error (error effective-method-condition) ()
  (:report (lambda (condition stream)
             (format stream "~A for the generic function~%  ~S~%when called with arguments~%  ~S."
                     (condition-slot condition 'problem)
                     (condition-slot condition 'generic-function)
                     (condition-slot condition 'args)))))

(define-condition no-applicable-method-error (effective-method-error) ()
  (:default-initargs :references '((:ansi-cl :section (7 6 6))) :problem "There is no applicable method"))

(define-condition no-primary-method-error (effective-method-error) ()
  (:default-initargs :references '((:ansi-cl :section (7 6 6 2))) :problem "There is no primary method"))

(define-condition no-next-method-error (effective-method-error) ()
  (:default-initargs :references '((:ansi-cl :section (7 6 6 2))) :problem "There is no next method")
  (:report (lambda (condition stream)
             (format stream "~A for the generic function~%  ~S~%when called from method~%  ~S~%with arguments~%  ~S."
                     (condition-slot condition 'problem)
                     (condition-slot condition 'generic-function)
                     (condition-slot condition 'method)
                     (condition-slot condition 'args)))))

;;; Resources

(define-condition control-stack-exhausted (storage-condition) ()
  (:report (lambda (condition stream)
             (declare (ignore condition))
             (format stream "Control stack exhausted (no more space for function call frames).~%This is probably due to heavily nested or infinitely recursive function~%calls, or a tail call that SBCL cannot or has not optimized away.~%~%PROCEED WITH CAUTION."))))

(define-condition heap-exhausted-error (storage-condition)
  ((available :initarg :available :initform nil)
   (requested :initarg :requested :initform nil))
  (:report (lambda (condition stream)
             (format stream "Heap exhausted (no more space for allocation).~%~D bytes available~@[, ~D requested~].~%~%PROCEED WITH CAUTION."
                     (condition-slot condition 'available)
                     (condition-slot condition 'requested)))))

(define-condition timeout (serious-condition)
  ((seconds :initarg :seconds :initform nil))
  (:report (lambda (condition stream)
             (write-string "Timeout occurred" stream)
             (when (condition-slot condition 'seconds)
               (format stream " after ~A seconds" (condition-slot condition 'seconds)))
             (write-string "." stream))))

;;; Stock library code names these by symbols of its own.

(dolist (name '(simple-package-error simple-reader-error simple-reader-package-error reader-eof-error
                simple-parse-error format-error))
  (let ((stock (find-symbol (symbol-name name) "JSCL")))
    (when (and stock (not (eq stock name)))
      (jscl::setf-find-class stock (jscl::!find-class name)))))
