;;;; Locks of packages and local nicknames, for programs.

(in-package "SB-IMPL")

(defun lock-package (package)
  "Locks PACKAGE."
  (jscl-mcp::lock-package (jscl-mcp::package-designated package) t)
  t)

(defun unlock-package (package)
  "Unlocks PACKAGE."
  (jscl-mcp::lock-package (jscl-mcp::package-designated package) nil)
  t)

(defun package-locked-p (package)
  "Whether PACKAGE is locked."
  (jscl-mcp::package-locked-p (jscl-mcp::package-designated package)))

(defmacro without-package-locks (&body body)
  "Runs BODY, whose definitions no lock of a package forbids."
  `(let ((*ignored-package-locks* t))
     ,@body))

(defun call-with-unlocked-packages (packages function)
  (let ((locked (remove-if-not #'package-locked-p packages)))
    (unwind-protect (progn
                      (mapc #'unlock-package locked)
                      (funcall function))
      (mapc #'lock-package locked))))

(defmacro with-unlocked-packages (packages &body body)
  "Runs BODY with PACKAGES, which are not evaluated, unlocked."
  `(call-with-unlocked-packages ',packages (lambda () ,@body)))

(defun package-implements-list (package)
  "The packages whose locks do not hold where PACKAGE is the current one."
  (let ((package (jscl-mcp::package-designated package)))
    (remove-if-not (lambda (other) (jscl-mcp::implements-p package other)) (list-all-packages))))

(defun package-implemented-by-list (package)
  "The packages for which the lock of PACKAGE does not hold."
  (let ((package (jscl-mcp::package-designated package)))
    (remove-if-not (lambda (other) (jscl-mcp::implements-p other package)) (list-all-packages))))

(defun designated-packages (packages)
  (mapcar #'jscl-mcp::package-designated (if (listp packages) packages (list packages))))

(defun add-implementation-package (packages-to-add &optional (package *package*))
  "Has the lock of PACKAGE not hold where one of PACKAGES-TO-ADD is the current one."
  (dolist (other (designated-packages packages-to-add))
    (jscl-mcp::set-implements other (jscl-mcp::package-designated package) t)))

(defun remove-implementation-package (packages-to-remove &optional (package *package*))
  "Has the lock of PACKAGE hold again where one of PACKAGES-TO-REMOVE is the current one."
  (dolist (other (designated-packages packages-to-remove))
    (jscl-mcp::set-implements other (jscl-mcp::package-designated package) nil)))

(defun add-package-local-nickname (local-nickname actual-package &optional (package *package*))
  "Has LOCAL-NICKNAME mean ACTUAL-PACKAGE where PACKAGE is the current one."
  (let ((package (jscl-mcp::package-designated package)))
    (jscl-mcp::add-package-local-nickname
     (string local-nickname) (jscl-mcp::package-designated actual-package) package)
    package))

(defun package-local-nicknames (package)
  "The local nicknames of PACKAGE with what they mean."
  (jscl-mcp::local-nicknames (jscl-mcp::package-designated package)))

(defun package-locally-nicknamed-by-list (package)
  "The packages that have a local nickname for PACKAGE."
  (let ((package (jscl-mcp::package-designated package)))
    (remove-if-not (lambda (other) (rassoc package (package-local-nicknames other))) (list-all-packages))))

(defun remove-package-local-nickname (old-nickname &optional (package *package*))
  "Removes the local nickname OLD-NICKNAME of PACKAGE; whether there was one."
  (jscl-mcp::forget-local-nickname (jscl-mcp::package-designated package) (string old-nickname)))
