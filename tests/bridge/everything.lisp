;;;; Has an image take in all that comes later: the packages of the extensions, modules, ASDF and a library,
;;;; and what is made when it is used first.

(find-package "SB-MOP")
(mapc #'require '(:asdf :uiop :sb-cltl2 :sb-introspect :sb-mop :sb-posix :sb-rotate-byte :sb-rt))

(with-open-file (out "own-library.asd" :direction :output :if-exists :supersede)
  (write-string "(defsystem \"own-library\" :components ((:file \"own-library\")))" out))
(with-open-file (out "own-library.lisp" :direction :output :if-exists :supersede)
  (write-string "(defpackage own-library (:use :cl)) (in-package own-library)
                 (define-condition broken (error) ()) (defclass thing () ((a :initarg :a)))
                 (defgeneric use-thing (thing) (:method ((thing thing)) (slot-value thing 'a)))"
                out))
(asdf:load-system "own-library")

(defun everything-traced (x) x)
(trace everything-traced)
(everything-traced 1)
(untrace)

(list :everything (and (find-package "OWN-LIBRARY") (find-package "ASDF") t))
