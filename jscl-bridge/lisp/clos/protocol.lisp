;;;; Generic functions about classes, generic functions and methods that a program calls, or defines methods
;;;; of.

(in-package "JSCL-MCP")

;; Calls of these with something else find no method, as in SBCL; so they are generic.
(defmacro define-query (name lambda-list &body body)
  "Defines NAME, an ordinary function until here, as a generic function with one method."
  `(progn
     (fmakunbound ',name)
     (defgeneric ,name ,(mapcar (lambda (each) (if (consp each) (car each) each)) lambda-list)
       (:method ,lambda-list ,@body))))

(define-query class-name ((class class))
  (jscl::!class-name class))

(defgeneric (setf class-name) (name class)
  (:method (name (class class))
    (jscl::setf-class-name class name)
    name))

(define-query method-qualifiers ((method standard-method))
  (jscl::!method-qualifiers method))

(define-query function-keywords ((method standard-method))
  (let* ((lambda-list (jscl::method-lambda-list method))
         (keys (lambda-list-keys lambda-list)))
    (values (if (eq keys t)
                (lambda-list-keys (remove '&allow-other-keys lambda-list))
                keys)
            (eq keys t))))

(define-query compute-applicable-methods ((generic-function standard-generic-function) arguments)
  (let* ((gf (generic-function-named generic-function))
         (count (dispatch-state-required (dispatch-state gf))))
    (applicable-methods gf arguments (mapcar #'class-of (leading-arguments arguments count)))))

(define-query find-method ((generic-function standard-generic-function) qualifiers specializers &optional (errorp t))
  (method-of-generic-function generic-function qualifiers specializers errorp))

(define-query remove-method ((generic-function standard-generic-function) (method standard-method))
  (remove-from-generic-function generic-function method))

(define-query add-method ((generic-function standard-generic-function) (method standard-method))
  (add-to-generic-function generic-function method))

;;; Generic functions that a program may define methods of

(defgeneric no-next-method (generic-function method &rest arguments)
  (:method ((generic-function standard-generic-function) (method standard-method) &rest arguments)
    (error 'no-next-method-error :generic-function generic-function :method method :args arguments)))

(defgeneric describe-object (object stream)
  (:method (object stream)
    (describe-plainly object stream)))

(defun no-load-form (object)
  (error "don't know how to dump ~S (default MAKE-LOAD-FORM method called)." object))

(defgeneric make-load-form (object &optional environment)
  (:method ((object standard-object) &optional environment)
    (declare (ignore environment))
    (no-load-form object))
  (:method ((object structure-object) &optional environment)
    (declare (ignore environment))
    (no-load-form object))
  (:method ((object condition) &optional environment)
    (declare (ignore environment))
    (no-load-form object))
  (:method ((object class) &optional environment)
    (declare (ignore environment))
    (if (and (symbolp (class-name object)) (eq (find-class (class-name object) nil) object))
        `(find-class ',(class-name object))
        (no-load-form object))))

;;; The number of methods of SBCL's own generic functions, which SBCL prints with them

(defmacro with-method-counts (&rest counts)
  `(progn
     ,@(mapcar (lambda (entry)
                 `(let ((gf (generic-function-named #',(first entry))))
                    (setf (dispatch-state-called (dispatch-state gf)) ,(third entry))
                    (%js-inline "($0.hiddenMethods = $1)" gf
                                (- ,(second entry) (length (jscl::generic-function-methods gf))))))
               counts)))

(with-method-counts
  (make-load-form 25 t) (make-instance 2 t) (reinitialize-instance 7 t) (shared-initialize 13 t)
  (update-instance-for-redefined-class 2 t) (describe-object 11 nil) (allocate-instance 5 t)
  (initialize-instance 6 t) (no-applicable-method 3 nil) (update-instance-for-different-class 3 t)
  (print-object 169 t) (change-class 8 t) (make-instances-obsolete 2 nil)
  (class-name 1 t) (find-method 1 t) (method-qualifiers 1 t) (compute-applicable-methods 1 t)
  (add-method 1 t) (remove-method 1 t) (function-keywords 1 t))
