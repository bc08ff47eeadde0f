;;;; while-loop
(defmacro while (test &body body)
  `(loop (unless ,test (return)) ,@body))

(defun powers-below (limit)
  (let ((power 1) (found '()))
    (while (< power limit)
      (push power found)
      (setf power (* power 2)))
    (nreverse found)))

(powers-below 50)

;;;; with-counting
(defvar *count* 0)

(defmacro with-counting (&body body)
  `(let ((*count* 0))
     (list (progn ,@body) *count*)))

(defun visit (tree)
  (incf *count*)
  (if (atom tree)
      1
      (reduce #'+ (mapcar #'visit tree))))

(with-counting (visit '(a (b c) ((d)))))

;;;; my-unless
(defmacro my-unless (test &body body)
  `(if ,test nil (progn ,@body)))

(defun classify (n)
  (or (my-unless (>= n 0) :negative)
      (my-unless (> n 0) :zero)
      :positive))

(mapcar #'classify '(-2 0 7))

;;;; swap-values
(defmacro swap (a b)
  (let ((old (gensym)))
    `(let ((,old ,a))
       (setf ,a ,b ,b ,old))))

(defun bubble-pass (vector)
  (loop for i from 0 below (1- (length vector))
        when (> (aref vector i) (aref vector (1+ i)))
          do (swap (aref vector i) (aref vector (1+ i))))
  vector)

(defun bubble-sort (vector)
  (dotimes (i (length vector) vector)
    (bubble-pass vector)))

(coerce (bubble-sort (vector 4 1 3 2)) 'list)

;;;; define-units
(defmacro define-unit (name factor)
  `(defun ,name (amount) (* amount ,factor)))

(define-unit meters 1)
(define-unit kilometers 1000)
(define-unit miles 1609)

(defun trip (legs)
  (loop for (unit amount) in legs
        sum (funcall unit amount)))

(trip '((kilometers 2) (meters 350) (miles 1)))

;;;; collecting
(defmacro collecting ((collect) &body body)
  (let ((items (gensym)))
    `(let ((,items '()))
       (flet ((,collect (item) (push item ,items)))
         ,@body)
       (reverse ,items))))

(defun leaves (tree)
  (collecting (keep)
    (labels ((walk (node)
               (cond ((null node) nil)
                     ((atom node) (keep node))
                     (t (walk (car node)) (walk (cdr node))))))
      (walk tree))))

(leaves '(1 (2 (3)) 4))

;;;; assert-equal
(defvar *failures* '())

(defmacro check (form expected)
  `(let ((value ,form))
     (unless (equal value ,expected)
       (push (list ',form value) *failures*))))

(defun twofold (x) (* 2 x))

(check (twofold 4) 8)
(check (twofold 5) 11)
(check (list 1 (twofold 1)) '(1 2))
*failures*

;;;; state-machine
(defmacro define-machine (name &rest states)
  `(defun ,name (state input)
     (ecase state
       ,@(loop for (from . rules) in states
               collect `(,from (ecase input ,@rules))))))

(define-machine turnstile
  (:locked (:coin :open) (:push :locked))
  (:open (:coin :open) (:push :locked)))

(defun run-machine (inputs)
  (let ((state :locked))
    (loop for input in inputs
          do (setf state (turnstile state input))
          collect state)))

(run-machine '(:push :coin :coin :push))

;;;; with-scaled
(defmacro with-scaled ((name factor) value &body body)
  `(let ((,name (* ,factor ,value)))
     ,@body))

(defun price (amount &key (tax 1/5) (discount 0))
  (with-scaled (net (- 1 discount)) amount
    (with-scaled (gross (+ 1 tax)) net
      gross)))

(list (price 100) (price 100 :discount 1/10) (price 50 :tax 0))

;;;; anaphoric-if
(defmacro aif (test then &optional else)
  `(let ((it ,test))
     (if it ,then ,else)))

(defun lookup-all (names table)
  (mapcar (lambda (name)
            (aif (assoc name table)
                 (cdr it)
                 (list :unknown name)))
          names))

(lookup-all '(x z y) '((x . 1) (y . 2)))
