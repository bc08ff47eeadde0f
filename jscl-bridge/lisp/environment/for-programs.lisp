;;;; What programs call of the image's own.

(in-package "JSCL-MCP")

(defmacro defun-for-programs (name lambda-list documentation &body body)
  "Defines a function that programs call by its name: DESCRIBE says how, which it does of no other of the image."
  `(progn
     (defun ,name ,lambda-list ,@body)
     (%runtime "describeFunction" #',name ',lambda-list ',documentation)))

(defun call-extension (function &rest arguments)
  "Calls a function of the extensions, which are there once one of their packages was looked for."
  (find-package "SB-DEBUG")
  (apply function arguments))

(defun-for-programs kept-value (handle)
  "The value that the image keeps by HANDLE, one of the handles of results and of inspect-value. An error where it
is not kept any more."
  (find-kept-value handle))

;;; The state is :LIVE, for a variable that can be set; :ARGUMENT, for an argument as it was passed; :SPECIAL,
;;; for a special variable that the call has bound; or :DROPPED, for one that the compiled code does not keep.
(defun-for-programs frame-locals (frame)
  "Lists of name, state and value of the variables of frame FRAME; then why others are missing, or NIL."
  (values-list (locals-of-frame frame)))

(defun-for-programs eval-in-frame (frame form)
  "Evaluates FORM in the lexical environment of frame FRAME."
  (evaluated-in-frame frame form))

(defun-for-programs return-from-frame (frame &rest values)
  "Has the call of frame FRAME return VALUES."
  (leave-frame frame values))

(defun-for-programs restart-frame (frame)
  "Makes the call of frame FRAME again."
  (frame-called-again frame))

(defun variable-in-frame (access)
  "What a name in a form means that EVAL-IN-FRAME evaluates."
  (funcall (the function access)))

(defun (setf variable-in-frame) (value access)
  (funcall (the function access) value))

(defun-for-programs frame-variables (frame)
  "The lexical variables of frame number FRAME of the backtrace, innermost first: lists of name and value. An error
where it keeps none, as its code has a debug quality below 2."
  (live-variables frame))

(defun-for-programs frame-variable (frame name)
  "The lexical variable NAME of frame number FRAME of the backtrace; SETF sets it."
  (let ((found (assoc name (live-variables frame))))
    (if found (second found) (error "Frame ~D has no variable ~S." frame name))))

(defun (setf frame-variable) (value frame name)
  (set-live-variable frame name value))

(defun-for-programs recompile (name &key (debug 2))
  "Compiles the function NAME anew, from its DEFUN, with a debug quality of DEBUG: from 2 on its frames keep their
variables."
  (recompiled name debug))

(defun-for-programs configure-debugger (&optional debug)
  "Has code be compiled with a debug quality of DEBUG from now on, and all functions anew. The quality."
  (call-extension 'debug-setting debug))

(defun-for-programs recompile-all (&key (debug 2))
  "RECOMPILEs all functions. Their names."
  (all-recompiled debug))
