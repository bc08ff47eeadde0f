;;;; Macros, types and declarations of SB-EXT and of packages behind it.

(in-package "SB-IMPL")

(deftype word () '(unsigned-byte 64))
(defconstant most-positive-word (1- (expt 2 64)))
(defconstant sb-vm:n-byte-bits 8)
(defconstant sb-vm:n-word-bytes 8)
(defconstant sb-vm:n-word-bits 64)
(defconstant sb-vm:n-machine-word-bits 64)
(defconstant sb-vm:n-fixnum-bits (1+ (integer-length most-positive-fixnum)))
(defconstant base-char-code-limit 128)

(proclaim '(declaration always-bound disable-package-locks enable-package-locks freeze-type global maybe-inline
            muffle-conditions unmuffle-conditions start-block end-block deprecated
            ;; Qualities of OPTIMIZE.
            sb-c::aref-trapping sb-c::check-constant-modification sb-c::check-tag-existence sb-c::compute-debug-fun
            sb-c::float-accuracy sb-c:insert-array-bounds-checks sb-c::insert-debug-catch sb-c:insert-step-conditions
            sb-c:instrument-consing sb-c::let-conversion sb-c::preserve-constants
            sb-c::preserve-single-use-debug-variables sb-c::recognize-self-calls sb-c:store-coverage-data
            sb-c:store-source-form sb-c::store-xref-data sb-c::type-check sb-c:verify-arg-count))

(defmacro with-current-source-form (forms &body body)
  "Runs BODY; where FORMS stand in the text is not looked up for what it signals."
  `(progn ,@forms (locally ,@body)))

(defmacro truly-the (type form)
  "THE, of a type that is sure to be FORM's."
  `(the ,type ,form))

(defmacro named-lambda (name lambda-list &body body)
  "A function that is called NAME where it is printed."
  `#'(named-lambda ,name ,lambda-list ,@body))

(defmacro defglobal (name value &optional (documentation nil documented))
  "Defines NAME as a variable that is bound once."
  `(defvar ,name ,value ,@(and documented (list documentation))))

