;;;; What the garbage collector does: JavaScript's, which runs when it likes, and never while a form does.

(in-package "SB-IMPL")

(defstruct (weak-pointer (:constructor new-weak-pointer (reference)) (:copier nil))
  reference)

(defmethod print-object ((pointer weak-pointer) stream)
  (multiple-value-bind (value is-alive) (weak-pointer-value pointer)
    (if is-alive
        (format stream "#<weak pointer: ~S>" value)
        (write-string "#<broken weak pointer>" stream))))

(defun make-weak-pointer (object)
  "A weak pointer to OBJECT, which does not keep it."
  (new-weak-pointer (jscl-mcp::weak-reference object)))

(defun weak-pointer-value (weak-pointer)
  "What WEAK-POINTER points to, and T; NIL and NIL when that is garbage."
  (jscl-mcp::require-type weak-pointer weak-pointer)
  (jscl-mcp::referent (weak-pointer-reference weak-pointer)))

(defun finalize (object function &key dont-save)
  "Has FUNCTION be called by GC when OBJECT is garbage; answers OBJECT."
  (declare (ignore dont-save))
  (jscl-mcp::note-finalizer object (coerce function 'function))
  object)

(defun cancel-finalization (object)
  "Has no function be called when OBJECT is garbage."
  (jscl-mcp::forget-finalizers object)
  object)

(defvar *gc-run-time* 0)

(defun gc (&key full gen)
  "Calls the finalizers of objects that were found to be garbage."
  (declare (ignore full gen))
  (mapc #'funcall (jscl-mcp::take-finalizers))
  nil)

(defun hash-table-weakness (table)
  (jscl-mcp::require-type table hash-table)
  (values (jscl-mcp::table-options table)))

(defun hash-table-synchronized-p (table)
  (jscl-mcp::require-type table hash-table)
  (nth-value 1 (jscl-mcp::table-options table)))

(defmacro define-hash-table-test (name hash-function)
  "Has MAKE-HASH-TABLE take NAME, a function of two keys, for a test. HASH-FUNCTION is a function of a key."
  `(progn
     (jscl-mcp::define-test ',name #',hash-function)
     ',name))

(defun get-bytes-consed ()
  "The octets that the program is known to hold; what it has made and dropped is not counted."
  (jscl-mcp::%runtime "heapUsage"))

(defun %stuff-hash-table (table entries)
  "TABLE with ENTRIES, conses of keys and values: how a table is printed readably."
  (loop for (key . value) in entries do (setf (gethash key table) value))
  table)
