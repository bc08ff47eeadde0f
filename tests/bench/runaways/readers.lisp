;;; a reader macro that loops
(set-macro-character #\! (lambda (s c) (declare (ignore s c)) (loop)))
(list !)
;;; a reader macro that reads itself
(let ((*readtable* (copy-readtable))) (set-macro-character #\! (lambda (s c) (declare (ignore c)) (unread-char #\! s) (read s))) (read-from-string "!"))
;;; a dispatching reader macro that loops
(let ((*readtable* (copy-readtable))) (set-dispatch-macro-character #\# #\! (lambda (s c n) (declare (ignore s c n)) (loop))) (read-from-string "#!"))
;;; reading at read time
#.(loop)
;;; reading at read time from a string
(read-from-string "#.(loop)")
;;; reading at read time, nested
(defun again () (read-from-string "#.(again)")) (again)
;;; reading in a loop
(loop (read-from-string "(a b (c d) \"e\" 1.5)"))
;;; reading of the same string stream
(loop (with-input-from-string (s "a b c") (loop while (read s nil nil))))
;;; read-line in a loop
(loop (let ((s (make-string-input-stream (format nil "a~%b")))) (loop while (read-line s nil))))
;;; read-char at the end, again and again
(with-input-from-string (s "") (loop (read-char s nil :eof)))
;;; peek-char without reading
(with-input-from-string (s "a") (loop (peek-char nil s)))
;;; peek-char over a long blank
(let ((s (make-string-input-stream (make-string 3000000 :initial-element #\space)))) (loop (file-position s 0) (peek-char t s nil) (setf s (make-string-input-stream (make-string 3000000 :initial-element #\space)))))
;;; a huge block comment
(loop (read-from-string (concatenate 'string "#|" (make-string 5000000 :initial-element #\a) "|# 1")))
;;; nested block comments
(let ((s (make-string 2000000))) (loop for i from 0 below 2000000 by 2 do (setf (char s i) #\# (char s (1+ i)) #\|)) (read-from-string s nil))
;;; a long line comment
(loop (read-from-string (concatenate 'string ";" (make-string 5000000 :initial-element #\a)) nil))
;;; a long symbol
(loop (read-from-string (make-string 1000000 :initial-element #\a)))
;;; a long string
(loop (read-from-string (concatenate 'string "\"" (make-string 5000000 :initial-element #\a) "\"")))
;;; many open brackets
(read-from-string (make-string 3000000 :initial-element #\())
;;; many quotes
(read-from-string (make-string 3000000 :initial-element #\'))
;;; many backquotes
(read-from-string (concatenate 'string (make-string 300000 :initial-element #\`) "a"))
;;; a circular literal
'#1=(#1# . #1#)
;;; a circular literal printed
(print '#1=(1 #1#))
;;; a circular literal vector
(print '#1=#(#1# 1))
;;; a circular literal compared
(equal '#1=(1 . #1#) '#2=(1 . #2#))
;;; a vast array literal
(read-from-string "#1000000000(a)")
;;; a vast bit vector
(read-from-string "#4000000000*0")
;;; a stream that feeds itself
(let* ((out (make-string-output-stream)) (in (make-string-input-stream "a b"))) (let ((e (make-echo-stream in out))) (loop (unless (read e nil) (setf e (make-echo-stream (make-string-input-stream (get-output-stream-string out)) out))))))
;;; a synonym of itself
(defvar *self*) (setf *self* (make-synonym-stream '*self*)) (read-char *self*)
;;; a synonym of itself, written
(defvar *self*) (setf *self* (make-synonym-stream '*self*)) (write-line "x" *self*)
;;; a concatenated stream of many
(let ((s (apply #'make-concatenated-stream (loop for i below 100000 collect (make-string-input-stream ""))))) (loop (read-char s nil) (setf s (apply #'make-concatenated-stream (loop for i below 100000 collect (make-string-input-stream ""))))))
;;; a readtable without end
(loop (copy-readtable))
;;; read-delimited-list without end
(loop (with-input-from-string (s "1 2 3 ]") (set-macro-character #\] (get-macro-character #\))) (read-delimited-list #\] s)))
;;; parsing namestrings
(loop (pathname (make-string 100000 :initial-element #\/)))
;;; intern without end
(loop for i from 0 do (intern (format nil "SYM-~a" i)))
;;; gensym without end
(loop (gensym))
;;; symbols kept without end
(let ((l nil)) (loop (push (make-symbol "X") l)))
;;; do-symbols that interns
(let ((n 0)) (loop (do-symbols (s :cl) (incf n))))
;;; packages without end
(loop for i from 0 do (make-package (format nil "P~a" i)))
;;; apropos in a loop
(loop (apropos-list "A"))
;;; find-all-symbols in a loop
(loop (find-all-symbols "CAR"))
