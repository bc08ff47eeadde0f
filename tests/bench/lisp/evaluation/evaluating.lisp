;;;; Closures, special variables, EVAL, COMPILE and macros.

(defun make-counter (start)
  (let ((count start))
    (list (lambda () (incf count))
          (lambda () (decf count))
          (lambda (n) (setf count n)))))

(defun run-counters (times)
  (let (value)
    (dotimes (i times value)
      (destructuring-bind (up down reset) (make-counter 10)
        (dotimes (k 200)
          (funcall up)
          (funcall up)
          (funcall down))
        (setq value (funcall down))
        (funcall reset 0)))))

(defun curry (function &rest first)
  (lambda (&rest more)
    (apply function (append first more))))

(defun run-curry (times)
  (let (value)
    (dotimes (i times value)
      (setq value (reduce #'+ (mapcar (curry #'* 3) '(1 2 3 4 5 6 7 8 9 10)))))))

(defvar *indentation* 0)
(defvar *lines* 0)

(defun outline (tree)
  (incf *lines* (+ 1 *indentation*))
  (let ((*indentation* (+ 2 *indentation*)))
    (dolist (child (rest tree))
      (outline child))))

(defun run-specials (times)
  (let ((tree '(a (b (c) (d (e) (f))) (g (h (i (j)))) (k))) value)
    (dotimes (i times value)
      (let ((*lines* 0))
        (dotimes (k 10)
          (outline tree))
        (setq value *lines*)))))

(defun grown (depth)
  (if (zerop depth)
      nil
      (cons (grown (1- depth)) (grown (1- depth)))))

(defun nodes (tree)
  (if (null tree) 1 (+ 1 (nodes (car tree)) (nodes (cdr tree)))))

(defun run-tree-recursion (times)
  (let (value)
    (dotimes (i times value)
      (setq value (nodes (grown 10))))))

(defun run-eval (times)
  (let (value)
    (dotimes (i times value)
      (setq value (loop for k from 1 to 3
                        sum (eval `(let ((x ,k)) (if (evenp x) (* x x) (+ x 1)))))))))

(defun run-compile (times)
  (let (value)
    (dotimes (i times value)
      (setq value (funcall (compile nil `(lambda (x)
                                           (let ((sum ,(mod i 2)))
                                             (dotimes (k x (- sum ,(mod i 2)))
                                               (incf sum k)))))
                           10)))))

;;; Macros that write a good deal.

(defmacro unrolled (count variable &body body)
  `(progn ,@(loop for k below count
                  collect `(let ((,variable ,k)) ,@body))))

(defmacro while (test &body body)
  `(loop (unless ,test (return)) ,@body))

(defmacro with-gensyms (names &body body)
  `(let ,(mapcar (lambda (name) `(,name (gensym ,(string name)))) names) ,@body))

(defmacro swap (a b)
  (with-gensyms (old)
    `(let ((,old ,a)) (setf ,a ,b ,b ,old))))

(defun run-macros (times)
  (let (value)
    (dotimes (i times value)
      (let ((sum 0) (numbers (vector 1 2 3 4 5 6 7 8)) (k 0))
        (while (< k 100)
          (unrolled 8 j (incf sum (* j (aref numbers j))))
          (swap (aref numbers 0) (aref numbers (mod k 8)))
          (incf k))
        (setq value sum)))))

(defun run-expansion (times)
  (let (value)
    (dotimes (i times (not (null value)))
      (setq value (macroexpand '(loop for x in list for k from 0 when (oddp x) collect (* x k)))))))
