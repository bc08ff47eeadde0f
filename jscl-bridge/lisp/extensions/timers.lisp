;;;; Timers: functions that are called from a time on, by the one thread there is, at its next safepoint. None
;;;; is called between evaluations, or in a step of the library that has no safepoint.

(in-package "SB-IMPL")

(eval-when (:compile-toplevel :load-toplevel :execute)
  (exported "SB-EXT" '("LIST-ALL-TIMERS" "TIMER" "TIMER-NAME" "TIMER-SCHEDULED-P")))

(defclass timer ()
  ((function :initarg :function :reader timer-function)
   (name :initarg :name :reader name-of-timer)
   (time :initform nil :accessor timer-time
         :documentation "When the function is called, in milliseconds of CLOCK; NIL when it is not scheduled.")
   (interval :initform nil :accessor timer-interval
             :documentation "Milliseconds from a call to the next; NIL for one call.")
   (catch-up :initform nil :accessor timer-catch-up)))

(defmethod print-object ((timer timer) stream)
  (print-unreadable-object (timer stream :type t :identity t)
    (let ((name (name-of-timer timer)))
      (if name (prin1 name stream) (write-string "unnamed" stream)))))

(defvar *timers* '() "Those that are scheduled, the next one first.")

(defun make-timer (function &key name thread)
  "A timer that calls FUNCTION when it is scheduled; there is one THREAD."
  (declare (ignore thread))
  (make-instance 'timer :function (coerce function 'function) :name name))

(defun timer-name (timer)
  (jscl-mcp::require-type timer timer)
  (name-of-timer timer))

(defun timer-scheduled-p (timer &key (delta 0))
  "Whether TIMER will call its function, or did so less than DELTA seconds ago."
  (jscl-mcp::require-type timer timer)
  (let ((time (timer-time timer)))
    (and time (>= time (- (jscl-mcp::clock) (* 1000 delta))))))

(defun list-all-timers ()
  "The timers that are scheduled."
  (copy-list *timers*))

(defun set-alarm ()
  (jscl-mcp::call-from (if *timers* (timer-time (first *timers*)) nil) #'run-due-timers))

(defun enter-timer (timer time)
  (setf (timer-time timer) time
        *timers* (merge 'list *timers* (list timer) #'< :key #'timer-time))
  (set-alarm))

(defun run-due-timers ()
  (loop for timer = (first *timers*)
        while (and timer (<= (timer-time timer) (jscl-mcp::clock)))
        do (pop *timers*)
           (let ((interval (timer-interval timer)) (next (timer-time timer)))
             (setf (timer-time timer) nil)
             (if interval
                 (enter-timer timer (if (timer-catch-up timer) (+ next interval) (max (+ next interval) (jscl-mcp::clock))))
                 (set-alarm)))
           (funcall (timer-function timer))))

(defun schedule-timer (timer time &key repeat-interval absolute-p (catch-up nil))
  "Has TIMER call its function in TIME seconds, or at the universal time TIME, and every REPEAT-INTERVAL seconds."
  (jscl-mcp::require-type timer timer)
  (unschedule-timer timer)
  (setf (timer-interval timer) (and repeat-interval (* 1000 repeat-interval))
        (timer-catch-up timer) catch-up)
  (enter-timer timer (+ (jscl-mcp::clock) (* 1000 (if absolute-p (- time (get-universal-time)) time))))
  (run-due-timers)
  (values))

(defun unschedule-timer (timer)
  "Has TIMER not call its function."
  (jscl-mcp::require-type timer timer)
  (setf (timer-time timer) nil
        *timers* (remove timer *timers*))
  (set-alarm)
  (values))

(defun call-with-timeout (seconds function)
  (let ((timer (make-timer (lambda () (cerror "Continue" 'timeout)))))
    (schedule-timer timer seconds)
    (unwind-protect (funcall function)
      (unschedule-timer timer))))

(defmacro with-timeout (seconds &body body)
  "Runs BODY, and signals a TIMEOUT in it after SECONDS, at a safepoint."
  `(call-with-timeout ,seconds (lambda () ,@body)))
