;;;; JSCL's CLOS objects, directly: the only file that knows the properties of its instances and the order of
;;;; the slots of its metaobjects. Its own accessors look each slot up in a table on every use.

(in-package "JSCL-MCP")

(defmacro make-map ()
  `(%js-inline "new Map()"))

(defmacro map-get (map key)
  `(%js-inline "($0.get($1) ?? nil)" ,map ,key))

(defmacro map-set (map key value)
  `(%js-inline "($0.set($1, $2), $2)" ,map ,key ,value))

(defmacro instance-slot-vector (instance)
  `(%js-inline "$0.@slots" ,instance))

(defun jscl::std-instance-p (object)
  (%js-inline "((typeof $0 === 'object' && $0 !== null || typeof $0 === 'function') && $0.@class !== undefined ? t : nil)"
              object))

(defun jscl::std-instance-class (instance)
  (%js-inline "$0.@class" instance))

(defun jscl::std-instance-slots (instance)
  (instance-slot-vector instance))

(defun allocate-from-class (class slot-vector)
  "A new instance of CLASS with the slots SLOT-VECTOR."
  (%js-inline "(S.room-=256,{@type: $0, @lineage: $1, @class: $2, @slots: $3, @hash: nil, @slotLayout: $2.slotPositions ?? nil})"
              :mop-object 'jscl::std-instance class slot-vector))

(defun make-funcallable (function class slot-vector)
  "FUNCTION, made an instance of CLASS with the slots SLOT-VECTOR."
  (%js-inline "($0.@class = $1, $0.@slots = $2, $0.@slotLayout = $1.slotPositions ?? nil, $0)" function class slot-vector))

(defmacro instance-layout (instance)
  "The slot positions of the class of INSTANCE when its slots were laid out; NIL when nobody has asked yet."
  `(%js-inline "($0.@slotLayout ?? nil)" ,instance))

(defmacro set-instance-layout (instance layout)
  `(%js-inline "($0.@slotLayout = $1)" ,instance ,layout))

(defmacro define-metaobject-slots (&rest accessors)
  "Defines the reader and the writer of each of ACCESSORS, (reader writer) in the order of the slots."
  (let ((index -1))
    `(progn
       ,@(mapcan (lambda (accessor)
                   (incf index)
                   (destructuring-bind (reader writer) accessor
                     `((defun ,reader (metaobject)
                         (%js-inline ,(concatenate 'string "$0.@slots[" (princ-to-string index) "]") metaobject))
                       (defun ,writer (metaobject value)
                         (%js-inline ,(concatenate 'string "($0.@slots[" (princ-to-string index) "] = $1)")
                                     metaobject value)))))
                 accessors))))

(define-metaobject-slots
  (jscl::!class-name jscl::setf-class-name)
  (jscl::class-direct-superclasses jscl::setf-class-direct-superclasses)
  (jscl::class-direct-slots jscl::setf-class-direct-slots)
  (jscl::class-precedence-list jscl::setf-class-precedence-list)
  (jscl::class-slots jscl::setf-class-slots)
  (jscl::class-direct-subclasses jscl::setf-class-direct-subclasses)
  (jscl::class-direct-methods jscl::setf-class-direct-methods))

(define-metaobject-slots
  (jscl::generic-function-name jscl::setf-generic-function-name)
  (jscl::generic-function-lambda-list jscl::setf-generic-function-lambda-list)
  (jscl::generic-function-methods jscl::setf-generic-function-methods)
  (jscl::generic-function-method-class jscl::setf-generic-function-method-class)
  (jscl::generic-function-discriminating-function jscl::setf-generic-function-discriminating-function))

(define-metaobject-slots
  (jscl::method-lambda-list jscl::setf-method-lambda-list)
  (jscl::!method-qualifiers jscl::setf-method-qualifiers)
  (jscl::!method-specializers jscl::setf-method-specializers)
  (jscl::method-body jscl::setf-method-body)
  (jscl::method-generic-function jscl::setf-method-generic-function)
  (method-slot-function set-method-slot-function))

;;; What runs a method that is not made by a program's own protocol is in no slot, which a program could read:
;;; it trusts that its arguments are of its specializers.

(defun jscl::method-function (method)
  (%js-inline "($0.runs ?? $1)" method (method-slot-function method)))

(defun jscl::setf-method-function (method function)
  (if (%js-inline "($0.runs === undefined ? nil : t)" method)
      (%js-inline "($0.runs = $1)" method function)
      (set-method-slot-function method function)))

(defmacro extended-class-p (class)
  "True when the class of CLASS is a program's own, so that the generic functions of the metaobject protocol say what CLASS
does. The runtime's classes, and what DEFCLASS defines without a :METACLASS, never ask them."
  `(%js-inline "($0.isExtended === true ? t : nil)" ,class))

(defun make-class-object (name)
  "A new class metaobject NAME, not registered, without superclasses."
  (allocate-from-class jscl::*the-class-standard-class* (vector name '() '() '() '() '() '())))

(defun make-method-object ()
  (allocate-from-class jscl::*the-class-standard-method* (vector nil nil '() nil nil nil)))

;;; Generic functions and classes by name

(defvar *generic-functions* (make-map)
  "Generic functions by the symbol of their function, in place of JSCL's table.")

(defun jscl::setf-function-symbol (name)
  (%runtime "setfFunctionSymbol" (cadr name)))

(defun function-symbol (name)
  "The symbol that holds the function NAME, a symbol or (SETF symbol)."
  (if (symbolp name) name (jscl::setf-function-symbol name)))

(defun jscl::find-generic-function (name &optional (errorp t))
  (or (map-get *generic-functions* (function-symbol name))
      (if errorp
          (error 'undefined-function :name name)
          nil)))

(defun jscl::setf-find-generic-function (name gf)
  (map-set *generic-functions* (function-symbol name) gf))

(defun map-generic-functions (function)
  (%js-inline "($0.forEach((gf) => $1(pv, gf)), nil)" *generic-functions* function))

(defun forget-generic-function (name)
  "Takes the generic function NAME out of the table, and its methods off the classes that would lead to them."
  (let ((gf (jscl::find-generic-function name nil)))
    (when gf
      (dolist (method (jscl::generic-function-methods gf))
        (dolist (specializer (jscl::!method-specializers method))
          (jscl::setf-class-direct-methods
           specializer (remove method (jscl::class-direct-methods specializer) :test #'eq))))))
  (%js-inline "($0.delete($1), nil)" *generic-functions* (function-symbol name)))

(maphash (lambda (name gf) (jscl::setf-find-generic-function name gf))
         jscl::*generic-function-table*)

(defvar *classes* (make-map)
  "Classes by their names, in place of JSCL's table.")

(defun jscl::!find-class (symbol &optional (errorp t))
  (or (map-get *classes* symbol)
      (if errorp
          (error 'class-not-found-error :name symbol)
          nil)))

(defun jscl::setf-find-class (symbol class)
  (map-set *classes* symbol class))

(maphash (lambda (name class) (jscl::setf-find-class name class))
         jscl::*class-table*)
