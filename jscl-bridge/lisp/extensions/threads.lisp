;;;; SB-THREAD as an SBCL without threads has it: one thread, locks that nobody else can hold, and no more
;;;; threads.

(in-package "SB-IMPL")

(defstruct (thread (:constructor new-thread (name)) (:copier nil))
  name)

(defmethod print-object ((thread thread) stream)
  (print-unreadable-object (thread stream :type t :identity t)
    (format stream "~S RUNNING" (thread-name thread))))

(defvar *current-thread* (new-thread "main thread"))

(define-condition thread-error (error)
  ((thread :initarg :thread :initform nil :reader thread-error-thread)))
(define-condition join-thread-error (thread-error) ())
(define-condition interrupt-thread-error (thread-error) ())

(defun main-thread ()
  *current-thread*)

(defun main-thread-p (&optional (thread *current-thread*))
  (eq thread *current-thread*))

(defun list-all-threads ()
  (list *current-thread*))

(defun thread-alive-p (thread)
  (eq thread *current-thread*))

(defun thread-yield ()
  (values))

(defun make-thread (function &key name ephemeral arguments)
  (declare (ignore function name ephemeral arguments))
  (error "Not supported in unithread builds."))

(defun join-thread (thread &key (default nil default-given) timeout)
  (declare (ignore timeout))
  (if default-given
      default
      (error 'join-thread-error :thread thread)))

(defun interrupt-thread (thread function)
  (if (eq thread *current-thread*)
      (funcall function)
      (error 'interrupt-thread-error :thread thread)))

(defun terminate-thread (thread)
  (interrupt-thread thread #'abort))

(defun abort-thread (&key allow-exit)
  (declare (ignore allow-exit))
  (abort))

(defun symbol-value-in-thread (symbol thread &optional (errorp t))
  (declare (ignore thread errorp))
  (values (symbol-value symbol) t))

(defmacro barrier ((kind) &body forms)
  (declare (ignore kind))
  `(progn ,@forms))

;;; Locks

(defstruct (mutex (:constructor make-mutex (&key name)) (:copier nil))
  name
  (owner nil))

(defmethod print-object ((mutex mutex) stream)
  (print-unreadable-object (mutex stream :type t :identity t)
    (format stream "~@[~S ~]~:[free owner=0~;taken owner=~:*~A~]" (mutex-name mutex) (mutex-owner mutex))))

(defun mutex-value (mutex)
  (mutex-owner mutex))

(defun holding-mutex-p (mutex)
  (and (mutex-owner mutex) t))

(defun grab-mutex (mutex &key (waitp t) timeout)
  "Takes MUTEX; NIL when it is taken and there is no wait. To wait for what this thread holds is an error."
  (cond ((null (mutex-owner mutex))
         (setf (mutex-owner mutex) *current-thread*)
         t)
        ((or (not waitp) timeout) nil)
        (t (error "Recursive lock attempt ~S." mutex))))

(defun get-mutex (mutex &optional new-owner (waitp t) timeout)
  (declare (ignore new-owner))
  (grab-mutex mutex :waitp waitp :timeout timeout))

(defun release-mutex (mutex &key (if-not-owner :punt))
  (declare (ignore if-not-owner))
  (setf (mutex-owner mutex) nil))

(defun call-with-mutex (mutex waitp timeout function)
  (when (grab-mutex mutex :waitp waitp :timeout timeout)
    (unwind-protect (funcall function)
      (release-mutex mutex))))

(defmacro with-mutex ((mutex &key value (wait-p t) timeout) &body body)
  "Runs BODY while this thread holds MUTEX."
  (declare (ignore value))
  `(call-with-mutex ,mutex ,wait-p ,timeout (lambda () ,@body)))

(defun call-with-recursive-lock (mutex function)
  (if (mutex-owner mutex)
      (funcall function)
      (call-with-mutex mutex t nil function)))

(defmacro with-recursive-lock ((mutex &key (wait-p t) timeout) &body body)
  "Runs BODY while this thread holds MUTEX, which it may hold already."
  (declare (ignore wait-p timeout))
  `(call-with-recursive-lock ,mutex (lambda () ,@body)))

;;; What would wait for another thread waits in vain.

(defstruct (waitqueue (:constructor make-waitqueue (&key name)) (:copier nil))
  name)

(defun condition-wait (queue mutex &key timeout)
  (declare (ignore queue mutex))
  (if timeout nil (error "Not supported in unithread builds.")))

(defun condition-notify (queue &optional (n 1))
  (declare (ignore queue n)))

(defun condition-broadcast (queue)
  (declare (ignore queue)))

(defstruct (semaphore (:constructor make-semaphore (&key name (count 0))) (:copier nil))
  name
  count)

(defun signal-semaphore (semaphore &optional (n 1))
  (incf (semaphore-count semaphore) n)
  nil)

(defun try-semaphore (semaphore &optional (n 1) notification)
  (declare (ignore notification))
  (when (>= (semaphore-count semaphore) n)
    (decf (semaphore-count semaphore) n)))

(defun wait-on-semaphore (semaphore &key (n 1) timeout notification)
  (declare (ignore notification))
  (cond ((try-semaphore semaphore n))
        (timeout nil)
        (t (error "Not supported in unithread builds."))))
