;;;; Package functions (CLHS chapter 11): the errors and restarts of SBCL over JSCL's packages.

(in-package "JSCL-MCP")

(defun require-package-designator (designator)
  (unless (or (packagep designator) (stringp designator) (symbolp designator) (characterp designator))
    (wrong-type designator '(or character package string symbol))))

(let ((library (symbol-function 'find-package)))
  (defun find-package (name)
    "The package that NAME designates, or NIL."
    (require-package-designator name)
    (funcall library name)))

(defun package-designated (designator)
  "The package that DESIGNATOR designates; a PACKAGE-DOES-NOT-EXIST error with restarts when there is none."
  (or (find-package designator)
      (restart-case
          (error 'package-does-not-exist
                 :package designator
                 :format-control "The name ~S does not designate any package."
                 :format-arguments (list designator))
        (continue ()
          :report (lambda (stream) (format stream "Use the current package, ~A." (package-name *package*)))
          *package*)
        (retry ()
          :report "Retry finding the package."
          (package-designated designator))
        (use-value (package)
          :report "Specify a different package"
          :interactive read-evaluated-form
          (package-designated package)))))

(setf (symbol-function 'jscl::find-package-or-fail) #'package-designated)

(defun package-failure (package format-control &rest format-arguments)
  "What JSCL's package functions call for conflicts and the like."
  (error 'simple-package-error
         :package package :format-control format-control :format-arguments format-arguments))

(setf (symbol-function 'jscl::simple-package-error) #'package-failure)

(let ((library (symbol-function 'make-package)))
  (defun make-package (name &key nicknames use)
    "A new package NAME. A package of that name is an error; CONTINUE replaces it."
    (dolist (each (cons name nicknames))
      (when (find-package each)
        (restart-case
            (error 'simple-package-error
                   :package each
                   :format-control "A package named ~S already exists" :format-arguments (list (string each)))
          (continue ()
            :report "Clobber existing package."
            (delete-package each)))))
    (funcall library name :nicknames nicknames :use use)))

(let ((library (symbol-function 'delete-package)))
  (defun delete-package (package)
    "Deletes PACKAGE. When there is none, CONTINUE answers NIL."
    (if (find-package package)
        (funcall library package)
        (restart-case
            (error 'simple-package-error
                   :package package
                   :format-control "There is no package named ~S." :format-arguments (list package))
          (continue ()
            :report "Ignore."
            nil)))))

(let ((library (symbol-function 'intern)))
  (defun intern (name &optional (package *package*))
    "The symbol NAME of PACKAGE, made when it is new."
    (require-type name string)
    (funcall library name package)))

(let ((library (symbol-function 'find-symbol)))
  (defun find-symbol (name &optional (package *package*))
    "The symbol NAME accessible in PACKAGE, and how it is."
    (require-type name string)
    (funcall library name package)))

;;; Name conflicts

(defun external-symbols (package)
  (let ((symbols '()))
    (jscl::%map-external-symbols (lambda (symbol) (push symbol symbols)) package)
    symbols))

(defun conflicting-symbol (symbol package used)
  "A symbol accessible in PACKAGE, or external in a package of the list USED, that has the name of SYMBOL and is another."
  (multiple-value-bind (present status) (find-symbol (symbol-name symbol) package)
    (cond ((and status (not (eq present symbol))
                (not (memq present (package-shadowing-symbols package))))
           present)
          (t (dolist (other used nil)
               (multiple-value-bind (found status) (find-symbol (symbol-name symbol) other)
                 (when (and (eq status :external) (not (eq found symbol)))
                   (return found))))))))

(defun resolve-name-conflict (package datum symbols)
  "Signals that using DATUM in PACKAGE makes SYMBOLS conflict, and shadows what a restart chose."
  (flet ((choose (symbol) (shadowing-import symbol package)))
    (restart-case
        (error 'name-conflict :package package :function 'use-package :datum datum :symbols symbols)
      (keep-old ()
        :report (lambda (stream)
                  (format stream "Keep symbols already accessible in ~A (shadowing others)." (package-name package)))
        (choose (second symbols)))
      (take-new ()
        :report (lambda (stream)
                  (format stream "Make newly exposed symbols accessible in ~A, uninterning old ones." (package-name package)))
        (choose (first symbols)))
      (resolve-conflict (symbol)
        :report "Resolve conflict."
        :interactive read-evaluated-form
        (choose symbol)))))

(let ((library (symbol-function 'use-package)))
  (defun use-package (packages-to-use &optional (package *package*))
    "Makes the external symbols of PACKAGES-TO-USE accessible in PACKAGE."
    (let ((package (package-designated package))
          (used '()))
      (dolist (each (if (listp packages-to-use) packages-to-use (list packages-to-use)) t)
        (let ((each (package-designated each)))
          (dolist (symbol (external-symbols each))
            (let ((other (conflicting-symbol symbol package used)))
              (when other
                (resolve-name-conflict package each (list symbol other)))))
          (push each used)
          (funcall library each package))))))

;;; Locks

(defvar *locked-packages* '()
  "Packages whose symbols a program may not redefine.")

(defun lock-violation (type package control arguments symbol)
  "Signals that something violates the lock of PACKAGE; returns when the lock is to be ignored."
  (restart-case (error type :package package :format-control control :format-arguments arguments :symbol symbol)
    (continue ()
      :report "Ignore the package lock."
      nil)
    (ignore-all ()
      :report "Ignore all package locks in the context of this operation."
      nil)
    (unlock-package ()
      :report "Unlock the package."
      (setq *locked-packages* (remove package *locked-packages*))
      nil)))

(defun locked-name (symbol)
  "What SYMBOL is the name of: of a function (SETF NAME), where it keeps that."
  (let* ((name (symbol-name symbol))
         (end (1- (length name))))
    (if (and (> end 6) (string= name "(SETF_" :end1 6) (char= (char name end) #\)))
        (list 'setf (intern (subseq name 6 end) (symbol-package symbol)))
        symbol)))

(defun check-symbol-lock (symbol control)
  "Signals when SYMBOL belongs to a locked package. CONTROL says what is done to it, such as \"setting fdefinition of ~A\"."
  (let ((package (symbol-package symbol)))
    (when (and package (memq package *locked-packages*) (not (eq *package* package)))
      (lock-violation 'symbol-package-locked-error package control (list (locked-name symbol)) symbol))))

(let ((library (symbol-function 'unexport)))
  (defun unexport (symbols &optional (package *package*))
    "Makes SYMBOLS internal in PACKAGE."
    (let ((package (package-designated package)))
      (when (memq package *locked-packages*)
        (let ((list (if (listp symbols) symbols (list symbols))))
          (lock-violation 'package-locked-error package
                          (if (cdr list) "unexporting symbols ~{~A~^, ~}" "unexporting symbol ~{~A~^, ~}")
                          (list list) nil)))
      (funcall library symbols package))))

;;; DEFPACKAGE

(defun define-package (name options)
  "Makes or changes the package NAME according to the OPTIONS of DEFPACKAGE."
  (flet ((arguments (key)
           (mapcan (lambda (option) (if (eq (car option) key) (copy-list (cdr option)) '())) options)))
    (let ((package (or (find-package name)
                       (make-package name :nicknames (mapcar #'string (arguments :nicknames))))))
      (shadow (mapcar #'string (arguments :shadow)) package)
      (dolist (option options)
        (when (eq (car option) :shadowing-import-from)
          (let ((from (package-designated (string (second option)))))
            (dolist (each (cddr option))
              (shadowing-import (imported-symbol (string each) from) package)))))
      (use-package (mapcar (lambda (each) (if (packagep each) each (string each))) (arguments :use)) package)
      (dolist (option options)
        (when (eq (car option) :import-from)
          (let ((from (package-designated (string (second option)))))
            (dolist (each (cddr option))
              (import (imported-symbol (string each) from) package)))))
      (dolist (each (arguments :intern))
        (intern (string each) package))
      (export (mapcar (lambda (each) (intern (string each) package)) (arguments :export)) package)
      (when (arguments :documentation)
        (setf (documentation package t) (first (arguments :documentation))))
      package)))

(defun imported-symbol (name package)
  "The symbol NAME accessible in PACKAGE; CONTINUE makes it when there is none."
  (multiple-value-bind (symbol status) (find-symbol name package)
    (if status
        symbol
        (restart-case
            (error 'simple-package-error
                   :package package
                   :format-control "no symbol named ~S in ~S" :format-arguments (list name (package-name package)))
          (continue ()
            :report "INTERN it."
            (intern name package))))))

(defmacro defpackage (name &rest options)
  "Makes or changes the package NAME."
  (dolist (option options)
    (unless (and (consp option)
                 (memq (car option) '(:nicknames :documentation :use :shadow :shadowing-import-from :import-from
                                      :export :intern :size)))
      (error 'simple-program-error
             :format-control "bogus DEFPACKAGE option: ~S" :format-arguments (list option))))
  `(eval-when (:compile-toplevel :load-toplevel :execute)
     (define-package ',(string name) ',options)))

;;; Iteration

(defmacro do-symbols ((variable &optional (package '*package*) result) &body body)
  "Runs BODY for each symbol accessible in PACKAGE."
  `(block nil
     (jscl::%map-symbols (lambda (,variable) (declare (ignorable ,variable)) (tagbody ,@body)) (package-designated ,package))
     (let ((,variable nil)) (declare (ignorable ,variable)) ,result)))

(defmacro do-external-symbols ((variable &optional (package '*package*) result) &body body)
  "Runs BODY for each external symbol of PACKAGE."
  `(block nil
     (jscl::%map-external-symbols (lambda (,variable) (declare (ignorable ,variable)) (tagbody ,@body))
                                  (package-designated ,package))
     (let ((,variable nil)) (declare (ignorable ,variable)) ,result)))

(setq *locked-packages* (list (find-package "COMMON-LISP") (find-package "JSCL-MCP")))
