;;;; What the standard has for a person at a terminal (CLHS 25): TIME, ROOM, INSPECT, ED, DRIBBLE.

(in-package "JSCL-MCP")

(defun report-time (real run)
  "Writes how long a form took: REAL and RUN are units of internal time."
  (flet ((seconds (time) (/ time (float internal-time-units-per-second 1d0))))
    (format *trace-output* "~&Evaluation took:~%  ~,3F seconds of real time~%  ~,6F seconds of total run time~%  ~%"
            (seconds real) (seconds run))))

(defmacro time (form)
  "The values of FORM. Writes to *TRACE-OUTPUT* how long it took."
  (let ((real (gensym "REAL")) (run (gensym "RUN")))
    `(let ((,real (get-internal-real-time)) (,run (get-internal-run-time)))
       (multiple-value-prog1 ,form
         (report-time (- (get-internal-real-time) ,real) (- (get-internal-run-time) ,run))))))

(defun stepped (function)
  (call-extension 'call-stepping function))

(defmacro step (form)
  "The values of FORM. The debugger is entered before each call in it, and in what it calls, as its restarts have it."
  `(stepped (lambda () (stepped-code ,form))))

(defun room (&optional (verbosity :default))
  "Writes how much memory the program is known to hold."
  (require-type verbosity (member t nil :default))
  (format t "Dynamic space usage is:   ~:D bytes.~%Dynamic space limit is:   ~:D bytes.~%"
          (%runtime "heapUsage") (%runtime "heapLimit"))
  (values))

(defun inspect (object)
  "Writes what OBJECT is, as DESCRIBE does: nobody can be asked for a part to go on with."
  (describe object)
  (values))

(defun ed (&optional object)
  "There is no editor in the image."
  (error "Don't know how to ED ~A" object))

(defun dribble (&optional (pathname nil is-given) &key if-exists)
  "There is no terminal whose session could be recorded."
  (declare (ignore if-exists))
  (if (and is-given pathname)
      (error "There is no terminal whose session could be recorded in ~S." pathname)
      (error "not currently dribbling")))
