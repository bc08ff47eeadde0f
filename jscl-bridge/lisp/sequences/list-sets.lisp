;;;; What of lists as sets (CLHS 14.2) is made of others of its functions.

(in-package "JSCL-MCP")

(defun nset-exclusive-or (list-1 list-2 &rest keys)
  "Like SET-EXCLUSIVE-OR; may reuse the lists."
  (nreverse (apply #'set-exclusive-or list-1 list-2 keys)))
