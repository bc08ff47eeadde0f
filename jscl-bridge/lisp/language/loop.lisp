;;;; Errors and warnings of JSCL's LOOP, as SBCL's LOOP has them.

(in-package "JSCL-MCP")

(defvar *loop-messages*
  '(("~S is an unknown keyword in LOOP macro." "unknown LOOP keyword: ~S")
    ("Secondary clause misplaced at top level in LOOP macro: ~S ~S ~S ..."
     "secondary clause misplaced at top level in LOOP macro: ~S ~S ~S ...")
    ("~S found where LOOP keyword expected." "~S found where LOOP keyword expected")
    ("~S found where a LOOP keyword or LOOP type keyword expected."
     "~S found where a LOOP keyword or LOOP type keyword expected")
    ("~S found where a LOOP keyword, LOOP type keyword, or LOOP type pattern expected."
     "~S found where a LOOP keyword, LOOP type keyword, or LOOP type pattern expected")
    ("Destructuring type pattern ~S contains unrecognized type keyword ~S."
     "The destructuring type pattern ~S contains the unrecognized type keyword ~S.")
    ("Destructuring type pattern ~S doesn't match variable pattern ~S."
     "The destructuring type pattern ~S doesn't match the variable pattern ~S.")
    ("Duplicated LOOP iteration variable ~S." "Duplicated variable ~S")
    ("Duplicated variable ~S in LOOP parallel binding." "Duplicated variable ~S")
    ("Invalid LOOP variable passed in: ~S." "invalid LOOP variable passed in: ~S")
    ("~S found where keyword expected getting LOOP clause after ~S."
     "~S found where keyword expected getting LOOP clause after ~S")
    ("~S is an invalid name for your LOOP." "~S is an invalid name for your LOOP")
    ("Iteration in LOOP follows body code." "iteration in LOOP follows body code")
    ("~S found where ITS or EACH expected in LOOP iteration path syntax."
     "~S was found where ITS or EACH expected in LOOP iteration path syntax.")
    ("Unrecognizable LOOP iteration path syntax.  Missing EACH or THE?"
     "unrecognizable LOOP iteration path syntax: missing EACH or THE?")
    ("~S found where a LOOP iteration path name was expected."
     "~S was found where a LOOP iteration path name was expected.")
    ("Unused USING variables: ~S." "Unused USING vars: ~S.")
    ("Preposition ~S used when some other preposition has subsumed it."
     "Preposition ~S was used when some other preposition has subsumed it.")
    ("Conflicting stepping directions in LOOP sequencing path" "conflicting stepping directions in LOOP sequencing path")
    ("Missing OF or IN phrase in sequence path" "missing OF or IN phrase in sequence path")
    ("Don't know where to start stepping." "don't know where to start stepping")
    ("Missing OF or IN in ~S iteration path." "missing OF or IN in ~S iteration path")
    ("Use of QUOTE around stepping function in LOOP will be left verbatim." nil))
  "What JSCL's LOOP says, and SBCL's words for it; NIL where SBCL says nothing.")

