;;;; Arguments of type specifiers: how many there may be, and of which kinds. The errors are SBCL's.

(in-package "JSCL-MCP")

(defun bad-type (type)
  "Signals that TYPE is no type specifier, or none that is known."
  (if (or (and (symbolp type) (not (memq type *names-of-compound-types*)))
          (and (consp type) (symbolp (car type)) (not (memq (car type) *names-without-arguments*))))
      (error "unknown type specifier: ~S" type)
      (error "bad thing to be a type specifier: ~A" (type-text type))))

(defun undefined-element-type (type)
  "Signals that TYPE is no type of elements."
  (if (or (symbolp type) (consp type))
      (error "Undefined type: ~S" type)
      (bad-type type)))

(defun type-text (type)
  "TYPE as SBCL writes types into messages: with packages, without abbreviations."
  (with-output-to-string (stream)
    (write-type type stream)))

(defvar *names-of-compound-types* '(and or not member satisfies values)
  "Names that are types with arguments alone.")

(defvar *names-without-arguments*
  '(t nil * number symbol list null character sequence fixnum bignum ratio
    pathname logical-pathname stream string-stream file-stream)
  "Names of types that are never the first of a list.")

(define-record type-parameters kind lambda-list least most)

(defvar *type-arguments* (make-map)
  "The parameters of types by their names. Their kind is who takes the arguments apart, as SBCL's message names it.")

(defmacro define-type-arguments (&rest entries)
  `(progn
     ,@(mapcan (lambda (entry)
                 (destructuring-bind (kind lambda-list names) entry
                   (let* ((optional (member '&optional lambda-list))
                          (least (- (length lambda-list) (length optional)))
                          (most (+ least (max 0 (1- (length optional))))))
                     (mapcar (lambda (name)
                               `(map-set *type-arguments* ',name
                                         (make-type-parameters ',kind ',lambda-list ,least ,most)))
                             names))))
               entries)))

(define-type-arguments
  (destructuring-bind (&optional (low) (high)) (integer rational real float single-float double-float))
  (destructuring-bind (&optional (car-type-spec) (cdr-type-spec)) (cons))
  (destructuring-bind (&optional (element-type) (dimensions)) (array simple-array))
  (destructuring-bind (&optional (typespec)) (complex))
  (destructuring-bind (&optional (args) (result)) (function))
  (destructuring-bind (typespec) (not))
  (destructuring-bind (predicate-name) (satisfies))
  (deftype (n) (mod eql))
  (deftype (&optional s) (unsigned-byte signed-byte))
  (deftype (&optional low high) (short-float long-float))
  (deftype (&optional element-type size) (vector))
  (deftype (&optional size)
    (simple-vector string simple-string base-string simple-base-string bit-vector simple-bit-vector))
  (deftype () (bit atom boolean keyword base-char extended-char standard-char compiled-function)))

(defun check-type-arguments (type)
  "Signals unless the list TYPE, whose car is a symbol, has as many arguments as its name takes."
  (let ((parameters (map-get *type-arguments* (car type)))
        (count 0))
    (if (null parameters)
        (when (memq (car type) *names-without-arguments*)
          (bad-type type))
        (do ((rest (cdr type) (cdr rest)))
            ((not (consp rest))
             (unless (and (null rest)
                          (<= (type-parameters-least parameters) count (type-parameters-most parameters)))
               (wrong-type-arguments type parameters)))
          (incf count)))))

