;;;; Texts of several lines, read as puzzles and settings have them.

(defun split (text separator)
  (loop for start = 0 then (1+ end)
        for end = (position separator text :start start)
        collect (string-trim " " (subseq text start end))
        while end))

;;; Games in which cubes are drawn from a bag

(defparameter *games* "Game 1: 3 blue, 4 red; 1 red, 2 green, 6 blue; 2 green
Game 2: 1 blue, 2 green; 3 green, 4 blue, 1 red; 1 green, 1 blue
Game 3: 8 green, 6 blue, 20 red; 5 blue, 4 red, 13 green; 5 green, 1 red
Game 4: 1 green, 3 red, 6 blue; 3 green, 6 red; 3 green, 15 blue, 14 red")

(defun parse-draw (text)
  (mapcar (lambda (part)
            (let ((words (split part #\Space)))
              (cons (intern (string-upcase (second words)) :keyword) (parse-integer (first words)))))
          (split text #\,)))

(defun parse-game (line)
  (let ((colon (position #\: line)))
    (list (parse-integer line :start 5 :end colon)
          (mapcar #'parse-draw (split (subseq line (1+ colon)) #\;)))))

(defun possible-p (game)
  (every (lambda (draw)
           (every (lambda (pair) (<= (cdr pair) (ecase (car pair) (:red 12) (:green 13) (:blue 14)))) draw))
         (second game)))

(defun power (game)
  (let ((most (list :red 0 :green 0 :blue 0)))
    (dolist (draw (second game))
      (dolist (pair draw)
        (setf (getf most (car pair)) (max (getf most (car pair)) (cdr pair)))))
    (* (getf most :red) (getf most :green) (getf most :blue))))

(defun run-cubes (times)
  (let (value)
    (dotimes (i times value)
      (let ((games (with-input-from-string (in *games*)
                     (loop for line = (read-line in nil) while line collect (parse-game line)))))
        (setq value (list (loop for game in games when (possible-p game) sum (first game))
                          (reduce #'+ (mapcar #'power games))))))))

;;; Numbers beside a symbol in a drawing

(defparameter *drawing*
  '("467..114.." "...*......" "..35..633." "......#..." "617*......" ".....+.58." "..592....." "......755."
    "...$.*...." ".664.598.."))

(defun mark-p (character)
  (not (or (digit-char-p character) (char= character #\.))))

(defun beside-mark-p (grid row from to)
  (loop for y from (max 0 (1- row)) to (min (1+ row) (1- (array-dimension grid 0)))
        thereis (loop for x from (max 0 (1- from)) to (min to (1- (array-dimension grid 1)))
                      thereis (mark-p (aref grid y x)))))

(defun sum-of-parts (grid)
  (let ((sum 0))
    (destructuring-bind (height width) (array-dimensions grid)
      (dotimes (row height sum)
        (let ((column 0))
          (loop while (< column width)
                do (if (digit-char-p (aref grid row column))
                       (let ((start column)
                             (number 0))
                         (loop while (and (< column width) (digit-char-p (aref grid row column)))
                               do (setf number (+ (* 10 number) (digit-char-p (aref grid row column))))
                                  (incf column))
                         (when (beside-mark-p grid row start column)
                           (incf sum number)))
                       (incf column))))))))

(defun run-schematic (times)
  (let (value)
    (dotimes (i times value)
      (setq value (sum-of-parts (make-array (list (length *drawing*) (length (first *drawing*)))
                                            :initial-contents *drawing*))))))

;;; Settings in sections

(defparameter *settings*
  (format nil "name = demo~%# comment~%~%[server]~%port = 8080~%hosts = a,b,c~%debug = TRUE~%~
               [client]~%retries=3~%path = /usr/local/bin~%"))

(defun parse-setting (line)
  (let* ((place (position #\= line))
         (value (string-trim " " (subseq line (1+ place)))))
    (cons (intern (string-upcase (string-trim '(#\Space #\Tab) (subseq line 0 place))) :keyword)
          (cond ((every #'digit-char-p value) (parse-integer value))
                ((string-equal value "true") t)
                ((find #\, value) (split value #\,))
                (t value)))))

(defun parse-settings (text)
  (let ((table (make-hash-table))
        (section :top))
    (with-input-from-string (in text)
      (do ((line (read-line in nil :eof) (read-line in nil :eof)))
          ((eq line :eof) table)
        (cond ((or (string= line "") (char= (char line 0) #\#)))
              ((char= (char line 0) #\[)
               (setf section (intern (string-upcase (subseq line 1 (position #\] line))) :keyword)))
              (t (push (parse-setting line) (gethash section table))))))))

(defun run-settings (times)
  (let (value)
    (dotimes (i times value)
      (let ((sections '()))
        (maphash (lambda (name settings) (push (cons name (reverse settings)) sections))
                 (parse-settings *settings*))
        (setq value (sort sections #'string< :key #'car))))))

;;; Crates that are moved between stacks

(defparameter *moves* '("move 1 from 2 to 1" "move 3 from 1 to 3" "move 2 from 2 to 1" "move 1 from 1 to 2"))

(defun integers-in (line)
  (let ((integers '())
        (place 0))
    (loop
      (let ((start (position-if #'digit-char-p line :start place)))
        (unless start
          (return (nreverse integers)))
        (multiple-value-bind (integer end) (parse-integer line :start start :junk-allowed t)
          (push integer integers)
          (setf place end))))))

(defun move-crates (stacks moves together)
  (let ((stacks (map 'vector #'copy-list stacks)))
    (dolist (move moves (map 'string #'first stacks))
      (destructuring-bind (count from to) (integers-in move)
        (let ((moved (loop repeat count collect (pop (aref stacks (1- from))))))
          (setf (aref stacks (1- to))
                (append (if together moved (reverse moved)) (aref stacks (1- to)))))))))

(defun run-crates (times)
  (let ((stacks '((#\N #\Z) (#\D #\C #\M) (#\P)))
        (value nil))
    (dotimes (i times value)
      (setq value (list (move-crates stacks *moves* nil) (move-crates stacks *moves* t))))))

;;; Lines of a paragraph

(defparameter *paragraph*
  "The quick brown fox jumps over the lazy dog and then it goes home to sleep because it is rather tired of it")

(defun words-of (text)
  (let ((words '())
        (word (make-array 0 :element-type 'character :adjustable t :fill-pointer 0)))
    (flet ((finish ()
             (when (plusp (length word))
               (push (copy-seq word) words))
             (setf (fill-pointer word) 0)))
      (loop for character across text
            do (if (char= character #\Space) (finish) (vector-push-extend character word)))
      (finish)
      (nreverse words))))

(defun wrap (text width)
  (let ((lines '())
        (line ""))
    (dolist (word (words-of text) (nreverse (cons line lines)))
      (cond ((> (+ (length line) 1 (length word)) width)
             (push line lines)
             (setf line word))
            (t (setf line (if (string= line "") word (concatenate 'string line " " word))))))))

(defun run-wrap (times)
  (let (value)
    (dotimes (i times value)
      (setq value (wrap *paragraph* 30)))))
