;;;; Goes through all objects that a program can get hold of, and calls the functions among them with garbage.

(defpackage "HIDDEN" (:use "COMMON-LISP"))

(defvar hidden::*seen* (make-hash-table :test 'eq))
(defvar hidden::*queue* '())
(defvar hidden::*functions* '() "Each function, with the way to it.")

(defun hidden::visit (object way)
  (unless (or (numberp object) (characterp object) (stringp object) (gethash object hidden::*seen*))
    (setf (gethash object hidden::*seen*) t)
    (when (functionp object) (push (cons object way) hidden::*functions*))
    (push (cons object way) hidden::*queue*)))

(defmacro hidden::each (way &rest forms)
  "Visits the value of each form that has one."
  `(progn ,@(loop for form in forms
                  collect `(let ((value (ignore-errors ,form)))
                             (when value (hidden::visit value (list* ',(if (consp form) (first form) form) ,way)))))))

(defun hidden::visit-symbol (symbol way)
  (hidden::each way
    (symbol-value symbol) (symbol-plist symbol) (symbol-function symbol) (macro-function symbol)
    (compiler-macro-function symbol) (fdefinition (list 'setf symbol)) (find-class symbol)))

(defun hidden::visit-readtable (table way)
  (loop for code below 128
        for char = (code-char code)
        for function = (get-macro-character char table)
        do (when function (hidden::visit function (list* char way)))
           (when function
             (loop for sub below 128
                   for sub-function = (ignore-errors (get-dispatch-macro-character char (code-char sub) table))
                   do (when sub-function (hidden::visit sub-function (list* (code-char sub) char way)))))))

(defun hidden::visit-all (object way)
  (typecase object
    (cons (loop for rest on object
                repeat 10000
                do (hidden::visit (car rest) way)
                finally (when (and rest (atom rest)) (hidden::visit rest way))))
    (symbol (hidden::visit-symbol object way))
    (hash-table (hidden::visit (hash-table-test object) (list* 'hash-table-test way))
     (maphash (lambda (key value) (hidden::visit key way) (hidden::visit value way)) object))
    (array (dotimes (i (min (array-total-size object) 10000)) (hidden::visit (row-major-aref object i) way)))
    (package (do-symbols (symbol object) (hidden::visit symbol (list* symbol way))))
    (readtable (hidden::visit-readtable object way))
    (t (let ((class (class-of object)))
         (hidden::visit class (list* 'class-of way))
         (dolist (slot (ignore-errors (sb-mop:class-slots class)))
           (hidden::visit slot (list* 'slot way))
           (let ((name (sb-mop:slot-definition-name slot)))
             (hidden::each (list* name way) (slot-value object name)))))
       (hidden::each way
         (sb-mop:class-direct-subclasses object) (sb-mop:class-direct-superclasses object)
         (sb-mop:class-precedence-list object) (sb-mop:class-direct-slots object) (sb-mop:class-slots object)
         (sb-mop:class-prototype object) (sb-mop:class-direct-default-initargs object)
         (sb-mop:specializer-direct-methods object) (sb-mop:specializer-direct-generic-functions object)
         (sb-mop:generic-function-methods object) (sb-mop:generic-function-method-class object)
         (sb-mop:generic-function-method-combination object)
         (sb-mop:method-function object) (sb-mop:method-specializers object)
         (sb-mop:slot-definition-initfunction object) (sb-mop:slot-definition-location object)
         (function-lambda-expression object))
       (when (typep object 'generic-function)
         (hidden::each (list* (sb-mop:generic-function-name object) way)
           (sb-mop:compute-discriminating-function object))))))

(defun hidden::visit-environments (way)
  "Macro functions and environments as expansions have them, and what conditions and restarts have."
  (let ((*macroexpand-hook* (lambda (function form environment)
                              (hidden::visit function (list* 'hook way))
                              (hidden::visit environment (list* 'environment way))
                              (funcall function form environment))))
    (dolist (form '((loop for x in list collect x) (defstruct point x) (with-open-file (s "x") s) (setf (car x) 1)
                    (restart-case (error "x") (use-value (v) v)) (handler-case 1 (error () 2)) (incf (gethash 1 h))
                    (defclass a () ()) (defgeneric g (x)) (defmethod g ((x integer)) (call-next-method))
                    (with-slots (a) b a) (pprint-logical-block (*standard-output* '(1)) (pprint-pop))
                    (with-package-iterator (next *package* :internal) (next))
                    (with-hash-table-iterator (next (make-hash-table)) (next))
                    (define-setf-expander place (x) x) (formatter "~a~%")))
      (ignore-errors (macroexpand-1 form))
      (ignore-errors (funcall (compile nil (list 'lambda '() form))))))
  (dolist (form '((car 1) (/ 1 0) nothing (nothing) (open "no/such/file") (make-instance 'nothing) (read-from-string ")")
                  (ecase 1 (2 3)) (check-type *print-base* string) (intern "X" (symbol-package 'car)) (aref #(1) 5)
                  (load "nothing.lisp") (require :nothing) (signal 'warning) (warn "x") (cerror "a" "b")
                  (error 'simple-error :format-control "~a" :format-arguments '(1)) (invoke-restart 'nothing)
                  (slot-value (make-condition 'simple-error) 'nothing) (coerce 1 'string) (throw 'nothing 1)))
    (block nil
      (handler-bind ((condition (lambda (condition)
                                  (hidden::visit condition (list* 'condition way))
                                  (dolist (restart (compute-restarts condition))
                                    (hidden::visit restart (list* 'restart way)))
                                  (return))))
        (eval form)))))

(defun hidden::named-p (function)
  "Whether a program can name FUNCTION: then others call it with garbage."
  (let ((name (nth-value 2 (ignore-errors (function-lambda-expression function)))))
    (and name (symbolp name) (fboundp name) (symbol-package name) (eq (fdefinition name) function))))

(defvar hidden::*unnamed* #() "Those of the functions that no program can name, with the ways to them.")

(defun hidden::gather ()
  "Finds the functions that programs get hold of."
  (do-all-symbols (symbol) (hidden::visit symbol (list symbol)))
  (dolist (package (list-all-packages)) (hidden::visit package (list package)))
  (hidden::visit (copy-readtable nil) '(readtable))
  (hidden::visit (copy-pprint-dispatch nil) '(copy-pprint-dispatch))
  (hidden::visit (mapcar #'pprint-dispatch '((let ((a 1)) a) 1 #(1))) '(pprint-dispatch))
  (hidden::visit (list *standard-output* *terminal-io* *query-io* *random-state* (make-string-input-stream "x")
                       (make-two-way-stream *standard-input* *standard-output*) (formatter "~a ~{~a~}~%")
                       (make-hash-table :test 'equalp) (constantly 1) (complement #'car) #'(setf car))
                 '(objects))
  (hidden::visit-environments '(form))
  (loop while hidden::*queue*
        do (destructuring-bind (object . way) (pop hidden::*queue*)
             (hidden::visit-all object way)))
  (setq hidden::*unnamed* (coerce (remove-if #'hidden::named-p hidden::*functions* :key #'car) 'vector))
  (list (length hidden::*functions*) (length hidden::*unnamed*)))


(defun hidden::answer (function arguments)
  "As GARBAGE::ANSWER, also where the debugger is entered for what is no error."
  (catch 'hidden::left
    (let ((*debugger-hook* (lambda (condition hook)
                             (declare (ignore hook))
                             (throw 'hidden::left (garbage::report condition)))))
      (garbage::answer function arguments))))

(defun hidden::answers (from to calls)
  "What the unnamed functions of these numbers answer to single objects, and to as many CALLS with two to four."
  (loop for (function . way) across (subseq hidden::*unnamed* from (min to (length hidden::*unnamed*)))
        for name = (format nil "~s ~s" function (reverse way))
        do (flet ((show (arguments)
                    (format t "~A on ~S~%  ~A~%" name (mapcar #'type-of arguments) (hidden::answer function arguments))))
             (show '())
             (dolist (object garbage::*objects*) (show (list object)))
             (dolist (count '(2 3 4))
               (loop repeat calls do (show (loop repeat count collect (garbage::any-object))))))))
