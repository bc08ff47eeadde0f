;;;; DESCRIBE: what an object is, in a few lines, in SBCL's layout; and REMPROP.

(in-package "JSCL-MCP")

(defun kind-of (object)
  "The kind of OBJECT as SBCL's DESCRIBE names it."
  (cond ((null object) 'null)
        ((symbolp object) 'symbol)
        ((stringp object) 'simple-string)
        ((consp object) 'list)
        ((integerp object) (if (typep object 'fixnum) 'fixnum 'bignum))
        ((functionp object) 'compiled-function)
        ((conditionp object) 'condition)
        ((jscl::std-instance-p object) 'standard-object)
        ((hash-table-p object) 'hash-table)
        ((packagep object) 'package)
        ((streamp object) 'stream)
        ((jscl::structure-p object) 'structure-object)
        (t (let ((type (type-of object)))
             (if (consp type) (car type) type)))))

(defun describe-line (stream control &rest arguments)
  (apply #'format stream control arguments)
  (terpri stream))

(defun describe-documentation (name kind stream)
  (let ((text (documentation name kind)))
    (when text
      (describe-line stream "  Documentation:~%    ~A" text))))

(defun describe-parameters (name function stream)
  (let ((texts (%runtime "tableTexts" name)))
    (when texts
      (describe-line stream "  Lambda-list: ~A~@[~%  Declared type: ~A~]" (car texts) (cadr texts)))
    (multiple-value-bind (lambda-list is-known) (function-lambda-list function)
      (when (and is-known (null texts))
        (describe-line stream "  Lambda-list: ~:A" lambda-list)))))

(defun describe-function (name function stream)
  (describe-parameters name function stream)
  (let ((text (or (function-documentation function) (standard-documentation name))))
    (when text
      (describe-line stream "  Documentation:~%    ~A" text))))

(defun describe-symbol (symbol stream)
  (when (boundp symbol)
    (describe-line stream "~%~A names a ~A variable:~%  Value: ~S" symbol
                   (if (or (keywordp symbol) (constantp symbol)) "constant" "special")
                   (symbol-value symbol))
    (describe-documentation symbol 'variable stream))
  (cond ((special-operator-p symbol)
         (describe-line stream "~%~A names a special operator:" symbol)
         (describe-documentation symbol 'function stream))
        ((macro-function symbol)
         (describe-line stream "~%~A names a macro:" symbol)
         (describe-function symbol (macro-function symbol) stream))
        ((fboundp symbol)
         (describe-line stream "~%~A names a compiled function:" symbol)
         (describe-function symbol (fdefinition symbol) stream)))
  (when (find-class symbol nil)
    (describe-line stream "~%~A names the class ~S." symbol (find-class symbol))
    (describe-documentation symbol 'type stream)))

(defun describe-slots (names object stream)
  (when names
    (let ((width (max 30 (reduce #'max (mapcar (lambda (name) (length (symbol-name name))) names)))))
      (describe-line stream "~%Slots with :INSTANCE allocation:")
      (dolist (name names)
        (format stream "  ~vA = " width name)
        (if (slot-boundp object name)
            (describe-line stream "~S" (slot-value object name))
            (describe-line stream "#<unbound slot>"))))))

(defun slot-names-of (object)
  (if (jscl::std-instance-p object)
      (mapcar (lambda (slot) (getf slot :name)) (jscl::class-slots (class-of object)))
      (jscl::das!effective-slot-names (jscl::get-structure-dsd (jscl::structure-name object)))))

(defun describe-pathname (pathname stream)
  (terpri stream)
  (dolist (part '(pathname-host pathname-device pathname-directory pathname-name pathname-type pathname-version))
    (let ((value (funcall part pathname)))
      (when value
        (describe-line stream "  ~10A = ~S" (subseq (symbol-name part) (length "PATHNAME-")) value)))))

(defun describe-details (object stream)
  (let ((kind (kind-of object)))
    (case kind
      ((null symbol) (describe-symbol object stream))
      ((standard-object condition structure-object)
       (describe-slots (slot-names-of object) object stream))
      (simple-string (describe-line stream "~%Element-type: CHARACTER~%Length: ~D" (length object)))
      (simple-vector (describe-line stream "~%Element-type: T~%Length: ~D" (length object)))
      ((character standard-char)
       (describe-line stream "~%Char-code: ~D~%Char-name: ~A" (char-code object) (char-name object)))
      (pathname (describe-pathname object stream))
      (hash-table (describe-line stream "~%Count: ~D~%Size: ~D~%Test: ~S" (hash-table-count object)
                                 (hash-table-size object) (hash-table-test object)))
      (package (describe-line stream "~%Use-list: ~{~A~^, ~}" (mapcar #'package-name (package-use-list object)))))))

(defun describe-plainly (object stream)
  (describe-line stream "~S~%  [~(~A~)]" object (kind-of object))
  (describe-details object stream))

(defun describe (object &optional stream)
  "Writes what OBJECT is to STREAM. Returns no values."
  (let ((output (case stream
                  ((nil) *standard-output*)
                  ((t) *terminal-io*)
                  (t stream))))
    (describe-object object output)
    (values)))

(defun remprop (symbol indicator)
  "Removes a property of SYMBOL; the property list from it on, or NIL, as in SBCL."
  (let ((found (nth-value 2 (get-properties (symbol-plist symbol) (list indicator)))))
    (when found
      (remf (symbol-plist symbol) indicator)
      found)))

;;; Queries about a symbol or a package, answered without an evaluation

(defun symbol-description (symbol characters)
  "What DESCRIBE writes of SYMBOL, at most CHARACTERS of it."
  (with-report-syntax (12 6)
    (written-text characters
                  (lambda (stream)
                    (describe-plainly symbol stream)
                    (describe-methods symbol stream)
                    (when (fboundp (list 'setf symbol))
                      (describe-line stream "~%~S names a function." (list 'setf symbol)))))))

(defun describe-methods (symbol stream)
  (let ((gf (and (fboundp symbol) (generic-function-named symbol))))
    (when (and gf (jscl::generic-function-methods gf))
      (describe-line stream "~%Methods of ~S:" symbol)
      (dolist (method (jscl::generic-function-methods gf))
        (describe-line stream "  ~S" (method-name-parts gf method))))))

(defun kinds-of-symbol (symbol)
  "What SYMBOL names, in words."
  (append (cond ((special-operator-p symbol) '("special operator"))
                ((macro-function symbol) '("macro"))
                ((fboundp symbol) '("function")))
          (cond ((keywordp symbol) '())
                ((constantp symbol) '("constant"))
                ((boundp symbol) '("variable")))
          (when (find-class symbol nil) '("class"))))

(defun first-line (text)
  (subseq text 0 (position #\Newline text)))

(defun describe-export (symbol stream)
  (let ((documentation (or (documentation symbol 'function) (documentation symbol 'variable))))
    (format stream "  ~A~@[ (~{~A~^, ~})~]~@[: ~A~]~%" (symbol-name symbol) (kinds-of-symbol symbol)
            (when documentation (first-line documentation)))))

(defun package-description (package characters)
  "What PACKAGE is and exports, at most CHARACTERS of it."
  (with-report-syntax (nil nil)
    (written-text characters
                  (lambda (stream)
                    (describe-line stream "~A~%  [package]" (package-name package))
                    (format stream "~@[~%Nicknames: ~{~A~^, ~}~]~@[~%Use-list: ~{~A~^, ~}~]~@[~%Documentation:~%  ~A~]~%"
                            (package-nicknames package)
                            (mapcar #'package-name (package-use-list package))
                            (documentation package t))
                    (let ((exports '()))
                      (do-external-symbols (symbol package)
                        (push symbol exports))
                      (describe-line stream "~%Exports (~D):" (length exports))
                      (dolist (symbol (sort exports #'string< :key #'symbol-name))
                        (describe-export symbol stream)))))))
