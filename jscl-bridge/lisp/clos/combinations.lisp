;;;; Method combination types: the built-in ones, and both forms of DEFINE-METHOD-COMBINATION (CLHS 7.6.6).

(in-package "JSCL-MCP")

;; A short form has an OPERATOR; a long form an EXPANDER, a function of a generic function, the options and
;; the applicable methods that answers the effective method's form and its lambda list for the arguments, or
;; NIL.
(define-record combination name operator identity expander documentation)

(defvar *combinations* (make-map)
  "Method combination types by name.")

(defun define-combination (name operator identity expander documentation)
  (check-symbol-lock name "defining ~A as a method combination")
  (note-definition method-combination name)
  (map-set *combinations* name (make-combination name operator identity expander documentation))
  name)

(dolist (operator '(and or progn + list append nconc max min))
  (map-set *combinations* operator
           (make-combination operator operator (not (eq operator 'list)) nil nil)))

(defun invalid-method-error (method control &rest arguments)
  "Signals that METHOD does not belong to its generic function's method combination."
  (error "invalid method error for~%  ~S~%method:~%  ~?" method control arguments))

(defun method-combination-error (control &rest arguments)
  "Signals that a method combination cannot be used."
  (error "method combination error in CLOS dispatch:~%  ~?" control arguments))

(defun check-combination (designator)
  "Signals unless DESIGNATOR, a name and options, is a method combination that can be used."
  (let* ((name (car designator))
         (combination (map-get *combinations* name)))
    (cond ((eq name 'standard)
           (when (cdr designator)
             (method-combination-error "STANDARD method combination accepts no options.")))
          ((null combination)
           (error "when initializing the generic function #<STANDARD-GENERIC-FUNCTION>:~%The ~S initialization argument was: ~A.~%It must be a method combination object."
                  :method-combination nil))
          ((combination-operator combination)
           (unless (or (null (cdr designator))
                       (and (null (cddr designator))
                            (memq (cadr designator) '(:most-specific-first :most-specific-last))))
             (method-combination-error "Illegal options to a short method combination type.~%The method combination type ~S accepts one option which~%must be either ~S or ~S."
                                       name :most-specific-first :most-specific-last)))
          (t nil))))

;;; The short form

(defun reject-qualifiers (gf method what rule &rest arguments)
  (invalid-method-error method "The method ~S on~%  ~S ~A.~%~%  ~?"
                        method gf what rule arguments))

(defun qualifier-problem (method allowed none-allowed)
  "What is wrong with the qualifiers of METHOD, of which there may be one of ALLOWED."
  (let ((qualifiers (jscl::!method-qualifiers method)))
    (cond ((null qualifiers) (if none-allowed nil "has no qualifiers"))
          ((cdr qualifiers) "has too many qualifiers")
          ((not (memq (car qualifiers) allowed)) "has an invalid qualifier")
          (t nil))))

(defun check-short-qualifiers (gf name methods)
  (dolist (method methods)
    (let ((problem (qualifier-problem method (list name :around) nil)))
      (when problem
        (reject-qualifiers gf method problem
                           "The method combination type ~S was defined with the short form of~%  DEFINE-METHOD-COMBINATION and so requires all methods have either the single~%  qualifier ~S or the single qualifier ~S."
                           name name :around)))))

(defun check-standard-qualifiers (gf methods)
  (dolist (method methods)
    (let ((problem (qualifier-problem method '(:around :before :after) t)))
      (when problem
        (reject-qualifiers gf method problem
                           "Standard method combination requires all methods to have one of the single~%  qualifiers ~S, ~S and ~S or to have no qualifier at all."
                           :around :before :after)))))

(defun combining-caller (operator functions)
  "A function that calls FUNCTIONS, a vector, with its own arguments and combines their results by OPERATOR."
  (let ((kind (case operator (and 1) (or 2) (progn 3) (t 0))))
    (%js-inline "(function (values, a) {
  const sp = S.sp;
  const single = arguments.length === 2;
  let plain = null;
  if (!single) {
    plain = [].slice.call(arguments);
    plain[0] = pv;
  }
  const results = [values];
  let result = $2 === 1 ? t : nil;
  for (let i = 0; i < $1.length; i++) {
    result = single ? $1[i](pv, a) : $1[i].apply(null, plain);
    S.sp = sp;
    if ($2 === 0) results.push(result);
    else if ($2 === 1 && result === nil || $2 === 2 && result !== nil) break;
  }
  return $2 === 0 ? $0.@function.apply(null, results) : result;
})" operator functions kind)))

(defun short-effective-method (gf combination options methods arguments)
  (check-short-qualifiers gf (combination-name combination) methods)
  (let ((primary (qualified-methods methods (list (combination-name combination))))
        (operator (combination-operator combination)))
    (if (null primary)
        (no-primary-method gf arguments)
        (let ((functions (mapcar (lambda (method) (method-caller method nil))
                                 (if (eq (car options) :most-specific-last) (reverse primary) primary))))
          (chain-methods (qualified-methods methods '(:around))
                         (if (and (null (cdr functions)) (combination-identity combination))
                             (car functions)
                             (combining-caller operator (coerce functions 'vector))))))))

;;; The long form

(defun matches-pattern-p (qualifiers pattern)
  (cond ((eq pattern '*) t)
        ((and (symbolp pattern) pattern) (funcall pattern qualifiers))
        (t (do ((pattern pattern (cdr pattern))
                (rest qualifiers (cdr rest)))
               ((atom pattern) (or (eq pattern '*) (null rest)))
             (unless (and rest (or (eq (car pattern) '*) (eql (car pattern) (car rest))))
               (return nil))))))

(defun group-methods (methods groups)
  "METHODS by GROUPS, each a name, its patterns, its order and whether it may be empty: a list of the groups' methods."
  (let ((members (mapcar (lambda (group) (declare (ignore group)) (list nil)) groups)))
    (dolist (method methods)
      (let ((cell (do ((rest groups (cdr rest)) (cells members (cdr cells)))
                      ((null rest) nil)
                    (when (some (lambda (pattern) (matches-pattern-p (jscl::!method-qualifiers method) pattern))
                                (second (car rest)))
                      (return (car cells))))))
        (if cell
            (push method (car cell))
            (invalid-method-error method "is applicable, but does not belong to any method group"))))
    (mapcar (lambda (group cell)
              (destructuring-bind (name patterns order required) group
                (declare (ignore patterns))
                (when (and required (null (car cell)))
                  (error 'long-method-combination-error
                         :references '((:ansi-cl :macro define-method-combination))
                         :format-control "No ~A methods." :format-arguments (list name)))
                (if (eq order :most-specific-last) (car cell) (reverse (car cell)))))
            groups members)))

(defun called-function (method next-methods)
  "The function that (CALL-METHOD METHOD NEXT-METHODS) runs."
  (require-type next-methods list)
  (if (made-method-p method)
      (effective-method-function (cadr method) nil)
      (method-caller (checked-method method)
                     (and next-methods (called-function (car next-methods) (cdr next-methods)))
                     (mapcar (lambda (each)
                               (if (made-method-p each) (function-as-method (called-function each '())) (checked-method each)))
                             next-methods))))

(defun checked-method (object)
  (require-type object method)
  object)

(defun made-method-p (method)
  (and (consp method) (eq (car method) 'make-method)))

(defun effective-method-function (form lambda-list)
  "A function of the arguments that does what FORM says, in the scope of CALL-METHOD and of the variables of LAMBDA-LIST."
  (let* ((arguments (gensym "ARGUMENTS"))
         (scoped `(macrolet ((call-method (method &optional next-methods)
                               (list 'apply (list 'quote (called-function method next-methods)) ',arguments)))
                    ,form)))
    (eval `(lambda (&rest ,arguments)
             (declare (ignorable ,arguments))
             ,(if lambda-list
                  `(apply (lambda ,lambda-list ,scoped) ,arguments)
                  scoped)))))

(defmacro call-method (&rest arguments)
  (declare (ignore arguments))
  (error "CALL-METHOD outside of a effective method form"))

(defun long-effective-method (gf combination options methods)
  (multiple-value-bind (form lambda-list)
      (funcall (combination-expander combination) gf options methods)
    (effective-method-function form lambda-list)))

(defun combined-effective-method (gf designator methods arguments)
  "The function that runs METHODS of GF as the method combination DESIGNATOR, a name and options, says."
  (let ((combination (map-get *combinations* (car designator))))
    (if (combination-operator combination)
        (short-effective-method gf combination (cdr designator) methods arguments)
        (long-effective-method gf combination (cdr designator) methods))))

;;; DEFINE-METHOD-COMBINATION

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defun method-group-form (spec)
    "The form of a method group: its name, patterns, order and whether it is required."
    (let ((patterns '())
          (rest (cdr spec)))
      (do () ((or (null rest) (memq (car rest) '(:description :order :required))))
        (push (pop rest) patterns))
      (when (null patterns)
        (error 'simple-program-error
               :format-control "Method group specifiers in the long form of DEFINE-METHOD-COMBINATION must have~%at least one qualifier pattern or predicate."))
      `(list ',(car spec) ',(reverse patterns) ,(getf rest :order :most-specific-first) ,(getf rest :required))))

  (defun open-lambda-list (lambda-list)
    "LAMBDA-LIST, which names some of the arguments of a generic function, made to take all of them."
    (cond ((or (member '&rest lambda-list) (member '&whole lambda-list)) lambda-list)
          ((member '&key lambda-list)
           (let ((tail (member '&key lambda-list)))
             (append (ldiff lambda-list tail) '(&key) (cdr tail)
                     (if (member '&allow-other-keys tail) '() '(&allow-other-keys)))))
          (t (append lambda-list (list '&rest (gensym "MORE"))))))

  (defun long-combination-form (name lambda-list groups body)
    (let ((arguments nil) (function (gensym "FUNCTION")) (options (gensym "OPTIONS")) (methods (gensym "METHODS"))
          (documentation nil))
      (do () ((not (and (consp (car body)) (memq (caar body) '(:arguments :generic-function)))))
        (let ((option (pop body)))
          (if (eq (car option) :arguments)
              (setq arguments (cdr option))
              (setq function (cadr option)))))
      (when (and (stringp (car body)) (cdr body))
        (setq documentation (pop body)))
      (let* ((variables (remove-if (lambda (each) (memq each lambda-list-keywords))
                                   (mapcar (lambda (each) (if (consp each) (car each) each)) arguments)))
             (names (mapcar (lambda (variable) (gensym (symbol-name variable))) variables)))
        `(define-combination
          ',name nil nil
          (lambda (,function ,options ,methods)
            (declare (ignorable ,function))
            (apply (lambda ,lambda-list
                     (destructuring-bind ,(mapcar #'car groups)
                         (group-methods ,methods (list ,@(mapcar #'method-group-form groups)))
                       (declare (ignorable ,@(mapcar #'car groups)))
                       (let ,(mapcar (lambda (variable name) `(,variable ',name)) variables names)
                         (declare (ignorable ,@variables))
                         (values (progn ,@body)
                                 ',(and arguments
                                        (open-lambda-list (sublis (mapcar #'cons variables names) arguments)))))))
                   ,options))
          ,documentation)))))

(defmacro define-method-combination (name &rest arguments)
  "Defines the method combination type NAME, in its short or its long form."
  (unless (symbolp name)
    (error "The NAME argument to DEFINE-METHOD-COMBINATION, ~S, is not a symbol." name))
  (if (and arguments (listp (car arguments)))
      (long-combination-form name (first arguments) (second arguments) (cddr arguments))
      (progn
        (when (oddp (length arguments))
          (error 'simple-type-error :datum arguments :expected-type 'list
                                    :format-control "malformed property list: ~S." :format-arguments (list arguments)))
        `(define-combination ',name ',(getf arguments :operator name) ',(getf arguments :identity-with-one-argument)
           nil ',(getf arguments :documentation)))))
