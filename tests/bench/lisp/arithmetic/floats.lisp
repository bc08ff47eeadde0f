;;;; Arithmetic with floats and complex numbers of which nothing is declared.

(defun points (size limit escape-time)
  (let ((sum 0))
    (dotimes (row size sum)
      (dotimes (column size)
        (incf sum (funcall escape-time
                           (- (* 3 (/ column (float size 1d0))) 2)
                           (- (* 2 (/ row (float size 1d0))) 1)
                           limit))))))

(defun escape-time (cr ci limit)
  (let ((x 0d0) (y 0d0))
    (dotimes (count limit limit)
      (when (> (+ (* x x) (* y y)) 4)
        (return count))
      (psetf x (+ (- (* x x) (* y y)) cr)
             y (+ (* 2 x y) ci)))))

(defun run-plain-mandelbrot (times)
  (let (value)
    (dotimes (i times value)
      (setq value (points 30 30 #'escape-time)))))

(defun complex-escape-time (cr ci limit)
  (loop with c = (complex cr ci)
        for z = c then (+ (* z z) c)
        for count from 0 below limit
        when (> (abs z) 2) return count
        finally (return limit)))

(defun run-complex-mandelbrot (times)
  (let (value)
    (dotimes (i times value)
      (setq value (points 12 20 #'complex-escape-time)))))

(defun roots-of-unity (n)
  (loop for k below n
        collect (exp (* #c(0 1) 2 pi (/ k n)))))

(defun run-complex-numbers (times)
  (let (value)
    (dotimes (i times value)
      (let ((sum 0))
        (dolist (a (roots-of-unity 16))
          (dolist (b (roots-of-unity 16))
            (setf sum (+ sum (* a (conjugate b)) (/ a b)))))
        (setq value (round (* 1d6 (+ 1 (abs sum)))))))))

(defstruct body x y z vx vy vz mass)

(defun make-bodies ()
  (flet ((body (x y z vx vy vz mass)
           (make-body :x x :y y :z z :vx vx :vy vy :vz vz :mass mass)))
    (list (body 0d0 0d0 0d0 0d0 0d0 0d0 40d0)
          (body 4.8d0 -1.2d0 -0.1d0 0.6d0 2.8d0 -0.02d0 0.04d0)
          (body 8.3d0 4.1d0 -0.4d0 -1.0d0 1.8d0 0.008d0 0.01d0)
          (body 12.9d0 -15.1d0 -0.2d0 1.1d0 0.9d0 -0.01d0 0.002d0)
          (body 15.4d0 -25.9d0 0.2d0 1.0d0 0.6d0 -0.03d0 0.002d0))))

(defun advance (bodies dt)
  (loop for (a . others) on bodies
        do (dolist (b others)
             (let* ((dx (- (body-x a) (body-x b)))
                    (dy (- (body-y a) (body-y b)))
                    (dz (- (body-z a) (body-z b)))
                    (square (+ (* dx dx) (* dy dy) (* dz dz)))
                    (magnitude (/ dt (* square (sqrt square)))))
               (decf (body-vx a) (* dx (body-mass b) magnitude))
               (decf (body-vy a) (* dy (body-mass b) magnitude))
               (decf (body-vz a) (* dz (body-mass b) magnitude))
               (incf (body-vx b) (* dx (body-mass a) magnitude))
               (incf (body-vy b) (* dy (body-mass a) magnitude))
               (incf (body-vz b) (* dz (body-mass a) magnitude)))))
  (dolist (body bodies)
    (incf (body-x body) (* dt (body-vx body)))
    (incf (body-y body) (* dt (body-vy body)))
    (incf (body-z body) (* dt (body-vz body)))))

(defun run-n-body (times)
  (let (value)
    (dotimes (i times value)
      (let ((bodies (make-bodies)))
        (dotimes (step 50)
          (advance bodies 0.01d0))
        (setq value (round (* 1d6 (body-x (second bodies)))))))))

(defun mean (numbers)
  (/ (reduce #'+ numbers) (length numbers)))

(defun deviation (numbers)
  (let ((mean (mean numbers)))
    (sqrt (mean (mapcar (lambda (x) (expt (- x mean) 2)) numbers)))))

(defun run-statistics (times)
  (let (value)
    (dotimes (i times value)
      (setq value (round (* 1000 (deviation (loop for k from 1 to 200 collect (* 0.5d0 (mod k 13))))))))))
