;;;; LOAD, of source and of files that COMPILE-FILE made.

(in-package "JSCL-MCP")

(defvar *load-pathname* nil)
(defvar *load-truename* nil)
(defvar *load-verbose* nil)
(defvar *load-print* nil)

(define-condition invalid-fasl (error)
  ((stream :initarg :stream)
   (fault :initarg :fault))
  (:report (lambda (condition stream)
             (format stream
                     (ecase (condition-slot condition 'fault)
                       (:version "~@<~S is a fasl file of another version.~:@>")
                       (:seal "~@<~S was not compiled here, or was changed since: compile its source again.~:@>"))
                     (condition-slot condition 'stream)))))

(define-condition fasl-header-missing (invalid-fasl)
  ((bytes :initarg :bytes))
  (:report (lambda (condition stream)
             (format stream "~@<File ~S has a fasl file type, but no fasl header:~%Expected ~S, but got ~S.~:@>"
                     (condition-slot condition 'stream) "# FASL" (condition-slot condition 'bytes)))))

(define-condition invalid-fasl-header (invalid-fasl) ())
(define-condition invalid-fasl-version (invalid-fasl) ())

(defun invalid-fasl (stream fault)
  "Signals what is wrong with a compiled file."
  (case fault
    (:end (error 'end-of-file :stream stream))
    (:version (error 'invalid-fasl-version :stream stream :fault fault))
    (t (error 'invalid-fasl-header :stream stream :fault :seal))))

(defvar *load-depth* 0)

(defun begin-load-line ()
  "Begins a line of what LOAD tells, with a semicolon for each file that is being loaded."
  (fresh-line)
  (dotimes (i *load-depth*) (write-char #\;))
  (write-char #\Space))

(defun read-from-file (stream end type)
  "The next form, or END. Errors of the reader, the end of the file, and bytes that are no character are signalled as TYPE."
  (handler-case (read stream nil end)
    (stream-error (problem)
      (error type :stream stream :problem problem :start (note-unread stream)))))

(defun report-input-error (condition operator stream)
  "What CONDITION says, each line of its problem indented; where a form ended too early, where that begins."
  (let ((problem (condition-slot condition 'problem))
        (start (condition-slot condition 'start)))
    (format stream "READ error during ~A:~%~%" operator)
    (with-input-from-string (lines (princ-to-string problem))
      (do ((line (read-line lines nil) (read-line lines nil))
           (is-first t nil))
          ((null line))
        (unless is-first (terpri stream))
        (unless (string= line "") (format stream "  ~A" line))))
    (when (and start (typep problem 'end-of-file))
      (format stream "~%~%  (in form starting at line: ~D, column: ~D, position: ~D)"
              (first start) (second start) (third start)))))

(defun load-forms (stream print &optional file)
  (when file (begin-loaded-forms stream file))
  (let ((end (list nil)) (done 0))
    (do ((form (read-from-file stream end 'input-error-in-load)
               (read-from-file stream end 'input-error-in-load)))
        ((eq form end) t)
      (let ((values (multiple-value-list (eval-loaded-form form stream))))
        (when print
          (begin-load-line)
          (format t "~{~S~^, ~}~%" values)))
      (when file (note-loaded-form file (incf done))))))

(defun file-of-stream (stream)
  "The pathname of the file that STREAM reads; NIL for other streams."
  (and (typep stream 'file-stream) (absolute-pathname stream)))

(defun fasl-name-p (pathname)
  (equal (pathname-type pathname) "fasl"))

(defun load-from (stream print &optional file)
  (let* ((*package* *package*) (*readtable* *readtable*)
         (source (or file (file-of-stream stream))))
    (cond ((and source (begins-as-fasl-p source))
           (load-fasl source stream))
          ((and file (fasl-name-p file))
           (when (file-empty-p file)
             (error "attempt to load an empty FASL file:~%  ~S" (namestring file)))
           (error 'fasl-header-missing :stream stream :bytes (first-bytes file 6)))
          (t (load-forms stream print file)))))

(defun file-to-load (pathname)
  "The absolute pathname of the file that LOAD takes: without a type, of the newer of source and compiled code."
  (let ((file (absolute-pathname pathname)))
    (if (or (file-exists-p file) (pathname-type file) (null (pathname-name file)))
        file
        (let* ((source (make-pathname :type "lisp" :defaults file))
               (compiled (make-pathname :type "fasl" :defaults file)))
          (cond ((not (file-exists-p compiled)) source)
                ((not (file-exists-p source)) compiled)
                ((> (file-written source) (file-written compiled)) source)
                (t compiled))))))

(defun named-as-found (filespec file)
  "The pathname that FILESPEC gives FILE, which may have been found by another type."
  (let ((pathname (merge-pathnames filespec)))
    (if (pathname-type pathname)
        pathname
        (make-pathname :type (pathname-type file) :defaults pathname))))

(defun load (filespec &key (verbose *load-verbose*) (print *load-print*) (if-does-not-exist :error)
                           (external-format :default))
  (let ((*load-depth* (1+ *load-depth*)))
    (cond ((streamp filespec)
           (when verbose
             (begin-load-line)
             (format t "loading stuff from ~S~%" filespec))
           (if (typep filespec 'file-stream)
               (let ((*load-pathname* (merge-pathnames filespec))
                     (*load-truename* (probe-file filespec)))
                 (load-from filespec print))
               (load-from filespec print)))
          ((not (or (stringp filespec) (pathnamep filespec)))
           (wrong-type filespec '(or string pathname stream)))
          ((file-exists-p (file-to-load filespec))
           (let* ((file (file-to-load filespec))
                  (*load-pathname* (named-as-found filespec file))
                  (*load-truename* (truename file)))
             (when verbose
               (begin-load-line)
               (format t "loading ~S~%" *load-truename*))
             (note-loaded-file *load-truename*)
             (with-open-file (stream file :external-format external-format)
               (load-from stream print *load-truename*))
             t))
          (if-does-not-exist
           (error 'simple-file-error
                  :pathname filespec
                  :format-control "~@<Couldn't load ~S: file does not exist.~@:>"
                  :format-arguments (list filespec))))))
