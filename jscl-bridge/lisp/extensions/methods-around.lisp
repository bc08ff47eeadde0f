;;;; What stands around the methods of generic functions, and in their place: for TRACE, and while a program
;;;; is stepped through or recorded. What makes the callers of methods is wrapped: it runs where an effective
;;;; method is made, and few programs want this.

(in-package "JSCL-MCP")

(defmacro tracer-of (metaobject)
  "What is around the calls of METAOBJECT, a method, or of the methods of a generic function: a function of a method, or
of the generic function for several that are combined, and of their caller. NIL for nothing."
  `(%js-inline "($0.tracer ?? nil)" ,metaobject))

(defvar *combining* nil
  "The generic function whose effective method is made; NIL where nothing is to be around it.")

(defun traced-caller (tracer metaobject caller)
  (if tracer
      (funcall tracer metaobject caller)
      caller))

(defmacro wrap-function (name lambda-list plain &body body)
  "Puts a function in the place of NAME, in which PLAIN is what NAME was."
  `(let ((,plain #',name))
     (setf (symbol-function ',name) (lambda ,lambda-list ,@body))))

(defun call-with-function (method function thunk)
  "Calls THUNK while FUNCTION is that of METHOD."
  (let ((own (jscl::method-function method))
        (simple (%js-inline "($0.simpleFunction ?? nil)" method)))
    (flet ((set-functions (function simple)
             (jscl::setf-method-function method function)
             (when simple
               (%js-inline "($0.simpleFunction = $1)" method simple))))
      (set-functions function (and simple function))
      (unwind-protect (funcall thunk)
        (set-functions own simple)))))

(defun program-method-p (method)
  (let ((function (jscl::method-function method)))
    (and (functionp function) (method-written-p function))))

(defun reset-methods ()
  "Has the generic functions find their methods anew that have one which is written in a program."
  (map-generic-functions
   (lambda (gf)
     (when (some #'program-method-p (jscl::generic-function-methods gf))
       (reset-dispatch gf)))))

(wrap-function method-caller (method next &optional following) plain
  (let* ((gf (jscl::method-generic-function method))
         (function (jscl::method-function method))
         (other (and (functionp function) (method-in-place function))))
    (traced-caller (or (tracer-of method) (and gf (tracer-of gf))) method
                   (if other
                       (call-with-function method other (lambda () (funcall plain method next following)))
                       (funcall plain method next following)))))

(wrap-function standard-effective-method (gf methods arguments) plain
  (let ((*combining* gf))
    (funcall plain gf methods arguments)))

(wrap-function surrounded-caller (before main after) plain
  (traced-caller (and *combining* (tracer-of *combining*)) *combining*
                 (funcall plain before main after)))

(wrap-function combined-effective-method (gf designator methods arguments) plain
  (let ((*combining* nil))
    (traced-caller (and (cdr methods) (tracer-of gf)) gf
                   (funcall plain gf designator methods arguments))))
