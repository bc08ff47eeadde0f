;;;; Takes a restart in place of the debugger: the one that the argument RESTARTS of an evaluation names, at
;;;; the point of an error. Texts come from the client, so everything about them may be wrong; then the answer
;;;; is a sentence.

(in-package "JSCL-MCP")

(defun call-beside-program (package function)
  "The values of FUNCTION, called as if typed at the toplevel in PACKAGE: what the failing program bound does not reach it."
  (let ((*package* package)
        (*read-base* 10)
        (*read-suppress* nil)
        (*break-on-signals* nil)
        (*debugger-hook* nil)
        ;; The outermost cluster is the boundary's, which takes note of warnings.
        (*handler-clusters* (last *handler-clusters*)))
    (funcall function)))

(defun call-on-top (function)
  "Calls FUNCTION with variables of the reader, the printer and the debugger as at the toplevel, whatever the program that is
held below it has bound them to."
  (let ((*read-base* 10)
        (*read-suppress* nil)
        (*print-readably* nil)
        (*break-on-signals* nil)
        (*debugger-hook* nil))
    (funcall function)))

(defun complaint (what text condition)
  (format nil "~A, ~A, signalled ~A: ~A" what text
          (with-output-to-string (stream) (write-type (condition-type condition) stream))
          (condition-message condition)))

(defun read-single-form (text)
  "The only form in TEXT."
  (multiple-value-bind (form end)
      (handler-case (read-from-string text)
        (end-of-file () (error "the text ends before the form does")))
    (unless (eq (read-from-string text nil text :start end) text)
      (error "there is more than one form in it"))
    form))

(defun choice-applies-p (condition type-text package)
  "T or NIL as CONDITION is of the type that TYPE-TEXT names, or a string that says what is wrong with TYPE-TEXT."
  (call-beside-program
   package
   (lambda ()
     (handler-case (and (typep condition (read-single-form type-text)) t)
       (error (failure) (complaint "its condition-type" type-text failure))))))

;;; Finding the restart

(defun restart-number (text)
  "The number that TEXT is, or NIL."
  (and (plusp (length text))
       (every #'digit-char-p text)
       (parse-integer text)))

(defun unqualified (text)
  "TEXT without the package that it begins with."
  (let ((colon (position #\: text :from-end t)))
    (if colon (subseq text (1+ colon)) text)))

(defun restart-chosen (text restarts)
  "The restart that TEXT names among RESTARTS, by its name or by its number from 1; NIL when it names none."
  (let ((number (restart-number text)))
    (if number
        (and (plusp number) (nth (1- number) restarts))
        (find (unqualified text) restarts
              :test #'string-equal :key (lambda (restart) (symbol-name (restart-name restart)))))))

(defun active-names (restarts)
  (with-output-to-string (stream)
    (do ((rest restarts (cdr rest)))
        ((null rest))
      (write-string (symbol-name (restart-name (car rest))) stream)
      (when (cdr rest) (write-string ", " stream)))))

(defun toplevel-restart-p (restart)
  "True for the restart that ends the running evaluation; those of the levels below are not it."
  (do ((clusters *restart-clusters* (cdr clusters)))
      ((atom clusters) nil)
    (when (eq (cdr clusters) *outer-restart-clusters*)
      (return (and (memq restart (car clusters)) t)))))

;;; Its arguments

(defun argument-counts (parameters)
  "The least and the greatest number of arguments that the lambda list PARAMETERS takes, NIL for any, as two values."
  (if (eq parameters :unknown)
      (values 0 nil)
      (parameter-counts (let ((auxiliary (memq '&aux parameters)))
                          (if auxiliary (ldiff parameters auxiliary) parameters)))))

(defun evaluated-texts (texts)
  "A list of the values of TEXTS, or a string that says which of them has none."
  (let ((number 0)
        (values '()))
    (dolist (text texts (nreverse values))
      (incf number)
      (handler-case (push (eval (read-single-form text)) values)
        (error (failure) (return (complaint (format nil "value ~D" number) text failure)))))))

(defun all-forms (text)
  "The forms in TEXT, any number of them."
  (let ((forms '())
        (start 0))
    (loop
      (multiple-value-bind (form end)
          (handler-case (read-from-string text nil text :start start)
            (end-of-file () (error "the text ends before the form does")))
        (when (eq form text)
          (return (nreverse forms)))
        (push form forms)
        (setq start end)))))

(defun evaluated-text (text)
  "A list of the values of the forms in TEXT, or a string that says why it has none."
  (handler-case (mapcar #'eval (all-forms text))
    (error (failure) (complaint "the values" text failure))))

(defun problem-in-frame (text evaluate leave package)
  "Calls LEAVE, which does not return, with a list of the values of EVALUATE for each form in TEXT, or with :AGAIN where TEXT is
NIL. Returns a string that says why that cannot be."
  (let ((values (call-beside-program
                 package
                 (lambda ()
                   (handler-case (if text (mapcar evaluate (all-forms text)) :again)
                     (error (failure) (complaint "the values" text failure)))))))
    (if (stringp values)
        values
        (handler-case (funcall leave values)
          (error (failure) (condition-message failure))))))

(defun interactive-arguments (restart)
  "The arguments that RESTART itself asks for, or a string that says why there are none."
  (let ((interactive (restart-slots-interactive (slots-of restart)))
        ;; No client could answer a question.
        (*query-io* (make-two-way-stream (make-string-input-stream "") (make-broadcast-stream))))
    (handler-case (if interactive (list-of-arguments (funcall interactive)) '())
      (end-of-file () (wrong-count restart 0))
      (error (failure) (complaint "its :INTERACTIVE function" interactive failure)))))

(defun list-of-arguments (object)
  (if (listp object) object (error "~S is no list of arguments." object)))

(defun wrong-count (restart count)
  (format nil "it takes ~A, but ~[no values were~;1 value was~:;~:*~D values were~] given"
          (restart-parameters-text restart) count))

(defun checked-arguments (restart arguments)
  "ARGUMENTS, or a string that says that RESTART does not take so many."
  (if (stringp arguments)
      arguments
      (let ((count (length arguments)))
        (multiple-value-bind (least most) (argument-counts (restart-slots-parameters (slots-of restart)))
          (if (and (<= least count) (or (null most) (<= count most)))
              arguments
              (wrong-count restart count))))))

(defun choose-restart (condition text values-given value-texts package)
  "What TEXT names for CONDITION: a list of the restart, its name, whether it ends the evaluation, and its arguments; or a
string that says why it cannot be taken. VALUE-TEXTS are texts of one form each, or one text of all. Without VALUES-GIVEN the
restart is to ask for its arguments itself."
  (call-beside-program
   package
   (lambda ()
     (let* ((restarts (applicable-restarts condition))
            (restart (restart-chosen text restarts)))
       (if (null restart)
           (format nil "no such restart is active; active are ~A" (active-names restarts))
           (let ((arguments (checked-arguments restart
                                               (cond ((not values-given) (interactive-arguments restart))
                                                     ((stringp value-texts) (evaluated-text value-texts))
                                                     (t (evaluated-texts value-texts))))))
             (if (stringp arguments)
                 arguments
                 (list restart
                       (symbol-name (restart-name restart))
                       (toplevel-restart-p restart)
                       arguments))))))))

(defun take-chosen-restart (restart arguments)
  "Invokes RESTART with ARGUMENTS. Returns only when its function does."
  (apply #'invoke-restart restart arguments))
