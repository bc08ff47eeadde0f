;;;; What PROCLAIM refuses (CLHS 3.3, 3.8.21).

(in-package "JSCL-MCP")

(defun declaration-type-conflict (name)
  (error 'simple-reference-error
         :format-control "Symbol ~A cannot be both the name of a type and the name of a declaration"
         :format-arguments (list (with-output-to-string (stream) (write-qualified name stream)))
         :references '((:ansi-cl :section (3 8 21)))))

(defun names-of-typed (operands)
  "The names that OPERANDS, a type and names, declare to be of the type."
  (destructuring-bind (type &rest names) operands
    (declare (ignore type))
    names))

(defun type-name-p (name)
  (and (symbolp name)
       (or (map-get *type-expanders* name) (find-class name nil))
       t))

(defun check-function-names (names)
  (dolist (name names)
    (unless (or (symbolp name) (consp name))
      (error "~S is not a legal INFO name." name))))

(defun check-proclaimed-variables (names)
  (dolist (name names)
    (unless (symbolp name)
      (error "Cannot proclaim TYPE of a non-symbol: ~S" name))))

(defun check-function-type (type)
  "Signals unless TYPE is one that functions are of."
  (let* ((expanded (expand-type type)) (head (if (consp expanded) (car expanded) expanded)))
    (cond ((not (or (null head) (symbolp head)))
           (error "bad thing to be a type specifier: ~S" type))
          ((not (memq head '(function compiled-function nil satisfies)))
           (error "Not a function type: ~A" (with-output-to-string (stream) (write-type type stream)))))))

(defun check-proclamation (declaration)
  "Signals when DECLARATION is not one that can be proclaimed."
  (let ((kind (car declaration))
        (operands (cdr declaration)))
    ;; Only the first two have a type before the names.
    (unless (memq kind '(type ftype))
      (require-type operands list))
    (case kind
      (special
       (dolist (name operands)
         (unless (symbolp name)
           (error "Cannot proclaim a non-symbol as SPECIAL: ~S" name))))
      ((inline notinline) (check-function-names operands))
      (type
       (check-proclaimed-variables (names-of-typed operands))
       (dolist (name (names-of-typed operands))
         (check-symbol-lock name "globally declaring the TYPE of ~A")))
      (ftype
       (when (consp operands)
         (check-function-type (car operands)))
       (dolist (name (names-of-typed operands))
         (unless (or (symbolp name) (setf-name-p name))
           (error "Cannot declare FTYPE of illegal function name ~S" name))
         (check-symbol-lock (if (symbolp name) name (second name)) "globally declaring the FTYPE of ~A")))
      (declaration
       (dolist (name operands)
         (unless (symbolp name)
           (error "In~%  ~S~%the declaration to be recognized is not a symbol:~%  ~S" declaration name))
         (check-symbol-lock name "globally declaring ~A as a declaration proclamation")
         (when (type-name-p name)
           (declaration-type-conflict name))))
      (t (when (and kind (symbolp kind) (type-name-p kind))
           (check-proclaimed-variables operands))))))
