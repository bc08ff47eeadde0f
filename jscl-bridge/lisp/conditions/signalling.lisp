;;;; Signalling: SIGNAL, ERROR, CERROR, WARN, BREAK, and the way into the debugger.

(in-package "JSCL-MCP")

(defvar *break-on-signals* nil
  "A type specifier; SIGNAL enters the debugger before it looks for handlers of conditions of this type.")

(defvar *debugger-hook* nil
  "NIL or a function of a condition and itself, called before the debugger; bound to NIL while it runs.")

(defun coerce-to-condition (datum arguments default-type signaller)
  "The condition that DATUM and ARGUMENTS designate for the function named SIGNALLER."
  (cond ((conditionp datum)
         (when (and arguments (not (eq signaller 'cerror)))
           (cerror "Ignore the additional arguments."
                   'simple-type-error
                   :datum arguments :expected-type 'null
                   :format-control "You may not supply additional arguments when giving ~S to ~S."
                   :format-arguments (list datum signaller)))
         datum)
        ((or (stringp datum) (functionp datum))
         (make-condition-of (find-condition-layout default-type)
                            (list :format-control datum :format-arguments arguments)))
        ((or (symbolp datum) (find-condition-layout datum))
         ;; A call of MAKE-CONDITION would be in the backtrace of an error in it; there is none here.
         (or (make-plain-condition datum arguments)
             (apply #'make-condition datum arguments)))
        (t
         (error 'type-error :datum datum :expected-type '(or string function symbol condition sb-pcl::condition-class)))))

(defun break-on-signal (condition)
  "Enters the debugger when CONDITION is of the type *BREAK-ON-SIGNALS*. Two restarts change that type."
  (let* ((type *break-on-signals*)
         (new-type (let ((*break-on-signals* nil))
                     (restart-case
                         (progn
                           (when (condition-of-type-p condition type)
                             (enter-break
                              "~A~%BREAK was entered because of *BREAK-ON-SIGNALS* (now rebound to NIL)."
                              (list condition)))
                           type)
                       (continue ()
                         :report "Return from BREAK."
                         type)
                       (reset ()
                         :report "Set *BREAK-ON-SIGNALS* to NIL and continue."
                         nil)
                       (reassign (new-value)
                         :report "Return from BREAK and assign a new value to *BREAK-ON-SIGNALS*."
                         :interactive read-evaluated-form
                         new-value)))))
    (unless (eq new-type type)
      (setq *break-on-signals* new-type))))

(defun signal-condition (condition)
  "Offers CONDITION to the handlers. The exit to leave by, or NIL when all decline."
  (when *break-on-signals*
    (break-on-signal condition))
  (%js-inline "R.noteSignal($0)" condition)
  (let ((exit (run-handlers condition)))
    (when exit
      (%js-inline "R.noteHandled($0)" condition))
    exit))

(defun check-format-control (object)
  (unless (or (stringp object) (functionp object))
    (error 'type-error :datum object :expected-type '(or string function))))

(defun condition-designator-p (datum)
  (or (symbolp datum) (stringp datum) (functionp datum) (conditionp datum) (find-condition-layout datum)))

(defun signal (datum &rest arguments)
  "Offers the condition that DATUM and ARGUMENTS designate to the handlers; NIL when all decline."
  (unless (condition-designator-p datum)
    (make-condition datum))
  (leave-by (signal-condition (coerce-to-condition datum arguments 'simple-condition 'signal))))

(defun enter-debugger (condition)
  ;; The host captures the report here, with the stack alive, and leaves for the boundary.
  (%js-inline "R.enterDebugger($0)" condition))

(defun invoke-debugger (condition)
  "Calls *DEBUGGER-HOOK*, then hands CONDITION to the host. Never returns."
  (unless (conditionp condition)
    (error 'type-error :datum condition :expected-type 'condition))
  (let ((hook *debugger-hook*))
    (when hook
      (let ((*debugger-hook* nil))
        (funcall hook condition hook))))
  (enter-debugger condition))

(defun error (datum &rest arguments)
  "Signals the condition that DATUM and ARGUMENTS designate; the debugger takes it when no handler does. Never returns."
  (let ((condition (coerce-to-condition datum arguments 'simple-error 'error)))
    (or (signal-condition condition)
        (invoke-debugger condition))))

(throw-exits-of 'error)

(defun cerror (continue-format-control datum &rest arguments)
  "Like ERROR, with a restart CONTINUE that makes it return NIL."
  (check-format-control continue-format-control)
  (let ((condition (coerce-to-condition datum arguments 'simple-error 'cerror)))
    (restart-case
        (with-condition-restarts condition (car *restart-clusters*)
          (leave-by (signal-condition condition))
          (invoke-debugger condition))
      (continue ()
        :report (lambda (stream) (apply #'format stream continue-format-control arguments))
        nil))))

(defun warning-designator (datum arguments)
  "The warning that DATUM and ARGUMENTS designate; a SIMPLE-TYPE-ERROR when it is none."
  (when (or (conditionp datum) (and (symbolp datum) (find-condition-layout datum)))
    (unless (memq 'warning (layout-precedence (if (conditionp datum)
                                                  (condition-layout datum)
                                                  (find-condition-layout datum))))
      (error 'simple-type-error
             :datum datum :expected-type 'warning
             :format-control "~S does not designate a WARNING class" :format-arguments (list datum))))
  (if (condition-designator-p datum)
      (coerce-to-condition datum arguments 'simple-warning 'warn)
      (make-condition datum)))

(defun warn (datum &rest arguments)
  "Signals a warning; when nobody muffles it, writes it to *ERROR-OUTPUT*. Returns NIL."
  (let ((condition (warning-designator datum arguments)))
    ;; The restart belongs to no condition: what a handler of the warning signals can be left by it, too.
    (restart-case
        (progn
          (leave-by (signal-condition condition))
          (format *error-output* "~&~A: ~A~%"
                  (if (condition-of-type-p condition 'style-warning) 'style-warning 'warning)
                  condition))
      (muffle-warning ()
        :report "Skip warning."
        nil))
    nil))

(defun break (&optional (datum "break") &rest arguments)
  "Enters the debugger without offering the condition to handlers or to *DEBUGGER-HOOK*; CONTINUE makes it return NIL."
  (check-format-control datum)
  (with-simple-restart (continue "Return from BREAK.")
    (enter-break datum arguments))
  nil)

(defun enter-break (control arguments)
  (let ((*debugger-hook* nil))
    (invoke-debugger (make-condition 'simple-condition :format-control control :format-arguments arguments))))

(defvar *outer-restart-clusters* '()
  "The restarts that were active where the running evaluation began: those of the evaluations held below it.")

(defun call-at-toplevel (function abort &optional (level 0))
  "Calls FUNCTION as a REPL would: no handlers, and a restart ABORT that calls the function ABORT and returns its value.
With LEVEL evaluations held below it, their restarts stay active, as in SBCL's debugger."
  (let* ((*handler-clusters* '())
         (*restart-clusters* (if (zerop level) '() *restart-clusters*))
         (*outer-restart-clusters* *restart-clusters*))
    (restart-case (if (zerop level) (funcall function) (call-on-top function))
      (abort ()
        :report (lambda (stream)
                  (if (zerop level)
                      (write-string "Return to top level." stream)
                      (format stream "Return to debugger level ~D." level)))
        (funcall abort)))))

;;; Stock library code signals by these names.

(setf (symbol-function 'jscl::%%error) #'error)
(setf (symbol-function 'jscl::%%signal) #'signal)
(setf (symbol-function 'jscl::%%warn) #'warn)
(setf (symbol-function 'jscl::%%make-condition) #'make-condition)
