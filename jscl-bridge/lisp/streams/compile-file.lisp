;;;; COMPILE-FILE (CLHS 3.2.3): a file of compiled code and of the objects that it refers to.

(in-package "JSCL-MCP")

(defvar *compile-file-pathname* nil)
(defvar *compile-file-truename* nil)
(defparameter *compile-verbose* t)
(defvar *compile-print* nil)

(define-condition input-error-in-compile-file (reader-error)
  ((problem :initarg :problem)
   (start :initarg :start :initform nil))
  (:report (lambda (condition stream) (report-input-error condition 'compile-file stream))))

(define-condition input-error-in-load (input-error-in-compile-file)
  ()
  (:report (lambda (condition stream) (report-input-error condition 'load stream))))

;;; What objects of code are made of again

(defun put-in-table (table key value)
  (setf (gethash key table) value))

(defun array-contents (array)
  "The elements of ARRAY as :INITIAL-CONTENTS has them."
  (labels ((contents (dimensions start size)
             (if (null dimensions)
                 (row-major-aref array start)
                 (let ((step (floor size (max 1 (car dimensions)))))
                   (loop for i below (car dimensions)
                         collect (contents (cdr dimensions) (+ start (* i step)) step))))))
    (if (= (array-rank array) 1)
        (coerce array 'list)
        (contents (array-dimensions array) 0 (array-total-size array)))))

(defun dumpable-p (object)
  (typep object '(or standard-object structure-object condition class)))

;;; What is told of the work

(defun month-name (number)
  (svref #("JAN" "FEB" "MAR" "APR" "MAY" "JUN" "JUL" "AUG" "SEP" "OCT" "NOV" "DEC") (1- number)))

(defun tell-begin (file)
  (multiple-value-bind (second minute hour date month year) (decode-universal-time (file-written file))
    (format t "~&; compiling file ~S (written ~2,'0D ~A ~D ~2,'0D:~2,'0D:~2,'0D ~:[AM~;PM~]):~%"
            (namestring file) date (month-name month) year (1+ (mod (1- hour) 12)) minute second (>= hour 12))))

(defun tell-end (output started aborted)
  (when output
    (format t "~%; wrote ~A~%" output))
  (let ((milliseconds (floor (* 1000 (- (get-internal-real-time) started)) internal-time-units-per-second)))
    (format t "; compilation ~:[finished in~;aborted after~] ~D:~2,'0D:~2,'0D.~3,'0D~%" aborted
            (floor milliseconds 3600000) (mod (floor milliseconds 60000) 60)
            (mod (floor milliseconds 1000) 60) (mod milliseconds 1000))))

(defun tell-form (form)
  (let ((*print-length* 2) (*print-level* 2) (*print-pretty* nil))
    (if (and (consp form) (symbolp (car form)) (cddr form))
        (format t "~&; processing (~S ~S~:[~; ...~])~%" (car form) (cadr form) (cddr form))
        (format t "~&; processing ~S~%" form))))

;;; The work

(defun compile-stream-to-file (stream print)
  "A file in the making with the code of all forms of STREAM; NIL where one cannot be read."
  (let ((file (compiled-file)) (end (list nil)))
    (handler-bind ((input-error-in-compile-file
                     (lambda (condition)
                       (format *error-output* "~&; caught ERROR:~%;   ~A~%" condition)
                       (return-from compile-stream-to-file nil))))
      (do ((form (read-from-file stream end 'input-error-in-compile-file)
                 (read-from-file stream end 'input-error-in-compile-file)))
          ((eq form end) file)
        (when print (tell-form form))
        (compile-form-to-file file form stream)))))

(defun compile-file (input-file &key (output-file t) (verbose *compile-verbose*) (print *compile-print*)
                                     (external-format :default) progress trace-file block-compile entry-points
                                     emit-cfasl)
  (declare (ignore progress trace-file block-compile entry-points emit-cfasl))
  (let* ((source (file-to-compile input-file))
         (output (absolute-pathname (if (or (null output-file) (eq output-file t))
                      (compile-file-pathname source)
                      (compile-file-pathname source :output-file output-file))))
         (*compile-file-pathname* (named-as-found input-file source))
         (*compile-file-truename* source)
         (*package* *package*)
         (*readtable* *readtable*)
         (started (get-internal-real-time))
         (failures (compiler-failures))
         (warned nil) (failed nil) (made nil) (done nil))
    (when verbose (tell-begin source))
    (unwind-protect
         (handler-bind ((style-warning (lambda (condition) (declare (ignore condition)) (setq warned t)))
                        (warning (lambda (condition)
                                   (setq warned t)
                                   (unless (typep condition 'style-warning) (setq failed t)))))
           (with-compilation-unit ()
             (with-open-file (stream source :external-format external-format)
               (begin-loaded-forms stream source)
               (setq made (compile-stream-to-file stream print))))
           (when (and made output-file)
             (write-compiled-file made source output))
           (setq done t))
      (when verbose
        (tell-end (and done made output-file output) started (not (and done made)))))
    (when (or (null made) (> (compiler-failures) failures))
      (setq warned t failed t))
    (values (and made output-file (probe-file output)) warned failed)))

(defun file-to-compile (input-file)
  "The true name of the source; without a type that of a Lisp file."
  (let ((file (absolute-pathname input-file 'sb-impl::pathspec)))
    (if (or (file-exists-p file) (pathname-type file))
        (truename file)
        (truename (make-pathname :type "lisp" :defaults file)))))
