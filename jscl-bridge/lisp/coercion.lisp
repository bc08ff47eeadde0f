;;;; COERCE and TYPE-OF.

(in-package "JSCL-MCP")

(defun cannot-coerce (object type)
  (error 'simple-type-error
         :datum object :expected-type type
         :format-control "~S can't be converted to type ~S." :format-arguments (list object type)))

(defun coerce-to-character (object)
  (cond ((characterp object) object)
        ((or (stringp object) (symbolp object))
         (let ((string (string object)))
           (if (= (length string) 1)
               (char string 0)
               (error 'simple-type-error
                      :datum object :expected-type 'character
                      :format-control "String is not of length one: ~S" :format-arguments (list object)))))
        (t (cannot-coerce object 'character))))

(defun coerce-to-float (object type)
  (unless (realp object)
    (cannot-coerce object type))
  (case type
    (double-float (float object 1.0d0))
    (long-float (float object 1.0d0))
    (float (float object))
    (t (float object 1.0f0))))

(defun coerce-to-sequence (object type)
  (unless (or (listp object) (vector-p object))
    (cannot-coerce object type))
  (list-of-type (if (listp object) (copy-list object) (vector-list object)) type))

(defun coerce (object output-type)
  "OBJECT as an object of OUTPUT-TYPE."
  (let ((name (if (consp output-type) (car output-type) output-type)))
    (case name
      ((t) object)
      (character (coerce-to-character object))
      ((float single-float double-float short-float long-float) (coerce-to-float object name))
      (function (if (or (functionp object) (symbolp object))
                    (as-function object)
                    (cannot-coerce object output-type)))
      ((list vector simple-vector string simple-string base-string simple-base-string array simple-array sequence)
       (if (and (not (consp output-type)) (typep object output-type))
           object
           (coerce-to-sequence object output-type)))
      (complex (if (numberp object) object (cannot-coerce object output-type)))
      (t (if (typep object output-type)
             object
             (cannot-coerce object output-type))))))

(defun type-of (object)
  "The most specific type specifier of OBJECT that is commonly useful."
  (cond ((jscl::std-instance-p object) (jscl::!class-name (jscl::std-instance-class object)))
        ((null object) 'null)
        ((eq object t) 'boolean)
        ((integerp object)
         (cond ((memq object '(0 1)) 'bit)
               ((typep object 'fixnum)
                (if (> object 0)
                    '(integer 0 4611686018427387903)
                    'fixnum))
               ((> object 0) '(integer 4611686018427387904))
               (t 'bignum)))
        ((stringp object) (list (if (array-has-fill-pointer-p object) '(and (vector character) (not simple-array)) 'simple-array)
                                'character (list (length object))))
        ((characterp object) (if (jscl::standard-char-p object) 'standard-char 'character))
        ((vector-p object)
         (if (array-has-fill-pointer-p object)
             (list 'vector t (array-dimension object 0))
             (list 'simple-vector (length object))))
        ((arrayp object) (list 'simple-array t (array-dimensions object)))
        ((functionp object)
         (if (generic-function-named object) 'standard-generic-function 'compiled-function))
        (t (jscl::!class-name (class-of object)))))
