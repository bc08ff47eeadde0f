;;;; Recording: what a program did, in the last million events, and what it is asked afterwards.

(in-package "JSCL-MCP")

;;; FUNCTIONS are the names of functions that are recorded alone, and strings that name packages, of whose
;;; functions all are; LIMIT is how many of the last events are kept.
(defun-for-programs record (form &key functions limit)
  "Evaluates FORM, and records what it does."
  (let ((began (begin-recording functions limit)))
    (unwind-protect (eval form)
      (when began
        (end-recording)))))

;;; A text of about BUDGET characters at most: which functions were called; the calls of FUNCTION; the events
;;; that VALUE is in, and the way there; or COUNT events from number EVENT on, in DIRECTION :FORWARD, :BACK,
;;; or :INSIDE its call, with the variables as they were.
(defun-for-programs query-recording
    (&key trace function (value nil value-p) event direction count (budget 4000))
  "What the last recording says or, with TRACE, the calls that were traced."
  (recording-answer trace function (if value-p (list value) '()) event direction count budget))

(defun names-of-slots (class)
  "The names of the slots that instances of CLASS, or conditions, have, in the order in which they hold them."
  (let ((layout (class-layout class)))
    (if layout
        (mapcar (lambda (slot) (slot-name slot)) (layout-slots layout))
        (mapcar (lambda (slot) (getf slot :name)) (jscl::class-slots class)))))
