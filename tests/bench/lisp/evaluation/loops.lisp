;;;; Loops over integers, through DOTIMES and through LOOP.

(defun run-dotimes (times)
  (let (value)
    (dotimes (i times value)
      (let ((sum 0))
        (dotimes (a 20)
          (dotimes (b 20)
            (dotimes (c 20)
              (setq sum (+ sum (* a b) c)))))
        (setq value sum)))))

(defun run-loop (times)
  (let (value)
    (dotimes (i times value)
      (setq value
            (loop for a from 1 to 20
                  sum (loop for b from 1 to 20
                            sum (loop for c from 1 to 20
                                      when (evenp (+ a b)) sum (- c a))))))))
