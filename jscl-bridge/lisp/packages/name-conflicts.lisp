;;;; Functions that make symbols accessible in packages, and the conflicts of their names (CLHS 11.1.1.2.5).

(in-package "JSCL-MCP")

;;; Arguments

(defun as-list (object)
  (if (listp object) object (list object)))

(defun symbols-designated (symbols package)
  "The list of symbols that SYMBOLS designates, for a change of PACKAGE."
  (unless (or (consp symbols) (symbolp symbols))
    (wrong-type symbols '(or cons symbol)))
  (let ((list (as-list symbols)))
    (dolist (each list list)
      (unless (symbolp each)
        (package-failure package "~S is not a symbol." each)))))

(defun check-symbols-lock (package doing symbols)
  "Signals when PACKAGE is locked and SYMBOLS are to be changed in it; DOING says how."
  (when symbols
    (check-package-lock package "~A symbol~P ~{~A~^, ~}" doing (length symbols) symbols)))

(defun status-of (symbol package)
  "How SYMBOL itself is accessible in PACKAGE, NIL when it is not."
  (multiple-value-bind (found status) (find-symbol (symbol-name symbol) package)
    (and (eq found symbol) status)))

(defun remove-shadowing (symbol package)
  (set-shadowing-symbols package (remove symbol (package-shadowing-symbols package) :test #'eq)))

(defun make-shadowing (symbol package)
  (set-shadowing-symbols package (adjoin symbol (package-shadowing-symbols package) :test #'eq)))

;;; Conflicts

(defun resolve-name-conflict (function datum package symbols)
  "Signals that FUNCTION of DATUM makes SYMBOLS, the new one first, conflict in PACKAGE; true when a restart did all there is to do."
  (let* ((new (first symbols))
         (old (second symbols))
         (name (symbol-name new)))
    (flet ((exposing-p (condition) (declare (ignore condition)) (memq function '(use-package export)))
           (importing-p (condition) (declare (ignore condition)) (eq function 'import)))
      (restart-case
          (error 'name-conflict :package package :function function :datum datum :symbols symbols)
        (keep-old ()
          :test exposing-p
          :report (lambda (stream)
                    (if (eq function 'export)
                        (format stream "Keep ~S accessible in ~A (shadowing ~S)." old (package-name package) new)
                        (format stream "Keep symbols already accessible in ~A (shadowing others)." (package-name package))))
          (shadow name package)
          t)
        (take-new ()
          :test exposing-p
          :report (lambda (stream)
                    (if (eq function 'export)
                        (format stream "Make ~S accessible in ~A (uninterning ~S)." new (package-name package) old)
                        (format stream "Make newly exposed symbols accessible in ~A, uninterning old ones."
                                (package-name package))))
          (unintern old package)
          t)
        (shadowing-import-it ()
          :test importing-p
          :report (lambda (stream) (format stream "Shadowing-import ~S, uninterning ~S." new old))
          (shadowing-import new package)
          t)
        (dont-import-it ()
          :test importing-p
          :report (lambda (stream) (format stream "Don't import ~S, keeping ~S." new old))
          t)
        (resolve-conflict (symbol)
          :report "Resolve conflict."
          :interactive read-evaluated-form
          (shadowing-import symbol package)
          t)))))

;;; Using packages

(defun use-package (packages-to-use &optional (package *package*))
  "Makes the external symbols of PACKAGES-TO-USE accessible in PACKAGE."
  (unless (or (listp packages-to-use) (packagep packages-to-use) (stringp packages-to-use)
              (symbolp packages-to-use) (characterp packages-to-use))
    (wrong-type packages-to-use '(or string cons symbol character package)))
  (let* ((package (package-designated package))
         (new (remove-if (lambda (each) (memq each (package-use-list package)))
                         (mapcar #'package-designated (as-list packages-to-use)))))
    (when new
      (check-package-lock package "using package~P ~{~A~^, ~}" (length new) new))
    (dolist (each new t)
      (unless (memq each (package-use-list package))
        (dolist (symbols (use-conflicts each package))
          (resolve-name-conflict 'use-package each package symbols))
        (set-used-packages package (cons each (package-use-list package)))))))

(defun unuse-package (packages-to-unuse &optional (package *package*))
  "Makes the external symbols of PACKAGES-TO-UNUSE no longer accessible in PACKAGE."
  (let* ((package (package-designated package))
         (old (remove-if-not (lambda (each) (memq each (package-use-list package)))
                             (mapcar #'package-designated (as-list packages-to-unuse)))))
    (when old
      (check-package-lock package "unusing package~P ~{~A~^, ~}" (length old) old))
    (set-used-packages package (remove-if (lambda (each) (memq each old)) (package-use-list package)))
    t))

;;; Exporting

(defun check-exposed (symbol package)
  "Signals where SYMBOL, external in PACKAGE from now on, conflicts with others in packages that use it."
  (dolist (user (package-used-by-list package))
    (multiple-value-bind (found status) (find-symbol (symbol-name symbol) user)
      (when (and status
                 (not (eq found symbol))
                 (not (memq found (package-shadowing-symbols user))))
        (resolve-name-conflict 'export symbol user (list symbol found))))))

(defun export (symbols &optional (package *package*))
  "Makes SYMBOLS external in PACKAGE."
  (let* ((package (package-designated package))
         (new (remove-if (lambda (symbol) (eq (status-of symbol package) :external))
                         (symbols-designated symbols package)))
         (missing (remove-if (lambda (symbol) (status-of symbol package)) new)))
    (check-symbols-lock package "exporting" new)
    (dolist (symbol new)
      (check-exposed symbol package))
    (when missing
      (restart-case
          (package-failure package "~@<These symbols are not accessible in the ~A package:~2I~_~S~:>"
                           (package-name package) missing)
        (continue ()
          :report (lambda (stream) (format stream "~S these symbols into the ~A package." 'import (package-name package)))
          (import missing package))))
    (import (remove-if-not (lambda (symbol) (eq (status-of symbol package) :inherited)) new) package)
    (dolist (symbol new t)
      (set-external symbol package t))))

(defun unexport (symbols &optional (package *package*))
  "Makes SYMBOLS internal in PACKAGE."
  (let* ((package (package-designated package))
         (symbols (symbols-designated symbols package)))
    (dolist (symbol symbols)
      (unless (status-of symbol package)
        (package-failure package "~S is not accessible in the ~A package." symbol (package-name package))))
    (let ((external (remove-if-not (lambda (symbol) (eq (status-of symbol package) :external)) symbols)))
      (check-symbols-lock package "unexporting" external)
      (dolist (symbol external t)
        (set-external symbol package nil)))))

;;; Importing

(defun import (symbols &optional (package *package*))
  "Makes SYMBOLS present in PACKAGE."
  (let* ((package (package-designated package))
         (new (remove-if (lambda (symbol) (memq (status-of symbol package) '(:internal :external)))
                         (symbols-designated symbols package))))
    (check-symbols-lock package "importing" new)
    (dolist (symbol new t)
      (multiple-value-bind (found status) (find-symbol (symbol-name symbol) package)
        (unless (and status
                     (not (eq found symbol))
                     (resolve-name-conflict 'import symbol package (list symbol found)))
          (add-symbol symbol package nil))))))

(defun shadow (names &optional (package *package*))
  "Makes symbols with NAMES present in PACKAGE that shadow those it inherits."
  (unless (or (stringp names) (characterp names) (listp names) (symbolp names))
    (wrong-type names '(or string character cons symbol)))
  (let* ((package (package-designated package))
         (shadowing (mapcar #'symbol-name (package-shadowing-symbols package)))
         (names (mapcar #'string (as-list names))))
    (unless (subsetp names shadowing :test #'string=)
      (check-package-lock package "shadowing symbol~P ~{~A~^, ~}" (length names) names))
    (dolist (name names t)
      (multiple-value-bind (symbol status) (find-symbol name package)
        (make-shadowing (if (memq status '(:internal :external)) symbol (new-symbol-in name package)) package)))))

(defun shadowing-import (symbols &optional (package *package*))
  "Makes SYMBOLS present in PACKAGE in the place of others with their names."
  (let* ((package (package-designated package))
         (symbols (symbols-designated symbols package)))
    (check-symbols-lock package "shadowing-importing" symbols)
    (dolist (symbol symbols t)
      (multiple-value-bind (found status) (find-symbol (symbol-name symbol) package)
        (when (and (memq status '(:internal :external)) (not (eq found symbol)))
          (remove-shadowing found package)
          (remove-symbol found package))
        (unless (and (eq found symbol) (memq status '(:internal :external)))
          (add-symbol symbol package t))
        (make-shadowing symbol package)))))

(defun unintern (symbol &optional (package *package*))
  "Makes SYMBOL no longer present in PACKAGE; true when it was."
  (unless (symbolp symbol)
    (error 'type-error :datum symbol :expected-type 'symbol :context 'symbol))
  (let ((package (package-designated package)))
    (when (memq (status-of symbol package) '(:internal :external))
      (check-package-lock package "uninterning ~A" symbol)
      (let ((inherited (and (memq symbol (package-shadowing-symbols package))
                            (inherited-symbols (symbol-name symbol) package))))
        (if (and (cdr inherited) (resolve-name-conflict 'unintern symbol package inherited))
            t
            (progn
              (remove-shadowing symbol package)
              (remove-symbol symbol package)
              t))))))

(defun inherited-symbols (name package)
  "The symbols NAME, each once, that packages export which PACKAGE uses."
  (let ((symbols '()))
    (dolist (used (package-use-list package) symbols)
      (multiple-value-bind (symbol status) (find-symbol name used)
        (when (eq status :external)
          (setq symbols (adjoin symbol symbols :test #'eq)))))))
