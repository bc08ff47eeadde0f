;;;; DEFPACKAGE (CLHS chapter 11), with SBCL's options and its warnings where a package is no longer as it was
;;;; defined.

(in-package "JSCL-MCP")

(defun imported-symbol (name package)
  "The symbol NAME accessible in PACKAGE; CONTINUE makes it when there is none."
  (multiple-value-bind (symbol status) (find-symbol name package)
    (if status
        symbol
        (restart-case
            (package-failure package "no symbol named ~S in ~S" name (package-name package))
          (continue ()
            :report "INTERN it."
            (intern name package))))))

(defun imported-symbols (options)
  "The symbols that OPTIONS, each a package and names, are about."
  (let ((symbols '()))
    (dolist (option options (nreverse symbols))
      (let ((from (package-designated (first option))))
        (dolist (name (rest option))
          (push (imported-symbol name from) symbols))))))

(defun at-variance (package what symbols)
  "Warns that PACKAGE does as WHAT says with SYMBOLS, which its new definition does not mention."
  (when symbols
    (warn 'package-at-variance
          :format-control "~A also ~A:~%  ~A"
          :format-arguments (list (package-name package) what
                                  (let ((*package* (find-package "KEYWORD"))) (prin1-to-string symbols)))
          :references '((:ansi-cl :macro defpackage) (:sbcl :variable "SB-EXT:*ON-PACKAGE-VARIANCE*")))))

(defun check-variance (package shadowing used exported)
  "Warns of what PACKAGE has beyond the symbols that it is to shadow, packages that it is to use and names that it is to export."
  (at-variance package "shadows the following symbols"
               (set-difference (package-shadowing-symbols package) shadowing))
  (let ((more (set-difference (package-use-list package) used)))
    (when more
      (warn 'package-at-variance
            :format-control "~A also uses the following packages:~%  ~A"
            :format-arguments (list (package-name package) (mapcar #'package-name more))
            :references '((:ansi-cl :macro defpackage) (:sbcl :variable "SB-EXT:*ON-PACKAGE-VARIANCE*")))))
  (at-variance package "exports the following symbols"
               (remove-if (lambda (symbol) (member (symbol-name symbol) exported :test #'string=))
                          (symbols-of package :external))))

(defun add-package-local-nickname (nickname actual package)
  "Has the string NICKNAME mean the package ACTUAL where PACKAGE is the current one."
  (let ((meant (local-nickname package nickname)))
    (cond ((member nickname '("CL" "COMMON-LISP" "KEYWORD" "") :test #'string=)
           (with-simple-restart (continue "Use it anyway.")
             (package-failure package "Attempt to use ~A as a package local nickname (for ~A)."
                              nickname (package-name actual))))
          ((and meant (not (eq meant actual)))
           (with-simple-restart (continue "Keep ~A as local nickname for ~A." nickname (package-name meant))
             (package-failure package "~@<Cannot add ~A as local nickname for ~A in ~A: already nickname for ~A.~:@>"
                              nickname (package-name actual) (package-name package) (package-name meant))
             (setq meant nil))
           (when meant (return-from add-package-local-nickname package))))
    (add-local-nickname package nickname actual)))

(defun actual-package (name)
  "The package NAME for which there is to be a local nickname."
  (or (find-package name)
      (package-failure name "The name ~S does not designate any package." name)))

(defun define-package (name options)
  "Makes or changes the package NAME according to OPTIONS, a plist that DEFPACKAGE has checked."
  (destructuring-bind (&key nicknames documentation use shadow shadowing-import-from import-from export intern
                            local-nicknames lock lock-given implement)
      options
    (let ((package (package-with-name name)))
      (when (and package (string/= (package-name package) name))
        (package-failure package "~A is a nickname for the package ~A" name (package-name package)))
      (let ((used (each-value (each use) (package-designated each)))
            (shadowing (imported-symbols shadowing-import-from)))
        (if package
            (check-variance package
                            (append shadowing
                                    (mapcar (lambda (each) (find-symbol each package)) shadow))
                            used export)
            (setq package (make-package name)))
        (add-nicknames package nicknames)
        (shadow shadow package)
        (shadowing-import shadowing package)
        (use-package used package)
        (dolist (each intern)
          (intern each package))
        (import (imported-symbols import-from) package)
        (export (mapcar (lambda (each) (values (intern each package))) export) package)
        (dolist (each local-nicknames)
          (add-package-local-nickname (first each) (actual-package (second each)) package))
        (setf (documentation package t) documentation)
        (dolist (each implement)
          (set-implements package (package-designated each) t))
        (when lock-given
          (lock-package package lock))
        package))))

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defun named-by (designator what)
    "The string that DESIGNATOR is in a DEFPACKAGE form; WHAT says of what it is the name."
    (cond ((or (stringp designator) (symbolp designator) (characterp designator)) (string designator))
          ((and (string= what "package") (packagep designator)) (package-name designator))
          (t (error 'simple-type-error
                    :datum designator :expected-type '(or character string symbol)
                    :format-control "~S does not designate a ~A"
                    :format-arguments (list designator what)))))

  (defun names-in (designators)
    (mapcar (lambda (each) (named-by each "string")) designators))

  (defun single-argument (option seen)
    "The argument of OPTION, of whose kind there may be one and none was SEEN."
    (when seen
      (error 'simple-program-error
             :format-control "can't specify ~S more than once." :format-arguments (list (car option))))
    (unless (and (cdr option) (null (cddr option)))
      (error 'simple-program-error
             :format-control "~S expects a single argument. Got ~S" :format-arguments (list (car option) (cdr option))))
    (second option))

  (defun check-disjoint (&rest parameters)
    "Signals when two of PARAMETERS, lists that begin with the name of an option, have a name in common."
    (do ((rest parameters (cdr rest)))
        ((null rest))
      (dolist (other (cdr rest))
        (let ((common (intersection (cdar rest) (cdr other) :test #'string=)))
          (when common
            (error 'simple-program-error
                   :format-control "Parameters ~S and ~S must be disjoint but have common elements ~%   ~S"
                   :format-arguments (list (caar rest) (car other) common)))))))

  (defun imports-in (option)
    (cons (named-by (second option) "package") (names-in (cddr option))))

  (defun check-package-size (size option)
    (unless (and (integerp size) (>= size 0))
      (error 'simple-program-error
             :format-control ":SIZE is not a positive integer: ~S" :format-arguments (list option))))

  (defun parsed-package-options (options)
    "What the OPTIONS of a DEFPACKAGE form say, as a plist."
    (let ((result '()) (seen '()))
      (flet ((add (key more) (setf (getf result key) (append (getf result key) more))))
        (dolist (option options)
          (let ((key (and (consp option) (car option))))
            (case key
              ((:nicknames :shadow :export :intern) (add key (names-in (cdr option))))
              (:use (add key (mapcar (lambda (each) (named-by each "package")) (cdr option))))
              ((:import-from :shadowing-import-from) (add key (list (imports-in option))))
              (:local-nicknames
               (add key (mapcar (lambda (each)
                                  (destructuring-bind (nick name) each
                                    (list (named-by nick "string") (named-by name "package"))))
                                (cdr option))))
              (:size (check-package-size (single-argument option (memq key seen)) option))
              (:documentation
               (let ((text (single-argument option (memq key seen))))
                 (unless (or (null text) (stringp text)) (wrong-type text 'string))
                 (setf (getf result key) text)))
              (:lock (setf (getf result key) (and (single-argument option (memq key seen)) t)
                           (getf result :lock-given) t))
              (:implement (add key (mapcar (lambda (each) (named-by each "package")) (cdr option))))
              (t (error 'simple-program-error
                        :format-control "bogus DEFPACKAGE option: ~S" :format-arguments (list option))))
            (push key seen))))
      result)))

(defmacro defpackage (name &rest options)
  "Makes or changes the package NAME."
  (let ((parsed (parsed-package-options options)))
    (flet ((imported (key) (apply #'append (mapcar #'rest (getf parsed key)))))
      (check-disjoint (cons :intern (getf parsed :intern))
                      (cons :export (getf parsed :export)))
      (check-disjoint (cons :intern (getf parsed :intern))
                      (cons :import-from (imported :import-from))
                      (cons :shadow (getf parsed :shadow))
                      (cons :shadowing-import-from (imported :shadowing-import-from))))
    `(eval-when (:compile-toplevel :load-toplevel :execute)
       (define-package ',(named-by name "string") ',parsed))))

(lock-package (find-package "COMMON-LISP") t)
(lock-package (find-package "JSCL-MCP") t)
