;;;; Package locks, as SBCL has them: what a program may not do to a package unless it is in that package.

(in-package "JSCL-MCP")

(defun lock-violation (type package control arguments symbol)
  "Signals that something violates the lock of PACKAGE; returns when the lock is to be ignored."
  (restart-case
      (apply #'error type (violation-initargs package control arguments symbol))
    (continue ()
      :report "Ignore the package lock."
      nil)
    (ignore-all ()
      :report "Ignore all package locks in the context of this operation."
      nil)
    (unlock-package ()
      :report "Unlock the package."
      (lock-package package nil)
      nil)))

(defvar sb-impl::*ignored-package-locks* nil
  "Whether no lock holds; SB-EXT:WITHOUT-PACKAGE-LOCKS binds it.")

(defmacro implementing-packages (package)
  "The set of packages whose locks do not hold where PACKAGE is the current one, or NIL."
  `(%js-inline "($0.implementing ?? $1)" ,package nil))

(defun implements-p (package other)
  "Whether the lock of OTHER does not hold where PACKAGE is the current one."
  (or (eq package other)
      (memq other (implementing-packages package))))

(defun set-implements (package other is-implementing)
  "Has the lock of OTHER hold, or not, where PACKAGE is the current one."
  (let ((others (remove other (implementing-packages package))))
    (%js-inline "($0.implementing = $1)" package (if is-implementing (cons other others) others))))

(defun lock-holds-p (package)
  (and (package-locked-p package)
       (not sb-impl::*ignored-package-locks*)
       (not (implements-p *package* package))))

(defun symbol-lock-holds-p (symbol)
  (let ((package (symbol-package symbol)))
    (and package (lock-holds-p package))))

(defun violation-initargs (package control arguments symbol)
  (list* :package package :format-control control :format-arguments arguments
         (append (and symbol (list :symbol symbol))
                 (if (own-package-p package) '() '(:references ((:sbcl :node "Package Locks")))))))

(defun lock-condition (symbol control name)
  "The condition for something that violates the lock of the package of SYMBOL, and is done to NAME."
  (apply #'make-condition 'symbol-package-locked-error
         (violation-initargs (symbol-package symbol) control (list name) symbol)))

(defun check-symbol-lock (symbol control)
  "Signals when SYMBOL belongs to a locked package. CONTROL says what is done to it, such as \"setting fdefinition of ~A\"."
  (when (symbol-lock-holds-p symbol)
    (lock-violation 'symbol-package-locked-error
                    (symbol-package symbol) control (list (function-name-of symbol)) symbol)))

(defun check-package-lock (package control &rest arguments)
  "Signals when PACKAGE is locked. CONTROL says what is done to it."
  (when (lock-holds-p package)
    (lock-violation 'package-locked-error package control arguments nil)))
