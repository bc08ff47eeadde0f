;;;; DEFGENERIC, DEFMETHOD and the functions that change a generic function.

(in-package "JSCL-MCP")

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
         ;; A function that is traced stands for the one that it calls.
         (eq (%js-inline "($0.traced ?? $0)" (fdefinition name)) gf)
         gf)))

(defun check-methods-congruent (gf lambda-list)
  "Signals when GF has methods that do not belong to a generic function with LAMBDA-LIST."
  (when (some (lambda (method) (congruence-problem lambda-list (jscl::method-lambda-list method)))
              (jscl::generic-function-methods gf))
    (restart-case
        (error "New lambda-list ~S is incompatible with existing methods of ~S.~%Old lambda-list ~S"
               lambda-list gf (jscl::generic-function-lambda-list gf))
      (continue ()
        :report "Remove all methods."
        (dolist (method (copy-list (jscl::generic-function-methods gf)))
          (remove-from-generic-function gf method))))))

(defun set-generic-lambda-list (gf lambda-list)
  (check-methods-congruent gf lambda-list)
  (jscl::setf-generic-function-lambda-list gf lambda-list)
  (setf (dispatch-state-required (dispatch-state gf)) (required-count lambda-list)))

(defun change-generic-function (gf name options)
  "Makes GF, the generic function NAME, what OPTIONS of ENSURE-GENERIC-FUNCTION say."
  (destructuring-bind (&key (lambda-list nil is-listed) argument-precedence-order documentation &allow-other-keys)
      options
    (when is-listed
      (set-generic-lambda-list gf lambda-list))
    (when argument-precedence-order
      (setf (dispatch-state-precedence (dispatch-state gf))
            (precedence-positions argument-precedence-order (jscl::generic-function-lambda-list gf))))
    (when documentation
      (setf (documentation name 'function) documentation))
    (reset-dispatch gf)))

(defun ensure-generic-function (name &rest options
                                &key lambda-list (method-combination '(standard)) &allow-other-keys)
  "The generic function NAME, made when there is none, and what OPTIONS say."
  (unless (or (symbolp name)
              (and (consp name) (consp (cdr name)) (null (cddr name)) (symbolp (car name)) (symbolp (cadr name))))
    (invalid-function-name-error name))
  (let ((gf (live-generic-function name)))
    (when (or (and gf (extended-p gf)) (intersection '(:generic-function-class :method-class) options))
      (return-from ensure-generic-function (apply #'ensure-generic-by-protocol gf name options)))
    (note-definition function name)
    (unless gf
      (check-generic-name name)
      (setq gf (make-standard-generic-function name lambda-list '() method-combination)))
    (change-generic-function gf name options)
    gf))

(defun define-generic (name lambda-list combination precedence documentation)
  (check-combination combination)
  (note-definition function name)
  (let ((gf (live-generic-function name)))
    (when (and gf (extended-p gf))
      (ensure-generic-by-protocol gf name :generic-function-class 'standard-generic-function))
    (when (and (fboundp name) (not (and gf (from-file-at-work-p gf))))
      (warn-of-redefinition 'redefinition-with-defgeneric 'defgeneric
                            (with-output-to-string (stream) (write-qualified name stream))))
    (if gf
        (progn
          (remove-initial-methods gf)
          (set-generic-lambda-list gf lambda-list)
          (setf (dispatch-state-combination (dispatch-state gf)) combination))
        (progn
          (check-generic-name name)
          (setq gf (make-standard-generic-function name lambda-list '() combination))))
    (note-file-at-work gf)
    (setf (dispatch-state-precedence (dispatch-state gf)) precedence)
    (reset-dispatch gf)
    (when documentation
      (setf (documentation name 'function) documentation))
    gf))

(defun add-initial-method (method)
  "Marks METHOD as one that DEFGENERIC defined, so that the next one removes it."
  (unless (jscl::std-instance-p method)
    (wrong-type method 'method))
  (%js-inline "($0.isInitial = true, $0)" method))

(defun remove-initial-methods (gf)
  (dolist (method (copy-list (jscl::generic-function-methods gf)))
    (when (%js-inline "($0.isInitial ? $1 : $2)" method t nil)
      (remove-from-generic-function gf method))))

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defun precedence-positions (order lambda-list)
    "The positions of the required parameters of LAMBDA-LIST in the order that :ARGUMENT-PRECEDENCE-ORDER gives."
    (let ((required (subseq lambda-list 0 (required-count lambda-list))))
      (unless (= (length order) (length required))
        (error 'simple-program-error
               :format-control "argument count discrepancy in :ARGUMENT-PRECEDENCE-ORDER clause."))
      (when (set-exclusive-or order required)
        (error 'simple-program-error
               :format-control "unequal sets for :ARGUMENT-PRECEDENCE-ORDER clause: ~S and ~S"
               :format-arguments (list required order)))
      (mapcar (lambda (name) (position name required)) order)))

  (defun check-function-name (name macro)
    (unless (or (symbolp name)
                (and (consp name) (eq (car name) 'setf) (consp (cdr name)) (symbolp (cadr name)) (null (cddr name))))
      (error "The NAME argument to ~S, ~S, is not a function name." macro name))
    (when (and (symbolp name) (special-operator-p name))
      (error 'simple-program-error :format-control "Special form is an illegal function name: ~S."
                                   :format-arguments (list name))))

  (defun check-generic-options (options)
    (let ((seen '()))
      (dolist (option options)
        (unless (listp option)
          (wrong-type option 'list))
        (when (and (memq (car option) seen) (not (memq (car option) '(:method declare))))
          (error 'simple-program-error :format-control "The option ~S appears more than once."
                                       :format-arguments (list (car option))))
        (push (car option) seen)))))

(defmacro defgeneric (name lambda-list &body options)
  "Defines the generic function NAME, with the methods among OPTIONS."
  (let ((combination '(standard)) (documentation nil) (methods '()) (precedence nil) (classes '()) (declarations '()))
    (check-function-name name 'defgeneric)
    (unless (listp lambda-list)
      (wrong-type lambda-list 'list))
    (check-generic-lambda-list lambda-list)
    (check-generic-options options)
    (dolist (option options)
      (case (car option)
        (:method-combination (setq combination (cdr option)))
        (:documentation
         (unless (= (length option) 2)
           (error "bad list length for ~S" option))
         (setq documentation (and (stringp (cadr option)) (cadr option))))
        (:method (push `(add-initial-method (defmethod ,name ,@(cdr option))) methods))
        (:argument-precedence-order (setq precedence (precedence-positions (cdr option) lambda-list)))
        ((:generic-function-class :method-class) (push option classes))
        (declare (setq declarations (append declarations (cdr option))))
        (t
         (unless (assoc :generic-function-class options)
           (error 'simple-program-error :format-control "unsupported option ~S" :format-arguments (list option)))
         (push option classes))))
    (%js-inline "R.expectDefinition($0, $1)" 'function name)
    `(progn
       ,(if (or classes declarations)
            `(define-generic-by-protocol ',name ',lambda-list ',combination ',precedence ,documentation
               ',declarations ',(reverse classes))
            `(define-generic ',name ',lambda-list ',combination ',precedence ,documentation))
       ,@(and methods (append (reverse methods) `((fdefinition ',name)))))))

;;; Methods

(defun find-same-method (gf qualifiers specializers)
  (find-if (lambda (method)
             (and (equal (jscl::!method-qualifiers method) qualifiers)
                  (equal (jscl::!method-specializers method) specializers)))
           (jscl::generic-function-methods gf)))

(defun method-name-parts (gf method)
  "What tells METHOD of GF from others: the name, the qualifiers if it has any, the specializers."
  (let ((specializers (mapcar (lambda (each) (if (jscl::std-instance-p each) (jscl::!class-name each) each))
                              (jscl::!method-specializers method)))
        (qualifiers (jscl::!method-qualifiers method)))
    `(,(jscl::generic-function-name gf) ,@(when qualifiers (list qualifiers)) ,specializers)))

(defun note-method (gf method)
  "Makes known that the METHOD of GF is defined, or another in its place."
  (destructuring-bind (name . rest) (method-name-parts gf method)
    (if (cdr rest)
        (note-definition method name (first rest) (second rest))
        (note-definition method name (first rest)))))

(defun note-no-method (gf method)
  "Makes known that the METHOD of GF is removed."
  (destructuring-bind (name . rest) (method-name-parts gf method)
    (if (cdr rest)
        (note-undefined method name (first rest) (second rest))
        (note-undefined method name (first rest)))))

(defun notify-dependents (metaobject &rest change)
  (when (%js-inline "($0.dependents ?? nil)" metaobject)
    (apply #'update-dependents metaobject change)))

(defun warn-of-qualifiers (gf method)
  "Warns where the method combination of GF knows nothing to do with METHOD: a call that it applies to fails."
  (let* ((name (car (dispatch-state-combination (dispatch-state gf))))
         (combination (map-get *combinations* name)))
    (when (cond ((eq name 'standard) (qualifier-problem method '(:around :before :after) t))
                ((and combination (combination-operator combination))
                 (qualifier-problem method (list name :around) nil)))
      (warn "Invalid qualifiers for ~S method combination in method ~S:~%  ~S."
            name method (jscl::!method-qualifiers method)))))

(defun add-to-generic-function (generic-function method)
  "Adds METHOD, replacing one with the same qualifiers and specializers. Returns the generic function."
  (let* ((gf (generic-function-named generic-function))
         (old (find-same-method gf (jscl::!method-qualifiers method) (jscl::!method-specializers method))))
    (let ((other (jscl::method-generic-function method)))
      (when other
        (error "The method ~S is already part of the generic function ~S; it can't be added to another generic function until it is removed from the first one."
               method other)))
    (check-congruence gf method)
    (jscl::setf-method-generic-function method gf)
    (when old (remove-from-generic-function gf old))
    (note-method gf method)
    (jscl::setf-generic-function-methods gf (cons method (jscl::generic-function-methods gf)))
    (dolist (specializer (jscl::!method-specializers method))
      (unless (eql-specializer-p specializer)
        (jscl::setf-class-direct-methods specializer (cons method (jscl::class-direct-methods specializer)))))
    (reset-dispatch gf)
    (notify-dependents gf 'add-method method)
    (warn-of-qualifiers gf method)
    gf))

(defun remove-from-generic-function (generic-function method)
  "Removes METHOD. Returns the generic function."
  (let ((gf (generic-function-named generic-function)))
    (note-no-method gf method)
    (jscl::setf-method-generic-function method nil)
    (jscl::setf-generic-function-methods
     gf (remove method (jscl::generic-function-methods gf) :test #'eq))
    (dolist (specializer (jscl::!method-specializers method))
      (unless (eql-specializer-p specializer)
        (jscl::setf-class-direct-methods
         specializer (remove method (jscl::class-direct-methods specializer) :test #'eq))))
    (reset-dispatch gf)
    (notify-dependents gf 'remove-method method)
    gf))

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defun eql-list-p (specializer)
    "True of a list (EQL object)."
    (and (consp specializer)
         (eq (car specializer) 'eql)
         (consp (cdr specializer))
         (null (cddr specializer)))))

(defun class-of-specializer (name)
  "The class NAME, which may be one that is only named as a superclass so far."
  (or (map-get *forward-classes* name)
      (find-class name)))

(defun resolve-specializer (specializer &optional gf)
  "The class, or the list (EQL object), that SPECIALIZER stands for in a method of GF, which may not be there yet."
  (cond ((jscl::std-instance-p specializer) (%js-inline "($0.asList ?? $0)" specializer))
        ((eql-list-p specializer) specializer)
        ((symbolp specializer) (class-of-specializer specializer))
        (t
         (error 'specializer-name-syntax-error
                :references '((:ansi-cl :macro defmethod) (:ansi-cl :glossary "parameter specializer name"))
                :format-control "~S is not a valid parameter specializer name for~%~A."
                :format-arguments (list specializer (or gf (unnamed-generic-function-text)))))))

(defun unnamed-generic-function-text ()
  "How SBCL shows the generic function of a method whose own is not there yet: its class's prototype."
  (with-output-to-string (stream)
    (print-unreadable-object (jscl::*the-class-standard-gf* stream :identity t)
      (write-string "STANDARD-GENERIC-FUNCTION" stream))))

(defun method-of-generic-function (generic-function qualifiers specializers &optional (errorp t))
  "The method of GENERIC-FUNCTION with these QUALIFIERS and SPECIALIZERS; NIL or an error when there is none."
  (let* ((gf (generic-function-named generic-function))
         (required (dispatch-state-required (dispatch-state gf))))
    (unless (= required (length specializers))
      (specializer-count-error gf required specializers))
    (let ((specializers (each-value (specializer specializers) (resolve-specializer specializer gf))))
      (or (find-same-method gf qualifiers specializers)
          (and errorp
               (error "There is no method on ~S with ~:[no qualifiers~;~:*qualifiers ~S~] and specializers ~S."
                      gf qualifiers specializers))))))

(defun implied-lambda-list (lambda-list)
  "The lambda list of a generic function that is made for a method with LAMBDA-LIST: without names of keywords."
  (let ((kept (ldiff lambda-list (or (member '&key lambda-list) (member '&aux lambda-list)))))
    (append (mapcar (lambda (each) (if (consp each) (car each) each)) kept)
            (if (member '&key lambda-list) '(&key) '()))))

(defun check-specializer-count (gf specializers)
  "Signals when a method with SPECIALIZERS is defined for GF, whose methods have another number of required parameters."
  (let ((required (dispatch-state-required (dispatch-state gf))))
    (unless (or (null (jscl::generic-function-methods gf))
                (= required (length specializers)))
      (restart-case (specializer-count-error gf required specializers)
        (continue ()
          :report "Unbind the generic function"
          (fmakunbound (jscl::generic-function-name gf)))))))

(defun specializer-count-error (gf required specializers)
  (error 'find-method-length-mismatch
         :references '((:ansi-cl :function find-method))
         :format-control "The generic function ~S takes ~D required argument~:P; was asked to find a method with specializers ~S"
         :format-arguments (list gf required specializers)))

(defun add-method-function (name qualifiers lambda-list specializers chained function)
  "Adds a method to the generic function NAME. FUNCTION takes the arguments. It may ask for the next method when CHAINED, and
for the list of its arguments when that is :LIST."
  (let ((gf (live-generic-function name)))
    (when gf (check-specializer-count gf specializers)))
  (let* ((known (live-generic-function name))
         (gf (or known
                 (progn
                   (check-generic-name name)
                   (make-standard-generic-function name (implied-lambda-list lambda-list) '() '(standard)))))
         (specializers (each-value (specializer specializers) (resolve-specializer specializer known))))
    (let ((method (if (eq (jscl::generic-function-method-class gf) jscl::*the-class-standard-method*)
                      (new-method qualifiers lambda-list specializers)
                      (make-method-by-protocol gf qualifiers lambda-list specializers function))))
      (note-function method chained function)
      (warn-of-method-redefinition gf method)
      (if (extended-p gf)
          (add-method gf method)
          (add-to-generic-function gf method))
      method)))

(defun new-method (qualifiers lambda-list specializers)
  (let ((method (make-method-object)))
    (jscl::setf-method-lambda-list method lambda-list)
    (jscl::setf-method-qualifiers method qualifiers)
    (jscl::setf-method-specializers method specializers)
    method))

(defun note-function (method chained function)
  "Has METHOD run FUNCTION, which takes the arguments of a call as they are."
  (%js-inline "($0.runs = $1)" method function)
  (if chained
      (%js-inline "($0.chained = $1)" method chained)
      (%js-inline "($0.simpleFunction = $1)" method function)))

;;; DEFMETHOD

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defun method-lambda-list-error (control &rest arguments)
    (error 'specialized-lambda-list-error :references '((:ansi-cl :section (3 4 3)))
                                          :format-control control :format-arguments arguments))

  (defun check-required-parameter (parameter others)
    "Signals unless PARAMETER is a variable or a variable and a specializer; OTHERS follow it in the lambda list."
    (let ((variable (if (consp parameter) (car parameter) parameter)))
      (cond ((if (consp parameter)
                 (not (and (consp (cdr parameter)) (null (cddr parameter))))
                 (or (null parameter) (not (symbolp parameter))))
             (method-lambda-list-error "arg is not a non-NIL symbol or a list of two elements: ~A" parameter))
            ((null variable)
             (method-lambda-list-error "~S cannot be used as a local variable." variable))
            ((keywordp variable)
             (method-lambda-list-error "~S is a keyword and cannot be used as a local variable." variable))
            ((not (symbolp variable))
             (method-lambda-list-error "~S is not a symbol and cannot be used as a local variable." variable))
            ((constantp variable)
             (method-lambda-list-error "~A names a defined constant, and cannot be used in~%a method lambda list."
                                       (with-output-to-string (stream) (write-qualified variable stream))))
            ((some (lambda (other) (eq (if (consp other) (car other) other) variable)) others)
             (method-lambda-list-error "The variable ~S occurs more than once in the lambda list." variable)))))

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
          (check-required-parameter parameter (cdr rest))
          (cond ((consp parameter)
                 (push (car parameter) plain)
                 (push (let ((specializer (cadr parameter)))
                         (if (eql-list-p specializer)
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

  (defun without-ignore (declarations)
    "DECLARATIONS, where what a method ignores is passed on to the next method."
    (mapcar (lambda (declaration)
              (cons 'declare (mapcar (lambda (each)
                                       (if (and (consp each) (eq (car each) 'ignore))
                                           (cons 'ignorable (cdr each))
                                           each))
                                     (cdr declaration))))
            declarations))

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

  (defun with-next-method-form (body next arguments list form)
    "FORM, the block of the method whose source is BODY, in the scope of CALL-NEXT-METHOD and NEXT-METHOD-P. NEXT is the
variable of the next method's function. The method's own arguments are in the variables ARGUMENTS, or in the variable LIST."
    (let ((call (if list `(apply ,next ,list) `(funcall ,next ,@arguments))))
      (if (or (names-function-p 'call-next-method body) (names-function-p 'next-method-p body))
          ;; What #'CALL-NEXT-METHOD or #'NEXT-METHOD-P asks for must be a function.
          `(flet ((call-next-method (&rest changed)
                    (if changed (apply ,next changed) ,call))
                  (next-method-p () (any-next-method ,next)))
             (declare (ignorable #'call-next-method #'next-method-p))
             ,form)
          `(macrolet ((call-next-method (&rest changed)
                        (if changed (list* 'funcall ',next changed) ',call))
                      (next-method-p () '(any-next-method ,next)))
             ,form))))

  (defun warn-of-specializer (specializer name)
    "Warns where SPECIALIZER, as it is written in the DEFMETHOD of NAME, names no class that is known while that is compiled."
    (flet ((message (control &rest arguments)
             (compiler-warning (if (and (symbolp specializer) (known-type-p specializer))
                                   'simple-warning
                                   'simple-style-warning)
                               (apply #'format nil control arguments))))
      (cond ((jscl::std-instance-p specializer) nil)
            ((and (consp specializer) (eq (car specializer) 'eql)) nil)
            ((not (symbolp specializer))
             (handler-case (resolve-specializer specializer (and (fboundp name) (live-generic-function name)))
               (error (condition)
                 (warn (message "Cannot parse specializer ~S in SB-PCL:SPECIALIZER-TYPE-SPECIFIER:~%~A."
                                specializer condition)))))
            ((map-get *forward-classes* specializer)
             (warn (message "Defining a method using~%#<SB-MOP:FORWARD-REFERENCED-CLASS ~A> as a specializer."
                            (with-output-to-string (stream) (write-qualified specializer stream)))))
            ((or (find-class specializer nil) (%js-inline "(R.isExpectedType($0) ? t : nil)" specializer)) nil)
            (t
             (warn (message "Cannot find type for specializer ~A when executing~%SB-PCL:SPECIALIZER-TYPE-SPECIFIER for a STANDARD-METHOD of a~%STANDARD-GENERIC-FUNCTION."
                            (with-output-to-string (stream) (write-qualified specializer stream))))))))

  (defun checked-specializer (form)
    "FORM, which signals where there is no class of the name in it: the function of the method is never compiled then."
    (if (and (eq (car form) 'quote) (cadr form) (symbolp (cadr form)) (not (eq (cadr form) t)))
        `(progn (class-of-specializer ,form) ,form)
        form))

  (defun specializer-names (specializers)
    (mapcar (lambda (form) (if (eq (car form) 'quote) (cadr form) (list 'eql (third form)))) specializers)))

(defmacro defmethod (name &rest arguments &environment environment)
  "Defines a method of the generic function NAME."
  (let ((qualifiers '()))
    (check-function-name name 'defmethod)
    (%js-inline "R.expectDefinition($0, $1)" 'function name)
    (do () ((or (null arguments) (listp (car arguments))))
      (push (pop arguments) qualifiers))
    (setq qualifiers (reverse qualifiers))
    (multiple-value-bind (lambda-list specializers required)
        (split-method-lambda-list (car arguments))
      (dolist (specializer (specializer-names specializers))
        (warn-of-specializer specializer name))
      (multiple-value-bind (declarations body) (split-declarations (cdr arguments))
        (dolist (form body)
          (when (and (consp form) (eq (car form) 'declare))
            (warn (compiler-warning 'simple-warning
                                    (format nil "encountered ~S in a place where a DECLARE was not expected" form))))
          (when (and (consp form)
                     (not (symbolp (car form)))
                     (not (and (consp (car form)) (eq (caar form) 'lambda))))
            (error "Illegal function call in method body:~%  ~S" form)))
        (let* ((written (remove-if-added lambda-list (car arguments)))
               (chained (mentions-p '(call-next-method next-method-p) body))
               (block `(block ,(if (consp name) (cadr name) name) ,@body))
               (next (gensym "NEXT"))
               ;; The method may assign its parameters; CALL-NEXT-METHOD passes on what it was called with.
               (list (and (intersection written lambda-list-keywords) (gensym "ARGUMENTS")))
               (originals (unless list (mapcar (lambda (name) (gensym (symbol-name name))) required)))
               (gf (and (fboundp name) (live-generic-function name))))
          (when (and gf (extended-p gf))
            (let ((form (method-form-by-protocol gf name qualifiers written lambda-list specializers
                                                 (cdr arguments) environment)))
              (when form (return-from defmethod form))))
          `(add-method-function
            ',name ',qualifiers ',written (list ,@(mapcar #'checked-specializer specializers)) ,(and chained (if list :list t))
            #'(jscl::named-lambda (:method ,name ,@qualifiers ,(specializer-names specializers))
                ,lambda-list
                (declare (ignorable ,@required))
                ,@(if chained (without-ignore declarations) declarations)
                ,(if chained
                     `(let ((,next *next-method*)
                            ,@(if list
                                  `((,list *method-arguments*))
                                  (mapcar #'list originals required)))
                        (declare (ignorable ,next ,@(if list (list list) originals)))
                        ,(with-next-method-form body next originals list block))
                     block))))))))
