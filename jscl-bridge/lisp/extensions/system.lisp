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
  (jscl-mcp::require-type name string)
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

(defun unescaped (name)
  "NAME without the backslashes that stand before characters."
  (with-output-to-string (text)
    (do ((i 0 (1+ i)))
        ((>= i (length name)))
      (when (char= (char name i) #\\)
        (incf i))
      (write-char (char name i) text))))

(defun native-namestring (pathname &key as-file)
  "The name of PATHNAME as the system has it."
  (when (stringp pathname)
    (setq pathname (native-pathname pathname)))
  (when (wild-pathname-p pathname)
    (error 'no-native-namestring-error :pathname pathname))
  (let ((name (unescaped (namestring pathname))))
    (if as-file (string-right-trim "/" name) name)))

(define-condition no-native-namestring-error (error)
  ((pathname :initarg :pathname :reader no-native-namestring-error-pathname))
  (:report (lambda (condition stream)
             (format stream "The pathname ~S does not have a native namestring because it is wild."
                     (no-native-namestring-error-pathname condition)))))

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

(defun designated-function (designator)
  "The function, or macro function, that DESIGNATOR is or names."
  (cond ((functionp designator) designator)
        ((and (symbolp designator) (macro-function designator)))
        (t (fdefinition designator))))

(defun sb-kernel:%fun-name (function)
  (nth-value 2 (function-lambda-expression function)))

(defun sb-kernel:%fun-lambda-list (function)
  "The lambda list of FUNCTION, NIL where it is not known."
  (let* ((name (sb-kernel:%fun-name function))
         (texts (and (symbolp name) (jscl-mcp::%runtime "tableTexts" name)))
         (generic (jscl-mcp::generic-function-named function)))
    (cond (generic (jscl::generic-function-lambda-list generic))
          (texts (let ((*package* (find-package "SB-IMPL")))
                   (values (read-from-string (first texts)))))
          (t (values (jscl-mcp::function-lambda-list function))))))

(defun sb-introspect:function-lambda-list (function)
  "The lambda list of FUNCTION, or of the function or macro that it names, and whether it is not known."
  (let ((function (designated-function function)))
    (values (sb-kernel:%fun-lambda-list function)
            (not (or (sb-kernel:%fun-lambda-list function)
                     (nth-value 1 (jscl-mcp::function-lambda-list function)))))))

(defun sb-introspect:function-arglist (function)
  (sb-introspect:function-lambda-list function))

(defun sb-introspect:function-type (function)
  "The type of FUNCTION, or of the function that it names, as far as it is declared."
  (let ((name (if (functionp function) (sb-kernel:%fun-name function) function)))
    (or (cdr (assoc 'ftype (and name (nth-value 2 (sb-cltl2:function-information name)))))
        'function)))

;;; No frame is there to be gone through: reports have those of a condition.

(defun sb-di:top-frame ()
  nil)

(defun sb-di:frame-down (frame)
  (declare (ignore frame))
  nil)

(defun sb-debug::resolve-stack-top-hint ()
  nil)

(defun sb-debug:list-backtrace (&key &allow-other-keys)
  '())

(defun sb-debug:print-backtrace (&key (stream *debug-io*) &allow-other-keys)
  (format stream "Backtrace: the report of a condition has it.~%"))

(defun sb-debug:backtrace (&optional (count most-positive-fixnum) (stream *debug-io*))
  (declare (ignore count))
  (sb-debug:print-backtrace :stream stream))

(defun restrict-compiler-policy (&rest restrictions)
  "Nothing: the compiler heeds no quality that could be restricted."
  (declare (ignore restrictions))
  '())

(defun sb-unix:unix-getpid ()
  1)

(defun sb-unix:unix-gethostname ()
  (machine-instance))

(defun sb-posix:getpid ()
  1)

(defun sb-posix:getuid ()
  0)

(defun sb-posix:getenv (name)
  (posix-getenv name))

(defun sb-posix:getcwd ()
  (string-right-trim "/" (namestring *default-pathname-defaults*)))

(defmacro define-modes (&rest names)
  "Defines NAMES as bits of a file's mode, the highest first."
  `(progn
     ,@(let ((bit (length names)))
         (mapcar (lambda (name) `(defconstant ,name ,(ash 1 (decf bit)))) names))))

(define-modes
  sb-posix:s-irusr sb-posix:s-iwusr sb-posix:s-ixusr sb-posix:s-irgrp sb-posix:s-iwgrp sb-posix:s-ixgrp sb-posix:s-iroth
  sb-posix:s-iwoth sb-posix:s-ixoth)

(defvar sb-pretty:*pprint-quote-with-syntactic-sugar* t)

(defun delete-directory (pathspec &key recursive)
  "Deletes the directory PATHSPEC, with what is in it if RECURSIVE; answers its true name."
  (let ((directory (truename (make-pathname :name nil :type nil :version nil :defaults pathspec))))
    (when recursive
      (dolist (file (directory (merge-pathnames "**/*.*" directory) :resolve-symlinks nil))
        (when (pathname-name file)
          (delete-file file)))
      (dolist (inner (sort (directory (merge-pathnames "**/" directory)) #'> :key (lambda (each) (length (namestring each)))))
        (unless (equal inner directory)
          (jscl-mcp::remove-directory inner))))
    (unless (jscl-mcp::remove-directory directory)
      (error 'simple-file-error
             :pathname directory
             :format-control "Could not delete directory ~S: Directory not empty" :format-arguments (list directory)))
    directory))

;;; What a restart has.

(defun parts-of-restart (restart)
  (jscl-mcp::require-type restart restart)
  (jscl-mcp::slots-of restart))

(defun sb-kernel::restart-function (restart)
  (jscl-mcp::restart-slots-function (parts-of-restart restart)))

(defun sb-kernel::restart-report-function (restart)
  (jscl-mcp::restart-slots-report (parts-of-restart restart)))

(defun sb-kernel::restart-interactive-function (restart)
  (jscl-mcp::restart-slots-interactive (parts-of-restart restart)))

(defun sb-kernel::restart-test-function (restart)
  (jscl-mcp::restart-slots-test (parts-of-restart restart)))

(defun sb-kernel:restart-associated-conditions (restart)
  (jscl-mcp::restart-slots-conditions (parts-of-restart restart)))
