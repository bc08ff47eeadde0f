;;;; Where programs enter the metaobject protocol: what the extensions define anew when they are loaded
;;;; (`lisp/extensions/`), which the first call of one of these has them do.

(in-package "JSCL-MCP")

(defmacro define-entries (&rest names)
  `(progn
     ,@(mapcar (lambda (name)
                 `(defun ,name (&rest arguments)
                    (unless (find-package "SB-MOP")
                      (error "The metaobject protocol is not there."))
                    (apply (symbol-function ',name) arguments)))
               names)))

(define-entries define-class-by-protocol define-generic-by-protocol ensure-generic-by-protocol allocate-metaobject)
