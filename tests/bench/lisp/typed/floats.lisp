;;;; Loops over declared floats.

(defun escape-time (cr ci limit)
  (declare (type double-float cr ci) (type fixnum limit))
  (let ((x 0d0) (y 0d0) (count 0))
    (declare (type double-float x y) (type fixnum count))
    (loop
      (when (or (>= count limit) (> (+ (* x x) (* y y)) 4d0))
        (return count))
      (let ((next (+ (- (* x x) (* y y)) cr)))
        (setf y (+ (* 2d0 x y) ci)
              x next))
      (incf count))))

(defun mandelbrot (size limit)
  (declare (type fixnum size limit))
  (let ((sum 0))
    (declare (type fixnum sum))
    (dotimes (row size sum)
      (dotimes (column size)
        (incf sum (escape-time (- (* 3d0 (/ (float column 1d0) size)) 2d0)
                               (- (* 2d0 (/ (float row 1d0) size)) 1d0)
                               limit))))))

(defun run-mandelbrot (times)
  (let (value)
    (dotimes (i times value)
      (setq value (mandelbrot 40 50)))))

(defun simpson (steps)
  (declare (type fixnum steps))
  (flet ((f (x)
           (declare (type double-float x))
           (/ 4d0 (+ 1d0 (* x x)))))
    (let* ((h (/ 1d0 steps))
           (sum (+ (f 0d0) (f 1d0))))
      (declare (type double-float h sum))
      (loop for k of-type fixnum from 1 below steps
            do (incf sum (* (if (oddp k) 4d0 2d0) (f (* k h)))))
      (/ (* sum h) 3d0))))

(defun run-simpson (times)
  (let (value)
    (dotimes (i times value)
      (setq value (round (* 1d9 (simpson 10000)))))))

(defun horner (coefficients x)
  (declare (type (simple-array single-float (*)) coefficients) (type single-float x))
  (let ((result 0f0))
    (declare (type single-float result))
    (loop for k of-type fixnum from (1- (length coefficients)) downto 0
          do (setf result (+ (* result x) (aref coefficients k))))
    result))

(defvar *coefficients*
  (make-array 10 :element-type 'single-float
                 :initial-contents '(1.0 0.5 0.25 0.125 0.0625 0.5 0.25 0.125 1.0 0.5)))

(defun run-single-floats (times)
  (let ((sum 0f0))
    (declare (type single-float sum))
    (dotimes (i times (round (* 1000 sum)))
      (setf sum 0f0)
      (dotimes (k 500)
        (incf sum (horner *coefficients* (/ (float k 1f0) 1024f0)))))))

(defun square-root (x)
  (declare (type (double-float 0d0) x))
  (let ((guess (max x 1d0)))
    (declare (type double-float guess))
    (loop repeat 20
          do (setf guess (/ (+ guess (/ x guess)) 2d0)))
    guess))

(defun run-newton (times)
  (let ((sum 0d0))
    (declare (type double-float sum))
    (dotimes (i times (round (* 1d6 sum)))
      (setf sum 0d0)
      (dotimes (k 200)
        (incf sum (square-root (float k 1d0)))))))
