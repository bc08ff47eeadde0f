;;;; What PLOT makes of numbers, points or a function (lisp/pictures/plot.lisp).

(in-package "JSCL-MCP")

(defparameter *plot-width* 480)
(defparameter *plot-height* 280)
(defparameter *plot-samples* 200)
(defparameter *most-plotted* 5000)

(defun plot-point (element index)
  "The coordinates (x . y) that ELEMENT is: a number at its INDEX, a pair, or a list of two."
  (let ((point (cond ((realp element) (cons index element))
                     ((and (consp element) (realp (cdr element))) element)
                     ((and (consp element) (consp (cdr element))) (cons (first element) (second element)))
                     (t (cons nil nil)))))
    (unless (and (realp (car point)) (realp (cdr point)))
      (error 'simple-type-error :datum element :expected-type '(or real cons)
                                :format-control "~S cannot be plotted: a number, or a list of two numbers, is wanted."
                                :format-arguments (list element)))
    (cons (float (car point) 1d0) (float (cdr point) 1d0))))

(defun function-points (function from to)
  (loop for i to *plot-samples*
        for x = (float (+ from (* (- to from) (/ i *plot-samples*))) 1d0)
        for y = (funcall function x)
        when (realp y) collect (cons x (float y 1d0))))

(defun plot-points (data from to)
  (if (typep data 'sequence)
      (let ((index -1))
        (when (> (length data) *most-plotted*)
          (error "There are ~:D points; a plot has ~:D at most." (length data) *most-plotted*))
        (map 'list (lambda (element) (plot-point element (incf index))) data))
      (function-points data from to)))

(defun nice-step (range)
  "A round number of which four to ten fit into RANGE."
  (let* ((power (expt 10d0 (floor (log (/ range 5) 10d0))))
         (multiple (/ range 5 power)))
    (* power (cond ((< multiple 1.5d0) 1) ((< multiple 3.5d0) 2) ((< multiple 7.5d0) 5) (t 10)))))

(defun power-text (tick)
  "TICK as a number times a power of ten, such as 2.5e10."
  (let ((power (floor (+ (log (abs tick) 10d0) 1d-9))))
    (format nil "~Ae~D" (picture-number (/ tick (expt 10d0 power))) power)))

(defun tick-text (tick step)
  (cond ((zerop (round (/ tick step))) "0")
        ((not (< 1d-5 step 1d5)) (power-text tick))
        ((>= step 1) (format nil "~D" (round tick)))
        (t (string-right-trim "." (string-right-trim "0" (format nil "~,6F" tick))))))

(defun ticks (low high)
  (let ((step (nice-step (- high low))))
    (loop for i from (ceiling (- (/ low step) 1d-6)) to (floor (+ (/ high step) 1d-6))
          for tick = (* i step)
          collect (cons tick (tick-text tick step)))))

(defun plot-range (numbers &optional include-zero)
  "The least and the largest of NUMBERS, with room between them."
  (let ((low (reduce #'min numbers))
        (high (reduce #'max numbers)))
    (when include-zero (setq low (min low 0d0) high (max high 0d0)))
    (if (= low high) (values (- low 1) (+ high 1)) (values low high))))

(defun plot-marks (kind points x y floor)
  "The elements that show POINTS, whose coordinates the functions X and Y turn into those of the picture."
  (flet ((at (point) (values (funcall x (car point)) (funcall y (cdr point)))))
    (ecase kind
      (:line (list (list :polyline :fill "none" :stroke "#0b6b5e" :stroke-width 2
                         :points (format nil "~{~A~^ ~}"
                                         (mapcar (lambda (point)
                                                   (multiple-value-bind (px py) (at point)
                                                     (format nil "~A,~A" (picture-number px) (picture-number py))))
                                                 points)))))
      (:scatter (mapcar (lambda (point)
                          (multiple-value-bind (px py) (at point)
                            (list :circle :cx px :cy py :r 3 :fill "#0b6b5e")))
                        points))
      (:bars (let ((wide (max 1 (* 0.7d0 (/ (- *plot-width* 60) (max 1 (length points)))))))
               (mapcar (lambda (point)
                         (multiple-value-bind (px py) (at point)
                           (list :rect :x (- px (/ wide 2)) :y (min py floor) :width wide
                                       :height (abs (- floor py)) :fill "#0b6b5e")))
                       points))))))

(defun plot-axes (x-ticks y-ticks x y)
  (let ((bottom (- *plot-height* 26)))
    (append
     (loop for (tick . text) in y-ticks
           for py = (funcall y tick)
           collect (list :line :x1 46 :x2 (- *plot-width* 10) :y1 py :y2 py :stroke "#d2ccbf")
           collect (list :text :x 40 :y (+ py 4) :text-anchor "end" text))
     (loop for (tick . text) in x-ticks
           for px = (funcall x tick)
           collect (list :line :x1 px :x2 px :y1 bottom :y2 (+ bottom 4) :stroke "#736d63")
           collect (list :text :x px :y (+ bottom 18) :text-anchor "middle" text)))))

(defun plot-form (points kind)
  (multiple-value-bind (x-low x-high) (plot-range (mapcar #'car points))
    (multiple-value-bind (y-low y-high) (plot-range (mapcar #'cdr points) (eq kind :bars))
      ;; Bars have their width, so that the outermost ones need room.
      (when (eq kind :bars)
        (let ((half (/ (- x-high x-low) (max 1 (1- (length points))) 2)))
          (decf x-low half)
          (incf x-high half)))
      (let ((bottom (- *plot-height* 26)))
        (flet ((x (value) (+ 46 (* (- *plot-width* 60) (/ (- value x-low) (- x-high x-low)))))
               (y (value) (- bottom (* (- bottom 12) (/ (- value y-low) (- y-high y-low))))))
          `(:svg :width ,*plot-width* :height ,*plot-height*
                 :|viewBox| ,(format nil "0 0 ~D ~D" *plot-width* *plot-height*)
                 :font-family "system-ui, sans-serif" :font-size 12 :fill "#5c574f"
                 ,@(plot-axes (ticks x-low x-high) (ticks y-low y-high) #'x #'y)
                 ,@(plot-marks kind points #'x #'y (y (max y-low (min y-high 0d0))))))))))

(defun plotted (data kind from to)
  (let ((points (plot-points data from to)))
    (when (null points) (error "There is nothing to plot."))
    (svg (plot-form points kind))))
