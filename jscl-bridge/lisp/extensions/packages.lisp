;;;; The packages that SBCL has beside the standard's, as far as portable libraries name them, and how the
;;;; files after this one put names into them. What is not there has no name: the reader says so.

(in-package "JSCL-MCP")

(eval-when (:compile-toplevel :load-toplevel :execute)
  (dolist (name '("SB-EXT" "SB-INT" "SB-SYS" "SB-IMPL" "SB-KERNEL" "SB-C" "SB-PCL" "SB-GRAY" "SB-CLTL2" "SB-THREAD"
                  "SB-UNIX" "SB-POSIX" "SB-ALIEN" "SB-DEBUG" "SB-DI" "SB-INTROSPECT" "SB-VM" "SB-PRETTY"
                  "SB-FORMAT"))
    (unless (find-package name)
      (make-package name :use '()))
    (use-package "COMMON-LISP" name))
  ;; It has functions that are called as the standard's are.
  (unless (find-package "SB-SEQUENCE")
    (make-package "SB-SEQUENCE" :use '()))

  (defun sb-impl::exported (package names)
    "Exports NAMES, strings, from PACKAGE: symbols of our own, where SBCL's name is ours, or new ones."
    (dolist (name names)
      (multiple-value-bind (own status) (find-symbol name "JSCL-MCP")
        (if (and (eq status :external) (not (find-symbol name package)))
            (import own package)
            (import (intern name package) package)))
      (export-name name (find-package package)))))
