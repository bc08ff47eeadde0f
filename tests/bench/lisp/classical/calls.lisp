;;;; Takeuchi's function in the ways of Gabriel's: arguments in special variables, results thrown, numbers as
;;;; lists.

(defvar *x*)
(defvar *y*)
(defvar *z*)

(defun stak-body ()
  (if (not (< *y* *x*))
      *z*
      (let ((a (let ((*x* (1- *x*))) (stak-body)))
            (b (let ((*x* (1- *y*)) (*y* *z*) (*z* *x*)) (stak-body)))
            (c (let ((*x* (1- *z*)) (*y* *x*) (*z* *y*)) (stak-body))))
        (let ((*x* a) (*y* b) (*z* c))
          (stak-body)))))

(defun run-stak (times)
  (let (value)
    (dotimes (i times value)
      (setq value (let ((*x* 12) (*y* 8) (*z* 4)) (stak-body))))))

(defun thrown-tak (x y z)
  (catch 'answer
    (if (not (< y x))
        (throw 'answer z)
        (thrown-tak (thrown-tak (1- x) y z)
                    (thrown-tak (1- y) z x)
                    (thrown-tak (1- z) x y)))))

(defun run-ctak (times)
  (let (value)
    (dotimes (i times value)
      (setq value (thrown-tak 12 8 4)))))

(defun ones (n)
  (if (zerop n) '() (cons n (ones (1- n)))))

(defun shorter-p (a b)
  (and b (or (null a) (shorter-p (cdr a) (cdr b)))))

(defun list-tak (x y z)
  (if (not (shorter-p y x))
      z
      (list-tak (list-tak (cdr x) y z)
                (list-tak (cdr y) z x)
                (list-tak (cdr z) x y))))

(defun run-takl (times)
  (let ((x (ones 12)) (y (ones 8)) (z (ones 4)) value)
    (dotimes (i times (length value))
      (setq value (list-tak x y z)))))
