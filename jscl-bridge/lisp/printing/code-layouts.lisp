;;;; How the pretty printer lays out code, in the standard table of dispatch.

(in-package "JSCL-MCP")

(defun layout-control (head)
  "The control string of FORMAT that lays out a form whose operator is HEAD; NIL for others."
  (case head
    ((let let* symbol-macrolet) "~:<~^~W~^ ~@_~/jscl-mcp::pprint-bindings/~1I~^~:@_~@{~W~^ ~_~}~:>")
    ((flet labels macrolet) "~:<~^~W~^ ~@_~/jscl-mcp::pprint-functions/~1I~^~:@_~@{~W~^ ~_~}~:>")
    ((defun defmacro deftype define-modify-macro defsetf define-setf-expander define-compiler-macro)
     "~:<~^~W~^ ~@_~:I~W~^ ~:_~/jscl-mcp::pprint-lambda-list/~1I~@{ ~_~W~}~:>")
    (lambda "~:<~^~W~^~3I ~:_~/jscl-mcp::pprint-lambda-list/~1I~@{ ~_~W~}~:>")
    ((case ecase ccase typecase etypecase ctypecase) "~:<~^~W~^ ~3I~:_~W~1I~@{ ~_~/jscl-mcp::pprint-clause/~}~:>")
    ((do do*) "~:<~^~W~^ ~:I~@_~/jscl-mcp::pprint-bindings/~^ ~_~/jscl-mcp::pprint-clause/~1I~@{ ~_~W~}~:>")
    ((dolist dotimes do-symbols do-external-symbols do-all-symbols)
     "~:<~^~W~^ ~3I~:_~:/pprint-fill/~1I~@{ ~_~W~}~:>")
    ((when unless block prog1 multiple-value-call multiple-value-prog1 multiple-value-setq unwind-protect eval-when
      catch throw return-from defstruct defvar defparameter defconstant with-open-file with-open-stream
      with-input-from-string with-output-to-string print-unreadable-object pprint-logical-block)
     "~:<~^~W~^~3I ~:_~W~1I~@{ ~_~W~}~:>")
    ((prog2 multiple-value-bind progv destructuring-bind) "~:<~^~W~^~3I ~:_~W~^ ~_~W~1I~@{ ~_~W~}~:>")
    ((progn locally) "~:<~^~W~@{ ~_~W~}~:>")
    (if "~:<~^~W~^ ~:I~W~^ ~:@_~@{~W~^ ~:@_~}~:>")
    ((declare declaim) "~:<~^~W~^ ~:_~:I~@{~:/pprint-fill/~^ ~_~}~:>")
    (t nil)))

