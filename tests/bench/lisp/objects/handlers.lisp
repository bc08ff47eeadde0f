;;;; HANDLER-CASE that is not needed, and that is.

(defun guarded (x)
  (handler-case (if (eql x 33) (error "Thirty-three is right out.") x)
    (error () -1)))

(defun run-handler-case (times)
  (let ((sum 0))
    (dotimes (i times sum)
      (setq sum 0)
      (dotimes (k 20)
        (incf sum (guarded k))))))

(defun run-handled-error (times)
  (let (value)
    (dotimes (i times value)
      (setq value (guarded 33)))))
