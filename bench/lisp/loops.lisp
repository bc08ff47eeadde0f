;;;; Loops over integers, through DOTIMES and through LOOP.

(defun run-dotimes (times)
  (dotimes (i times)
    (let ((sum 0))
      (dotimes (a 20)
        (dotimes (b 20)
          (dotimes (c 20)
            (setq sum (+ sum (* a b) c)))))
      sum)))

(defun run-loop (times)
  (dotimes (i times)
    (loop for a from 1 to 20
          sum (loop for b from 1 to 20
                    sum (loop for c from 1 to 20
                              when (evenp (+ a b)) sum (- c a))))))
