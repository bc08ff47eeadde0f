;;;; TYPEP and DEFTYPE (CLHS chapter 4).

(in-package "JSCL-MCP")

(defvar *type-predicates* (make-map)
  "Predicates of standard type names.")

(defvar *type-expanders* (make-map)
  "Functions of the arguments of a type specifier, by names that DEFTYPE defined.")

(defun define-type-predicate (name function)
  (map-set *type-predicates* name function))

(defmacro define-type-predicates (&rest entries)
  `(progn
     ,@(mapcar (lambda (entry)
                 `(define-type-predicate ',(first entry)
                    (lambda (object) (declare (ignorable object)) ,(second entry))))
               entries)))

(defmacro true-in-js (text &rest objects)
  `(%js-inline ,(concatenate 'string "(" text " ? t : nil)") ,@objects))

(define-type-predicates
  (t t)
  (* t)
  (nil nil)
  (null (null object))
  (list (listp object))
  (cons (consp object))
  (atom (atom object))
  (symbol (symbolp object))
  (keyword (keywordp object))
  (boolean (or (null object) (eq object t)))
  (number (numberp object))
  (real (realp object))
  (rational (rationalp object))
  (ratio (and (rationalp object) (not (integerp object))))
  (integer (integerp object))
  (signed-byte (integerp object))
  (unsigned-byte (and (integerp object) (>= object 0)))
  (bit (or (eql object 0) (eql object 1)))
  (fixnum (and (integerp object) (<= most-negative-fixnum object most-positive-fixnum)))
  (bignum (and (integerp object) (not (<= most-negative-fixnum object most-positive-fixnum))))
  (float (floatp object))
  (single-float (and (floatp object) (true-in-js "!($0 instanceof R.DoubleFloat)" object)))
  (short-float (and (floatp object) (true-in-js "!($0 instanceof R.DoubleFloat)" object)))
  (double-float (true-in-js "$0 instanceof R.DoubleFloat" object))
  (long-float (true-in-js "$0 instanceof R.DoubleFloat" object))
  (complex (complexp object))
  (character (characterp object))
  (base-char (and (characterp object) (< (char-code object) 128)))
  (extended-char (and (characterp object) (>= (char-code object) 128)))
  (standard-char (and (characterp object) (jscl::standard-char-p object)))
  (string (stringp object))
  (simple-string (and (stringp object) (simple-p object)))
  (base-string (and (stringp object) (specialized-p object 'base-char)))
  (simple-base-string (and (stringp object) (specialized-p object 'base-char) (simple-p object)))
  (vector (vector-p object))
  (simple-vector (and (vector-p object) (not (specialized-array-p object)) (simple-p object)))
  (bit-vector (bit-vector-p object))
  (simple-bit-vector (and (bit-vector-p object) (simple-p object)))
  (array (arrayp object))
  (simple-array (and (arrayp object) (simple-p object)))
  (sequence (or (listp object) (vector-p object)
                ;; SB-SEQUENCE has classes of the program's that inherit from it.
                (and (not (symbolp object)) (not (numberp object)) (not (characterp object)) (not (functionp object))
                     (memq (built-in sequence) (precedence-of (class-of object)))
                     t)))
  (function (functionp object))
  (compiled-function (functionp object))
  (generic-function (and (functionp object) (generic-function-named object) t))
  (standard-generic-function (and (functionp object) (generic-function-named object)
                                  (memq (built-in standard-generic-function) (precedence-of (class-of object))) t))
  (package (packagep object))
  (hash-table (hash-table-p object))
  (stream (streamp object))
  (condition (conditionp object))
  (restart (restart-p object))
  (class (class-object-p object))
  (standard-class (and (class-object-p object)
                       (memq (built-in standard-class) (precedence-of (jscl::std-instance-class object)))
                       (equal (metaclass-name object) "STANDARD-CLASS")))
  (built-in-class (and (class-object-p object) (equal (metaclass-name object) "BUILT-IN-CLASS")))
  (structure-class (and (class-object-p object) (equal (metaclass-name object) "STRUCTURE-CLASS"))))

(defun metaclass-symbol (class)
  (let ((name (metaclass-name class)))
    (values (or (find-symbol name "COMMON-LISP") (intern name "SB-PCL")))))

(defun class-object-p (object)
  (and (jscl::std-instance-p object)
       (memq (built-in class) (precedence-of (jscl::std-instance-class object)))
       t))

(defun specialized-p (array element-type)
  (eq (array-element-type array) element-type))

;;; Expansion

(defun expand-type (type)
  "TYPE with the definition of its name in place of it, as far as there are any."
  (let* ((name (if (consp type) (car type) type))
         (expander (and (symbolp name) (map-get *type-expanders* name))))
    (cond (expander
           (expand-type (funcall expander (if (consp type) type (list type)) nil)))
          ((and (symbolp name)
                (jscl::get-expander-for type)
                (not (map-get *type-predicates* name))
                (not (map-get *type-arguments* name))
                (not (find-class name nil)))
           ;; A type of JSCL's own library.
           (expand-type (jscl::%type-expand type)))
          (t type))))

(defun define-type (name expander)
  "Makes EXPANDER, a macro function, say what the type specifier NAME stands for."
  (%runtime "checkTypeLock" name)
  (note-definition type name)
  (map-set *type-expanders* name expander)
  name)

;;; TYPEP

(defun typep (object type &optional environment)
  "True when OBJECT is of TYPE."
  (declare (ignore environment))
  (cond ((symbolp type)
         (let ((predicate (map-get *type-predicates* type)))
           (cond (predicate (funcall predicate object))
                 ((jscl::std-instance-p object)
                  (instance-of-name-p object type))
                 (t (of-named-type-p object type)))))
        ((consp type)
         (unless (%js-inline "(R.checkedTypes.has($0) ? t : nil)" type)
           (check-specifier type)
           (%js-inline "(R.checkedTypes.add($0), nil)" type))
         (of-compound-type-p object type))
        ((jscl::std-instance-p type)
         (and (memq type (precedence-of (class-of object))) t))
        (t (bad-type type))))

(defun instance-of-name-p (object name)
  (let* ((class (jscl::std-instance-class object))
         (layout (class-layout class)))
    (cond ((and layout (memq name (layout-precedence layout))) t)
          ((map-get *type-expanders* name) (of-named-type-p object name))
          (t
           (let ((named (jscl::!find-class name nil)))
             (if named
                 (and (memq named (precedence-of class)) t)
                 (of-named-type-p object name)))))))

(defun of-named-type-p (object name)
  (let ((class (and (not (map-get *type-expanders* name)) (find-class name nil))))
    (if class
        (and (memq class (precedence-of (class-of object))) t)
        (let ((expansion (named-expansion name)))
          (if (eq expansion name)
              (bad-type name)
              (typep object expansion))))))

(defun named-expansion (name)
  "What the type NAME stands for, itself if it is no other's name; an error when it needs arguments."
  (check-named-specifier name)
  (expand-type name))

(defun in-interval-p (object low high)
  "True when the real OBJECT lies between the bounds LOW and HIGH, which are taken as floats for a float."
  (when (floatp object)
    (setq low (float-bound low object :low)
          high (float-bound high object :high)))
  (and (or (eq low '*) (if (consp low) (> object (car low)) (>= object low)))
       (or (eq high '*) (if (consp high) (< object (car high)) (<= object high)))))

(defun of-elements-p (array element-type type)
  "True when ARRAY is specialized as arrays of ELEMENT-TYPE are; TYPE is what says so."
  (or (eq element-type '*)
      (let ((index (upgraded-index element-type)))
        (unless index
          (error "unknown element type in array type: ~S" type))
        (= index (element-type-index array)))))

(defun dimensions-match-p (array dimensions)
  (or (eq dimensions '*)
      (dimensions-within-p (array-dimensions array) dimensions)))

(defun of-array-type-p (object type)
  (multiple-value-bind (element-type dimensions simple) (array-type-parts type)
    (and (arrayp object)
         (or (not simple) (simple-p object))
         (dimensions-match-p object dimensions)
         (of-elements-p object element-type type))))

(defun of-complex-type-p (object part)
  (and (complexp object)
       (or (eq part '*)
           (object-in-kinds-p object (maybe (complex-type-form (list 'complex part)))))))

(defun of-compound-type-p (object type)
  (let* ((name (car type))
         (first (if (cdr type) (cadr type) '*))
         (second (if (cddr type) (caddr type) '*)))
    (case name
      (or (do ((rest (cdr type) (cdr rest)))
              ((endp rest) nil)
            (when (typep object (car rest)) (return t))))
      (and (do ((rest (cdr type) (cdr rest)))
               ((endp rest) t)
             (unless (typep object (car rest)) (return nil))))
      (not (not (typep object first)))
      (member (do ((rest (cdr type) (cdr rest)))
                  ((endp rest) nil)
                (when (eql object (car rest)) (return t))))
      (eql (eql object first))
      (satisfies (and (funcall first object) t))
      (cons (and (consp object)
                 (of-part-p (car object) first)
                 (of-part-p (cdr object) second)))
      (complex (of-complex-type-p object first))
      ((array simple-array vector simple-vector base-string simple-base-string bit-vector simple-bit-vector)
       (of-array-type-p object type))
      ((string simple-string)
       (and (dimensions-match-p-in-type object (check-dimensions (list first))) (typep object name)))
      (function
       (unless (and (eq first '*) (eq second '*))
         (function-type-error type))
       (functionp object))
      (t (multiple-value-bind (low high kind) (interval-bounds type)
           (if kind
               (and (funcall (map-get *type-predicates* kind) object) (in-interval-p object low high))
               (of-expansion-p object type)))))))

(defun dimensions-match-p-in-type (object dimensions)
  (and (stringp object) (dimensions-match-p object dimensions)))

(defun of-part-p (part type)
  (or (eq type '*) (typep part type)))

(defun of-expansion-p (object type)
  (let ((expansion (expand-type type)))
    (cond ((not (equal expansion type)) (typep object expansion))
          ((and (null (cdr type)) (map-get *type-arguments* (car type))) (typep object (car type)))
          (t (bad-type type)))))

(setf (symbol-function 'jscl::!typep) #'typep)
