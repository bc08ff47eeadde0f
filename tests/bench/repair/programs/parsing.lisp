;;;; calculator
(defun tokenize (text)
  (let ((tokens '()) (start nil))
    (flet ((finish (end)
             (when start
               (push (parse-integer text :start start :end end) tokens)
               (setf start nil))))
      (loop for i from 0 below (length text)
            for char = (char text i)
            do (if (digit-char-p char)
                   (unless start (setf start i))
                   (progn (finish i)
                          (unless (char= char #\Space) (push char tokens)))))
      (finish (length text)))
    (nreverse tokens)))

(defun evaluate (tokens)
  (let ((value (first tokens)))
    (loop for (operator operand) on (rest tokens) by #'cddr
          do (setf value (ecase operator
                           (#\+ (+ value operand))
                           (#\- (- value operand))
                           (#\* (* value operand)))))
    value))

(list (tokenize "12+3 * 2") (evaluate (tokenize "12+3 * 2 - 5")))

;;;; csv-line
(defun split-at (separator text)
  (loop with start = 0
        for end = (position separator text :start start)
        collect (subseq text start end)
        while end
        do (setf start (1+ end))))

(defun parse-field (text)
  (let ((trimmed (string-trim " " text)))
    (handler-case (parse-integer trimmed)
      (error () trimmed))))

(mapcar #'parse-field (split-at #\, "7, plum , 12"))

;;;; key-value
(defun parse-line (line)
  (let ((colon (position #\: line)))
    (if colon
        (list (intern (string-upcase (subseq line 0 colon)) :keyword)
              (string-trim " " (subseq line (1+ colon))))
        '())))

(defun parse-config (lines)
  (reduce #'append (mapcar #'parse-line lines)))

(let ((config (parse-config '("name: Ada" "# note" "role: analyst"))))
  (list (getf config :name) (getf config :role) (length config)))

;;;; tree-parser
(defun parse-tree (chars)
  (let ((char (first chars)))
    (if (char= char #\[)
        (parse-children (rest chars) '())
        (values char (rest chars)))))

(defun parse-children (chars children)
  (if (char= (first chars) #\])
      (values (nreverse children) (rest chars))
      (multiple-value-bind (child more) (parse-tree chars)
        (parse-children more (cons child children)))))

(defun tree-from (text)
  (values (parse-tree (coerce text 'list))))

(tree-from "[a[bc]d]")

;;;; postfix
(defun apply-operator (operator stack)
  (let ((right (first stack)) (left (second stack)))
    (cons (funcall operator left right) (cddr stack))))

(defun postfix (tokens &optional stack)
  (cond ((null tokens) (first stack))
        ((numberp (first tokens)) (postfix (rest tokens) (cons (first tokens) stack)))
        (t (postfix (rest tokens) (apply-operator (first tokens) stack)))))

(list (postfix '(3 4 + 2 *)) (postfix '(10 2 8 * + 3 -)))

;;;; infix-to-prefix
(defparameter *precedence* '((+ . 1) (- . 1) (* . 2) (/ . 2)))

(defun precedence (operator)
  (cdr (assoc operator *precedence*)))

(defun weakest (tokens)
  (let ((best nil))
    (loop for token in tokens
          for index from 0
          do (when (and (assoc token *precedence*)
                        (or (null best)
                            (<= (precedence token) (precedence (nth best tokens)))))
               (setf best index)))
    best))

(defun prefix (tokens)
  (let ((index (weakest tokens)))
    (if (null index)
        (first tokens)
        (list (nth index tokens)
              (prefix (subseq tokens 0 index))
              (prefix (nthcdr (1+ index) tokens))))))

(prefix '(1 + 2 * 3 - 4))

;;;; time-stamps
(defun two-digits (text start)
  (parse-integer text :start start :end (+ start 2)))

(defun parse-time (text)
  (values (two-digits text 0) (two-digits text 3)))

(defun minutes-of (text)
  (multiple-value-bind (hours minutes) (parse-time text)
    (+ (* 60 hours) minutes)))

(- (minutes-of "14:05") (minutes-of "09:45"))

;;;; run-length-decode
(defun decode (text)
  (with-output-to-string (out)
    (let ((count 0))
      (loop for char across text
            do (let ((digit (digit-char-p char)))
                 (if digit
                     (setf count (+ (* 10 count) digit))
                     (progn
                       (loop repeat (max 1 count) do (write-char char out))
                       (setf count 0))))))))

(decode "3a b2c12-")

;;;; template
(defun lookup (name values)
  (let ((pair (assoc name values :test #'string=)))
    (if pair (cdr pair) (error "no value for ~A" name))))

(defun fill-in (text values)
  (let ((open (position #\{ text)))
    (if (null open)
        text
        (let ((close (position #\} text :start open)))
          (format nil "~A~A~A"
                  (subseq text 0 open)
                  (lookup (subseq text (1+ open) close) values)
                  (fill-in (subseq text (1+ close)) values))))))

(fill-in "Dear {name}, you owe {sum}." '(("name" . "Bob") ("sum" . 12)))

;;;; matching-brackets
(defun partner (char)
  (cdr (assoc char '((#\) . #\() (#\] . #\[)))))

(defun balancedp (text)
  (let ((open '()))
    (loop for char across text
          do (cond ((find char "([") (push char open))
                   ((find char ")]")
                    (unless (eql (pop open) (partner char))
                      (return-from balancedp nil)))))
    (null open)))

(mapcar #'balancedp '("(a[b])" "(]" "[(" ""))
