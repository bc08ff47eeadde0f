;;;; COERCE and TYPE-OF.

(in-package "JSCL-MCP")

(defun cannot-coerce (object type)
  (error 'simple-type-error
         :datum object :expected-type type
         :format-control "~S can't be converted to type ~A." :format-arguments (list object (type-text type))))

(defun coerce-to-function (object)
  (cond ((functionp object) object)
        ((and (symbolp object) (fboundp object)) (fdefinition object))
        ((symbolp object) (error 'undefined-function :name object))
        ((and (consp object) (memq (car object) '(lambda setf))) (eval (list 'function object)))
        ((consp object)
         (error 'simple-type-error :datum object :expected-type 'function
                                   :format-control "~S can't be coerced to a function."
                                   :format-arguments (list object)))
        (t (cannot-coerce object 'function))))

(defun coerce-to-float (object prototype type)
  (let ((float (if (realp object) (float object prototype) (cannot-coerce object type))))
    (if (typep float type) float (cannot-coerce object type))))

(defun coerce-to-complex (object type)
  "The number OBJECT as a complex number of TYPE. A rational is one already: it cannot have an imaginary part of zero."
  (flet ((as (prototype)
           (complex (float (realpart object) prototype) (float (imagpart object) prototype))))
    (cond ((not (numberp object)) (cannot-coerce object type))
          ((subtypep type '(complex single-float)) (as 1.0f0))
          ((subtypep type '(complex double-float)) (as 1.0d0))
          ((rationalp object) object)
          ((realp object) (complex object))
          (t (cannot-coerce object type)))))

(defun vector-type-p (type)
  "True when the list TYPE names a type of vectors."
  (and (array-type-name-p (car type))
       (let ((dimensions (nth-value 1 (array-type-parts type))))
         (and (consp dimensions) (null (cdr dimensions))))))

(defun coerce-to-sequence (object type)
  "OBJECT, if it is a sequence, as one of TYPE, a type of sequences."
  (unless (or (listp object) (vector-p object))
    (cannot-coerce object type))
  (list-of-kind (if (listp object) (copy-list object) (vector-list object))
                (checked-result-kind type (length object))))

(defun coerce-otherwise (object type)
  "OBJECT, which is not of TYPE, as an object of it."
  (let ((kinds (maybe (normal-form type))))
    (flet ((within-p (name) (kinds-within-p kinds (surely (named-form name)))))
      (cond ((eq (kinds-emptiness kinds) :empty) (cannot-coerce object type))
            ((or (within-p 'list) (within-p 'vector)) (coerce-to-sequence object type))
            ((within-p 'character) (character object))
            ((within-p 'function) (coerce-to-function object))
            ((within-p 'single-float) (coerce-to-float object 1.0f0 type))
            ((within-p 'double-float) (coerce-to-float object 1.0d0 type))
            ((within-p 'float) (coerce-to-float object (if (floatp object) object 1.0f0) type))
            ((within-p 'complex) (coerce-to-complex object type))
            (t (cannot-coerce object type))))))

(defun coerce (object output-type)
  "OBJECT as an object of OUTPUT-TYPE."
  (case output-type
    ;; Frequent ones, without working out what types there are within others.
    (list (cond ((listp object) object)
                ((vector-p object) (vector-list object))
                (t (cannot-coerce object output-type))))
    ((vector simple-vector string simple-string)
     (cond ((typep object output-type) object)
           ((or (listp object) (vector-p object))
            (list-of-kind (if (listp object) (copy-list object) (vector-list object)) (result-kind output-type)))
           (t (cannot-coerce object output-type))))
    ((single-float short-float) (if (rationalp object) (float object 1.0f0) (coerce-to-float object 1.0f0 output-type)))
    ((double-float long-float) (if (realp object) (float object 1.0d0) (cannot-coerce object output-type)))
    (float (if (realp object) (float object) (cannot-coerce object output-type)))
    (t (cond ((typep object output-type) object)
             ((and (consp output-type) (vector-type-p output-type)) (coerce-to-sequence object output-type))
             (t (coerce-otherwise object output-type))))))

;;; TYPE-OF

(defun type-of-array (array &optional (simple (simple-p array)))
  (let ((element (array-element-type array))
        (dimensions (array-dimensions array)))
    (flet ((sized (name) (list name (car dimensions))))
      (cond ((/= (length dimensions) 1) (list (if simple 'simple-array 'array) element dimensions))
            ((eq element 'bit) (sized (if simple 'simple-bit-vector 'bit-vector)))
            ((eq element 'base-char) (sized (if simple 'simple-base-string 'base-string)))
            ((not simple) (list 'vector element (car dimensions)))
            ((eq element t) (sized 'simple-vector))
            (t (list 'simple-array element dimensions))))))

(defun integers-type (low high)
  "The specifier of the integers from LOW to HIGH that SBCL prefers."
  (let ((bits (integer-length high)))
    (cond ((and (= low 0) (= high 1)) 'bit)
          ((and (= low 0) (> high 1) (= high (1- (ash 1 bits)))) (list 'unsigned-byte bits))
          ((and (< low 0) (= high (1- (ash 1 bits))) (= low (- (ash 1 bits)))) (list 'signed-byte (1+ bits)))
          (t (list 'integer low high)))))

(defun type-of-complex (number)
  (let* ((parts (list (realpart number) (imagpart number)))
         (low (reduce #'min parts))
         (high (reduce #'max parts)))
    (list 'complex
          (cond ((every #'integerp parts) (integers-type low high))
                ((every #'rationalp parts) (list 'rational low high))
                ((typep (car parts) 'double-float) (list 'double-float low high))
                (t (list 'single-float low high))))))

(defun type-of-integer (integer)
  (cond ((memq integer '(0 1)) 'bit)
        ((> integer most-positive-fixnum) (list 'integer (1+ most-positive-fixnum)))
        ((>= integer 0) (list 'integer 0 most-positive-fixnum))
        ((typep integer 'fixnum) 'fixnum)
        (t 'bignum)))

(defun type-of-character (character)
  (cond ((standard-char-p character) 'standard-char)
        ((typep character 'base-char) 'base-char)
        (t 'extended-char)))

(defun type-of-instance (object)
  "The name of the class of OBJECT, or the class itself where its name is not proper. Conditions have a name always."
  (let* ((class (jscl::std-instance-class object))
         (name (jscl::!class-name class)))
    (if (or (conditionp object)
            (and name (eq (jscl::!find-class name nil) class)))
        name
        class)))

(defun type-of (object)
  "The most specific type specifier of OBJECT that is commonly useful."
  (cond ((jscl::std-instance-p object)
         (if (and (class-object-p object)
                  (eq (jscl::std-instance-class object) (built-in standard-class)))
             (metaclass-symbol object)
             (type-of-instance object)))
        ((null object) 'null)
        ((eq object t) 'boolean)
        ((keywordp object) 'keyword)
        ((integerp object) (type-of-integer object))
        ((complexp object) (type-of-complex object))
        ((characterp object) (type-of-character object))
        ((arrayp object) (type-of-array object))
        ((functionp object)
         (if (generic-function-named object) 'standard-generic-function 'compiled-function))
        (t (jscl::!class-name (class-of object)))))