(defun wrong-type-arguments (type parameters)
  (let ((kind (type-parameters-kind parameters)))
    (error (argument-count-condition kind (and (eq kind 'deftype) (car type)) (cdr type)
                                     (type-parameters-lambda-list parameters)))))

;;; Numbers

(defun check-bound (bound which name)
  "BOUND of an interval of the type NAME, which must be *, a number of the type, or a list of one such number."
  (let ((value (if (and (consp bound) (null (cdr bound))) (car bound) bound)))
    (case name
      ((real float)
       (unless (or (eq bound '*) (realp value))
         (wrong-type value 'real)))
      (t
       (unless (or (eq bound '*) (funcall (map-get *type-predicates* name) value))
         (error "~A bound is not * or ~A ~(~A~) or list of one ~(~A~): ~S"
                which (if (eq name 'integer) "an" "a") name name bound))))
    bound))

(defun check-size (size name least)
  "SIZE of the type NAME, an integer of LEAST at the least."
  (unless (and (integerp size) (>= size least))
    (error "bad ~A specified for ~A type specifier: ~A"
           (if (eq name 'mod) "modulus" "size") name (type-text size)))
  size)

(defun interval-bounds (type)
  "The bounds of the numeric type TYPE, a list or a symbol, and the name of the type of numbers that they bound, as three
values: integers for the types that are named by their size. NIL when TYPE is no such type."
  (let* ((name (if (consp type) (car type) type))
         (first (if (and (consp type) (cdr type)) (cadr type) '*))
         (second (if (and (consp type) (cddr type)) (caddr type) '*)))
    (case name
      ((integer rational real float single-float double-float)
       (values (check-bound first "Low" name) (check-bound second "High" name) name))
      (short-float (values (check-bound first "Low" 'single-float) (check-bound second "High" 'single-float) 'single-float))
      (long-float (values (check-bound first "Low" 'double-float) (check-bound second "High" 'double-float) 'double-float))
      (bit (values 0 1 'integer))
      (fixnum (values most-negative-fixnum most-positive-fixnum 'integer))
      (mod (values 0 (1- (check-size first 'mod 1)) 'integer))
      (unsigned-byte (values 0 (if (eq first '*) '* (1- (ash 1 (check-size first name 1)))) 'integer))
      (signed-byte (if (eq first '*)
                       (values '* '* 'integer)
                       (let ((limit (ash 1 (1- (check-size first name 1)))))
                         (values (- limit) (1- limit) 'integer))))
      (t nil))))

(defun float-bound (bound prototype which)
  "BOUND as a float of the format of PROTOTYPE, or as a list of one; * for one that is beyond all of them."
  (cond ((eq bound '*) '*)
        ((consp bound)
         (let ((value (float-bound (car bound) prototype which)))
           (if (eq value '*) '* (list value))))
        ((floatp bound)
         (if (eq (%js-inline "($0 instanceof R.DoubleFloat ? t : nil)" bound)
                 (%js-inline "($0 instanceof R.DoubleFloat ? t : nil)" prototype))
             bound
             (float-bound (rational bound) prototype which)))
        ((%js-inline "($0 instanceof R.DoubleFloat ? t : nil)" prototype) (float bound prototype))
        ((if (eq which :low)
             (< bound most-negative-single-float)
             (> bound most-positive-single-float))
         '*)
        (t (float bound prototype))))

;;; Arrays

(defun check-element-type (type)
  (unless (or (symbolp type) (consp type) (jscl::std-instance-p type))
    (bad-type type))
  type)

(defun array-type-name-p (name)
  (memq name '(array simple-array vector simple-vector bit-vector simple-bit-vector base-string simple-base-string)))

(defun array-type-parts (type)
  "The element type of the array type TYPE, a list or a symbol, its dimensions as a list, or *, and whether it is simple, as
three values. The dimensions of types of vectors are made from their sizes."
  (let* ((name (if (consp type) (car type) type))
         (first (if (and (consp type) (cdr type)) (cadr type) '*))
         (second (if (and (consp type) (cddr type)) (caddr type) '*)))
    (ecase name
      (array (values (check-element-type first) (check-dimensions second) nil))
      (simple-array (values (check-element-type first) (check-dimensions second) t))
      (vector (values (check-element-type first) (check-dimensions (list second)) nil))
      (simple-vector (values t (check-dimensions (list first)) t))
      (bit-vector (values 'bit (check-dimensions (list first)) nil))
      (simple-bit-vector (values 'bit (check-dimensions (list first)) t))
      (base-string (values 'base-char (check-dimensions (list first)) nil))
      (simple-base-string (values 'base-char (check-dimensions (list first)) t)))))

(defconstant +rank-limit+ 129)

(defun check-dimensions (dimensions)
  "DIMENSIONS of an array type, or as many * as it names."
  (cond ((eq dimensions '*) '*)
        ((integerp dimensions)
         (cond ((< dimensions 0)
                (error "Arrays can't have a negative number of dimensions: ~S" dimensions))
               ((>= dimensions +rank-limit+)
                (error "array type with too many dimensions: ~S" dimensions))
               (t (make-list dimensions :initial-element '*))))
        ((listp dimensions)
         (do ((rest dimensions (cdr rest)))
             ((endp rest) dimensions)
           (unless (or (eq (car rest) '*)
                       (and (integerp (car rest)) (<= 0 (car rest)) (< (car rest) +index-limit+)))
             (error "bad dimension in array type: ~S" (car rest)))))
        (t (error "Array dimensions is not a list, integer or *: ~S" dimensions))))

(defun check-predicate-name (name)
  (unless (symbolp name)
    (error 'simple-type-error :datum name :expected-type 'symbol
                              :format-control "The SATISFIES predicate name is not a symbol: ~S"
                              :format-arguments (list name)))
  name)

(defun function-type-error (type)
  "Signals that TYPEP cannot tell whether a function is of TYPE, a list that says more than FUNCTION."
  (let ((arguments (if (cdr type) (second type) '*))
        (result (if (cddr type) (third type) '*)))
    (error "Function types are not a legal argument to TYPEP:~%  ~S"
           (list 'function arguments
                 (cond ((memq result '(* t)) '*)
                       ((and (consp result) (eq (car result) 'values))
                        (if (or (memq '&rest result) (memq '&optional result))
                            result
                            (append result '(&rest t))))
                       (t (list 'values '&optional result '&rest t)))))))

;;; Whole specifiers

(defun check-specifier (type)
  "Signals unless the specifier TYPE and those within it are well-formed. Their names need not be known."
  (cond ((symbolp type) (check-named-specifier type))
        ((jscl::std-instance-p type))
        ((not (and (consp type) (symbolp (car type)))) (bad-type type))
        ((map-get *type-expanders* (car type)) (check-specifier (expand-type type)))
        (t (check-compound-specifier type))))

(defun check-named-specifier (name)
  (cond ((memq name *names-of-compound-types*) (bad-type name))
        ((map-get *type-arguments* name) (check-type-arguments (list name)))))

(defun check-part (type)
  (unless (eq type '*)
    (check-specifier type)))

(defun check-compound-specifier (type)
  (check-type-arguments type)
  (case (car type)
    ((or and cons)
     (do ((rest (cdr type) (cdr rest)))
         ((endp rest))
       (check-part (car rest))))
    (not (check-specifier (second type)))
    (member (unless (listp (cdr type)) (wrong-type (cdr type) 'sequence)))
    (satisfies (check-predicate-name (second type)))
    (complex (when (cdr type) (complex-type-form type)))
    (function (check-function-specifier type))
    (values (check-values (cdr type))
            (error "VALUES type illegal in this context:~%  ~S" type))
    ((string simple-string) (when (cdr type) (check-dimensions (list (second type)))))
    (t (cond ((array-type-name-p (car type))
              (when (and (memq (car type) '(array simple-array vector)) (cdr type))
                (check-part (second type)))
              (array-type-parts type))
             ((map-get *type-arguments* (car type))
              (interval-bounds type))))))

(defun check-function-specifier (type)
  (destructuring-bind (&optional (arguments '*) (result '*)) (cdr type)
    (unless (eq arguments '*)
      (unless (listp arguments)
        (wrong-type arguments 'list))
      (check-values arguments))
    (cond ((eq result '*))
          ((and (consp result) (eq (car result) 'values)) (check-values (cdr result)))
          (t (check-specifier result)))))

(defun check-values (types)
  "Checks TYPES of arguments or values, with lambda list keywords between them."
  (let ((keys nil))
    (do ((rest types (cdr rest)))
        ((endp rest))
      (let ((type (car rest)))
        (cond ((eq type '&key) (setq keys t))
              ((memq type '(&optional &rest &allow-other-keys)))
              ((not keys) (check-part type))
              ((and (consp type) (consp (cdr type)) (null (cddr type))) (check-part (second type)))
              (t (error "Keyword type description is not a two-list: ~S." type)))))))
