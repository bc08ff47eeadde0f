;;;; RICHARDS: the kernel of an operating system, whose tasks send each other packets. An idle task counts
;;;; down and wakes devices; a worker fills packets; handlers pass them on to the devices.

(defstruct packet (link nil) identity kind (datum 0) (data (make-array 4 :initial-element 0)))

(defstruct task identity priority (queue nil) (waiting nil) (held nil) step
  (state nil) (count 0))

(defvar *tasks*)
(defvar *queued*)
(defvar *held*)
(defvar *current*)

(defun appended (packet queue)
  (setf (packet-link packet) nil)
  (if (null queue)
      packet
      (let ((last queue))
        (loop while (packet-link last)
              do (setf last (packet-link last)))
        (setf (packet-link last) packet)
        queue)))

(defun task-named (identity)
  (find identity *tasks* :key #'task-identity))

(defun send (packet)
  (let ((task (task-named (packet-identity packet))))
    (incf *queued*)
    (setf (packet-identity packet) (task-identity *current*)
          (task-queue task) (appended packet (task-queue task))
          (task-waiting task) nil)))

(defun hold ()
  (incf *held*)
  (setf (task-held *current*) t))

(defun release (identity)
  (setf (task-held (task-named identity)) nil))

(defun idle-step (task packet)
  (declare (ignore packet))
  (cond ((zerop (decf (task-count task))) (hold))
        ((evenp (task-state task))
         (setf (task-state task) (floor (task-state task) 2))
         (release :device-a))
        (t
         (setf (task-state task) (logxor (floor (task-state task) 2) #xd008))
         (release :device-b))))

(defun worker-step (task packet)
  (cond ((null packet) (setf (task-waiting task) t))
        (t
         (setf (task-state task) (if (eq (task-state task) :handler-a) :handler-b :handler-a))
         (setf (packet-identity packet) (task-state task)
               (packet-datum packet) 0)
         (dotimes (k 4)
           (setf (task-count task) (1+ (mod (task-count task) 26))
                 (aref (packet-data packet) k) (+ 64 (task-count task))))
         (send packet))))

(defun handler-step (device)
  (let ((work nil) (devices nil))
    (lambda (task packet)
      (when packet
        (if (eq (packet-kind packet) :work)
            (setf work (appended packet work))
            (setf devices (appended packet devices))))
      (cond ((and work (= 4 (packet-datum work)))
             (let ((done work))
               (setf work (packet-link work)
                     (packet-identity done) :worker)
               (send done)))
            ((and work devices)
             (let ((next devices))
               (setf devices (packet-link devices)
                     (aref (packet-data next) 0) (aref (packet-data work) (packet-datum work))
                     (packet-identity next) device)
               (incf (packet-datum work))
               (send next)))
            (t (setf (task-waiting task) t))))))

(defun device-step (task packet)
  (cond (packet
         (setf (task-state task) packet)
         (hold))
        ((null (task-state task)) (setf (task-waiting task) t))
        (t
         (let ((done (task-state task)))
           (setf (task-state task) nil)
           (send done)))))

(defun runnable-p (task)
  (not (or (task-held task) (and (task-waiting task) (null (task-queue task))))))

(defun schedule ()
  (loop for task = (find-if #'runnable-p *tasks*)
        while task
        do (let ((packet (task-queue task)))
             (setf *current* task)
             (when packet
               (setf (task-queue task) (packet-link packet)
                     (packet-link packet) nil))
             (funcall (task-step task) task packet))))

(defun packets (kind identity count)
  (let ((queue nil))
    (dotimes (k count queue)
      (setf queue (appended (make-packet :identity identity :kind kind) queue)))))

(defun richards (count)
  (let ((*queued* 0) (*held* 0) (*current* nil)
        (*tasks*
          (list (make-task :identity :device-b :priority 5000 :waiting t :step #'device-step)
                (make-task :identity :device-a :priority 4000 :waiting t :step #'device-step)
                (make-task :identity :handler-b :priority 3000 :step (handler-step :device-b)
                           :queue (packets :device :device-b 3))
                (make-task :identity :handler-a :priority 2000 :step (handler-step :device-a)
                           :queue (packets :device :device-a 3))
                (make-task :identity :worker :priority 1000 :step #'worker-step
                           :queue (packets :work :worker 2))
                (make-task :identity :idle :priority 0 :step #'idle-step :state 1 :count count))))
    (schedule)
    (list *queued* *held*)))

(defun run-richards (times)
  (let (value)
    (dotimes (i times value)
      (setq value (richards 200)))))