(defun code-layout (head)
  "The function that prints a form whose operator is HEAD; NIL for most."
  (let ((control (layout-control head)))
    (if control
        (lambda (stream list) (pprint-by control stream list))
        (case head
          (defmethod 'pprint-defmethod)
          (tagbody 'pprint-tagbody)
          ((prog prog*) 'pprint-prog)
          ((setq setf psetq psetf) 'pprint-setq)
          (loop 'pprint-loop)
          (t nil)))))

(defun pprint-by (control stream list)
  (format stream control list))

(defun pprint-call (stream list &rest modifiers)
  (declare (ignore modifiers))
  (pprint-by "~:<~^~W~^ ~:_~:I~@{~W~^ ~:_~}~:>" stream list))

(defun pprint-lambda-list (stream list &rest modifiers)
  (declare (ignore modifiers))
  (if (null list)
      (write-string "()" stream)
      (pprint-logical-block (stream list :prefix "(" :suffix ")")
        (let ((is-required t) (rest list))
          (loop
            (pprint-exit-if-list-exhausted)
            (let ((is-keyword (and (consp rest) (memq (car rest) lambda-list-keywords))))
              (when is-keyword (setq is-required nil))
              (unless (eq rest list)
                (write-char #\Space stream)
                (pprint-newline (if is-keyword :linear :fill) stream)))
            (setq rest (if (consp rest) (cdr rest) nil))
            (let ((parameter (pprint-pop)))
              (if (and is-required (listp parameter))
                  (pprint-lambda-list stream parameter)
                  (write parameter :stream stream))))))))

(defun pprint-bindings (stream list &rest modifiers)
  (declare (ignore modifiers))
  (if (null list)
      (write-string "()" stream)
      (pprint-by "~:<~^~@{~/jscl-mcp::pprint-binding/~^ ~_~}~:>" stream list)))

(defun pprint-binding (stream binding &rest modifiers)
  (declare (ignore modifiers))
  (pprint-by "~:<~^~W~@{ ~_~W~}~:>" stream binding))

(defun pprint-functions (stream list &rest modifiers)
  (declare (ignore modifiers))
  (pprint-by "~:<~^~@{~:<~^~W~^~3I ~:_~/jscl-mcp::pprint-lambda-list/~1I~^~:@_~@{~W~^ ~_~}~:>~^ ~_~}~:>" stream list))

(defmacro pprint-operator (stream)
  "Writes the first element of a block and the blank behind it; there must be more of the block."
  `(progn
     (pprint-exit-if-list-exhausted)
     (write (pprint-pop) :stream ,stream)
     (pprint-exit-if-list-exhausted)
     (write-char #\Space ,stream)))

(defun pprint-defmethod (stream list)
  (pprint-logical-block (stream list :prefix "(" :suffix ")")
    (pprint-operator stream)
    (pprint-newline :miser stream)
    (pprint-indent :current 0 stream)
    (write (pprint-pop) :stream stream)
    (loop
      (pprint-exit-if-list-exhausted)
      (write-char #\Space stream)
      (pprint-newline :fill stream)
      (let ((next (pprint-pop)))
        (cond ((listp next)
               (pprint-lambda-list stream next)
               (return))
              (t (write next :stream stream)))))
    (pprint-indent :block 1 stream)
    (loop
      (pprint-exit-if-list-exhausted)
      (write-char #\Space stream)
      (pprint-newline :linear stream)
      (write (pprint-pop) :stream stream))))

(defun pprint-clause (stream list &rest modifiers)
  (declare (ignore modifiers))
  (pprint-by "~:<~^~W~@{ ~_~W~}~:>" stream list))

(defmacro pprint-statements (stream)
  "Writes the rest of a block as tags and the statements between them."
  `(loop
     (pprint-exit-if-list-exhausted)
     (write-char #\Space ,stream)
     (let ((statement (pprint-pop)))
       (pprint-indent :block (if (consp statement) 1 0) ,stream)
       (pprint-newline :linear ,stream)
       (write statement :stream ,stream))))

(defun pprint-tagbody (stream list)
  (pprint-logical-block (stream list :prefix "(" :suffix ")")
    (pprint-exit-if-list-exhausted)
    (write (pprint-pop) :stream stream)
    (pprint-statements stream)))

(defun pprint-prog (stream list)
  (pprint-logical-block (stream list :prefix "(" :suffix ")")
    (pprint-operator stream)
    (pprint-newline :miser stream)
    (pprint-lambda-list stream (pprint-pop))
    (pprint-statements stream)))

(defun pprint-pair (stream pair)
  (pprint-by "~<~W~^ ~2I~:_~W~:>" stream pair))

(defun pprint-setq (stream list)
  (pprint-logical-block (stream list :prefix "(" :suffix ")")
    (pprint-operator stream)
    (pprint-indent :current 0 stream)
    (let ((rest (cdr list)))
      (flet ((followed-p () (consp (setq rest (if (consp rest) (cdr rest) nil)))))
        (loop
          (let ((place (pprint-pop)))
            (pprint-pair stream (if (followed-p) (list place (pprint-pop)) (list place))))
          (pprint-exit-if-list-exhausted)
          (write-char #\Space stream)
          (when (followed-p) (pprint-newline :mandatory stream)))))))

(defun loop-clause-p (object)
  (and (symbolp object)
       (member object '(with for as repeat initially finally while until do doing return collect collecting append
                        appending nconc nconcing count counting sum summing maximize maximizing minimize minimizing
                        if when unless else end always never thereis)
               :test #'string=)))

(defun pprint-loop (stream list)
  (if (or (atom (cdr list)) (not (symbolp (cadr list))))
      (pprint-call stream list)
      (pprint-logical-block (stream list :prefix "(" :suffix ")")
        (write (pprint-pop) :stream stream)
        (write-char #\Space stream)
        (pprint-indent :current 0 stream)
        (write (pprint-pop) :stream stream)
        (loop
          (pprint-exit-if-list-exhausted)
          (write-char #\Space stream)
          (let ((next (pprint-pop)))
            (when (loop-clause-p next) (pprint-newline :mandatory stream))
            (write next :stream stream))))))
