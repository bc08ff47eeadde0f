;;;; capitalized-words
(defun split-words (text)
  (let ((words '()) (start 0))
    (loop for end = (position #\Space text :start start)
          do (push (subseq text start end) words)
             (if end
                 (setf start (1+ end))
                 (return (nreverse words))))))

(defun shout (text)
  (format nil "~{~A~^-~}" (mapcar #'string-capitalize (split-words text))))

(shout "the quick brown fox")

;;;; count-vowels
(defun vowelp (char)
  (find (char-downcase char) "aeiou"))

(defun count-vowels (text)
  (count-if #'vowelp text))

(defun vowel-share (text)
  (/ (count-vowels text) (length text)))

(list (count-vowels "Lisp Machine") (vowel-share "Idea"))

;;;; caesar
(defun shift-char (char by)
  (if (alpha-char-p char)
      (let ((base (char-code (if (upper-case-p char) #\A #\a))))
        (code-char (+ base (mod (+ (- (char-code char) base) by) 26))))
      char))

(defun caesar (text by)
  (map 'string (lambda (char) (shift-char char by)) text))

(list (caesar "Hello, Zoe" 3) (caesar (caesar "abc" 5) -5))

;;;; palindrome
(defun letters-only (text)
  (remove-if-not #'alpha-char-p text))

(defun palindromep (text)
  (let ((letters (string-downcase (letters-only text))))
    (string= letters (reverse letters))))

(defun longest-palindrome (texts)
  (first (sort (remove-if-not #'palindromep texts) #'> :key #'length)))

(longest-palindrome (list "Anna" "A man, a plan" "Never odd or even" "level"))

;;;; join-lines
(defun join (strings separator)
  (with-output-to-string (out)
    (loop for (string . more) on strings
          do (write-string string out)
             (when more (write-string separator out)))))

(defun numbered (strings)
  (loop for string in strings
        for number from 1
        collect (format nil "~D) ~A" number string)))

(join (numbered '("read" "eval" "print")) "; ")

;;;; pad-columns
(defun pad (text width)
  (let ((missing (- width (length text))))
    (if (plusp missing)
        (concatenate 'string text (make-string missing :initial-element #\.))
        text)))

(defun table-row (cells widths)
  (format nil "|~{~A|~}" (mapcar #'pad cells widths)))

(list (table-row '("ab" "c") '(4 3)) (table-row '("long" "x") '(2 2)))

;;;; parse-pairs
(defun parse-pair (text)
  (let ((equals (position #\= text)))
    (cons (subseq text 0 equals)
          (parse-integer text :start (1+ equals)))))

(defun parse-or-zero (text)
  (handler-case (parse-pair text)
    (error () (cons text 0))))

(mapcar #'parse-or-zero '("a=1" "b=x" "width=30"))

;;;; anagrams
(defun signature (word)
  (sort (copy-seq (string-downcase word)) #'char<))

(defun anagramp (one other)
  (and (string/= one other)
       (string= (signature one) (signature other))))

(defun anagrams-of (word words)
  (remove-if-not (lambda (other) (anagramp word other)) words))

(anagrams-of "listen" '("silent" "listen" "tinsel" "lists"))

;;;; roman
(defparameter *numerals*
  '((10 . "X") (9 . "IX") (5 . "V") (4 . "IV") (1 . "I")))

(defun roman (number)
  (if (zerop number)
      ""
      (destructuring-bind (value . text)
          (find-if (lambda (pair) (>= number (car pair))) *numerals*)
        (concatenate 'string text (roman (- number value))))))

(mapcar #'roman '(4 9 14 27))

;;;; common-prefix
(defun common-prefix (one other)
  (let ((end (mismatch one other)))
    (if end (subseq one 0 end) one)))

(defun prefix-of-all (words)
  (reduce #'common-prefix words))

(defun shorten-all (words)
  (let ((length (length (prefix-of-all words))))
    (mapcar (lambda (word) (subseq word length)) words)))

(list (prefix-of-all '("interact" "internal" "interval")) (shorten-all '("abx" "aby")))
