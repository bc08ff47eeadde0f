;;;; File functions: OPEN, PROBE-FILE, LOAD, COMPILE-FILE and the like, over files that the image keeps in
;;;; memory. No other file exists.

(in-package "JSCL-MCP")

(define-condition namestring-parse-error (parse-error)
  ((complaint :initarg :complaint)
   (namestring :initarg :namestring)
   (offset :initarg :offset))
  (:report (lambda (condition stream)
             (format stream "parse error in namestring: ~A~%  ~A~%  ~VT^"
                     (condition-slot condition 'complaint)
                     (condition-slot condition 'namestring)
                     (+ 2 (condition-slot condition 'offset))))))

(define-condition no-namestring-error (file-error simple-condition reference-condition) ()
  (:default-initargs :references '((:ansi-cl :section (19 1 2))))
  (:report (lambda (condition stream)
             (format stream "The pathname ~S does not have a namestring because ~?"
                     (file-error-pathname condition)
                     (simple-condition-format-control condition)
                     (simple-condition-format-arguments condition)))))

(define-condition no-native-namestring-error (file-error simple-condition) ()
  (:report (lambda (condition stream)
             (format stream "The pathname ~S does not have a native namestring because ~?"
                     (file-error-pathname condition)
                     (simple-condition-format-control condition)
                     (simple-condition-format-arguments condition)))))

(define-condition closed-stream-error (stream-error) ()
  (:report (lambda (condition stream)
             (prin1 (stream-error-stream condition) stream)
             (write-string " is closed" stream))))

(defvar *modules* '())

(defun no-such-file (kind pathname)
  (restart-case (error 'simple-file-error
                       :pathname pathname
                       :format-control "Failed to find the ~A of ~A: ~A"
                       :format-arguments (list kind pathname "No such file or directory"))
    (use-value (other)
      :report "Specify a different path."
      (pathname other))))

(defun single-file (kind designator parameter)
  "The absolute pathname of one file; a FILE-ERROR where it is wild."
  (let ((pathname (absolute-pathname designator parameter)))
    (when (wild-pathname-p pathname)
      (error 'simple-file-error
             :pathname pathname
             :format-control "Can't find the ~A of wild pathname ~A (physicalized from ~A)."
             :format-arguments (list kind pathname designator)))
    pathname))

(defun true-name (pathname)
  "The true name of a file or of a directory; NIL where there is neither."
  (if (file-exists-p pathname) (file-truename pathname) (directory-truename pathname)))

(defun existing-file (kind designator &optional (parameter 'sb-impl::pathspec))
  "The true name of an existing file; a FILE-ERROR with restart USE-VALUE when there is none."
  (let ((pathname (single-file kind designator parameter)))
    (do () ((or (file-exists-p pathname) (directory-truename pathname)) (true-name pathname))
      (setq pathname (single-file kind (no-such-file kind pathname) parameter)))))

(defun missing-file-to-open (pathname options)
  (restart-case (error 'file-does-not-exist
                       :pathname pathname
                       :format-control "The file ~S does not exist: ~A"
                       :format-arguments (list pathname "No such file or directory"))
    (create ()
      :report "Reopen with :if-does-not-exist :create"
      (apply #'open pathname :if-does-not-exist :create options))
    (continue ()
      :report "Retry opening."
      (apply #'open pathname options))
    (use-value (other)
      :report "Try opening a different file."
      (apply #'open other options))))

(defun existing-file-to-open (pathname options)
  (restart-case (error 'file-exists
                       :pathname pathname
                       :format-control "The file ~S already exists: ~A"
                       :format-arguments (list pathname "File exists"))
    (supersede ()
      :report "Reopen with :if-exists :supersede"
      (apply #'open pathname :if-exists :supersede options))
    (overwrite ()
      :report "Reopen with :if-exists :overwrite"
      (apply #'open pathname :if-exists :overwrite options))
    (rename ()
      :report "Reopen with :if-exists :rename"
      (apply #'open pathname :if-exists :rename options))
    (append ()
      :report "Reopen with :if-exists :append"
      (apply #'open pathname :if-exists :append options))
    (continue ()
      :report "Retry opening."
      (apply #'open pathname options))
    (use-value (other)
      :report "Try opening a different file."
      (apply #'open other options))))

(defun bytes-of-file (type)
  "The type of the bytes of a file that is opened for elements of TYPE; NIL for characters, :DEFAULT for both."
  (cond ((member type '(character base-char)) nil)
        ((eq type :default) :default)
        ((eq type 'unsigned-byte) '(unsigned-byte 8))
        ((eq type 'signed-byte) '(signed-byte 8))
        ((subtypep type 'character) nil)
        ((and (subtypep type 'integer)
              (do ((bits 8 (if (< bits 64) (* 2 bits) (+ bits 8))))
                  ((> bits 1024) nil)
                (cond ((subtypep type (list 'unsigned-byte bits)) (return (list 'unsigned-byte bits)))
                      ((subtypep type (list 'signed-byte bits)) (return (list 'signed-byte bits)))))))
        (t (error "could not find any output routine for :FULL buffered ~S" type))))

(defun as-named (designator file)
  "The pathname that names FILE to the user: the logical one of DESIGNATOR, if it is one."
  (let ((pathname (merge-pathnames designator)))
    (if (logical-pathname-p pathname) pathname file)))

(defvar *default-external-format* :utf-8
  "The external format of a file that is opened without one.")

(defun open (filename &rest options
             &key (direction :input) (element-type 'character) (if-exists :error)
                  (if-does-not-exist nil if-does-not-exist-p) (external-format :default) class)
  (declare (ignore class))
  (unless (member direction '(:input :output :io :probe))
    (wrong-type direction '(member :probe :io :output :input)))
  (unless (member if-exists '(nil :supersede :append :overwrite :rename-and-delete :rename :new-version :error))
    (wrong-type if-exists
                '(member nil :supersede :append :overwrite :rename-and-delete :rename :new-version :error)))
  (unless (member if-does-not-exist '(nil :create :error))
    (wrong-type if-does-not-exist '(member nil :create :error)))
  (when (eq external-format :default)
    (setq external-format *default-external-format*))
  (unless (typep external-format '(or keyword (cons keyword t)))
    (error 'type-error :datum external-format :expected-type '(or keyword (cons keyword t))
                       :context 'sb-impl::external-format))
  (let* ((file (absolute-pathname filename 'sb-kernel:filename))
         (pathname (as-named filename file))
         (exists (file-exists-p file))
         (writes (or (eq direction :output) (eq direction :io)))
         (bytes (bytes-of-file element-type))
         (when-missing (cond (if-does-not-exist-p if-does-not-exist)
                             ((eq direction :probe) nil)
                             ((and writes (not (member if-exists '(:overwrite :append)))) :create)
                             (t :error))))
    (cond ((and (not exists) (null when-missing)) nil)
          ((and (not exists) (eq when-missing :error)) (missing-file-to-open pathname options))
          ((and exists writes (null if-exists)) nil)
          ((and exists writes (eq if-exists :error)) (existing-file-to-open pathname options))
          ((eq direction :probe)
           (let ((stream (file-stream-of file :input if-exists bytes :utf-8 pathname)))
             (close stream)
             stream))
          ((and exists writes (eq if-exists :new-version))
           (error 'simple-file-error
                  :pathname pathname
                  :format-control "OPEN :IF-EXISTS :NEW-VERSION is not supported when a new version must be created."
                  :format-arguments '()))
          (t (file-stream-of file direction (or if-exists :error) bytes
                             external-format (merge-pathnames filename))))))

(defmacro with-open-stream ((variable stream) &body body)
  "Runs BODY with VARIABLE bound to STREAM, which is closed at the end."
  (let ((declarations '()) (abort (gensym "ABORT")))
    (do () ((not (and (consp (car body)) (eq (caar body) 'declare))))
      (push (pop body) declarations))
    `(let ((,variable ,stream) (,abort t))
       ,@(reverse declarations)
       (unwind-protect
            (multiple-value-prog1 (progn ,@body) (setq ,abort nil))
         (when ,variable (close ,variable :abort ,abort))))))

(defmacro with-open-file ((variable filespec &rest options) &body body)
  "Runs BODY with VARIABLE bound to a stream of the file, which is closed at the end."
  `(with-open-stream (,variable (open ,filespec ,@options)) ,@body))

(defun probe-file (pathspec)
  (true-name (single-file :truename pathspec 'sb-impl::pathspec)))

(defun truename (pathspec)
  (existing-file :truename pathspec))

(defun file-write-date (pathspec)
  (file-written (existing-file :write-date pathspec)))

(defun file-author (pathspec)
  (existing-file :author pathspec)
  nil)

(defun delete-file (file)
  (let ((pathname (absolute-pathname file 'sb-impl::file)))
    (if (file-exists-p pathname)
        (remove-file pathname)
        (restart-case (error 'delete-file-error
                             :pathname (namestring pathname)
                             :format-control "Could not delete the file ~S: ~A"
                             :format-arguments (list (namestring pathname) "No such file or directory"))
          (continue () :report "Return T")))
    t))

(defun rename-file (file new-name)
  (unless (or (stringp new-name) (pathnamep new-name))
    (error 'type-error :datum new-name :expected-type '(or string pathname) :context 'sb-impl::new-name))
  (let* ((old (existing-file :truename file 'sb-impl::file))
         (named (merge-pathnames new-name (as-named file old)))
         (new (absolute-pathname named)))
    (move-file old new)
    (values (if (logical-pathname-p named) named new) old new)))

(defun directory (pathspec &key resolve-symlinks)
  (declare (ignore resolve-symlinks))
  (absolute-pathname pathspec 'sb-impl::pathspec)
  (do ((rest (pathname-directory (merge-pathnames pathspec)) (cdr rest)))
      ((null rest))
    (when (or (and (eq (car rest) :absolute) (member (cadr rest) '(:up :back)))
              (and (eq (car rest) :wild-inferiors) (eq (cadr rest) :up)))
      (error 'simple-file-error
             :pathname pathspec
             :format-control "Invalid use of ~S after ~S."
             :format-arguments (list (cadr rest) (car rest)))))
  (files-like (absolute-pathname pathspec 'sb-impl::pathspec)))

(defun ensure-directories-exist (pathspec &key verbose mode)
  (declare (ignore verbose mode))
  (when (wild-pathname-p (absolute-pathname pathspec 'sb-impl::pathspec))
    (error 'simple-file-error :pathname pathspec :format-control "bad place for a wild pathname"
           :format-arguments '()))
  (values pathspec (make-directory (absolute-pathname pathspec))))

;;; Modules

(defun provide (module-name)
  (pushnew (string module-name) *modules* :test #'string=)
  t)

;; The functions that provide modules are in SB-EXT, which is made when it is looked for.
(defun require (module-name &optional pathnames)
  (let ((before *modules*))
    (unless (member (string module-name) *modules* :test #'string=)
      (if pathnames
          (mapc #'load (if (listp pathnames) pathnames (list pathnames)))
          (funcall (find-symbol "CALL-MODULE-PROVIDERS" (find-package "SB-EXT")) module-name)))
    (set-difference *modules* before :test #'string=)))
