;;;; What TRACE and UNTRACE do, and breakpoints on the entry of functions (lisp/environment/trace.lisp).

(in-package "JSCL-MCP")

(defvar *traced* '()
  "An entry (name wrapper function) for each function that is traced, the latest first; of a method its tracer and the
method.")

(defvar *trace-depth* 0
  "How many calls of traced functions are not over yet.")

(defvar *tracing* nil
  "Whether a line is being written: what is called for that is not traced.")

(defmacro function-cell (name)
  `(%js-inline "$0.@function" (function-symbol ,name)))

(defmacro set-function-cell (name function)
  `(%js-inline "($0.@function = $1)" (function-symbol ,name) ,function))

;;; What TRACE was told of a function; each form is a function of no arguments, or NIL.
(define-record trace-options condition condition-after break break-after wherein print print-after report methods)

(defun write-trace-line (depth control &rest arguments)
  (let ((*tracing* t))
    (format *trace-output* "~&~A~D: ~?~%"
            (make-string (* 2 (1+ depth)) :initial-element #\Space) depth control arguments)))

(defun trace-form-value (form arguments)
  "The value of FORM, as TRACE's options have it, for a call with ARGUMENTS or, after it, values."
  (and form
       (let ((*trace-arguments* arguments)
             (*tracing* t))
         (funcall (cdr form)))))

(defun print-trace-forms (depth forms arguments)
  (dolist (form forms)
    (write-trace-line depth "~S = ~S" (car form) (trace-form-value form arguments))))

(defun calling-p (names)
  "Whether a call of one of the functions NAMES is running."
  (%js-inline "(R.isCalling($0) ? t : nil)" names))

(defun report-traced (options name depth event values)
  "Writes a line about a call, or calls the function that is to report it."
  (let ((report (trace-options-report options)))
    (cond ((null report) nil)
          ((eq report 'trace)
           (case event
             (:enter (write-trace-line depth "~S" (cons name values)))
             (:exit (write-trace-line depth "~S returned~{ ~S~}" name values))
             (t (write-trace-line depth "~S exited non-locally" name))))
          (t
           (let ((*tracing* t))
             (funcall report depth name event nil values))))))

(defun trace-meant-p (options)
  (let ((wherein (trace-options-wherein options)))
    (or (null wherein) (calling-p wherein))))

(defun trace-enters-p (options arguments)
  (trace-form-value (trace-options-condition options) arguments))

(defun trace-breaks-p (options arguments)
  (trace-form-value (trace-options-break options) arguments))

(defun trace-breaks-after-p (options values)
  (trace-form-value (trace-options-break-after options) values))

(defun trace-ends-p (options meant entered values)
  "Whether the end of a call that returned VALUES is told."
  (if (eq (trace-options-condition-after options) :entered)
      entered
      (and meant (trace-form-value (trace-options-condition-after options) values))))

(defun begin-traced (options name depth arguments)
  "Tells of a call; its number among those that are kept."
  (let ((call (%js-inline "R.traceCall($0, $1)" name arguments)))
    (report-traced options name depth :enter arguments)
    (print-trace-forms depth (trace-options-print options) arguments)
    call))

(defun end-traced (options name depth call returned values)
  "Notes that a call is over that was told of, and tells where it was left."
  (%js-inline "R.traceEnd($0, $1, $2)" call returned values)
  (unless returned
    (report-traced options name depth :non-local-exit '())))

(defun tell-traced-values (options name depth values)
  (report-traced options name depth :exit values)
  (print-trace-forms depth (trace-options-print-after options) values))

(defun traced-function (name function options)
  "A function that calls FUNCTION and tells of it as that of NAME."
  (lambda (&rest arguments)
    (if *tracing*
        (apply function arguments)
        (let* ((depth *trace-depth*)
               (meant (trace-meant-p options))
               (entered (and meant (trace-enters-p options arguments)))
               (call (and entered (begin-traced options name depth arguments)))
               (returned nil)
               (values '()))
          (when (and entered (trace-breaks-p options arguments))
            (break "breaking before traced call to ~S:" name))
          (unwind-protect
               (let ((*trace-depth* (if entered (1+ depth) depth)))
                 (setq values (multiple-value-list (apply function arguments))
                       returned t))
            (when entered
              (end-traced options name depth call returned values)))
          (when (trace-ends-p options meant entered values)
            (tell-traced-values options name depth values)
            (when (trace-breaks-after-p options values)
              (break "breaking after traced call to ~S:" name)))
          (values-list values)))))

;;; Methods

(defun name-of-method (method)
  "What TRACE calls METHOD: (METHOD name qualifier… (specializer…))."
  (let ((gf (jscl::method-generic-function method)))
    `(method ,(jscl::generic-function-name gf)
             ,@(jscl::!method-qualifiers method)
             ,(mapcar (lambda (specializer)
                        (if (eql-specializer-p specializer) specializer (class-name specializer)))
                      (jscl::!method-specializers method)))))

(defun method-named (name)
  "The method that a name as NAME-OF-METHOD makes them is of; NIL for none."
  (let ((gf (generic-function-of-name (second name))))
    (and gf
         (find name (jscl::generic-function-methods gf) :key #'name-of-method :test #'equal))))

(defun method-name-p (name)
  (and (consp name) (eq (car name) 'method) (consp (cdr name)) (listp (car (last name)))))

(defun generic-function-of-name (name)
  "The generic function that NAME is the name of; NIL for none."
  (and (or (symbolp name) (setf-name-p name))
       (fboundp name)
       (let ((function (fdefinition name)))
         (generic-function-named (or (%js-inline "($0.traced ?? nil)" function) function)))))

(defun functions-of-methods (&optional (name nil named))
  "The functions of the method NAME, or of the methods of the generic function NAME; without a name those of all methods.
NIL for what names neither."
  (let ((functions '()))
    (flet ((collect (gf)
             (dolist (method (jscl::generic-function-methods gf))
               (push (jscl::method-function method) functions))))
      (cond ((not named)
             (map-generic-functions #'collect))
            ((method-name-p name)
             (let ((method (method-named name)))
               (when method
                 (push (jscl::method-function method) functions))))
            (t
             (let ((gf (generic-function-of-name name)))
               (when gf
                 (collect gf))))))
    functions))

(defun tracer (options)
  (lambda (metaobject caller)
    (traced-function (if (typep metaobject 'method)
                         (name-of-method metaobject)
                         (list (intern "COMBINED-METHOD" "SB-PCL") (jscl::generic-function-name metaobject)))
                     caller options)))

(defun set-tracer (metaobject gf tracer)
  "Has TRACER, or nothing, be around the calls of METAOBJECT, GF or one of its methods, from the next call on."
  (%js-inline "($0.tracer = $1 === nil ? undefined : $1)" metaobject tracer)
  (reset-dispatch gf)
  tracer)

(defun traceable-p (name)
  "True when NAME names a function; warns when it does not."
  (cond ((method-name-p name)
         (or (method-named name)
             (warn "~S not found, not tracing." name)))
        ((not (or (symbolp name) (setf-name-p name)))
         (warn "~S is not a valid function name, not tracing." name)
         nil)
        ((or (not (fboundp name)) (and (symbolp name) (or (macro-function name) (special-operator-p name))))
         (warn "~S is undefined, not tracing." name)
         nil)
        (t t)))

(defun traced-p (entry)
  "Whether what ENTRY is of is traced still: a definition takes the tracing away."
  (destructuring-bind (name tracer traced) entry
    (if (method-name-p name)
        (and (eq (tracer-of traced) tracer) (eq (method-named name) traced))
        (eq (function-cell name) tracer))))

(defun end-entry (entry)
  "Takes away what the tracing of ENTRY has put anywhere."
  (destructuring-bind (name tracer traced) entry
    (declare (ignore tracer))
    (if (method-name-p name)
        (when (traced-p entry)
          (set-tracer traced (jscl::method-generic-function traced) nil))
        (let ((gf (generic-function-named traced)))
          (when (traced-p entry)
            (set-function-cell name traced))
          (when (and gf (tracer-of gf))
            (set-tracer gf gf nil))))
    (setq *traced* (remove entry *traced*))))

(defun traced-names ()
  "The names of what is traced still."
  (mapc #'end-entry (remove-if #'traced-p *traced*))
  (mapcar #'first *traced*))

(defun end-tracing (name)
  (let ((entry (assoc name *traced* :test #'equal)))
    (when entry
      (end-entry entry))))

(defun begin-tracing (name options)
  "Has a function or a method tell of its calls, as OPTIONS say; whether there is one."
  (when (traceable-p name)
    (when (member name (traced-names) :test #'equal)
      (warn "~S is already TRACE'd, untracing it first." name)
      (end-tracing name))
    (push (if (method-name-p name)
              (let* ((method (method-named name))
                     (tracer (tracer options)))
                (set-tracer method (jscl::method-generic-function method) tracer)
                (list name tracer method))
              (let* ((function (fdefinition name))
                     (wrapper (traced-function name function options))
                     (gf (and (trace-options-methods options) (generic-function-named function))))
                (%js-inline "($0.traced = $1)" wrapper function)
                (set-function-cell name wrapper)
                (when gf
                  (set-tracer gf gf (tracer options)))
                (list name wrapper function)))
          *traced*)
    t))

;;; Options

(defun trace-form (form)
  "FORM with a function that evaluates it."
  (cons form (if (constantp form)
                 (let ((value (eval form))) (lambda () value))
                 (compile nil `(lambda () ,form)))))

(defun merge-trace-option (options key value)
  "The property list OPTIONS of TRACE with VALUE for KEY; those that have one go both before and after the call."
  (flet ((with (&rest more) (append more options))
         (also (form more) (cons (trace-form form) more)))
    (case key
      (:condition (with :condition (trace-form value)))
      (:condition-after (with :condition nil :condition-after (trace-form value)))
      (:condition-all (with :condition (trace-form value) :condition-after (trace-form value)))
      (:break (with :break (trace-form value)))
      (:break-after (with :break-after (trace-form value)))
      (:break-all (with :break (trace-form value) :break-after (trace-form value)))
      (:wherein (with :wherein (if (and (listp value) (not (setf-name-p value))) value (list value))))
      (:print (with :print (also value (getf options :print))))
      (:print-after (with :print-after (also value (getf options :print-after))))
      (:print-all (with :print (also value (getf options :print))
                    :print-after (also value (getf options :print-after))))
      (:report
       (unless (and (symbolp value) (or (member value '(nil trace)) (fboundp value)))
         (error "~S is not a valid TRACE :REPORT type." value))
       (with :report value))
      (:methods (with :methods value))
      (:encapsulate options)
      (t (error "unknown TRACE option: ~S" key)))))

(defun trace-options-of (properties)
  "The record of the property list of options PROPERTIES."
  (let ((condition (getf properties :condition :default))
        ;; What is told of a call is told of its end.
        (after (getf properties :condition-after :entered)))
    (make-trace-options (if (eq condition :default) (trace-form t) condition) after (getf properties :break) (getf properties :break-after)
                        (getf properties :wherein) (reverse (getf properties :print))
                        (reverse (getf properties :print-after)) (getf properties :report 'trace)
                        (getf properties :methods))))

(defun take-trace-options (specs properties)
  "PROPERTIES with the options at the head of SPECS, and the rest of SPECS."
  (loop while (keywordp (car specs))
        do (let ((key (pop specs)))
             (when (null specs)
               (error "missing argument to ~S TRACE option" key))
             (setq properties (merge-trace-option properties key (pop specs)))))
  (values properties specs))

(defun functions-of-package (designator)
  "The names of the functions that are a package's own, for TRACE."
  (let ((package (or (find-package designator) (error "There is no package ~S." designator)))
        (names '()))
    (do-symbols (symbol package)
      (when (and (eq (symbol-package symbol) package) (fboundp symbol)
                 (not (macro-function symbol)) (not (special-operator-p symbol)))
        (push symbol names)))
    (sort names #'string<)))

(defun begin-traces (specs)
  (require-type specs list)
  (if (null specs)
      (traced-names)
      (multiple-value-bind (defaults rest) (take-trace-options specs '())
        (let ((wanted '())
              (specs rest))
          ;; Nothing is traced where an option is wrong.
          (loop while specs
                do (let ((name (pop specs)))
                     (multiple-value-bind (properties rest) (take-trace-options specs defaults)
                       (setq specs rest)
                       (let ((options (trace-options-of properties)))
                         (dolist (each (if (stringp name) (functions-of-package name) (list name)))
                           (push (cons each options) wanted))))))
          (loop for (name . options) in (nreverse wanted)
                when (begin-tracing name options)
                  collect name)))))

(defun end-traces (names)
  (require-type names list)
  (mapc #'end-tracing (if names (remove-if-not #'traceable-p names) (traced-names)))
  t)

;;; Breakpoints on the entry of a function: calls of it break, and nothing is written.

(defun begin-breakpoint (name condition line)
  (if line
      (set-line-breakpoint name line condition)
      (begin-call-breakpoint name condition))
  name)

(defun begin-call-breakpoint (name condition)
  (let ((options (merge-trace-option (merge-trace-option '() :report nil) :break condition)))
    (if (begin-tracing name (trace-options-of options))
        name
        (error "~S names no function." name))))
