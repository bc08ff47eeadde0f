;;;; Strings, printing and reading.

(defvar *sentence* "The quick brown fox jumps over the lazy dog and runs away")

(defun split (string separator)
  (loop with start = 0
        for end = (position separator string :start start)
        collect (subseq string start end)
        while end
        do (setf start (1+ end))))

(defun join (strings separator)
  (with-output-to-string (out)
    (loop for (string . more) on strings
          do (write-string string out)
             (when more (write-string separator out)))))

(defun run-split-and-join (times)
  (let (value)
    (dotimes (i times value)
      (dotimes (k 10)
        (setq value (join (mapcar #'string-capitalize (split *sentence* #\Space)) "-"))))))

(defun run-string-functions (times)
  (let (value)
    (dotimes (i times value)
      (dotimes (k 10)
        (setq value (list (string-upcase *sentence*)
                          (search "lazy" *sentence*)
                          (string= "The quick" *sentence* :end2 9)
                          (string< "apple" "apricot")
                          (length (concatenate 'string *sentence* ", " "over and over"))
                          (string-trim " " "  padded  ")
                          (position #\z *sentence*)
                          (count #\o *sentence*)
                          (char-upcase (char *sentence* 4))
                          (reverse "stressed")))))))

(defun caesar (string shift)
  (map 'string
       (lambda (c)
         (if (alpha-char-p c)
             (let ((base (if (upper-case-p c) 65 97)))
               (code-char (+ base (mod (+ (- (char-code c) base) shift) 26))))
             c))
       string))

(defun run-caesar (times)
  (let (value)
    (dotimes (i times value)
      (dotimes (k 10)
        (setq value (caesar (caesar *sentence* 3) 10))))))

(defun run-format (times)
  (let (value)
    (dotimes (i times value)
      (dotimes (k 10)
        (setq value (format nil "~A has ~D item~:P, ~S and ~,2F: ~{~A~^, ~}~%"
                            "She" k :key (* 1.5 k) '(1 two "three")))))))

(defun run-format-numbers (times)
  (let (value)
    (dotimes (i times value)
      (dotimes (k 10)
        (setq value (format nil "~5D|~5,'0D|~X|~:D|~R|~@R|~8,3F" k 42 255 1234567 21 1999 3.14159d0))))))

(defun run-print (times)
  (let (value)
    (dotimes (i times value)
      (dotimes (k 5)
        (setq value (prin1-to-string '(defun f (x &key (y 10)) "Adds." (+ x y 1.5 #\a #(1 2) 3/4 :key))))))))

(defun run-read (times)
  (let (value)
    (dotimes (i times value)
      (dotimes (k 5)
        (setq value (read-from-string
                     "(defun f (x &key (y 10)) \"Adds.\" (+ x y 1.5 #\\a 3/4 :key 'quoted))"))))))

(defun run-parse-integer (times)
  (let (value)
    (dotimes (i times value)
      (setq value (loop for k from 1 to 100
                        sum (parse-integer (princ-to-string (* k 37))))))))

(defun run-string-streams (times)
  (let (value)
    (dotimes (i times value)
      (setq value (with-input-from-string (in *sentence*)
                    (loop for c = (read-char in nil)
                          while c
                          count (char= c #\Space)))))))

(defun run-read-line (times)
  (let ((text (format nil "~{line ~D~%~}" (loop for k from 1 to 40 collect k))) value)
    (dotimes (i times value)
      (setq value (with-input-from-string (in text)
                    (loop for line = (read-line in nil)
                          while line
                          sum (length line)))))))
