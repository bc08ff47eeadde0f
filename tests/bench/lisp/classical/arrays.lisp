;;;; Programs after Gabriel's that work on arrays.

;;; TRIANGLE: pegs on a board of fifteen holes jump over each other until one is left.

(defparameter *jumps*
  (flet ((hole (row column)
           (+ (floor (* row (1+ row)) 2) column)))
    (loop for row below 5
          append (loop for column to row
                       append (loop for (dr dc) in '((0 1) (0 -1) (1 0) (-1 0) (1 1) (-1 -1))
                                    for r = (+ row (* 2 dr))
                                    for c = (+ column (* 2 dc))
                                    when (and (<= 0 r 4) (<= 0 c r))
                                      collect (list (hole row column)
                                                    (hole (+ row dr) (+ column dc))
                                                    (hole r c)))))))

(defvar *board*)
(defvar *tries*)
(defvar *solutions*)

(defun jump-on (pegs limit)
  (cond ((= pegs 1) (incf *solutions*))
        ((< *tries* limit)
         (incf *tries*)
         (loop for (from over to) in *jumps*
               do (when (and (= 1 (aref *board* from)) (= 1 (aref *board* over)) (= 0 (aref *board* to)))
                    (setf (aref *board* from) 0 (aref *board* over) 0 (aref *board* to) 1)
                    (jump-on (1- pegs) limit)
                    (setf (aref *board* from) 1 (aref *board* over) 1 (aref *board* to) 0))))))

(defun run-triangle (times)
  (let (value)
    (dotimes (i times value)
      (let ((*board* (make-array 15 :initial-element 1)) (*tries* 0) (*solutions* 0))
        (setf (aref *board* 4) 0)
        (jump-on 14 500)
        (setq value (list *tries* *solutions*))))))

;;; PUZZLE: pieces packed into a box, whose cells are numbers of one vector.

(defun place-of (x y z)
  (+ x (* 5 (+ y (* 5 z)))))

(defun piece (width depth height)
  (loop for z below height
        append (loop for y below depth
                     append (loop for x below width
                                  collect (place-of x y z)))))

(defparameter *pieces*
  (list (list 3 (piece 2 2 1)) (list 3 (piece 1 2 2)) (list 3 (piece 2 1 2)) (list 5 (piece 1 1 1))))

(defun empty-box (size)
  (let ((box (make-array 125 :initial-element t)))
    (dotimes (z size box)
      (dotimes (y size)
        (dotimes (x size)
          (setf (aref box (place-of x y z)) nil))))))

(defun fits-p (piece box place)
  (every (lambda (offset) (let ((k (+ place offset))) (and (< k 125) (not (aref box k))))) piece))

(defun fill-places (piece box place value)
  (dolist (offset piece)
    (setf (aref box (+ place offset)) value)))

(defvar *trials*)

(defun pack (box counts)
  (incf *trials*)
  (let ((place (position nil box)))
    (cond ((null place) t)
          ((> *trials* 300) nil)
          (t (loop for (nil piece) in *pieces*
                   for k from 0
                   do (when (and (plusp (aref counts k)) (fits-p piece box place))
                        (fill-places piece box place t)
                        (decf (aref counts k))
                        (when (pack box counts) (return t))
                        (fill-places piece box place nil)
                        (incf (aref counts k))))))))

(defun run-puzzle (times)
  (let (value)
    (dotimes (i times value)
      (let ((*trials* 0))
        (setq value (list (pack (empty-box 3) (map 'vector #'first *pieces*)) *trials*))))))

;;; FFT: of floats in vectors of which nothing is declared.

(defun fft (real imaginary)
  (let ((n (length real)) (j 0))
    (dotimes (i (1- n))
      (when (< i j)
        (rotatef (aref real i) (aref real j))
        (rotatef (aref imaginary i) (aref imaginary j)))
      (let ((m (/ n 2)))
        (loop while (and (>= m 1) (>= j m))
              do (decf j m)
                 (setf m (floor m 2)))
        (incf j m)))
    (loop for width = 1 then (* 2 width)
          while (< width n)
          do (dotimes (k width)
               (let* ((angle (/ (* pi k) width)) (wr (cos angle)) (wi (- (sin angle))))
                 (loop for a from k below n by (* 2 width)
                       for b = (+ a width)
                       do (let ((tr (- (* wr (aref real b)) (* wi (aref imaginary b))))
                                (ti (+ (* wr (aref imaginary b)) (* wi (aref real b)))))
                            (setf (aref real b) (- (aref real a) tr)
                                  (aref imaginary b) (- (aref imaginary a) ti))
                            (incf (aref real a) tr)
                            (incf (aref imaginary a) ti))))))))

(defun run-fft (times)
  (let (value)
    (dotimes (i times value)
      (let ((real (make-array 128)) (imaginary (make-array 128)))
        (dotimes (k 128)
          (setf (aref real k) (float (mod (* k k) 31) 1d0)
                (aref imaginary k) 0d0))
        (fft real imaginary)
        (setq value (round (* 1d6 (aref real 3))))))))
