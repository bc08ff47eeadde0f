;;;; CLASS-OF and FIND-CLASS, with classes for numbers and structures that JSCL does not distinguish.

(in-package "JSCL-MCP")

(defvar *definitions-epoch* 0
  "Grows whenever a class or a generic function changes; what was computed from them holds for one epoch.")

(defun metaclass-name (class)
  "What SBCL's class of the class metaobject CLASS is called."
  (%runtime "metaclassName" class))

(defun make-built-in-class (name superclass-names)
  (let ((class (make-class-object name))
        (superclasses (mapcar #'jscl::!find-class superclass-names)))
    (attach-superclasses class superclasses)
    (jscl::setf-class-precedence-list class (class-precedence class superclasses))
    (jscl::setf-class-slots class '())
    (jscl::setf-find-class name class)
    (set-metaclass class)
    class))

(defun set-metaclass (class)
  "Makes CLASS, which is built in or of structures, an instance of SBCL's class of it, as far as that is standard."
  (let* ((kind (metaclass-name class))
         (metaclass (cond ((equal kind "BUILT-IN-CLASS") 'built-in-class)
                          ((equal kind "STRUCTURE-CLASS") 'structure-class)
                          (t nil))))
    (when metaclass
      (let ((metaclass (jscl::!find-class metaclass nil)))
        (when metaclass
          (setf (jscl::std-instance-class class) metaclass))))))

;; JSCL makes every class that it names no superclass for a STANDARD-OBJECT.
(dolist (name '(t symbol keyword list null cons sequence vector array string number real rational integer float character
                function hash-table package stream structure-object jscl::js-object))
  (let ((class (jscl::!find-class name nil)))
    (when class
      (when (memq (jscl::!find-class 'standard-object) (jscl::class-direct-superclasses class))
        (detach-superclasses class)
        (if (eq name t)
            (jscl::setf-class-direct-superclasses class '())
            (attach-superclasses class (list (jscl::!find-class t)))))
      (jscl::setf-class-precedence-list
       class (remove (jscl::!find-class 'standard-object) (precedence-of class) :test #'eq)))))

(dolist (entry '((fixnum integer) (bignum integer) (ratio rational) (single-float float) (double-float float)
                 (complex number) (bit-vector vector) (simple-array array) (simple-vector vector simple-array)
                 (simple-string string simple-array) (simple-bit-vector bit-vector simple-array)
                 (simple-character-string simple-string) (base-string string) (simple-base-string base-string simple-string)
                 (pathname t) (logical-pathname pathname)
                 (random-state structure-object) (readtable structure-object) (sb-kernel:lexenv structure-object)
                 (sb-impl::pattern structure-object) (sb-kernel:host structure-object)
                 (sb-impl::unix-host sb-kernel:host) (sb-kernel:logical-host sb-kernel:host)
                 (generic-function standard-object function) (method standard-object)
                 (class standard-object) (built-in-class class) (structure-class class)
                 (method-combination standard-object)
                 (string-stream stream) (file-stream stream)
                 (broadcast-stream stream structure-object) (concatenated-stream stream structure-object)
                 (synonym-stream stream structure-object) (two-way-stream stream structure-object)
                 (echo-stream two-way-stream)))
  (make-built-in-class (car entry) (cdr entry)))

(defun insert-superclass (name superclass-name)
  "Makes the class SUPERCLASS-NAME the direct superclass of NAME, a class of metaobjects that JSCL defined."
  (let* ((class (jscl::!find-class name))
         (superclass (jscl::!find-class superclass-name)))
    (attach-superclasses class (list superclass))
    (jscl::setf-class-precedence-list class (cons class (precedence-of superclass)))))

(insert-superclass 'standard-generic-function 'generic-function)
(insert-superclass 'standard-method 'method)
(insert-superclass 'standard-class 'class)
(insert-superclass 'hash-table 'structure-object)
(insert-superclass 'package 'structure-object)
(insert-superclass 'restart 'structure-object)
(%js-inline "($0.delete($1), nil)" *classes* 'keyword)
(%js-inline "($0.forEach((each) => $1(pv, each)), nil)" *classes* #'set-metaclass)

(defmacro built-in (name)
  "The class NAME, looked up once."
  `(load-time-value (jscl::!find-class ',name)))

(defun structure-class-of-name (name)
  "The class of the structure NAME, made when it is first asked for; NIL when there is no such structure."
  (or (jscl::!find-class name nil)
      (let ((definition (jscl::get-structure-dsd name)))
        (and definition
             (null (jscl::dsd-type definition))
             (let ((parent (jscl::dsd-parent definition)))
               (when parent (structure-class-of-name (jscl::dsd-name parent)))
               (make-built-in-class name (list (if parent (jscl::dsd-name parent) 'structure-object))))))))

(defun class-of-string (string)
  (cond ((%js-inline "($0.@bits === undefined ? nil : t)" string)
         (if (simple-string-p string) (built-in simple-base-string) (built-in base-string)))
        ((simple-string-p string) (built-in simple-character-string))
        (t (built-in string))))

(defun class-of-elements (vector)
  "The class of simple vectors specialized as VECTOR is, made when it is first asked for."
  (let ((name (intern (format nil "SIMPLE-ARRAY-~{~A~^-~}"
                              (let ((type (array-element-type vector))) (if (consp type) type (list type))))
                      "SB-KERNEL")))
    (or (jscl::!find-class name nil)
        (make-built-in-class name '(vector simple-array)))))

(defmacro quick-class-of (object)
  "The class of OBJECT where a look at it tells; NIL elsewhere. A structure's definition knows its class once it was asked for."
  `(%js-inline "(typeof $0 === 'object' && $0 !== null ?
    $0.@class ?? ($0 instanceof Cons ? $1 : $0 === nil ? $2 : $0 instanceof Symbol_ ? $3 :
                  $0.@lineage?.[$0.@lineage.length - 1]?.instanceClass ?? nil) :
    typeof $0 === 'number' && Number.isInteger($0) ? $4 : nil)"
               ,object (built-in cons) (built-in null) (built-in symbol) (built-in fixnum)))

(defun class-of-structure (object)
  (let ((class (structure-class-of-name (jscl::structure-name object))))
    (if class
        (%js-inline "($0.@lineage[$0.@lineage.length - 1].instanceClass = $1)" object class)
        (built-in structure-object))))

(defun class-of (object)
  "The class of OBJECT."
  (or (quick-class-of object)
      (class-of-other object)))

(defun class-of-other (object)
  "The class of OBJECT, of a kind that QUICK-CLASS-OF does not know."
  (cond
        ((integerp object)
         (if (<= most-negative-fixnum object most-positive-fixnum) (built-in fixnum) (built-in bignum)))
        ((stringp object) (class-of-string object))
        ((characterp object) (built-in character))
        ((functionp object)
         (%js-inline "($0.@class ?? $1)" object (built-in function)))
        ((numberp object)
         (cond ((rationalp object) (built-in ratio))
               ((%js-inline "($0 instanceof R.DoubleFloat ? t : nil)" object) (built-in double-float))
               ((floatp object) (built-in single-float))
               (t (built-in complex))))
        ((vectorp object)
         (cond ((simple-vector-p object) (built-in simple-vector))
               ((bit-vector-p object)
                (if (simple-bit-vector-p object) (built-in simple-bit-vector) (built-in bit-vector)))
               ((simple-p object) (class-of-elements object))
               (t (built-in vector))))
        ((arrayp object) (if (simple-p object) (built-in simple-array) (built-in array)))
        ((hash-table-p object) (built-in hash-table))
        ((packagep object) (built-in package))
        ((pathnamep object) (if (logical-pathname-p object) (built-in logical-pathname) (built-in pathname)))
        ((pattern-p object) (built-in sb-impl::pattern))
        ((host-type object) (jscl::!find-class (host-type object)))
        ((readtablep object) (built-in readtable))
        ((environment-p object) (built-in sb-kernel:lexenv))
        ((random-state-p object) (built-in random-state))
        ((streamp object) (jscl::!find-class (stream-class-name object)))
        ((jscl::structure-p object)
         (class-of-structure object))
        (t (built-in t))))

(defun find-class (symbol &optional (errorp t) environment)
  "The class named SYMBOL; NIL or a CLASS-NOT-FOUND-ERROR when there is none."
  (declare (ignore environment))
  (unless (symbolp symbol)
    (if errorp
        (error 'illegal-class-name-error :name symbol)
        (return-from find-class nil)))
  (or (jscl::!find-class symbol nil)
      (structure-class-of-name symbol)
      (if errorp
          (error 'class-not-found-error :name symbol)
          nil)))

(defun (setf find-class) (class symbol &optional errorp environment)
  (declare (ignore errorp environment))
  (unless (symbolp symbol)
    (error 'illegal-class-name-error :name symbol))
  (unless (or (null class) (class-object-p class))
    (wrong-type class '(or null class)))
  (if class
      (note-definition class symbol)
      (note-undefined class symbol))
  (jscl::setf-find-class symbol class)
  (incf *definitions-epoch*)
  class)

(setf (symbol-function 'jscl::!class-of) #'class-of)
