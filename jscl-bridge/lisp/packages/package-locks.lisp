;;;; Package locks, as SBCL has them: what a program may not do to a package unless it is in that package.

(in-package "JSCL-MCP")

(defun lock-violation (type package control arguments symbol)
  "Signals that something violates the lock of PACKAGE; returns when the lock is to be ignored."
  (restart-case
      (apply #'error type
             :package package :format-control control :format-arguments arguments
             (append (and symbol (list :symbol symbol))
                     (if (own-package-p package) '() '(:references ((:sbcl :node "Package Locks"))))))
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

(defun check-symbol-lock (symbol control)
  "Signals when SYMBOL belongs to a locked package. CONTROL says what is done to it, such as \"setting fdefinition of ~A\"."
  (let ((package (symbol-package symbol)))
    (when (and package (package-locked-p package) (not (eq *package* package)))
      (lock-violation 'symbol-package-locked-error package control (list (function-name-of symbol)) symbol))))

(defun check-package-lock (package control &rest arguments)
  "Signals when PACKAGE is locked. CONTROL says what is done to it."
  (when (and (package-locked-p package) (not (eq *package* package)))
    (lock-violation 'package-locked-error package control arguments nil)))
