;;;; Programs that read and write texts.

(defparameter *text*
  "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age
of foolishness, it was the epoch of belief, it was the epoch of incredulity, it was the season of
Light, it was the season of Darkness, it was the spring of hope, it was the winter of despair")

(defun words (text)
  (let ((words '()) (start nil))
    (dotimes (k (length text))
      (let ((letter (alpha-char-p (char text k))))
        (cond ((and letter (null start)) (setf start k))
              ((and start (not letter))
               (push (string-downcase (subseq text start k)) words)
               (setf start nil)))))
    (when start (push (string-downcase (subseq text start)) words))
    (nreverse words)))

(defun run-word-count (times)
  (let (value)
    (dotimes (i times value)
      (let ((counts (make-hash-table :test 'equal)) (all '()))
        (dolist (word (words *text*))
          (incf (gethash word counts 0)))
        (maphash (lambda (word count) (push (cons word count) all)) counts)
        (setf all (sort all #'string< :key #'car))
        (setq value (subseq (stable-sort all #'> :key #'cdr) 0 5))))))

(defun run-anagrams (times)
  (let (value)
    (dotimes (i times value)
      (let ((groups (make-hash-table :test 'equal)))
        (dolist (word '("listen" "silent" "enlist" "google" "elbow" "below" "study" "dusty" "night"
                        "thing" "stressed" "desserts" "cat" "act" "tac" "bat"))
          (push word (gethash (sort (copy-seq word) #'char<) groups)))
        (setq value (loop for group being the hash-values of groups
                          maximize (length group)))))))

;;; A calculator: tokens, then recursive descent.

(defun tokens (text)
  (let ((k 0) (result '()))
    (loop while (< k (length text))
          do (let ((c (char text k)))
               (cond ((digit-char-p c)
                      (multiple-value-bind (number end) (parse-integer text :start k :junk-allowed t)
                        (push number result)
                        (setf k end)))
                     ((char= c #\Space) (incf k))
                     (t (push c result) (incf k)))))
    (nreverse result)))

(defvar *tokens* '())

(defun expression ()
  (let ((value (term)))
    (loop while (member (first *tokens*) '(#\+ #\-))
          do (setf value (if (char= (pop *tokens*) #\+)
                             (+ value (term))
                             (- value (term)))))
    value))

(defun term ()
  (let ((value (factor)))
    (loop while (member (first *tokens*) '(#\* #\/))
          do (setf value (if (char= (pop *tokens*) #\*)
                             (* value (factor))
                             (/ value (factor)))))
    value))

(defun factor ()
  (let ((token (pop *tokens*)))
    (cond ((integerp token) token)
          ((eql token #\-) (- (factor)))
          ((eql token #\() (prog1 (expression)
                             (unless (eql (pop *tokens*) #\))
                               (error "A parenthesis is missing."))))
          (t (error "What is ~S?" token)))))

(defun calculate (text)
  (let ((*tokens* (tokens text)))
    (expression)))

(defun run-calculator (times)
  (let (value)
    (dotimes (i times value)
      (dotimes (k 5)
        (setq value (calculate "12 * (3 + 4) - -5 * (100 / (7 - 2)) + ((((1 + 2)))) * 10 / 4"))))))

;;; JSON out and in.

(defun write-json (value stream)
  (cond ((null value) (write-string "null" stream))
        ((eq value t) (write-string "true" stream))
        ((numberp value) (princ value stream))
        ((stringp value)
         (write-char #\" stream)
         (loop for c across value
               do (when (member c '(#\" #\\)) (write-char #\\ stream))
                  (write-char c stream))
         (write-char #\" stream))
        ((vectorp value)
         (write-char #\[ stream)
         (loop for each across value
               for first = t then nil
               do (unless first (write-char #\, stream))
                  (write-json each stream))
         (write-char #\] stream))
        (t
         (write-char #\{ stream)
         (loop for ((key . each) . more) on value
               do (format stream "~S:" key)
                  (write-json each stream)
                  (when more (write-char #\, stream)))
         (write-char #\} stream))))

(defun read-json (stream)
  (let ((c (peek-char t stream)))
    (case c
      (#\{ (read-char stream)
       (loop until (char= #\} (peek-char t stream))
             collect (cons (read-json stream)
                           (progn (peek-char #\: stream)
                                  (read-char stream)
                                  (read-json stream)))
             do (when (char= #\, (peek-char t stream)) (read-char stream))
             finally (read-char stream)))
      (#\[ (read-char stream)
       (coerce (loop until (char= #\] (peek-char t stream))
                     collect (read-json stream)
                     do (when (char= #\, (peek-char t stream)) (read-char stream))
                     finally (read-char stream))
               'vector))
      (#\" (read-char stream)
       (with-output-to-string (out)
         (loop for next = (read-char stream)
               until (char= next #\")
               do (write-char (if (char= next #\\) (read-char stream) next) out))))
      (otherwise
       (let ((word (with-output-to-string (out)
                     (loop while (let ((next (peek-char nil stream nil #\Space)))
                                   (or (alphanumericp next) (char= next #\-)))
                           do (write-char (read-char stream) out)))))
         (cond ((string= word "null") nil)
               ((string= word "true") t)
               (t (parse-integer word))))))))

(defvar *document*
  '(("name" . "Ada \"Countess\" Lovelace") ("born" . 1815) ("tags" . #("poet" "analyst" 42 t))
    ("address" . (("city" . "London") ("number" . 12) ("none" . nil)))
    ("numbers" . #(1 2 3 4 5 6 7 8 9 10))))

(defun run-json-writer (times)
  (let (value)
    (dotimes (i times value)
      (dotimes (k 5)
        (setq value (with-output-to-string (out) (write-json *document* out)))))))

(defun run-json-reader (times)
  (let ((text (with-output-to-string (out) (write-json *document* out))) value)
    (dotimes (i times value)
      (dotimes (k 5)
        (setq value (with-input-from-string (in text) (read-json in)))))))

(defun csv-fields (line)
  (let ((fields '()) (field (make-string-output-stream)) (quoted nil))
    (loop for c across line
          do (cond ((char= c #\") (setf quoted (not quoted)))
                   ((and (char= c #\,) (not quoted))
                    (push (get-output-stream-string field) fields))
                   (t (write-char c field))))
    (push (get-output-stream-string field) fields)
    (nreverse fields)))

(defun run-csv (times)
  (let (value)
    (dotimes (i times value)
      (setq value (loop for line in '("name,age,city" "\"Lovelace, Ada\",36,London"
                                      "\"Turing, Alan\",41,Wilmslow" "Church,92,Hudson")
                        for (nil age) = (csv-fields line)
                        sum (or (parse-integer age :junk-allowed t) 0))))))

(defun roman (n)
  (with-output-to-string (out)
    (loop for (value letters) in '((1000 "M") (900 "CM") (500 "D") (400 "CD") (100 "C") (90 "XC")
                                   (50 "L") (40 "XL") (10 "X") (9 "IX") (5 "V") (4 "IV") (1 "I"))
          do (loop while (>= n value)
                   do (write-string letters out)
                      (decf n value)))))

(defun from-roman (text)
  (flet ((value (c)
           (ecase c (#\M 1000) (#\D 500) (#\C 100) (#\L 50) (#\X 10) (#\V 5) (#\I 1))))
    (loop for (a b) on (map 'list #'value text)
          sum (if (and b (< a b)) (- a) a))))

(defun run-roman-numerals (times)
  (let (value)
    (dotimes (i times value)
      (setq value (loop for n from 1 to 2000 by 37
                        always (= n (from-roman (roman n))))))))

(defparameter *base64* "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

(defun base64 (text)
  (with-output-to-string (out)
    (loop for start from 0 below (length text) by 3
          do (let* ((part (subseq text start (min (length text) (+ start 3))))
                    (word 0))
               (dotimes (k 3)
                 (setf word (+ (* word 256) (if (< k (length part)) (char-code (char part k)) 0))))
               (dotimes (k 4)
                 (if (<= k (length part))
                     (write-char (char *base64* (ldb (byte 6 (- 18 (* 6 k))) word)) out)
                     (write-char #\= out)))))))

(defun run-base64 (times)
  (let (value)
    (dotimes (i times value)
      (setq value (subseq (base64 *text*) 0 20)))))

(defun run-lengths (string)
  (let ((result '()))
    (loop for c across string
          do (if (and result (char= c (car (first result))))
                 (incf (cdr (first result)))
                 (push (cons c 1) result)))
    (nreverse result)))

(defun expanded (runs)
  (apply #'concatenate 'string
         (mapcar (lambda (run) (make-string (cdr run) :initial-element (car run))) runs)))

(defun run-run-lengths (times)
  (let ((text "aaaabbbcccccccdeeeeeeffffffffgghhhhiiiiiiiiijkkkkkkkkkkkkl") value)
    (dotimes (i times value)
      (dotimes (k 5)
        (setq value (string= text (expanded (run-lengths text))))))))

(defun levenshtein (a b)
  (let ((row (make-array (1+ (length b)))))
    (dotimes (j (1+ (length b)))
      (setf (aref row j) j))
    (dotimes (i (length a) (aref row (length b)))
      (let ((corner i))
        (setf (aref row 0) (1+ i))
        (dotimes (j (length b))
          (let ((cost (if (char= (char a i) (char b j)) corner (1+ corner))))
            (setf corner (aref row (1+ j))
                  (aref row (1+ j)) (min cost (1+ (aref row j)) (1+ corner)))))))))

(defun run-levenshtein (times)
  (let (value)
    (dotimes (i times value)
      (setq value (list (levenshtein "kitten sitting on the floor" "sitting kittens at the door")
                        (levenshtein "saturday morning" "sunday evening"))))))

(defun longest-common (a b)
  (let ((table (make-array (list (1+ (length a)) (1+ (length b))) :initial-element 0)) (result '()))
    (loop for i from (1- (length a)) downto 0
          do (loop for j from (1- (length b)) downto 0
                   do (setf (aref table i j)
                            (if (char= (char a i) (char b j))
                                (1+ (aref table (1+ i) (1+ j)))
                                (max (aref table (1+ i) j) (aref table i (1+ j)))))))
    (let ((i 0) (j 0))
      (loop while (and (< i (length a)) (< j (length b)))
            do (cond ((char= (char a i) (char b j))
                      (push (char a i) result)
                      (incf i)
                      (incf j))
                     ((>= (aref table (1+ i) j) (aref table i (1+ j))) (incf i))
                     (t (incf j)))))
    (coerce (nreverse result) 'string)))

(defun run-longest-common-subsequence (times)
  (let (value)
    (dotimes (i times value)
      (setq value (longest-common "the quick brown fox jumps" "a thick crown of five plums")))))

(defun run-string-builder (times)
  (let (value)
    (dotimes (i times value)
      (let ((line "") (buffer (make-array 0 :element-type 'character :adjustable t :fill-pointer t)))
        (dotimes (k 30)
          (setf line (concatenate 'string line (string (code-char (+ 97 (mod k 26))))))
          (vector-push-extend (char line k) buffer))
        (setq value (list (length line) (string= line buffer)))))))

(defun palindrome-p (text)
  (let ((letters (remove-if-not #'alpha-char-p (string-downcase text))))
    (string= letters (reverse letters))))

(defun run-palindromes (times)
  (let (value)
    (dotimes (i times value)
      (setq value (count-if #'palindrome-p '("A man, a plan, a canal: Panama" "No lemon, no melon"
                                             "This is not one" "Was it a car or a cat I saw?"))))))
