;;;; The pretty printer: logical blocks, tables of dispatch, the layouts of lists.

(in-package "JSCL-MCP")

;;; Logical blocks

(defmacro pprint-logical-block ((stream-symbol object &key (prefix "" prefix-p) (per-line-prefix "" per-line-p) (suffix ""))
                                &body body)
  "Runs BODY, which takes the elements of OBJECT by PPRINT-POP, between PREFIX and SUFFIX."
  (when (and prefix-p per-line-p)
    (error "cannot specify values for both PREFIX and PER-LINE-PREFIX."))
  (let ((variable (case stream-symbol
                    ((nil) '*standard-output*)
                    ((t) '*terminal-io*)
                    (t stream-symbol)))
        (state (gensym "BLOCK")))
    `(let ((,state (pretty :start ,stream-symbol ,object ,(if per-line-p per-line-prefix prefix) ,per-line-p ,suffix)))
       (when ,state
         (let ((,variable (pretty :stream ,state)))
           (block logical-block
             (symbol-macrolet ((block-state ,state)) ,@body))
           (pretty :finish ,state ,variable)))
       nil)))

(defun block-around (macro environment)
  "The variable of the innermost logical block that the call of MACRO stands in."
  (multiple-value-bind (state is-inside) (macroexpand-1 'block-state environment)
    (unless is-inside
      (error "~S must be lexically inside PPRINT-LOGICAL-BLOCK." macro))
    state))

(defmacro pprint-pop (&environment environment)
  (let ((state (block-around 'pprint-pop environment))
        (element (gensym "ELEMENT")))
    `(let ((,element (pretty :next ,state)))
       (if (eq ,element ,state) (return-from logical-block nil) ,element))))

(defmacro pprint-exit-if-list-exhausted (&environment environment)
  `(when (pretty :empty ,(block-around 'pprint-exit-if-list-exhausted environment))
     (return-from logical-block nil)))

(defun pprint-newline (kind &optional stream)
  (pretty :newline kind stream))

(defun pprint-indent (relative-to n &optional stream)
  (pretty :indent relative-to n stream))

(defun pprint-tab (kind column increment &optional stream)
  (pretty :tab kind column increment stream))

;;; Lists

(defun pprint-elements (stream list parentheses kind)
  (pprint-logical-block (stream list :prefix (if parentheses "(" "") :suffix (if parentheses ")" ""))
    (pprint-exit-if-list-exhausted)
    (loop
      (write (pprint-pop) :stream stream)
      (pprint-exit-if-list-exhausted)
      (write-char #\Space stream)
      (pprint-newline kind stream))))

(defun pprint-fill (stream list &optional (colon-p t) at-sign-p)
  (declare (ignore at-sign-p))
  (pprint-elements stream list colon-p :fill))

(defun pprint-linear (stream list &optional (colon-p t) at-sign-p)
  (declare (ignore at-sign-p))
  (pprint-elements stream list colon-p :linear))

(defun pprint-tabular (stream list &optional (colon-p t) at-sign-p tabsize)
  (declare (ignore at-sign-p))
  (let ((width (or tabsize 16)))
    (require-type width unsigned-byte)
    (pprint-logical-block (stream list :prefix (if colon-p "(" "") :suffix (if colon-p ")" ""))
      (pprint-exit-if-list-exhausted)
      (loop
        (write (pprint-pop) :stream stream)
        (pprint-exit-if-list-exhausted)
        (write-char #\Space stream)
        (pprint-tab :section-relative 0 width stream)
        (pprint-newline :fill stream)))))

;;; Tables of dispatch

(defun dispatch-table-p (object)
  (%js-inline "($0 instanceof $1.constructor ? t : nil)" object *standard-dispatch-table*))

(defun make-dispatch-table (entries)
  (%js-inline "new $1.constructor($0)" entries *standard-dispatch-table*))

(defmacro table-entries (table)
  `(%js-inline "$0.entries" ,table))

(defun dispatch-table (designator)
  (cond ((dispatch-table-p designator) designator)
        ((null designator) *standard-dispatch-table*)
        (t (wrong-type designator '(or (satisfies dispatch-table-p) null)))))

(defun copy-pprint-dispatch (&optional (table *print-pprint-dispatch*))
  (make-dispatch-table (copy-list (table-entries (dispatch-table table)))))

(defun set-pprint-dispatch (type function &optional (priority 0) (table *print-pprint-dispatch*))
  (require-type function (or function symbol))
  (require-type priority real)
  (require-type table (satisfies dispatch-table-p))
  (when (eq table *standard-dispatch-table*)
    (error "The standard pprint dispatch table cannot be modified."))
  (let ((entries (remove type (table-entries table) :key #'car :test #'equal)))
    (unless (and (consp type) (eq (car type) 'cons))
      (pretty :leaves))
    (%js-inline "($0.entries = $1)" table
                (if (or function (code-type-p type))
                    (merge 'list entries (list (list type function priority)) #'>= :key #'third)
                    entries)))
  nil)

(defun code-type-p (type)
  "True for the type of the lists that the standard table has a layout for, by their first element."
  (and (consp type) (eq (car type) 'cons)
       (consp (cdr type)) (consp (cadr type)) (eq (caadr type) 'eql)
       (symbolp (cadadr type))
       (code-layout (cadadr type))))

(defun layout-function (object &optional (table *print-pprint-dispatch*))
  "The function of a stream and OBJECT that TABLE has to print it; NIL where that is the printer's own way."
  (let ((entry (find-if (lambda (entry) (typep object (first entry)))
                        (and table (table-entries (dispatch-table table))))))
    (cond (entry (second entry))
          ((and (consp object) (symbolp (car object))) (list-layout (car object)))
          (t nil))))

(defun list-layout (head)
  (cond ((code-layout head))
        ((memq head '(quote function)) nil)
        ((fboundp head) 'pprint-call)
        (t nil)))

(defun print-plainly (stream object)
  "Prints OBJECT as if there were no layouts for it."
  (let ((*print-pretty* nil))
    (write object :stream stream)))

(defun pprint-dispatch (object &optional (table *print-pprint-dispatch*))
  (let ((function (layout-function object (dispatch-table table))))
    (cond (function (values function t))
          ((consp object) (values #'pprint-fill t))
          (t (values #'print-plainly nil)))))
