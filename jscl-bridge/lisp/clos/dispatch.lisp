;;;; Generic functions: which methods apply, in which order, and the function that runs them.
;;;; A call finds its effective method in maps keyed by the classes of the specialized arguments.

(in-package "JSCL-MCP")

(defun eql-specializer-p (specializer)
  (consp specializer))

(defun generic-function-named (designator)
  "The generic function that DESIGNATOR, a name or a function, is; NIL for others."
  (if (functionp designator)
      (%js-inline "($0.genericFunction ?? $1)" designator nil)
      (jscl::find-generic-function designator nil)))

;;; Applicability and order

(defun specializer-applies-p (specializer argument class)
  (if (eql-specializer-p specializer)
      (eql (second specializer) argument)
      (memq specializer (precedence-of class))))

(defun method-applies-p (method arguments classes)
  (do ((specializers (jscl::!method-specializers method) (cdr specializers))
       (arguments arguments (cdr arguments))
       (classes classes (cdr classes)))
      ((or (null specializers) (null classes)) t)
    (unless (specializer-applies-p (car specializers) (car arguments) (car classes))
      (return nil))))

(defun specializer-rank (specializer class)
  (if (eql-specializer-p specializer)
      -1
      (position specializer (precedence-of class) :test #'eq)))

(defun in-order (list order)
  "The elements of LIST at the positions ORDER; LIST itself when that is NIL."
  (if order
      (mapcar (lambda (position) (nth position list)) order)
      list))

(defun more-specific-p (method other classes order)
  (do ((a (in-order (jscl::!method-specializers method) order) (cdr a))
       (b (in-order (jscl::!method-specializers other) order) (cdr b))
       (classes (in-order classes order) (cdr classes)))
      ((or (null a) (null b) (null classes)) nil)
    (unless (equal (car a) (car b))
      (let ((rank-a (specializer-rank (car a) (car classes)))
            (rank-b (specializer-rank (car b) (car classes))))
        (unless (= rank-a rank-b)
          (return (< rank-a rank-b)))))))

(defun insert-method (method methods classes order)
  (cond ((null methods) (list method))
        ((more-specific-p method (car methods) classes order) (cons method methods))
        (t (cons (car methods) (insert-method method (cdr methods) classes order)))))

(defun applicable-methods (gf arguments classes)
  "The methods of GF for ARGUMENTS, most specific first."
  (let ((result '()))
    (dolist (method (jscl::generic-function-methods gf) result)
      (when (method-applies-p method arguments classes)
        (setq result (insert-method method result classes (dispatch-state-precedence (dispatch-state gf))))))))

;;; Effective methods

;; A method reads these on entry, before anything else can set them: it is called as a plain function, with no
;; frame of the dispatch around it. So nothing has to be bound, and nothing is put back.
(defvar *next-method* nil
  "The function of the next method of the method that is entered. Where there is none, it signals that.")

(defvar *method-arguments* '()
  "The arguments of the method that is entered, when it asks for a list of them.")

(defun no-next-function (method)
  "What CALL-NEXT-METHOD calls in METHOD where no method is next."
  (let* ((gf (jscl::method-generic-function method))
         (function (lambda (&rest arguments)
                     (apply #'no-next-method gf method arguments))))
    (%js-inline "($0.isNone = true, $0)" function)))

(defun any-next-method (next)
  "True when NEXT is the function of a method, and not what stands for none."
  (%js-inline "($0.isNone === true ? nil : t)" next))

(defun positional-caller (function next)
  "A function that calls FUNCTION, of a method that has required parameters alone, with the next method NEXT."
  (%js-inline "(function (values, a, b) {
  $2.@value = $1;
  const count = arguments.length;
  return count === 2 ? $0(values, a) : count === 3 ? $0(values, a, b) : $0.apply(null, arguments);
})" function next '*next-method*))

(defun listing-caller (function next)
  "The same, for FUNCTION of a method that asks for the list of its arguments."
  (%js-inline "(function (values, ...rest) {
  $2.@value = $1;
  $3.@value = R.listFromArray(rest);
  return $0.apply(null, arguments);
})" function next '*next-method* '*method-arguments*))

(defmacro extended-p (metaobject)
  "True when the class of METAOBJECT, a generic function or a method, is a program's own."
  `(%js-inline "($0.isExtended === true ? t : nil)" ,metaobject))

(defun method-caller (method next &optional following)
  "A function that runs METHOD with NEXT, the function of the next method or NIL. FOLLOWING are the next methods."
  (let ((simple (%js-inline "($0.simpleFunction ?? $1)" method nil))
        (chained (%js-inline "($0.chained ?? $1)" method nil))
        (function (jscl::method-function method)))
    (cond (simple simple)
          (chained
           (let ((next (or next (no-next-function method))))
             (if (eq chained :list)
                 (listing-caller function next)
                 (positional-caller function next))))
          (t
           ;; A method that a program made: its function takes the arguments and the next methods as lists.
           (lambda (&rest arguments)
             (funcall function arguments following))))))

(defun chain-methods (methods last)
  "A function that runs METHODS, each the next method of the one before, then LAST."
  (if (null methods)
      last
      (method-caller (car methods) (chain-methods (cdr methods) last)
                     (if last
                         (append (cdr methods) (list (function-as-method last)))
                         (cdr methods)))))

(defun function-as-method (function)
  "A method, of no generic function, that calls FUNCTION."
  (let ((method (make-method-object)))
    (%js-inline "($0.simpleFunction = $1)" method function)
    method))

(defun qualified-methods (methods qualifiers)
  (remove-if-not (lambda (method) (equal (jscl::!method-qualifiers method) qualifiers)) methods))

(defun qualified-others (methods)
  "Those of METHODS that have qualifiers."
  (remove-if #'null methods :key #'jscl::!method-qualifiers))

(defun accessor-method-p (method)
  (%js-inline "($0.isAccessor ? $1 : $2)" method t nil))

(defun surrounded-caller (before main after)
  "A function that calls the functions in BEFORE, then MAIN, whose values it returns, then those in AFTER."
  (%js-inline "(function (values, a) {
  const sp = S.sp;
  const single = arguments.length === 2;
  let plain = null;
  if (!single) {
    plain = [].slice.call(arguments);
    plain[0] = pv;
  }
  for (let i = 0; i < $0.length; i++) {
    if (single) $0[i](pv, a);
    else $0[i].apply(null, plain);
    S.sp = sp;
  }
  const result = single ? $1(values, a) : $1.apply(null, arguments);
  S.sp = sp;
  for (let i = 0; i < $2.length; i++) {
    if (single) $2[i](pv, a);
    else $2[i].apply(null, plain);
    S.sp = sp;
  }
  return result;
})" before main after))

(defun standard-effective-method (gf methods arguments)
  (let ((primary (qualified-methods methods '()))
        (before (mapcar (lambda (method) (method-caller method nil)) (qualified-methods methods '(:before))))
        (after (reverse (mapcar (lambda (method) (method-caller method nil)) (qualified-methods methods '(:after)))))
        (around (qualified-methods methods '(:around))))
    (if (null primary)
        (if (or before after around)
            (lambda (&rest arguments) (no-primary-method gf arguments))
            (no-primary-method gf arguments))
        (let ((main (chain-methods primary nil)))
          (chain-methods
           around
           (if (or before after)
               (surrounded-caller (coerce before 'vector) main (coerce after 'vector))
               main))))))

(defun effective-method (gf state arguments)
  "The function that runs the methods of GF for ARGUMENTS."
  (if (extended-p gf)
      (effective-method-by-protocol gf state arguments)
      (let ((classes (mapcar #'class-of (leading-arguments arguments (dispatch-state-required state)))))
        (effective-method-of gf state (applicable-methods gf arguments classes) classes arguments))))

(defun effective-method-of (gf state methods classes arguments)
  "The function that runs METHODS of GF for ARGUMENTS of CLASSES."
  (let ((combination (dispatch-state-combination state)))
    (cond ((null methods) nil)
          ((not (eq (car combination) 'standard))
           (with-keyword-check gf methods (combined-effective-method gf combination methods arguments)))
          ((and (accessor-method-p (car methods)) (null (qualified-others methods)))
           (accessor-function (car methods) (car (last classes)) (method-caller (car methods) nil)))
          (t
           (check-standard-qualifiers gf methods)
           (with-keyword-check gf methods (standard-effective-method gf methods arguments))))))

;;; The keywords of a call must be accepted by some applicable method (CLHS 7.6.5).

(defun lambda-list-keys (lambda-list)
  "The keyword names that LAMBDA-LIST accepts; T when it accepts any, NIL when it has no &KEY."
  (cond ((member '&allow-other-keys lambda-list) t)
        ((not (member '&key lambda-list)) nil)
        (t (let ((keys '()))
             (dolist (parameter (cdr (member '&key lambda-list)) (nreverse keys))
               (when (memq parameter lambda-list-keywords) (return (nreverse keys)))
               (let ((variable (if (consp parameter) (car parameter) parameter)))
                 (push (if (consp variable) (car variable) (intern (symbol-name variable) "KEYWORD")) keys)))))))

(defun positional-count (lambda-list)
  "How many arguments come before the keywords of LAMBDA-LIST."
  (let ((count 0))
    (dolist (parameter lambda-list count)
      (cond ((eq parameter '&optional) nil)
            ((memq parameter lambda-list-keywords) (return count))
            (t (incf count))))))

(defun joined-keys (lists)
  "The keywords of LISTS, in SBCL's order: those of the generic function, and before them each that a method adds."
  (let ((keys (car lists)))
    (dolist (list (cdr lists) keys)
      (dolist (key list)
        (pushnew key keys)))))

(defun with-keyword-check (gf methods function)
  "FUNCTION, made to check the keywords of its calls when METHODS and GF all name those they accept."
  (let ((accepted (list (lambda-list-keys (jscl::generic-function-lambda-list gf)))))
    (dolist (method methods)
      (let ((lambda-list (jscl::method-lambda-list method)))
        ;; A method with &REST and no &KEY takes what it gets.
        (push (if (and (member '&rest lambda-list) (not (member '&key lambda-list)))
                  t
                  (lambda-list-keys lambda-list))
              accepted)))
    (if (or (memq t accepted)
            (and (every #'null accepted)
                 (notany (lambda (method) (member '&key (jscl::method-lambda-list method))) methods)))
        function
        (let ((keys (joined-keys (reverse accepted)))
              (known (make-map))
              (skip (positional-count (jscl::method-lambda-list (car methods)))))
          (dolist (key keys)
            (map-set known key t))
          (keyword-checking-caller function skip known
                                   (lambda (arguments) (check-method-keywords (nthcdr skip arguments) keys)))))))

(defun keyword-checking-caller (function skip known check)
  "FUNCTION, made to call CHECK with the list of its arguments unless the keywords after the first SKIP are all KNOWN."
  (%js-inline "(function (values) {
  const count = arguments.length;
  const first = $1 + 1;
  let good = count <= first || (count - first) % 2 === 0;
  for (let i = first; i < count && good; i += 2) good = $2.has(arguments[i]);
  if (!good) {
    const sp = S.sp;
    $3(pv, R.listFromArray([].slice.call(arguments, 1)));
    S.sp = sp;
  }
  return $0.apply(null, arguments);
})" function skip known check))

(defun method-keywords-error (control &rest arguments)
  (error 'simple-program-error :format-control control :format-arguments arguments))

(defun check-method-keywords (arguments keys)
  "Signals when ARGUMENTS are not pairs of one of KEYS and a value, or ask for no check of the keys."
  (let ((invalid '()))
    (do ((rest arguments (cddr rest)))
        ((null rest))
      (cond ((not (symbolp (car rest)))
             (method-keywords-error "keyword argument not a symbol: ~S." (car rest)))
            ((null (cdr rest))
             (method-keywords-error "odd number of &KEY arguments"))
            ((not (or (memq (car rest) keys) (eq (car rest) :allow-other-keys)))
             (push (car rest) invalid))))
    (when (and invalid (not (getf arguments :allow-other-keys)))
      (method-keywords-error "invalid keyword argument~P: ~{~S~^, ~} (valid keys are ~{~S~^, ~})."
                             (length invalid) (nreverse invalid) keys))))

(defun leading-arguments (arguments count)
  (let ((result '()))
    (dotimes (index count (nreverse result))
      (push (nth index arguments) result))))

;;; Errors of a call

(defun too-few-arguments (gf state arguments)
  "Signals that GF cannot be called with ARGUMENTS, in the words that SBCL has before and after its first good call."
  (let ((required (dispatch-state-required state)))
    (if (dispatch-state-called state)
        (argument-count-error arguments)
        (error 'simple-program-error
               :format-control "The function~%  ~S~%requires at least ~D argument~A."
               :format-arguments (list gf required (if (= required 1) "" "s"))))))

(defun no-primary-method (gf arguments)
  (restart-case (error 'no-primary-method-error :generic-function gf :args arguments)
    (retry ()
      :report "Retry calling the generic function."
      (apply gf arguments))))

;;; Arguments that the discriminator meets for the first time

(defun cache-effective-method (state arguments function)
  (let* ((keys (map 'list
                    (lambda (position) (dispatch-key-of state (nth position arguments)))
                    (dispatch-state-specialized state)))
         (map (dispatch-state-cache state)))
    (if (null keys)
        (setf (dispatch-state-cache state) function)
        (do ((rest keys (cdr rest)))
            ((null (cdr rest)) (map-set map (car rest) function))
          (setq map (or (map-get map (car rest))
                        (map-set map (car rest) (make-map))))))))

(defun too-many-arguments (gf state arguments)
  "Signals that GF takes fewer. The first call of one with two has no restarts, as in SBCL; nor has the first of an
accessor, which counts no arguments then."
  (cond ((dispatch-state-called state) (argument-count-error arguments))
        ((every #'accessor-method-p (jscl::generic-function-methods gf))
         (error 'simple-program-error :format-control "invalid number of arguments" :format-arguments '()))
        ((> (length arguments) 2) (argument-count-error arguments))
        (t (error 'simple-program-error :format-control "invalid number of arguments: ~S"
                                        :format-arguments (list (length arguments))))))

(defun call-generic-function (gf state arguments)
  "Finds, keeps and calls the effective method of GF for ARGUMENTS."
  (let ((required (dispatch-state-required state)))
    (when (< (length arguments) required)
      (return-from call-generic-function (too-few-arguments gf state arguments)))
    (when (and (> (length arguments) required)
               (notany (lambda (each) (memq each lambda-list-keywords)) (jscl::generic-function-lambda-list gf)))
      (return-from call-generic-function (too-many-arguments gf state arguments)))
    (multiple-value-bind (function is-for-once) (effective-method gf state arguments)
      (cond (function
             (unless is-for-once
               (cache-effective-method state arguments function))
             (setf (dispatch-state-called state) t)
             (apply function arguments))
            (t (no-method gf arguments))))))

(defun no-method (gf arguments)
  (restart-case (apply #'no-applicable-method gf arguments)
    (retry ()
      :report "Retry calling the generic function."
      (apply gf arguments))))

(defun specialized-positions (gf)
  "A vector of the positions that some method of GF specializes on more than T."
  (let ((positions '())
        (root (built-in t)))
    (dolist (method (jscl::generic-function-methods gf))
      (let ((position 0))
        (dolist (specializer (jscl::!method-specializers method))
          (unless (eq specializer root)
            (pushnew position positions))
          (incf position))))
    (coerce (sort positions #'<) 'vector)))

(defun eql-objects (gf)
  (let ((objects '()))
    (dolist (method (jscl::generic-function-methods gf) objects)
      (dolist (specializer (jscl::!method-specializers method))
        (when (eql-specializer-p specializer)
          (pushnew (second specializer) objects))))))

(defun required-count (lambda-list)
  (or (position-if (lambda (each) (memq each lambda-list-keywords)) lambda-list)
      (length lambda-list)))

(defun reset-dispatch (gf)
  "Forgets the effective methods of GF, after its methods or a class changed."
  (let* ((state (dispatch-state gf))
         (positions (specialized-positions gf)))
    (incf *definitions-epoch*)
    (setf (dispatch-state-specialized state) positions
          (dispatch-state-eqls state) (let ((objects (eql-objects gf))) (and objects (coerce objects 'vector)))
          (dispatch-state-cache state) (if (= (length positions) 0) nil (make-map)))
    (when (extended-p gf)
      (discriminate-by-protocol gf))
    gf))

(defun make-state (lambda-list combination)
  (make-dispatch-state (required-count lambda-list) (vector) nil nil combination nil nil nil))

(defun attach-state (gf state)
  "Makes GF, a function and an instance, a generic function with STATE."
  (setf (dispatch-state-function state) gf)
  (%js-inline "($0.genericFunction = $0)" gf)
  (set-dispatch-state gf state)
  gf)

(defun slow-caller (state)
  "A function that finds and calls the effective method of the generic function with STATE."
  (lambda (&rest arguments)
    (call-generic-function (dispatch-state-function state) state arguments)))

(defun make-standard-generic-function (name lambda-list methods combination)
  "A new generic function that is what NAME names from now on."
  (let* ((state (make-state lambda-list combination))
         (gf (make-funcallable (make-discriminator state (slow-caller state))
                               jscl::*the-class-standard-gf*
                               (vector name lambda-list methods jscl::*the-class-standard-method* nil nil))))
    (attach-state gf state)
    (dolist (method methods)
      (jscl::setf-method-generic-function method gf))
    (reset-dispatch gf)
    (jscl::setf-find-generic-function name gf)
    (setf (fdefinition name) gf)))

;; JSCL calls this whenever the methods of a generic function change.
(defun refinalize-generic-function (gf)
  (when (dispatch-state gf)
    (reset-dispatch gf))
  (values))

(setf (symbol-function 'jscl::finalize-generic-function) #'refinalize-generic-function)
