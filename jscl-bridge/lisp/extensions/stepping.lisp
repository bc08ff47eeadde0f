;;;; STEP: the conditions and restarts by which a program is stepped through, as SBCL has them. What is a step
;;;; the compiler decides, and where the program stops `image/debugger/stepper.ts`.

(in-package "JSCL-MCP")

(eval-when (:compile-toplevel :load-toplevel :execute)
  (sb-impl::exported
   "SB-EXT"
   '("*STEPPER-HOOK*" "STEP-CONDITION" "STEP-CONDITION-ARGS" "STEP-CONDITION-FORM" "STEP-CONTINUE"
     "STEP-FORM-CONDITION" "STEP-INTO" "STEP-NEXT" "STEP-OUT")))

(defvar sb-ext:*stepper-hook* nil
  "NIL or a function of a STEP-CONDITION that no handler took, called before the debugger is entered.")

(define-condition sb-ext:step-condition ()
  ((form :initarg :form :reader sb-ext:step-condition-form)))

(defun step-condition-p (object)
  (typep object 'sb-ext:step-condition))

(defun write-step (condition stream)
  (let ((given (step-condition-given condition))
        (args (sb-ext:step-condition-args condition)))
    (format stream "~@[~{Breakpoint~@[ of ~S~], line ~D~@[, whose condition failed: ~A~]~%~}~]~@[Evaluated:~%~{  ~A~%~}~]Evaluating call:~%  ~S~%"
            (step-condition-breakpoint condition) given (sb-ext:step-condition-form condition))
    (if args
        (format stream "With arguments:~{~%  ~S~}" args)
        (write-string "Without arguments" stream))))

(define-condition sb-ext:step-form-condition (sb-ext:step-condition)
  ((args :initarg :args :reader sb-ext:step-condition-args)
   (given :initarg :given :reader step-condition-given
          :documentation "What was evaluated since the last stop, and its values, as texts.")
   (breakpoint :initarg :breakpoint :reader step-condition-breakpoint
               :documentation "NIL, or of a breakpoint the definition, or NIL, the line, and what is wrong with its condition, or NIL."))
  (:report write-step))

(defconstant +most-told+ 1000
  "Steps that are told where nobody waits in the debugger, at most.")

(defvar *told* 0 "How many steps were told.")

(defun tell-steps (given)
  (format *trace-output* "~&~{; ~A~%~}" given))

(defun tell-step (condition)
  "Writes a step where nobody could say how to go on; the answer is how."
  (tell-steps (step-condition-given condition))
  (cond ((< (incf *told*) +most-told+) :into)
        (t (format *trace-output* "; This was step ~:D: the others are not shown.~%" *told*)
           :continue)))

(defun step-stop (form args given breakpoint)
  "Has somebody say how a program goes on that is about to make the call FORM: :INTO, :NEXT, :OUT or :CONTINUE.
BREAKPOINT is what STEP-CONDITION-BREAKPOINT tells, where the program stops because of one."
  (let ((condition (make-condition 'sb-ext:step-form-condition :form form :args args :given given :breakpoint breakpoint)))
    (restart-case
        (with-condition-restarts condition (car *restart-clusters*)
          (leave-by (signal-condition condition))
          (let ((hook sb-ext:*stepper-hook*))
            (when hook
              (let ((sb-ext:*stepper-hook* nil))
                (funcall hook condition))))
          (if (or breakpoint (debugger-waits-p))
              (let ((*debugger-hook* nil))
                (invoke-debugger condition))
              (tell-step condition)))
      (sb-ext:step-continue ()
        :report "Resume normal execution"
        :continue)
      (sb-ext:step-out ()
        :report "Resume stepping after returning from this function"
        :out)
      (sb-ext:step-next ()
        :report "Step over call"
        :next)
      (sb-ext:step-into ()
        :report "Step into call"
        :into)
      (continue ()
        :report "Resume normal execution"
        :test (lambda (c) (declare (ignore c)) breakpoint)
        :continue))))

(defmacro checked-condition (form)
  "Whether FORM is true; where it fails T, and why. No handler of the program gets to know of that."
  `(handler-case (and ,form t)
     (error (c) (values t (princ-to-string c)))))

(defun debug-setting (debug)
  (when debug
    (proclaim `(optimize (debug ,debug)))
    (recompile-all :debug debug))
  (proclaimed-debug))

(defun call-stepping (function)
  "The values of FUNCTION, which is stepped through."
  (let ((end (begin-stepping))
        (*told* 0))
    (unwind-protect (multiple-value-prog1 (funcall function)
                      (when (< 0 *told* +most-told+)
                        (tell-steps (steps-since))))
      (funcall end))))
