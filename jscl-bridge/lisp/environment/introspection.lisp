;;;; The facts of a condition that a report needs, as plain data. Nothing here signals.

(in-package "JSCL-MCP")

(defun written-text (characters writer)
  "What the function WRITER writes to the stream that it is given. It is left when that is more than CHARACTERS, unless those are NIL."
  (if characters
      (%runtime "writtenWithin" characters writer)
      (with-output-to-string (stream) (funcall writer stream))))

(defun object-text (object &optional characters)
  "OBJECT as PRIN1 writes it, within CHARACTERS if those are given; when its printer errs, a text that says so."
  (handler-case (if characters
                    (%runtime "printWithin" object characters)
                    (prin1-to-string object))
    (error (failure)
      (error-printing-text object failure))))

(defun error-printing-text (object failure)
  (handler-case
      (with-output-to-string (stream)
        (write-string "#<error printing " stream)
        (write-type (type-of object) stream)
        (write-string ": " stream)
        (write-type (type-of failure) stream)
        (write-string ">" stream))
    (error () "#<error printing object>")))

(defmacro with-report-syntax ((length level) &body forms)
  "Runs FORMS with the printer as a debugger sets it: what the program bound is not for its own report."
  `(let ((*print-base* 10) (*print-radix* nil) (*print-case* :upcase) (*print-circle* nil) (*print-array* t)
         (*print-gensym* t) (*print-length* ,length) (*print-level* ,level) (*print-lines* nil) (*print-readably* nil)
         (*print-right-margin* nil))
     ,@forms))

(defun condition-report (condition &optional characters)
  "The report of CONDITION in its own lines, with long and deep objects cut short as SBCL's debugger does; when its report errs,
a text that names the condition and that error."
  (with-report-syntax (12 6)
    (warning-message condition characters)))

(defun condition-message (condition &optional characters)
  "The report of CONDITION as a debugger shows it: the same, with types told on one line."
  (let ((*report-on-one-line* t))
    (condition-report condition characters)))

(defun warning-message (condition &optional characters)
  "The report of CONDITION under the program's own printer variables."
  (handler-case (let ((*print-pretty* t) (*objects-on-one-line* t))
                  (written-text characters (lambda (stream) (princ condition stream))))
    (error (failure)
      (handler-case
          (format nil "#<error printing a condition of type ~A: ~A>"
                  (with-output-to-string (stream) (write-type (condition-type condition) stream))
                  failure)
        (error () "#<error printing a condition>")))))

(defun restart-text (restart &optional characters)
  "What RESTART would do; when its report errs, a text that says so."
  (with-report-syntax (12 6)
    (handler-case
        (written-text characters (lambda (stream) (report-restart restart stream)))
      (error (failure) (error-printing-text restart failure)))))

(defun hidden-slot-p (name)
  ;; The place of a reader error is a member of its own, not a slot.
  (eq name 'position))

(defun condition-slots-data (condition)
  "A list of (name . value) of the slots of CONDITION."
  (let ((position -1)
        (result '()))
    (dolist (slot (layout-slots (condition-layout condition)) (nreverse result))
      (incf position)
      (unless (hidden-slot-p (slot-name slot))
        (push (cons (slot-name slot) (condition-slot-value condition position)) result)))))

(defun slot-text (value &optional characters)
  (if (eq value (unbound-marker))
      "#<unbound>"
      (with-report-syntax (nil nil) (object-text value characters))))

(defun condition-precedence (condition)
  "The names of the classes of CONDITION, most specific first."
  (layout-precedence (condition-layout condition)))

(defun condition-data (condition)
  "A plist of CONDITION: :TYPE symbol, :PRECEDENCE symbols, :MESSAGE string, :SLOTS list of (symbol printed-value),
:POSITION NIL or (line column offset)."
  (let ((layout (condition-layout condition)))
    (list :type (layout-name layout)
          :precedence (layout-precedence layout)
          :message (condition-message condition)
          :slots (mapcar (lambda (slot) (list (car slot) (slot-text (cdr slot)))) (condition-slots-data condition))
          :position (and (memq 'reader-error (layout-precedence layout))
                         (condition-slot condition 'position)))))

(defun parameter-name (parameter)
  "What a caller sees of PARAMETER, an element of a lambda list."
  (symbol-name (cond ((atom parameter) parameter)
                     ((consp (car parameter)) (caar parameter))
                     (t (car parameter)))))

(defun restart-parameters-text (restart)
  "The lambda list of RESTART, without packages and default values; NIL when it is not known."
  (let ((parameters (restart-slots-parameters (slots-of restart))))
    (cond ((eq parameters :unknown) nil)
          (t (format nil "(~{~A~^ ~})" (mapcar #'parameter-name parameters))))))

(defun restart-data (condition)
  "A list of (name description parameters) of the active restarts that apply to CONDITION, innermost first."
  (mapcar (lambda (restart)
            (list (restart-name restart) (restart-text restart) (restart-parameters-text restart)))
          (applicable-restarts condition)))

(defun applicable-restarts (condition)
  "The active restarts that apply to CONDITION, innermost first, without those whose test function errs."
  (let ((result '()))
    (dolist (cluster *restart-clusters* (nreverse result))
      (dolist (restart cluster)
        (when (handler-case (restart-visible-p restart condition) (error () nil))
          (push restart result))))))
