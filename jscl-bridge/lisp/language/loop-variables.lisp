;;;; LOOP's variables and their types, and the clauses that iterate: JSCL's LOOP was written before there were types.

(in-package "JSCL/LOOP")

;;; Types

(defun vector-type-element (type)
  "The element type of TYPE where that is a type of vectors, otherwise NIL."
  (let* ((expanded (jscl-mcp::expand-type type))
         (name (if (consp expanded) (car expanded) expanded))
         (arguments (if (consp expanded) (cdr expanded) '()))
         (dimensions (if (cdr arguments) (second arguments) '*)))
    (flet ((element-type () (if (member (car arguments) '(nil *)) t (car arguments))))
      (case name
        ((string simple-string base-string simple-base-string) 'character)
        ((bit-vector simple-bit-vector) 'bit)
        (simple-vector t)
        (vector (element-type))
        ((array simple-array)
         (and (or (eql dimensions 1) (and (consp dimensions) (null (cdr dimensions))))
              (element-type)))
        (t nil)))))

(defun float-zero (type)
  (if (subtypep type 'double-float) 0.0d0 0.0))

(defun loop-typed-init (data-type)
  "What a variable of DATA-TYPE begins with where the program does not say; it need not be of that type."
  (cond ((null data-type) nil)
        ((subtypep data-type 'number)
         (let ((part (and (consp data-type) (eq (car data-type) 'complex) (second data-type))))
           (cond ((subtypep data-type 'float) (float-zero data-type))
                 ((and part (subtypep part 'float)) (complex (float-zero part) (float-zero part)))
                 (t 0))))
        ((vector-type-element data-type)
         (make-array 0 :element-type (vector-type-element data-type)))
        ((subtypep data-type 'character) #\x)
        (t nil)))

(defun initialized-type (data-type)
  "The type of a variable of DATA-TYPE that begins with what LOOP-TYPED-INIT says."
  (let ((value (loop-typed-init data-type)))
    (if (or (member data-type '(nil t)) (typep value data-type))
        data-type
        (list 'or (type-of value) data-type))))

(defun loop-check-data-type (specified-type required-type &optional (default-type required-type))
  (multiple-value-bind (is-subtype is-known)
      (if specified-type (subtypep specified-type required-type) (values t t))
    (cond ((not is-known)
           (loop-warn "LOOP couldn't verify that ~S is a subtype of the required type ~S."
                      specified-type required-type))
          ((not is-subtype)
           (loop-error "The specified data type ~S is not a subtype of ~S." specified-type required-type))))
  (or specified-type default-type))

(defun loop-constant-fold-if-possible (form &optional expected-type)
  "FORM, whether it is constant, and its value then."
  (let* ((is-constant (constantp form))
         (value (and is-constant (eval form))))
    (when (and is-constant expected-type (not (typep value expected-type)))
      (loop-warn "The form ~S evaluated to ~S, which was not of the anticipated type ~S." form value expected-type)
      (setq is-constant nil value nil))
    (values form is-constant value)))

;; SBCL has these words for types without OF-TYPE.
(let ((types (loop-universe-type-symbols *loop-ansi-universe*)))
  (remhash 'string-char types)
  (setf (gethash 'base-char types) 'base-char))

;; COUNT goes together with SUM, whose values are of any type of numbers.
(dolist (keyword '("COUNT" "COUNTING"))
  (setf (gethash keyword (loop-universe-keywords *loop-ansi-universe*)) '(loop-sum-collection count number fixnum)))

;;; Variables

(defun check-loop-variable (name is-iteration-variable)
  (cond (is-iteration-variable
         (when (member name *loop-iteration-variables*)
           (loop-error "Duplicated LOOP iteration variable ~S." name))
         (push name *loop-iteration-variables*))
        ((assoc name *loop-variables*)
         (loop-error "Duplicated variable ~S in LOOP parallel binding." name)))
  (unless (symbolp name)
    (loop-error "Bad variable ~S somewhere in LOOP." name)))

(defun initial-bindings (pattern data-type)
  "Bindings of the variables of PATTERN to what they begin with, and their type declarations."
  (cond ((null pattern) (values '() '()))
        ((atom pattern)
         (values (list (list pattern (loop-typed-init data-type)))
                 (if (member data-type '(nil t))
                     '()
                     (list `(type ,(initialized-type data-type) ,pattern)))))
        (t (multiple-value-bind (bindings declarations)
               (initial-bindings (car pattern) (if (consp data-type) (car data-type) data-type))
             (multiple-value-bind (more-bindings more-declarations)
                 (initial-bindings (cdr pattern) (if (consp data-type) (cdr data-type) data-type))
               (values (append bindings more-bindings) (append declarations more-declarations)))))))

(defun loop-make-variable (name initialization data-type &optional is-iteration-variable)
  "Has the loop bind NAME, a variable or a pattern of variables, to the value of INITIALIZATION where that is a form."
  (cond ((null name)
         (when initialization
           (push (list (setq name (loop-gentemp 'loop-ignore-)) initialization) *loop-variables*)
           (push `(ignore ,name) *loop-declarations*)))
        ((atom name)
         (check-loop-variable name is-iteration-variable)
         (loop-declare-variable name (if initialization data-type (initialized-type data-type)))
         (push (list name (or initialization (loop-typed-init data-type))) *loop-variables*))
        (initialization
         (let ((value (loop-gentemp 'loop-destructure-)))
           (push (list value initialization) *loop-variables*)
           (multiple-value-bind (bindings declarations) (initial-bindings name data-type)
             (push `(let ,bindings (declare ,@declarations) (loop-really-desetq ,name ,value)) *loop-wrappers*))))
        (t (loop-make-variable (car name) nil (if (consp data-type) (car data-type) data-type) is-iteration-variable)
           (loop-make-variable (cdr name) nil (if (consp data-type) (cdr data-type) data-type) is-iteration-variable)))
  name)

(defun make-loop-minimax (answer-variable type)
  "What is known of a MAXIMIZE or MINIMIZE: fixnums alone begin with an extreme, of others the first is told by a flag."
  (let ((extremes (and (subtypep type 'fixnum)
                       (typep most-negative-fixnum type)
                       (typep most-positive-fixnum type)
                       '(most-positive-fixnum most-negative-fixnum))))
    (make-loop-minimax-internal
     :answer-variable answer-variable
     :type (initialized-type type)
     :temp-variable (loop-gentemp 'loop-maxmin-temp-)
     :flag-variable (and (not extremes) (loop-gentemp 'loop-maxmin-flag-))
     :operations nil
     :infinity-data extremes)))

;;; Iteration

(defun loop-list-step (list)
  "The form that steps the variable LIST by the function after BY, and the name of that function where it is known."
  (let* ((stepper (if (loop-tequal (car *loop-source-code*) :by)
                      (progn (loop-pop-source) (loop-get-form))
                      '#'cdr))
         (name (and (consp stepper) (member (car stepper) '(quote function)) (second stepper))))
    (if (and name (symbolp name))
        (values (list name list) name)
        (values `(funcall ,(loop-make-variable (loop-gentemp 'loop-fn-) stepper 'function) ,list) nil))))

(defun loop-for-arithmetic (variable value data-type keyword)
  (loop-sequencer variable (loop-check-data-type data-type 'number *loop-real-data-type*) t nil nil nil nil nil nil
                  (loop-collect-prepositional-phrases
                   '((:from :upfrom :downfrom) (:to :upto :downto :above :below) (:by))
                   nil (list (list keyword value)))))

(defun loop-do-repeat ()
  (loop-disallow-conditional :repeat)
  (let* ((count (loop-get-form))
         (variable (loop-make-variable (loop-gentemp 'loop-repeat-)
                                       (if (integerp count) count `(ceiling ,count))
                                       'integer))
         (step `(if (<= ,variable 0) (go end-loop) (setq ,variable (1- ,variable)))))
    (push step *loop-before-loop*)
    (push step *loop-after-body*)
    (loop-bind-block)))

;; REPEAT may stand anywhere, as in SBCL.
(remhash "REPEAT" (loop-universe-iteration-keywords *loop-ansi-universe*))
(setf (gethash "REPEAT" (loop-universe-keywords *loop-ansi-universe*)) '(loop-do-repeat))

(defun check-path-phrases (phrases)
  (when (or (cdr phrases) (not (member (caar phrases) '(:in :of))))
    (loop-error "Too many prepositions!")))

(defun received-variable (variable is-typed)
  "A variable that can hold anything the iterator answers: VARIABLE itself or one of ours, and the step from it to VARIABLE."
  (if (or is-typed (null variable) (consp variable))
      (let ((temporary (loop-gentemp 'loop-hash-temp-)))
        (values temporary (and variable (list variable temporary))))
      (values variable '())))

(defun loop-hash-table-iteration-path (variable data-type phrases &key which)
  (check-path-phrases phrases)
  (let ((table (loop-gentemp 'loop-hashtab-))
        (next (loop-gentemp 'loop-hashtab-next-))
        (other (named-variable (if (eq which 'hash-key) 'hash-value 'hash-key)))
        (found (loop-when-it-variable)))
    (multiple-value-bind (own own-step) (received-variable variable (not (member data-type '(nil t))))
      (multiple-value-bind (others others-step) (received-variable other nil)
        (push `(with-hash-table-iterator (,next ,table)) *loop-wrappers*)
        (list `((,variable nil ,data-type)
                (,table ,(cadar phrases))
                ,@(and other (list (list other nil)))
                ,@(and (not (eq own variable)) (list (list own nil)))
                ,@(and (not (eq others other)) (list (list others nil))))
              '()
              '()
              '()
              `(not (multiple-value-setq (,found ,@(if (eq which 'hash-key) (list own others) (list others own)))
                      (,next)))
              (append others-step own-step))))))

(defun loop-package-symbols-iteration-path (variable data-type phrases &key symbol-types)
  (when phrases (check-path-phrases phrases))
  (unless (symbolp variable)
    (loop-error "Destructuring is not valid for package symbol iteration."))
  (let ((package (loop-gentemp 'loop-pkgsym-))
        (next (loop-gentemp 'loop-pkgsym-next-))
        (variable (or variable (loop-gentemp 'loop-ignore-))))
    (push `(with-package-iterator (,next ,package ,@symbol-types)) *loop-wrappers*)
    (list `((,variable nil ,data-type) (,package ,(if phrases (cadar phrases) '*package*)))
          '()
          '()
          '()
          `(not (multiple-value-setq (,(loop-when-it-variable) ,variable) (,next)))
          '())))

(add-loop-path '(present-symbol present-symbols) 'loop-package-symbols-iteration-path *loop-ansi-universe*
               :preposition-groups '((:of :in))
               :inclusive-permitted nil
               :user-data '(:symbol-types (:internal :external)))
