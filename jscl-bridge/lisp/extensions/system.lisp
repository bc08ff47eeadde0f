;;;; The system around the image, of which a page has little.

(in-package "SB-IMPL")

(defvar *posix-argv* '("sbcl"))
(setq *posix-argv* (list (string-downcase (lisp-implementation-type))))
(defvar *evaluator-mode* :compile)
(defvar *muffled-warnings* 'uninteresting-redefinition)
(defvar *exit-hooks* '())
(defvar *init-hooks* '())
(defvar *save-hooks* '())
(defvar *invoke-debugger-hook* nil)
(defvar *inline-expansion-limit* 350)
(defvar *derive-function-types* nil)
(defvar sb-c:*backend-byte-order* :little-endian)
(defvar sb-debug:*stack-top-hint* nil)
(defvar sb-debug:*debug-print-variable-alist* nil)
(defvar *stdin* (make-synonym-stream '*standard-input*))
(defvar *stdout* (make-synonym-stream '*standard-output*))
(defvar *stderr* (make-synonym-stream '*error-output*))

(defun posix-getenv (name)
  "The value of the environment variable NAME: there is none."
  (check-type name string)
  nil)

(defun posix-environ ()
  '())

(defun exit (&key code abort timeout)
  "Ends the evaluation; the session goes on. The functions of *EXIT-HOOKS* are called unless ABORT."
  (declare (ignore code timeout))
  (unless abort
    (mapc #'funcall *exit-hooks*))
  (abort))

(defun quit (&key recklessly-p unix-status)
  (declare (ignore recklessly-p unix-status))
  (exit))

(defun disable-debugger ()
  "Nothing: there is no debugger that asks.")

(defun enable-debugger ()
  "Nothing: there is no debugger that asks.")

(defun get-time-of-day ()
  "Seconds since 1970, and microseconds."
  (let ((start (encode-universal-time 0 0 0 1 1 1970 0)))
    (values (- (get-universal-time) start) 0)))

(defun assert-version->= (&rest subversions)
  "Signals when SUBVERSIONS are of a later SBCL than the one whose extensions these are."
  (let ((version '(2 2 9)))
    (loop for wanted in subversions
          for present = (or (pop version) 0)
          do (cond ((> wanted present)
                    (error "SBCL 2.2.9 is too old for this program (version ~{~A~^.~} or later is required)." subversions))
                   ((< wanted present) (return))))))

(defun native-namestring (pathname &key as-file)
  "The name of PATHNAME as the system has it."
  (declare (ignore as-file))
  (remove #\\ (namestring pathname)))

(defun parse-native-namestring (thing &optional host (defaults *default-pathname-defaults*) &key (start 0) end
                                                                                                 junk-allowed as-directory)
  "The pathname of THING, a name as the system has it, in which nothing is wild."
  (declare (ignore host defaults junk-allowed))
  (let ((text (with-output-to-string (text)
                (map nil
                     (lambda (character)
                       (when (find character "*?[\\")
                         (write-char #\\ text))
                       (write-char character text))
                     (subseq (string thing) start end)))))
    (values (parse-namestring (if (and as-directory (plusp (length text)) (char/= (char text (1- (length text))) #\/))
                                  (concatenate 'string text "/")
                                  text))
            (or end (length (string thing))))))

(defun native-pathname (thing)
  (if (pathnamep thing) thing (values (parse-native-namestring thing))))

(defun sbcl-homedir-pathname ()
  nil)

(defun sb-introspect:function-lambda-list (function)
  "The lambda list of FUNCTION, or of the function or macro that it names."
  (let ((function (cond ((functionp function) function)
                        ((and (symbolp function) (macro-function function)))
                        (t (fdefinition function)))))
    (values (jscl-mcp::function-lambda-list function))))

(defun sb-kernel:%fun-name (function)
  (nth-value 2 (function-lambda-expression function)))

(defun restrict-compiler-policy (&rest restrictions)
  "Nothing: the compiler heeds no quality that could be restricted."
  (declare (ignore restrictions))
  '())

(defmacro with-timeout (seconds &body body)
  "Runs BODY. The time limit of the evaluation holds for it, and no other."
  `(progn ,seconds ,@body))

(defun sb-unix:unix-getpid ()
  1)

(defun sb-unix:unix-gethostname ()
  (machine-instance))
