;;;; Sets of numbers and characters as the places where one enters or leaves them. Such a list of boundaries is in order; the
;;;; first is where the set begins. A boundary lies below what it names: an integer; or a pair of a ratio and 0, or 1 for right
;;;; above it, since ratios lie close. :MIN and :MAX are the ends of everything.

(in-package "JSCL-MCP")

(defun boundary-less-p (a b)
  (cond ((eq a b) nil)
        ((eq a :min) t)
        ((eq b :min) nil)
        ((eq a :max) nil)
        ((eq b :max) t)
        ((consp a) (or (< (car a) (car b)) (and (= (car a) (car b)) (< (cdr a) (cdr b)))))
        (t (< a b))))

(defun boundaries-from (low high)
  "The set from LOW below HIGH."
  (if (boundary-less-p low high) (list low high) '()))

(defun combined-boundaries (a b both)
  "The union of the sets A and B; with BOTH, their intersection."
  (cond ((eq a b) a)
        ((null a) (if both '() b))
        ((null b) (if both '() a))
        (t
         (let ((in-a nil) (in-b nil) (in nil) (result '()))
           (do () ((and (null a) (null b)) (nreverse result))
             (let ((next (cond ((null a) (car b))
                               ((null b) (car a))
                               ((boundary-less-p (car b) (car a)) (car b))
                               (t (car a)))))
               (when (and a (not (boundary-less-p next (car a))))
                 (pop a)
                 (setq in-a (not in-a)))
               (when (and b (not (boundary-less-p next (car b))))
                 (pop b)
                 (setq in-b (not in-b)))
               (unless (eq in (if both (and in-a in-b) (or in-a in-b)))
                 (setq in (not in))
                 (push next result))))))))

(defun other-boundaries (set)
  "The complement of SET."
  (let ((result (if (eq (car set) :min) (copy-list (cdr set)) (cons :min (copy-list set)))))
    (if (eq (car (last set)) :max)
        (butlast result)
        (append result '(:max)))))

;;; Symbols: (T . symbols) is all but these, (NIL . symbols) these alone.

(defun all-symbols-but (symbols) (cons t symbols))
(defun these-symbols (symbols) (cons nil symbols))

(defun combined-symbols (a b both)
  "The union of A and B; with BOTH, their intersection."
  (flet ((common (x y) (remove-if-not (lambda (each) (memq each y)) x))
         (less (x y) (remove-if (lambda (each) (memq each y)) x)))
    (destructuring-bind (most-a . list-a) a
      (destructuring-bind (most-b . list-b) b
        (cond ((and most-a most-b)
               (all-symbols-but (if both (append list-a (less list-b list-a)) (common list-a list-b))))
              ((and (not most-a) (not most-b))
               (these-symbols (if both (common list-a list-b) (append list-a (less list-b list-a)))))
              (most-a (if both (these-symbols (less list-b list-a)) (all-symbols-but (less list-a list-b))))
              (t (if both (these-symbols (less list-a list-b)) (all-symbols-but (less list-b list-a)))))))))

(defun other-symbols (set)
  (cons (not (car set)) (cdr set)))

(defun no-symbols-p (set)
  (and (null (car set)) (null (cdr set))))

;;; The boundaries of intervals

(defun bound-number (bound)
  (if (consp bound) (car bound) bound))

(defun integers-between (low high)
  "The integers between two bounds of a type, rational numbers."
  (boundaries-from (cond ((eq low '*) :min)
                         ((consp low) (1+ (floor (car low))))
                         (t (ceiling low)))
                   (cond ((eq high '*) :max)
                         ((consp high) (ceiling (car high)))
                         (t (1+ (floor high))))))

(defun ratios-between (low high)
  "The ratios between two bounds of a type, rational numbers."
  (flet ((boundary (bound above)
           (let ((number (bound-number bound)))
             (cons number (if (and above (not (integerp number))) 1 0)))))
    (boundaries-from (if (eq low '*) :min (boundary low (consp low)))
                     (if (eq high '*) :max (boundary high (not (consp high)))))))

(defun floats-between (low high)
  "The floats of one format between two bounds of a type, floats of that format. Each float has a number in the order of all;
that of 0.0 is 0, that of -0.0 before it."
  (flet ((above (float) (1+ (if (zerop float) 0 (float-ordinal float))))
         (below (float) (if (zerop float) -1 (float-ordinal float)))
         (infinite-p (float sign) (%js-inline "($0.value === $1 * Infinity ? t : nil)" float sign)))
    (boundaries-from (cond ((or (eq low '*) (infinite-p low -1)) :min)
                           ((consp low) (above (car low)))
                           (t (below low)))
                     (cond ((or (eq high '*) (infinite-p high 1)) :max)
                           ((consp high) (below (car high)))
                           (t (above high))))))
