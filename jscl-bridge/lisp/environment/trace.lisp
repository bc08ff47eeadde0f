;;;; TRACE and UNTRACE: what functions are called with and return, on *TRACE-OUTPUT*.

(in-package "JSCL-MCP")

(defvar *traced* '()
  "An entry (name wrapper function) for each function that is traced, the latest first.")

(defvar *trace-depth* 0
  "How many calls of traced functions are not over yet.")

(defvar *tracing* nil
  "Whether a line is being written: what is called for that is not traced.")

(defmacro function-cell (name)
  `(%js-inline "$0.@function" (function-symbol ,name)))

(defmacro set-function-cell (name function)
  `(%js-inline "($0.@function = $1)" (function-symbol ,name) ,function))

(defun write-trace-line (depth control &rest arguments)
  (let ((*tracing* t))
    (format *trace-output* "~&~A~D: ~?~%"
            (make-string (* 2 (1+ depth)) :initial-element #\Space) depth control arguments)))

(defun tracing-function (name function)
  (lambda (&rest arguments)
    (if *tracing*
        (apply function arguments)
        (let ((depth *trace-depth*)
              (returned nil)
              (values '()))
          (write-trace-line depth "~S" (cons name arguments))
          (unwind-protect
               (let ((*trace-depth* (1+ depth)))
                 (setq values (multiple-value-list (apply function arguments))
                       returned t))
            (if returned
                (write-trace-line depth "~S returned~{ ~S~}" name values)
                (write-trace-line depth "~S exited non-locally" name)))
          (values-list values)))))

(defun traceable-p (name)
  "True when NAME names a function; warns when it does not."
  (cond ((not (or (symbolp name) (setf-name-p name)))
         (warn "~S is not a valid function name, not tracing." name)
         nil)
        ((or (not (fboundp name)) (and (symbolp name) (or (macro-function name) (special-operator-p name))))
         (warn "~S is undefined, not tracing." name)
         nil)
        (t t)))

(defun traced-names ()
  "The names of the functions that are traced still: a definition takes the tracing away."
  (setq *traced* (remove-if-not (lambda (entry) (eq (function-cell (first entry)) (second entry))) *traced*))
  (mapcar #'first *traced*))

(defun end-tracing (name)
  (let ((entry (assoc name *traced* :test #'equal)))
    (when (and entry (eq (function-cell name) (second entry)))
      (set-function-cell name (third entry)))
    (setq *traced* (remove entry *traced*))))

(defun begin-tracing (name)
  "Has a function tell of its calls; whether there is one."
  (when (traceable-p name)
    (when (member name (traced-names) :test #'equal)
      (warn "~S is already TRACE'd, untracing it first." name)
      (end-tracing name))
    (let* ((function (fdefinition name))
           (wrapper (tracing-function name function)))
      (%js-inline "($0.traced = $1)" wrapper function)
      (set-function-cell name wrapper)
      (push (list name wrapper function) *traced*))
    t))

(defun trace-names (names)
  (require-type names list)
  (if names
      (remove-if-not #'begin-tracing names)
      (traced-names)))

(defun untrace-names (names)
  (require-type names list)
  (mapc #'end-tracing (if names (remove-if-not #'traceable-p names) (traced-names)))
  t)

(defmacro trace (&rest names)
  "Has the functions NAMES say when they are called and what they return; without names, which ones do."
  `(trace-names ',names))

(defmacro untrace (&rest names)
  "Ends what TRACE did to the functions NAMES, or to all."
  `(untrace-names ',names))
