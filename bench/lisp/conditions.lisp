;;;; HANDLER-CASE that is not needed, and that is.

(defun guarded (x)
  (handler-case (if (eql x 3) (error "Three is right out.") x)
    (error () -1)))

(defun run-handler-case (times)
  (dotimes (i times)
    (dotimes (k 20) (guarded 1))))

(defun run-handled-error (times)
  (dotimes (i times) (guarded 3)))
