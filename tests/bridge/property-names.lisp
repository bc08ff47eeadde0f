;;;; Checks that a name of JavaScript's means nothing to Lisp: (failures name) returns the checks that fail.

(defvar *failures*)

(defmacro holds (what &body forms)
  "Notes WHAT when the last of FORMS is not true, or one of them errs."
  `(let ((result (handler-case (progn ,@forms) (error (condition) (list :error (princ-to-string condition))))))
     (when (or (null result) (and (consp result) (eq (car result) :error)))
       (push (list ,what result) *failures*))))

(defmacro with-packages (names &body forms)
  "Runs FORMS with each of NAMES bound to a new package, which is deleted afterwards."
  `(let ,(mapcar (lambda (name) `(,name (make-package (format nil "FRESH ~A" ',name) :use '()))) names)
     (unwind-protect (progn ,@forms)
       ,@(mapcar (lambda (name) `(delete-package ,name)) names))))

(defun status (name package)
  (nth-value 1 (find-symbol name package)))

(defun home (name)
  "A package of that name which uses COMMON-LISP."
  (or (find-package name) (make-package name :use '(:cl))))

(defun barred (control name)
  "What reads as CONTROL says, with NAME between bars."
  (read-from-string (format nil control (format nil "|~A|" name))))

(defun check-symbols (name)
  (let ((symbol (intern name)))
    (holds :find (eq symbol (find-symbol name)))
    (holds :read (eq symbol (barred "~A" name)))
    (holds :read-upcase (eq (intern (string-upcase name)) (read-from-string name)))
    (holds :print (equal (prin1-to-string (intern (string-upcase name))) (string-upcase name)))
    (holds :name (equal (symbol-name symbol) name))
    (holds :package (packagep (symbol-package symbol)))
    (holds :apropos (member symbol (apropos-list name)))
    (holds :unbound (not (boundp symbol)))
    (holds :unbound-error (handler-case (eval (make-symbol name)) (unbound-variable () t)))
    (holds :value
      (eval `(defparameter ,symbol 42))
      (prog1 (and (eql (symbol-value symbol) 42) (eql (eval symbol) 42) (eql (eval `(let ((,symbol 1)) ,symbol)) 1))
        (makunbound symbol)))
    (holds :unbound-again (not (boundp symbol)))
    (holds :properties
      (let ((other (make-symbol name)))
        (and (null (get other symbol)) (setf (get other symbol) 1) (eql (get other symbol) 1)
             (null (get symbol 'x)) (setf (get symbol 'x) 2) (eql (get symbol 'x) 2) (remprop symbol 'x)
             (null (getf '() symbol)) (eql (getf (list symbol 3) symbol) 3))))
    (holds :gensym (search name (symbol-name (gensym name))))
    (holds :case (eql 1 (eval `(case ',symbol (,symbol 1) (t 2)))))
    (holds :loop (equal (eval `(loop for ,symbol in '(1 2) collect ,symbol)) '(1 2)))
    (holds :loop-keyword (handler-case (progn (macroexpand-1 `(loop ,symbol 1)) nil) (error () t)))))

(defun check-keywords (name)
  (let ((keyword (intern name :keyword)))
    (holds :keyword
      (and (keywordp keyword) (eq (symbol-value keyword) keyword) (constantp keyword)
           (eq keyword (barred ":~A" name)) (eq (nth-value 1 (intern name :keyword)) :external)))
    (holds :feature
      (and (equal (barred "(#+~A a b)" name) '(b))
           (let ((*features* (cons keyword *features*))) (equal (barred "(#+~A a b)" name) '(a b)))))))

(defun check-packages (name)
  (holds :no-package (null (find-package name)))
  (holds :present
    (with-packages (p)
      (and (null (status name p))
           (intern name p) (eq (status name p) :internal)
           (export (find-symbol name p) p) (eq (status name p) :external)
           (unintern (find-symbol name p) p) (null (status name p)))))
  (holds :inherited
    (with-packages (user used)
      (use-package used user)
      (and (null (status name user))
           (export (intern name used) used) (eq (status name user) :inherited)
           (shadow name user) (eq (status name user) :internal)
           (let ((count 0)) (do-symbols (symbol user (= count 1)) (incf count))))))
  (holds :package
    (let ((package (make-package name :use '())))
      (unwind-protect
           (and (eq package (find-package name)) (equal (package-name package) name)
                (member package (list-all-packages)) (intern "X" package)
                (eq (barred "~A::x" name) (find-symbol "X" package)))
        (delete-package package))))
  (holds :nickname
    (with-packages (p)
      (rename-package p "FRESH P" (list name))
      (and (eq p (find-package name)) (rename-package p "FRESH P") (null (find-package name)))))
  (holds :defpackage
    (let ((package (eval `(defpackage "FRESH" (:use) (:export ,name)))))
      (unwind-protect
           (and (eq (status name package) :external)
                (let ((count 0)) (do-external-symbols (symbol package (= count 1)) (incf count))))
        (delete-package package)))))

(defun check-tables (name)
  (let ((symbol (intern name)))
    (dolist (test '(eq eql equal equalp))
      (dolist (key (if (member test '(equal equalp)) (list symbol name (list name)) (list symbol)))
        (holds (list :table test key)
          (let ((table (make-hash-table :test test)))
            (and (null (nth-value 1 (gethash key table)))
                 (setf (gethash (if (stringp key) (copy-seq key) key) table) 1)
                 (eql (gethash key table) 1)
                 (equal (let ((entries '())) (maphash (lambda (k v) (push (list k v) entries)) table) entries)
                        (list (list key 1)))
                 (remhash key table)
                 (eql (hash-table-count table) 0))))))))

(defun check-functions (name)
  (let ((symbol (intern name (home "FUNCTIONS"))))
    (holds :no-function (not (or (fboundp symbol) (macro-function symbol) (compiler-macro-function symbol))))
    (holds :undefined (handler-case (funcall (make-symbol name)) (undefined-function () t)))
    (holds :undefined-setf (handler-case (eval `(setf (,(make-symbol name) 1) 2)) (undefined-function () t)))
    (holds :function
      (eval `(defun ,symbol (x) "Doc." (list x x)))
      (eval `(defun (setf ,symbol) (value x) (list value x)))
      (prog1 (and (equal (eval `(,symbol 1)) '(1 1)) (equal (eval `(setf (,symbol 1) 2)) '(2 1))
                  (equal (documentation symbol 'function) "Doc."))
        (fmakunbound symbol)))
    (holds :macro
      (eval `(defmacro ,symbol (x) (list 'list x '',symbol)))
      (prog1 (equal (eval `(,symbol 1)) (list 1 symbol)) (fmakunbound symbol)))
    (holds :generic-function
      (eval `(defgeneric ,symbol (x)))
      (eval `(defmethod ,symbol ((x integer)) (list :int x)))
      (eval `(defmethod ,symbol ((x (eql ',symbol))) :eql))
      (prog1 (and (equal (eval `(,symbol 1)) '(:int 1)) (eq (eval `(,symbol ',symbol)) :eql)) (fmakunbound symbol)))
    (holds :local
      (and (eql (eval `(flet ((,symbol (x) (1+ x))) (,symbol 1))) 2)
           (eql (eval `(labels ((,symbol (x) (if (= x 0) 5 (,symbol (1- x))))) (,symbol 3))) 5)
           (eql (eval `(macrolet ((,symbol (x) x)) (,symbol 7))) 7)
           (eql (eval `(symbol-macrolet ((,symbol 3)) ,symbol)) 3)
           (eql (eval `(block ,symbol (return-from ,symbol 3))) 3)
           (null (eval `(tagbody (go ,symbol) ,symbol)))
           (eql (eval `(catch ',symbol (throw ',symbol 8))) 8)
           (equal (eval `(funcall (lambda (&key ,symbol) ,symbol) ,(intern name :keyword) 3)) 3)))
    (holds :restart (eql 7 (eval `(restart-case (invoke-restart ',symbol) (,symbol () 7)))))
    (holds :method-combination
      (handler-case (progn (eval `(defgeneric ,(gensym) (x) (:method-combination ,symbol))) nil) (error () t)))))

(defun check-types (name)
  (let ((symbol (intern name (home "TYPES"))))
    (holds :no-type (handler-case (progn (typep 1 (make-symbol name)) nil) (error () t)))
    (holds :no-coercion (handler-case (progn (coerce 1 (make-symbol name)) nil) (error () t)))
    (holds :no-class (and (null (find-class symbol nil)) (handler-case (make-instance symbol) (error () t))))
    (holds :type
      (eval `(deftype ,symbol () 'integer))
      (and (typep 1 symbol) (not (typep "a" symbol)) (subtypep symbol 'integer)))))

(defun check-structures (name)
  (let* ((*package* (home "STRUCTURES"))
         (symbol (intern name)))
    (holds :structure
      (eval `(defstruct ,symbol ,symbol other))
      (let ((object (funcall (intern (concatenate 'string "MAKE-" name)) (intern name :keyword) 5 :other 6)))
        (and (typep object symbol) (eq (type-of object) symbol)
             (funcall (intern (concatenate 'string name "-P")) object)
             (eql (funcall (intern (concatenate 'string name "-" name)) object) 5)
             (eql (funcall (intern (concatenate 'string name "-OTHER")) object) 6)
             (eql (slot-value object symbol) 5)
             (search "OTHER" (prin1-to-string object))
             (equalp (copy-structure object) object))))))

(defun check-classes (name)
  (let ((symbol (intern name (home "CLASSES")))
        (accessor (intern (concatenate 'string "ACCESS-" name) (home "CLASSES"))))
    (holds :class
      (eval `(defclass ,symbol ()
               ((,symbol :initarg ,symbol :accessor ,accessor :initform 1)
                (shared :allocation :class :initform 2))))
      (let ((object (make-instance symbol symbol 5)))
        (and (typep object symbol) (eq (class-name (class-of object)) symbol) (eq (find-class symbol) (class-of object))
             (eql (slot-value object symbol) 5) (eql (slot-value (make-instance symbol) symbol) 1)
             (setf (slot-value object symbol) 9) (eql (funcall accessor object) 9)
             (slot-exists-p object symbol) (not (slot-exists-p object (intern name :keyword)))
             (slot-makunbound object symbol) (not (slot-boundp object symbol)))))))

(defun check-conditions (name)
  (let ((symbol (intern name (home "CONDITIONS")))
        (reader (intern (concatenate 'string "READ-" name) (home "CONDITIONS"))))
    (holds :condition
      (eval `(define-condition ,symbol (error) ((,symbol :initarg ,symbol :reader ,reader))))
      (handler-case (error symbol symbol 5)
        (error (condition) (and (eq (type-of condition) symbol) (eql 5 (funcall reader condition))))))))

(defun check-texts (name)
  (holds :format (equal (format nil "~A ~S" name name) (concatenate 'string name " \"" name "\"")))
  (holds :character-name (null (name-char (concatenate 'string name "x"))))
  (holds :no-file (null (probe-file name)))
  (holds :file
    (with-open-file (stream name :direction :output) (write-string "x" stream))
    (and (probe-file name) (equal (with-open-file (stream name) (read-line stream)) "x") (delete-file name))))

(defun errs (function)
  "Whether FUNCTION signals an error."
  (handler-case (progn (funcall function) nil) (error () t)))

(defun check-names-of-things (name)
  (let ((symbol (intern name (home "THINGS")))
        (keyword (intern name :keyword)))
    (holds :character (eq (null (name-char name)) (errs (lambda () (read-from-string (format nil "#\\~A" name))))))
    (holds :dispatch
      (errs (lambda () (read-from-string (format nil "#~A" name)))))
    (holds :called-directive (errs (lambda () (format nil (format nil "~~/cl-user::|~A|/" name) 1))))
    (holds :no-documentation
      (every (lambda (kind) (null (documentation symbol kind)))
             '(function variable type structure setf compiler-macro method-combination)))
    (holds :documentation
      (setf (documentation symbol 'variable) "Text.")
      (equal (documentation symbol 'variable) "Text."))
    (holds :no-kind-of-documentation (null (ignore-errors (documentation 'car symbol))))
    (holds :plist
      (let ((other (make-symbol "X")))
        (setf (getf (symbol-plist other) symbol) 1)
        (and (eql (get other symbol) 1) (equal (symbol-plist other) (list symbol 1)))))
    (holds :getf-of-keyword (and (null (getf '(:a 1) keyword)) (eql 2 (getf (list keyword 2) keyword))))
    (holds :declaration (eql 1 (handler-bind ((warning #'muffle-warning)) (eval `(locally (declare (,symbol)) 1)))))
    (holds :proclaimed (progn (eval `(declaim (declaration ,symbol))) (eql 1 (eval `(locally (declare (,symbol)) 1)))))
    (holds :keyword-argument (errs (lambda () (eval `(make-array 1 ,keyword 1)))))
    (holds :keyword-of-member (errs (lambda () (eval `(member 1 '(1) ,keyword 1)))))
    (holds :element-type (errs (lambda () (eval `(make-sequence ',symbol 1)))))
    (holds :no-method-qualifier
      (errs (lambda ()
              (eval `(defgeneric ,(intern (concatenate 'string "QUALIFIED-" name) (home "THINGS")) (x)
                       (:method ,keyword ((x t)) 1)))
              (funcall (intern (concatenate 'string "QUALIFIED-" name) (home "THINGS")) 1))))
    (holds :no-generic-option (errs (lambda () (eval `(defgeneric ,(gensym) (x) (,keyword 1))))))
    (holds :no-class-option (errs (lambda () (eval `(defclass ,(gensym) () () (,keyword 1))))))
    (holds :no-slot-option (errs (lambda () (eval `(defclass ,(gensym) () ((a ,keyword 1)))))))
    (holds :no-structure-option (errs (lambda () (eval `(defstruct (,(gensym) (,keyword 1)) a)))))
    (holds :no-package-option (errs (lambda () (eval `(defpackage "FRESH" (,keyword "X"))))))
    (holds :no-loop-clause (errs (lambda () (eval `(loop for x in '(1) ,symbol x)))))
    (holds :no-loop-path (errs (lambda () (eval `(loop for x being the ,symbol of 1 do (return))))))
    (holds :compiler-macro
      (eval `(define-compiler-macro ,symbol (x) (list 'list x)))
      (and (compiler-macro-function symbol) (setf (compiler-macro-function symbol) nil) nil) t)
    (holds :setf-expander
      (eval `(defsetf ,symbol (x) (value) (list 'list x value)))
      (equal (eval `(setf (,symbol 1) 2)) '(1 2)))
    (holds :symbol-macro
      (let ((other (intern (concatenate 'string "MACRO-" name) (home "THINGS"))))
        (eval `(define-symbol-macro ,other '(,symbol)))
        (equal (eval other) (list symbol))))
    (holds :no-readtable-case (errs (lambda () (setf (readtable-case (copy-readtable)) keyword))))
    (holds :no-direction (errs (lambda () (open "x" :direction keyword))))
    (holds :no-restart (null (find-restart symbol)))
    (holds :symbol-function (errs (lambda () (symbol-function (make-symbol name)))))
    (holds :setf-function (errs (lambda () (fdefinition (list 'setf (make-symbol name))))))
    (holds :type-specifier (errs (lambda () (typep 1 (list symbol 1 2)))))
    (holds :no-slot (errs (lambda () (slot-value (make-condition 'simple-error) symbol))))))

(defun check-paths (name)
  (holds :pathname
    (let ((path (make-pathname :directory (list :absolute name name) :name name :type name)))
      (and (equal (pathname-name path) name) (equal (pathname-type path) name)
           (equal (pathname-directory path) (list :absolute name name))
           (equal (pathname-name (pathname (namestring path))) name)
           (null (probe-file path)))))
  (holds :no-path-key (errs (lambda () (eval `(make-pathname ,(intern name :keyword) 1)))))
  (holds :file-in-folder
    (let ((path (make-pathname :directory (list :absolute "folder" name) :name name)))
      (ensure-directories-exist path)
      (with-open-file (stream path :direction :output) (write-string "x" stream))
      (and (probe-file path) (= 1 (length (directory path))) (delete-file path) (not (probe-file path))))))

(defun failures (name)
  (let ((*failures* '()))
    (handler-bind ((warning #'muffle-warning))
      (dolist (check '(check-symbols check-keywords check-packages check-tables check-functions check-types
                       check-structures check-classes check-conditions check-texts
                       check-names-of-things check-paths))
        (funcall check name)))
    *failures*))