(defun loop-message (control)
  (let ((entry (assoc control *loop-messages* :test #'string=)))
    (if entry (cadr entry) control)))

(defun jscl/loop::loop-error (control &rest arguments)
  "Signals that a clause is not well formed."
  (error 'simple-program-error
         :format-control "~?~%current LOOP context:~{ ~S~}."
         :format-arguments (list (loop-message control) arguments (jscl/loop::loop-context))))

(defun jscl/loop::loop-warn (control &rest arguments)
  "Warns of a clause, if SBCL does."
  (let ((message (loop-message control)))
    (when message
      (warn "~?~%current LOOP context:~{ ~S~}." message arguments (jscl/loop::loop-context)))))

(defun jscl/loop::loop-get-progn ()
  "The compound forms after DO, INITIALLY or FINALLY, of which there must be one."
  (flet ((compound-form ()
           (let ((form (jscl/loop::loop-get-form)))
             (unless (consp form)
               (jscl/loop::loop-error "A compound form was expected, but ~S found." form))
             form)))
    (do ((forms (list (compound-form)) (cons (compound-form) forms)))
        ((atom (car jscl/loop::*loop-source-code*))
         (if (cdr forms) (cons 'progn (reverse forms)) (car forms))))))

;;; The value of the whole comes from ALWAYS, NEVER and THEREIS, any number of them, or from what is
;;; collected.

(defun disallow-anonymous-collectors ()
  (unless (every #'jscl/loop::loop-collector-name jscl/loop::*loop-collection-cruft*)
    (jscl/loop::loop-error "This LOOP clause is not permitted with anonymous collectors.")))

(defun disallow-aggregate-booleans ()
  (when (member jscl/loop::*loop-final-value-culprit* '(always never thereis) :test #'jscl/loop::loop-tequal)
    (jscl/loop::loop-error "This anonymous collection LOOP clause is not permitted with aggregate booleans.")))

(defun note-final-value ()
  (setq jscl/loop::*loop-final-value-culprit* (car jscl/loop::*loop-source-context*)))

(defun jscl/loop::loop-emit-final-value (form)
  "Makes FORM the value of the LOOP where nothing returns earlier."
  (push (jscl/loop::loop-construct-return form) jscl/loop::*loop-after-epilogue*)
  (note-final-value))

(defun jscl/loop::loop-do-always (restrictive negate)
  "The clause ALWAYS, or NEVER. RESTRICTIVE says that it must not stand in a conditional."
  (let ((form (jscl/loop::loop-get-form)))
    (when restrictive (jscl/loop::loop-disallow-conditional))
    (disallow-anonymous-collectors)
    (jscl/loop::loop-emit-body (list (if negate 'when 'unless) form (jscl/loop::loop-construct-return nil)))
    (jscl/loop::loop-emit-final-value t)))

(defun jscl/loop::loop-do-thereis (restrictive)
  "The clause THEREIS. RESTRICTIVE says that it must not stand in a conditional."
  (when restrictive (jscl/loop::loop-disallow-conditional))
  (disallow-anonymous-collectors)
  (note-final-value)
  (let ((value (jscl/loop::loop-when-it-variable)))
    (jscl/loop::loop-emit-body
     `(when (setq ,value ,(jscl/loop::loop-get-form)) ,(jscl/loop::loop-construct-return value)))))

;;; Accumulation

(defun loop-variable-p (name)
  "Whether a clause binds the variable NAME."
  (or (assoc name jscl/loop::*loop-variables*)
      (some (lambda (block) (assoc name (car block))) jscl/loop::*loop-bind-stack*)))

(defun loop-into-name ()
  "The name after INTO, or NIL where there is none."
  (when (jscl/loop::loop-tequal (car jscl/loop::*loop-source-code*) 'into)
    (jscl/loop::loop-pop-source)
    (let ((name (jscl/loop::loop-pop-source)))
      (unless (symbolp name)
        (jscl/loop::loop-error "The value accumulation recipient name, ~S, is not a symbol." name))
      name)))

(defun collection-verb (verb)
  "VERB as messages show it: what is LOOP's own has the package that it has in SBCL."
  (if (eq (symbol-package verb) (find-package "JSCL/LOOP"))
      (concatenate 'string "SB-LOOP::" (symbol-name verb))
      (prin1-to-string verb)))

(defun forget-collection-type (collector)
  "Makes the variable of COLLECTOR hold values of any type."
  (let ((variable (car (jscl/loop::loop-collector-tempvars collector))))
    (setq jscl/loop::*loop-declarations*
          (remove-if (lambda (declaration) (member variable declaration)) jscl/loop::*loop-declarations*))))

(defun merge-collection (collector name verb class type specified)
  "Adds the clause VERB to COLLECTOR, which accumulates the same value."
  (let ((old (jscl/loop::loop-collector-dtype collector)))
    (unless (eq (jscl/loop::loop-collector-class collector) class)
      (jscl/loop::loop-error
       "incompatible kinds of LOOP value accumulation specified for collecting~@
        ~:[as the value of the LOOP~;~:*INTO ~S~]: ~A and ~A"
       name (collection-verb (car (jscl/loop::loop-collector-history collector))) (collection-verb verb)))
    (cond ((equal type old))
          ((or specified (jscl/loop::loop-collector-data collector))
           (jscl/loop::loop-warn
            "unequal datatypes specified in different LOOP value accumulations~@
             into ~S: ~S and ~S"
            name type old))
          ;; The defaults of SUM and COUNT differ; the program is right.
          (t (forget-collection-type collector))))
  (push verb (jscl/loop::loop-collector-history collector))
  collector)

(defun jscl/loop::loop-get-collection-info (verb class default-type)
  "The collector of the accumulation clause VERB, and the form whose values it collects."
  (let* ((form (jscl/loop::loop-get-form))
         (name (loop-into-name))
         (collector (progn
                      (unless name (disallow-aggregate-booleans))
                      (find name jscl/loop::*loop-collection-cruft* :key #'jscl/loop::loop-collector-name)))
         (specified (jscl/loop::loop-optional-type))
         (type (or specified default-type)))
    (cond (collector (merge-collection collector name verb class type specified))
          ((and name (loop-variable-p name))
           (jscl/loop::loop-error "Duplicated variable ~S in INTO clause" name))
          (t (setq collector (jscl/loop::make-loop-collector :name name :class class :history (list verb) :dtype type
                                                             :data (and (eq class 'jscl/loop::sum) specified)))
             (push collector jscl/loop::*loop-collection-cruft*)))
    (values collector form)))

;;; LOOP would show its mistakes in a form of JSCL's own name.
(setf (macro-function 'loop) (macro-function 'jscl/loop::!loop))

(defun jscl::!macroexpand-1 (form &optional environment)
  "Expands a call of a standard macro, for LOOP's estimate of a form's size; no macro of a program's runs for that."
  (declare (ignore environment))
  (let ((expander (and (consp form)
                       (symbolp (car form))
                       (eq (symbol-package (car form)) (symbol-package 'loop))
                       (macro-function (car form)))))
    (if expander
        (handler-case (values (funcall expander form nil) t)
          (error () (values form nil)))
        (values form nil))))

(defun jscl/loop::estimate-code-size (form environment)
  "How many conses FORM has. JSCL's own walks a pattern (A . B) as a form, which it is not."
  (declare (ignore environment))
  (let ((count 0))
    (do ((rest form (cdr rest)))
        ((atom rest) count)
      (setq count (+ count 1 (jscl/loop::estimate-code-size (car rest) nil))))))
