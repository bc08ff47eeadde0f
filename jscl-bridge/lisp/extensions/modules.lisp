;;;; The modules that REQUIRE finds: what functions of programs provide, ASDF, and the names under which SBCL
;;;; has packages that are here.

(in-package "JSCL-MCP")

(eval-when (:compile-toplevel :load-toplevel :execute)
  (sb-impl::exported "SB-EXT" '("*MODULE-PROVIDER-FUNCTIONS*")))

(defvar sb-impl::*requiring* '()
  "The names of the modules that are being required, the innermost first.")

(defun claim-features (features)
  "Puts FEATURES into *FEATURES*."
  (dolist (feature features)
    (pushnew feature *features*)))

(defun claim-asdf-features ()
  "ASDF knows each Lisp that it runs on by a feature: here it finds what it asks of SBCL on Unix."
  (claim-features '(:sbcl :sb-thread :unix))
  (mapc #'use-in-user-package '("SB-ALIEN" "SB-DEBUG" "SB-EXT" "SB-GRAY")))

(defun use-in-user-package (name)
  "Has CL-USER use a package, as in SBCL; what a program has read there before stays its own."
  (let ((user (find-package "COMMON-LISP-USER")))
    (do-external-symbols (symbol name)
      (multiple-value-bind (own status) (find-symbol (symbol-name symbol) user)
        (unless (or (null status) (eq own symbol))
          (shadow (symbol-name symbol) user))))
    (use-package name user)))

(defun compile-asdf (file)
  (claim-asdf-features)
  (compile-file file :verbose nil))

(defparameter *modules-that-are-there*
  '("sb-cltl2" "sb-introspect" "sb-mop" "sb-posix" "sb-rotate-byte" "sb-rt")
  "Modules of SBCL whose packages are among the extensions.")

;;; The package is there when this is called.
(defun call-asdf (name &rest arguments)
  (apply (find-symbol name "ASDF") arguments))

(defun find-systems-of-index ()
  "Has ASDF look among the session's files and in the index when its own ways lead to no system."
  (let ((functions (find-symbol "*SYSTEM-DEFINITION-SEARCH-FUNCTIONS*" "ASDF")))
    (set functions (append (symbol-value functions) '(system-file)))))

(eval-when (:compile-toplevel :load-toplevel :execute)
  (export-name "LOAD-SYSTEMS" (find-package "JSCL-MCP")))

(defun load-systems (&rest names)
  "Loads the systems NAMES, strings or symbols, and what they depend on, by ASDF. Returns their names. An error
says which systems there are where there is none of a name; then none is loaded."
  (let ((names (mapcar (lambda (name) (call-asdf "COERCE-NAME" name)) names)))
    (dolist (name names)
      (unless (call-asdf "FIND-SYSTEM" name nil)
        (error "~A" (no-system name))))
    ;; Progress says which file is compiled.
    (let ((*compile-verbose* nil) (*load-verbose* nil))
      (dolist (name names names)
        (call-asdf "LOAD-SYSTEM" name)))))

(defun load-asdf ()
  (let ((*package* (find-package "COMMON-LISP-USER")))
    (load-compiled-asdf))
  (dolist (name (cons "uiop" *modules-that-are-there*))
    (call-asdf "REGISTER-PRELOADED-SYSTEM" name))
  (find-systems-of-index)
  (provide "asdf")
  (provide "uiop"))

(defun provide-built-in (name)
  "Whether the module NAME is one that comes with the image, which is loaded then."
  (let ((name (string-downcase name)))
    (cond ((member name '("asdf" "uiop") :test #'string=)
           (load-asdf)
           t)
          ((member name *modules-that-are-there* :test #'string=)
           (provide (string-upcase name))
           t))))

(defvar sb-ext:*module-provider-functions* (list 'provide-built-in)
  "Functions that REQUIRE calls with the name of a module until one answers true: it has provided the module.")

(defun sb-ext::call-module-providers (module-name)
  (let ((name (string module-name)))
    (when (member name sb-impl::*requiring* :test #'string=)
      (error "~@<Could not ~S ~A: circularity detected. Please check your configuration.~:@>" 'require name))
    (let ((sb-impl::*requiring* (cons name sb-impl::*requiring*)))
      (unless (some (lambda (provider) (funcall provider module-name)) sb-ext:*module-provider-functions*)
        (error 'extension-failure
               :format-control "Don't know how to ~S ~A."
               :format-arguments (list 'require module-name)
               :references '((:sbcl :variable sb-ext:*module-provider-functions*) (:sbcl :function require)))))))
