;;;; The pretty printer's functions for an image that lays out no lines, and the questions to a user.

(in-package "JSCL-MCP")

(defvar *block* nil
  "The innermost logical block: a cons of the elements left and the tag that leaves it.")

(defun check-kind (kind kinds)
  (unless (member kind kinds) (wrong-type kind (cons 'member kinds))))

(defun pprint-newline (kind &optional stream)
  (declare (ignore stream))
  (check-kind kind '(:linear :fill :miser :mandatory))
  nil)

(defun pprint-indent (relative-to n &optional stream)
  (declare (ignore stream))
  (check-kind relative-to '(:block :current))
  (require-type n real)
  nil)

(defun pprint-tab (kind colnum colinc &optional stream)
  (declare (ignore colnum colinc stream))
  (check-kind kind '(:line :section :line-relative :section-relative))
  nil)

(defun next-in-block (stream)
  "The next element of the block; a dotted tail is written as such and ends the block."
  (let ((rest (car *block*)))
    (cond ((listp rest) (pop (car *block*)))
          (t (write-string ". " stream)
             (write rest :stream stream)
             (throw (cdr *block*) nil)))))

(defun block-stream (designator)
  (cond ((null designator) *standard-output*)
        ((eq designator t) *terminal-io*)
        (t designator)))

(defvar *block-stream* nil)

(defmacro pprint-pop ()
  '(next-in-block *block-stream*))

(defmacro pprint-exit-if-list-exhausted ()
  '(when (null (car *block*)) (throw (cdr *block*) nil)))

(defun call-in-block (stream object prefix suffix body)
  (if (and object (not (consp object)))
      (write object :stream stream)
      (let ((*block* (cons object (list nil))) (*block-stream* stream))
        (write-string prefix stream)
        (catch (cdr *block*) (funcall body))
        (write-string suffix stream)))
  nil)

(defmacro pprint-logical-block ((stream-symbol object &key (prefix "") per-line-prefix (suffix "")) &body body)
  "Runs BODY, which takes the elements of OBJECT by PPRINT-POP, between PREFIX and SUFFIX."
  (let ((variable (if (member stream-symbol '(nil t)) (gensym "STREAM") stream-symbol)))
    `(let ((,variable (block-stream ,stream-symbol)))
       (call-in-block ,variable ,object ,(or per-line-prefix prefix) ,suffix (lambda () ,@body)))))

(defun pprint-elements (stream list parentheses)
  (pprint-logical-block (stream list :prefix (if parentheses "(" "") :suffix (if parentheses ")" ""))
    (pprint-exit-if-list-exhausted)
    (loop
      (write (pprint-pop) :stream stream)
      (pprint-exit-if-list-exhausted)
      (write-char #\Space stream))))

(defun pprint-fill (stream list &optional (colon-p t) at-sign-p)
  (declare (ignore at-sign-p))
  (pprint-elements stream list colon-p))

(defun pprint-linear (stream list &optional (colon-p t) at-sign-p)
  (declare (ignore at-sign-p))
  (pprint-elements stream list colon-p))

(defun pprint-tabular (stream list &optional (colon-p t) at-sign-p tabsize)
  (declare (ignore at-sign-p tabsize))
  (pprint-elements stream list colon-p))

(defun ask (hint control arguments yes no)
  "Asks on *QUERY-IO* until the answer is one of the strings YES or NO."
  (do ((answer nil)) (nil)
    (fresh-line *query-io*)
    (when control
      (apply #'format *query-io* control arguments)
      (write-char #\Space *query-io*))
    (write-string hint *query-io*)
    (finish-output *query-io*)
    (setq answer (string-trim " " (read-line *query-io*)))
    (cond ((string-equal answer yes) (return t))
          ((string-equal answer no) (return nil)))))

(defun y-or-n-p (&optional control &rest arguments)
  (ask "(y or n) " control arguments "y" "n"))

(defun yes-or-no-p (&optional control &rest arguments)
  (ask "(yes or no) " control arguments "yes" "no"))

(defun get-internal-run-time ()
  (get-internal-real-time))