(defmacro define-load-time-global (name value &optional (documentation nil documented))
  "Defines NAME as a variable that is bound once, when the definition is loaded."
  `(defvar ,name ,value ,@(and documented (list documentation))))

(defun symbol-global-value (symbol)
  (symbol-value symbol))

(defun (setf symbol-global-value) (value symbol)
  (set symbol value))

(defmacro with-unique-names (names &body body)
  "Runs BODY with each of NAMES bound to a new symbol."
  `(let ,(mapcar (lambda (name)
                   (jscl-mcp::require-type name symbol)
                   `(,name (gensym ,(string name))))
                 names)
     ,@body))

(defmacro dovector ((variable vector &optional result) &body body)
  "Runs BODY with VARIABLE bound to each element of VECTOR."
  `(progn
     (map nil (lambda (,variable) ,@body) ,vector)
     ,result))

(defun fixnump (x)
  (typep x 'fixnum))

(defun sb-kernel:%multiply-high (x y)
  "The upper word of the product of two words."
  (ash (* x y) -64))

(defun sb-kernel:ub8-bash-copy (source source-start target target-start length)
  "Copies LENGTH octets from one vector into another, or to another place in it."
  (replace target source
           :start1 target-start :start2 source-start :end2 (+ source-start length)))

(defmacro string-dispatch ((&rest types) string &body body)
  "Runs BODY. Code for a string is the same for all types of strings."
  (declare (ignore types string))
  `(progn ,@body))

;;; One thread runs, so that what is read is still there when it is written.

(defmacro with-place ((variables store) place environment &body body)
  "Runs BODY, which makes a form, with STORE, READER and WRITER bound to what reads and writes PLACE; binds VARIABLES around the form."
  (let ((values (gensym)))
    `(multiple-value-bind (,variables ,values ,store writer reader) (get-setf-expansion ,place ,environment)
       (let ((form (progn ,@body)))
         `(let* ,(mapcar #'list ,variables ,values) ,form)))))

(defmacro cas (place old new &environment environment)
  "Puts NEW into PLACE if OLD is what it holds; answers what it held."
  (with-place (variables stores) place environment
    (let ((held (gensym "HELD")) (expected (gensym "OLD")))
      `(let ((,expected ,old)
             (,(first stores) ,new)
             (,held ,reader))
         (when (eq ,held ,expected)
           ,writer)
         ,held))))

(defmacro compare-and-swap (place old new)
  `(cas ,place ,old ,new))

(defmacro changing (place environment old new)
  "The form that puts into PLACE what the form NEW makes of its value, which is bound to OLD."
  `(with-place (variables stores) ,place ,environment
     `(let* ((,,old ,reader)
             (,(first stores) ,,new))
        ,writer
        ,,old)))

(defmacro atomic-incf (place &optional (delta 1) &environment environment)
  "Adds DELTA to PLACE; answers what it held."
  (let ((old (gensym "OLD")))
    (changing place environment old `(+ ,old ,delta))))

(defmacro atomic-decf (place &optional (delta 1) &environment environment)
  "Subtracts DELTA from PLACE; answers what it held."
  (let ((old (gensym "OLD")))
    (changing place environment old `(- ,old ,delta))))

(defmacro atomic-push (object place)
  `(push ,object ,place))

(defmacro atomic-pop (place)
  `(pop ,place))

(defmacro atomic-update (place function &rest arguments &environment environment)
  "Puts into PLACE, and answers, what FUNCTION makes of ARGUMENTS and its value."
  (with-place (variables stores) place environment
    `(let ((,(first stores) (funcall ,function ,@arguments ,reader)))
       ,writer)))

(defun spin-loop-hint ()
  nil)

(defmacro with-locked-hash-table ((table) &body body)
  "Runs BODY; nothing else can use TABLE meanwhile."
  `(progn ,table ,@body))

(defmacro without-interrupts (&body body)
  `(progn ,@body))

(defmacro with-interrupts (&body body)
  `(progn ,@body))

(defmacro allow-with-interrupts (&body body)
  `(progn ,@body))

(defmacro with-local-interrupts (&body body)
  `(progn ,@body))

(defmacro with-float-traps-masked (traps &body body)
  "Runs BODY. Operations of floats signal as ever, whatever TRAPS says."
  (declare (ignore traps))
  `(progn ,@body))

(defmacro with-array-data (((data array &key (offset-var (gensym)))
                            (start &optional (start-form 0))
                            (end &optional end-form)
                            &key force-inline check-fill-pointer array-header-p)
                           &body body)
  "Runs BODY with DATA bound to a simple vector of ARRAY's elements, and START and END to the bounds in it."
  (declare (ignore force-inline check-fill-pointer array-header-p))
  (let ((given (gensym "ARRAY")))
    `(let* ((,given ,array)
            (,data (storage-of ,given))
            (,offset-var 0)
            (,start ,start-form)
            (,end (or ,end-form (length ,given))))
       (declare (ignorable ,offset-var ,start ,end))
       (multiple-value-prog1 (locally ,@body)
         (unless (eq ,data ,given)
           (restore-storage ,given ,data))))))

(defun storage-of (vector)
  "VECTOR, or a simple copy of it where it is not simple: there is no other vector that has its elements."
  (if (typep vector '(simple-array * (*)))
      vector
      (replace (make-array (array-dimension vector 0) :element-type (array-element-type vector)) vector)))

(defun restore-storage (vector copy)
  "Stores in VECTOR what has changed in its COPY."
  (dotimes (i (length vector))
    (unless (eq (aref copy i) (aref vector i))
      (setf (aref vector i) (aref copy i)))))

;;; Types

(defun valid-type-specifier-p (type &optional environment)
  "Whether TYPE is a type specifier of types that are known."
  (declare (ignore environment))
  (handler-case (progn (typep nil type) t)
    (error () nil)))

(defun typexpand-1 (type &optional environment)
  "TYPE with its definition by DEFTYPE in its place, and whether there is one."
  (declare (ignore environment))
  (let* ((name (if (consp type) (first type) type))
         (expander (and (symbolp name) (jscl-mcp::map-get jscl-mcp::*type-expanders* name))))
    (if expander
        (values (funcall expander (if (consp type) type (list type)) nil) t)
        (values type nil))))

(defun typexpand (type &optional environment)
  "TYPE with definitions by DEFTYPE in its place until there is none."
  (let ((is-expanded nil))
    (loop
      (multiple-value-bind (expansion more) (typexpand-1 type environment)
        (unless more
          (return (values type is-expanded)))
        (setq type expansion
              is-expanded t)))))

(defun typexpand-all (type &optional environment)
  "TYPE with definitions by DEFTYPE in the place of all types in it."
  (let ((type (typexpand type environment)))
    (if (and (consp type) (member (first type) '(and or not cons array simple-array vector complex values)))
        (cons (first type)
              (mapcar (lambda (part)
                        (if (or (numberp part) (eq part '*) (member part lambda-list-keywords)
                                (and (consp part) (or (numberp (first part)) (eq (first part) '*))))
                            part
                            (typexpand-all part environment)))
                      (rest type)))
        type)))

(deftype sb-kernel:format-control () '(or string function))

(defun defined-type-name-p (name &optional environment)
  (declare (ignore environment))
  (and (symbolp name) (or (find-class name nil) (valid-type-specifier-p name)) t))

;;; Conditions, none of which the image signals itself

(define-condition compiler-note (condition) ())
(define-condition sb-c:simple-compiler-note (simple-condition compiler-note) ())
(define-condition code-deletion-note (sb-c:simple-compiler-note) ())
(define-condition implicit-generic-function-warning (style-warning) ())
(define-condition sb-kernel:undefined-alien-style-warning (style-warning) ())
(define-condition broken-pipe (error) ())
(define-condition interactive-interrupt (condition) ())
(deftype uninteresting-redefinition () 'redefinition-warning)

(defun style-warn (control &rest arguments)
  (if (stringp control)
      (warn 'simple-style-warning :format-control control :format-arguments arguments)
      (apply #'warn control arguments)))

;;; What tells SBCL's compiler more of functions tells ours nothing.

(defmacro sb-c:defknown (names argument-types result-type &rest more)
  (declare (ignore argument-types result-type more))
  `',names)

(defmacro sb-c:deftransform (name lambda-list &body body)
  (declare (ignore lambda-list body))
  `',name)
