;;;; DEFGENERIC, DEFMETHOD and the functions that change a generic function.

(in-package "JSCL-MCP")

(defun make-generic-function (name lambda-list combination)
  (let ((gf (make-generic-function-object)))
    (jscl::setf-generic-function-name gf name)
    (jscl::setf-generic-function-lambda-list gf lambda-list)
    (jscl::setf-generic-function-methods gf '())
    (jscl::setf-generic-function-method-class gf jscl::*the-class-standard-method*)
    (jscl::setf-find-generic-function name gf)
    (prepare-generic-function gf combination)))

(defun check-generic-name (name)
  "Signals when NAME is an ordinary function or a macro; returns when that binding may be replaced."
  (when (and (fboundp name)
             (not (jscl::find-generic-function name nil)))
    (restart-case
        (error 'simple-program-error
               :format-control "~A already names an ordinary function or a macro."
               :format-arguments (list (with-output-to-string (stream) (write-qualified name stream))))
      (continue ()
        :report "Replace the function binding"
        nil))))

(defun live-generic-function (name)
  "The generic function that NAME is bound to, NIL when it is bound to something else."
  (let ((gf (jscl::find-generic-function name nil)))
    (and gf
         (fboundp name)
         (eq (fdefinition name) (jscl::generic-function-discriminating-function gf))
         gf)))

(defun ensure-generic-function (name &key lambda-list (method-combination 'standard) &allow-other-keys)
  "The generic function NAME, made when there is none."
  (let ((gf (live-generic-function name)))
    (generic-function-function
     (or gf
         (progn
           (check-generic-name name)
           (make-generic-function name lambda-list method-combination))))))

(defun define-generic (name lambda-list combination documentation)
  (let ((gf (live-generic-function name)))
    (when (fboundp name)
      (warn-of-redefinition 'redefinition-with-defgeneric 'defgeneric
                            (with-output-to-string (stream) (write-qualified name stream))))
    (if gf
        (progn
          (jscl::setf-generic-function-lambda-list gf lambda-list)
          (setf (dispatch-state-required (dispatch-state gf)) (required-count lambda-list)
                (dispatch-state-combination (dispatch-state gf)) combination)
          (reset-dispatch gf))
        (progn
          (check-generic-name name)
          (setq gf (make-generic-function name lambda-list combination))))
    (when documentation
      (setf (documentation name 'function) documentation))
    (generic-function-function gf)))

(defmacro defgeneric (name lambda-list &body options)
  "Defines the generic function NAME, with the methods among OPTIONS."
  (let ((combination 'standard) (documentation nil) (methods '()))
    (dolist (option options)
      (case (car option)
        (:method-combination (setq combination (cadr option)))
        (:documentation (setq documentation (cadr option)))
        (:method (push `(defmethod ,name ,@(cdr option)) methods))
        ((declare :argument-precedence-order :generic-function-class :method-class) nil)
        (t (error 'simple-program-error :format-control "unsupported option ~S" :format-arguments (list option)))))
    `(progn
       ,@(if methods
             `((define-generic ',name ',lambda-list ',combination ,documentation)
               ,@(reverse methods)
               (fdefinition ',name))
             `((define-generic ',name ',lambda-list ',combination ,documentation))))))

;;; Methods

(defun find-same-method (gf qualifiers specializers)
  (find-if (lambda (method)
             (and (equal (jscl::!method-qualifiers method) qualifiers)
                  (equal (jscl::!method-specializers method) specializers)))
           (jscl::generic-function-methods gf)))

(defun check-congruence (gf method)
  (let ((required (dispatch-state-required (dispatch-state gf)))
        (own (required-count (jscl::method-lambda-list method))))
    (unless (= required own)
      (error 'simple-program-error
             :format-control "attempt to add the method~%  ~S~%to the generic function~%  ~S;~%but the method has ~A required arguments than the generic function."
             :format-arguments (list method (generic-function-function gf) (if (< own required) "fewer" "more"))))))

(defun add-method (generic-function method)
  "Adds METHOD, replacing one with the same qualifiers and specializers. Returns the generic function."
  (let* ((gf (generic-function-named generic-function))
         (old (find-same-method gf (jscl::!method-qualifiers method) (jscl::!method-specializers method))))
    (jscl::setf-method-generic-function method gf)
    (check-congruence gf method)
    (when old (remove-method gf old))
    (jscl::push-generic-function-methods method gf)
    (dolist (specializer (jscl::!method-specializers method))
      (unless (eql-specializer-p specializer)
        (jscl::pushnew-class-direct-methods method specializer)))
    (reset-dispatch gf)
    (generic-function-function gf)))

(defun remove-method (generic-function method)
  "Removes METHOD. Returns the generic function."
  (let ((gf (generic-function-named generic-function)))
    (jscl::setf-generic-function-methods
     gf (remove method (jscl::generic-function-methods gf) :test #'eq))
    (dolist (specializer (jscl::!method-specializers method))
      (unless (eql-specializer-p specializer)
        (jscl::setf-class-direct-methods
         specializer (remove method (jscl::class-direct-methods specializer) :test #'eq))))
    (reset-dispatch gf)
    (generic-function-function gf)))

(defun resolve-specializer (specializer)
  (cond ((jscl::std-instance-p specializer) specializer)
        ((and (consp specializer) (eq (car specializer) 'eql)) specializer)
        (t (find-class specializer))))

(defun find-method (generic-function qualifiers specializers &optional (errorp t))
  "The method of GENERIC-FUNCTION with these QUALIFIERS and SPECIALIZERS; NIL or an error when there is none."
  (let* ((gf (generic-function-named generic-function))
         (required (dispatch-state-required (dispatch-state gf))))
    (unless (= required (length specializers))
      (error 'find-method-length-mismatch
             :references '((:ansi-cl :function find-method))
             :format-control "The generic function ~S takes ~D required argument~P; was asked to find a method with specializers ~S"
             :format-arguments (list (generic-function-function gf) required required specializers)))
    (or (find-same-method gf qualifiers (mapcar #'resolve-specializer specializers))
        (and errorp
             (error "There is no method on ~S with qualifiers ~S and specializers ~S."
                    (generic-function-function gf) qualifiers specializers)))))

(defun add-method-function (name qualifiers lambda-list specializers chained function)
  "Adds a method to the generic function NAME. FUNCTION takes the arguments; CHAINED when it may ask for the next method."
  (let ((gf (or (live-generic-function name)
                (progn
                  (check-generic-name name)
                  (make-generic-function name lambda-list 'standard))))
        (method (make-method-object)))
    (jscl::setf-method-lambda-list method lambda-list)
    (jscl::setf-method-qualifiers method qualifiers)
    (jscl::setf-method-specializers method (mapcar #'resolve-specializer specializers))
    (jscl::setf-method-body method nil)
    (jscl::setf-method-function method function)
    (if chained
        (%js-inline "($0.chained = true, $1)" method t)
        (%js-inline "($0.simpleFunction = $1)" method function))
    (warn-of-method-redefinition gf method)
    (add-method gf method)
    method))

;;; DEFMETHOD

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defun split-method-lambda-list (lambda-list)
    "The ordinary lambda list, the specializer forms and the required variables, as three values."
    (let ((plain '()) (specializers '()))
      (do ((rest lambda-list (cdr rest)))
          ((or (not (consp rest)) (member (car rest) lambda-list-keywords))
           (let ((tail (if (and (member '&key rest) (not (member '&allow-other-keys rest)))
                         (let ((aux (member '&aux rest)))
                             (append (butlast rest (length aux)) '(&allow-other-keys) aux))
                           rest)))
             (values (append (reverse plain) tail) (reverse specializers) (reverse plain))))
        (let ((parameter (car rest)))
          (cond ((consp parameter)
                 (push (car parameter) plain)
                 (push (let ((specializer (cadr parameter)))
                         (if (and (consp specializer) (eq (car specializer) 'eql))
                             `(list 'eql ,(cadr specializer))
                             `',specializer))
                       specializers))
                (t
                 (push parameter plain)
                 (push ''t specializers)))))))

  (defun mentions-p (symbols form)
    (cond ((consp form)
           (do ((rest form (cdr rest)))
               ((not (consp rest)) (and rest (mentions-p symbols rest)))
             (when (mentions-p symbols (car rest)) (return t))))
          (t (member form symbols))))

  (defun split-declarations (body)
    "The declarations and the rest of BODY, without its documentation string, as two values."
    (let ((declarations '()))
      (do () (nil)
        (cond ((and (consp body) (consp (car body)) (eq (caar body) 'declare))
               (push (pop body) declarations))
              ((and (consp body) (stringp (car body)) (cdr body))
               (pop body))
              (t (return (values (reverse declarations) body)))))))

  (defun remove-if-added (lambda-list written)
    "LAMBDA-LIST without the &ALLOW-OTHER-KEYS that its WRITTEN form does not have."
    (if (member '&allow-other-keys written)
        lambda-list
        (remove '&allow-other-keys lambda-list)))

  (defun names-function-p (name form)
    "True when (FUNCTION NAME) occurs in FORM."
    (and (consp form)
         (or (and (eq (car form) 'function) (consp (cdr form)) (eq (cadr form) name))
             (do ((rest form (cdr rest)))
                 ((not (consp rest)) nil)
               (when (names-function-p name (car rest)) (return t))))))

  (defun with-next-method-form (body next call form)
    "FORM, the block of the method whose source is BODY, in the scope of CALL-NEXT-METHOD and NEXT-METHOD-P. CALL runs
NEXT with the method's own arguments, its second operand."
    (let ((with-others (lambda (arguments) (list* (first call) (second call) arguments (cdddr call)))))
      (if (names-function-p 'call-next-method body)
          ;; #'CALL-NEXT-METHOD may be asked for, so it must be a function.
          `(flet ((call-next-method (&rest changed)
                    (if changed ,(funcall with-others 'changed) ,call))
                  (next-method-p () (and ,next t)))
             (declare (ignorable #'call-next-method #'next-method-p))
             ,form)
          `(macrolet ((call-next-method (&rest changed)
                        (if changed
                            (list* ',(first call) ',(second call) (cons 'list changed) ',(cdddr call))
                            ',call))
                      (next-method-p () '(and ,next t)))
             ,form))))

  (defun specializer-names (specializers)
    (mapcar (lambda (form) (if (eq (car form) 'quote) (cadr form) (list 'eql (third form)))) specializers)))

(defmacro defmethod (name &rest arguments)
  "Defines a method of the generic function NAME."
  (let ((qualifiers '()))
    (do () ((or (null arguments) (listp (car arguments))))
      (push (pop arguments) qualifiers))
    (setq qualifiers (reverse qualifiers))
    (multiple-value-bind (lambda-list specializers required)
        (split-method-lambda-list (car arguments))
      (multiple-value-bind (declarations body) (split-declarations (cdr arguments))
        (let* ((written (remove-if-added lambda-list (car arguments)))
               (chained (mentions-p '(call-next-method next-method-p) body))
               (block `(block ,(if (consp name) (cadr name) name) ,@body))
               (next (gensym "NEXT"))
               (list (gensym "ARGUMENTS")))
          `(add-method-function
            ',name ',qualifiers ',written (list ,@specializers) ,(and chained t)
            #'(jscl::named-lambda (:method ,name ,@qualifiers ,(specializer-names specializers))
                ,lambda-list
                (declare (ignorable ,@required))
                ,@declarations
                ,(if chained
                     `(let ((,next *next-method*)
                            (,list *method-arguments*))
                        (declare (ignorable ,next ,list))
                        ,(with-next-method-form body next
                                                `(run-next-method ,next ,list ',name ',qualifiers
                                                                  (list ,@specializers))
                                                block))
                     block))))))))

(defun run-next-method (next arguments name qualifiers specializers)
  "Calls the next method NEXT with ARGUMENTS; an error about the method of these SPECIALIZERS when there is none."
  (if next
      (apply next arguments)
      (next-method-error name qualifiers specializers arguments)))

(defun next-method-error (name qualifiers specializers arguments)
  (let* ((gf (jscl::find-generic-function name))
         (method (find-same-method gf qualifiers (mapcar #'resolve-specializer specializers))))
    (error 'no-next-method-error
           :generic-function (generic-function-function gf) :method method :args arguments)))
