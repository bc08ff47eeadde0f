;;;; counters
(defun make-counter (&key (start 0) (step 1))
  (let ((value start))
    (lambda ()
      (prog1 value
        (incf value step)))))

(defun take (count function)
  (loop repeat count
        collect (funcall function)))

(list (take 3 (make-counter)) (take 3 (make-counter :start 10 :step 5)))

;;;; compose
(defun compose (&rest functions)
  (if (null functions)
      #'identity
      (let ((rest (apply #'compose (rest functions))))
        (lambda (x) (funcall (first functions) (funcall rest x))))))

(defun twice (function)
  (compose function function))

(list (funcall (compose #'1+ #'abs) -5) (funcall (twice (lambda (x) (* x 3))) 2))

;;;; bank-closure
(defun make-account (balance)
  (lambda (message &optional (amount 0))
    (ecase message
      (:deposit (incf balance amount))
      (:withdraw (decf balance amount))
      (:balance balance))))

(let ((account (make-account 100)))
  (funcall account :deposit 50)
  (funcall account :withdraw 30)
  (list (funcall account :balance) (funcall account :deposit 1)))

;;;; curry
(defun curry (function &rest first)
  (lambda (&rest more)
    (apply function (append first more))))

(defun map-table (functions numbers)
  (loop for function in functions
        collect (mapcar function numbers)))

(map-table (list (curry #'+ 10) (curry #'* 2) (curry #'expt 2)) '(1 2 3))

;;;; generators
(defun make-range (from to)
  (let ((next from))
    (lambda ()
      (when (<= next to)
        (prog1 next (incf next))))))

(defun collect-from (generator)
  (let ((item (funcall generator)))
    (if (null item)
        '()
        (cons item (collect-from generator)))))

(list (collect-from (make-range 3 6)) (collect-from (make-range 5 4)))

;;;; pipeline
(defun run-pipeline (value stages)
  (reduce (lambda (value stage) (funcall stage value)) stages :initial-value value))

(defun keep-if (predicate)
  (lambda (list) (remove-if-not predicate list)))

(defun map-by (function)
  (lambda (list) (mapcar function list)))

(run-pipeline '(1 2 3 4 5 6)
              (list (keep-if #'evenp) (map-by (lambda (n) (* n n))) (lambda (list) (reduce #'+ list))))

;;;; memoize
(defvar *calls* 0)

(defun memoize (function)
  (let ((known '()))
    (lambda (x)
      (let ((entry (assoc x known)))
        (if entry
            (cdr entry)
            (let ((value (funcall function x)))
              (push (cons x value) known)
              value))))))

(defun slow-square (x)
  (incf *calls*)
  (* x x))

(let ((quick (memoize #'slow-square)))
  (list (mapcar quick '(3 4 3 3)) *calls*))

;;;; church-numerals
(defun church (n)
  (lambda (function)
    (lambda (x)
      (loop repeat n do (setf x (funcall function x)))
      x)))

(defun add-church (a b)
  (lambda (function)
    (lambda (x)
      (funcall (funcall a function) (funcall (funcall b function) x)))))

(defun to-integer (number)
  (funcall (funcall number #'1+) 0))

(list (to-integer (church 4)) (to-integer (add-church (church 4) (church 3))))

;;;; event-handlers
(defvar *handlers* '())

(defun on (event handler)
  (push handler (getf *handlers* event)))

(defun fire (event &rest arguments)
  (mapcar (lambda (handler) (apply handler arguments)) (reverse (getf *handlers* event))))

(on :add #'+)
(on :add #'list)
(on :stop (lambda () :stopped))
(list (fire :add 1 2) (fire :stop))

;;;; lazy-stream
(defun stream-from (n)
  (cons n (lambda () (stream-from (1+ n)))))

(defun stream-rest (stream)
  (funcall (cdr stream)))

(defun stream-take (count stream)
  (if (zerop count)
      '()
      (cons (car stream) (stream-take (1- count) (stream-rest stream)))))

(defun stream-map (function stream)
  (cons (funcall function (car stream))
        (lambda () (stream-map function (stream-rest stream)))))

(stream-take 4 (stream-map (lambda (n) (* n n)) (stream-from 3)))
