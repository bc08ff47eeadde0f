;;;; Puzzles and games.

(defun safe-p (column queens)
  (loop for queen in queens
        for distance from 1
        never (or (= queen column) (= (abs (- queen column)) distance))))

(defun queens (size)
  (labels ((place (row placed)
             (if (= row size)
                 1
                 (loop for column below size
                       when (safe-p column placed)
                         sum (place (1+ row) (cons column placed))))))
    (place 0 '())))

(defun run-queens (times)
  (let (value)
    (dotimes (i times value)
      (setq value (queens 6)))))

(defun hanoi (count from to spare)
  (if (zerop count)
      '()
      (append (hanoi (1- count) from spare to)
              (list (cons from to))
              (hanoi (1- count) spare to from))))

(defun run-hanoi (times)
  (let (value)
    (dotimes (i times (length value))
      (setq value (hanoi 8 :left :right :middle)))))

;;; Conway's Life on a torus.

(defun neighbours (world row column)
  (destructuring-bind (rows columns) (array-dimensions world)
    (let ((count 0))
      (loop for dr from -1 to 1
            do (loop for dc from -1 to 1
                     unless (and (zerop dr) (zerop dc))
                       do (incf count (aref world (mod (+ row dr) rows) (mod (+ column dc) columns)))))
      count)))

(defun next-generation (world)
  (let ((next (make-array (array-dimensions world) :initial-element 0)))
    (dotimes (row (array-dimension world 0) next)
      (dotimes (column (array-dimension world 1))
        (let ((count (neighbours world row column)))
          (when (or (= count 3) (and (= count 2) (= 1 (aref world row column))))
            (setf (aref next row column) 1)))))))

(defun run-life (times)
  (let (value)
    (dotimes (i times value)
      (let ((world (make-array '(16 16) :initial-element 0)))
        (loop for (row column) in '((1 2) (2 3) (3 1) (3 2) (3 3) (8 8) (8 9) (8 10))
              do (setf (aref world row column) 1))
        (dotimes (generation 4)
          (setf world (next-generation world)))
        (setq value (loop for k below (array-total-size world) sum (row-major-aref world k)))))))

;;; Sudoku, by trying.

(defvar *sudoku*
  '(5 3 0 0 7 0 0 0 0
    6 0 0 1 9 5 0 0 0
    0 9 8 0 0 0 0 6 0
    8 0 0 0 6 0 0 0 3
    4 0 0 8 0 3 0 0 1
    7 0 0 0 2 0 0 0 6
    0 6 0 0 0 0 2 8 0
    0 0 0 4 1 9 0 0 5
    0 0 0 0 8 0 0 7 9))

(defun allowed-p (board place digit)
  (multiple-value-bind (row column) (floor place 9)
    (let ((top (* 3 (floor row 3))) (left (* 3 (floor column 3))))
      (dotimes (k 9 t)
        (when (or (= digit (aref board (+ (* 9 row) k)))
                  (= digit (aref board (+ (* 9 k) column)))
                  (= digit (aref board (+ (* 9 (+ top (floor k 3))) left (mod k 3)))))
          (return nil))))))

(defun solve (board)
  (let ((place (position 0 board)))
    (if (null place)
        board
        (loop for digit from 1 to 9
              do (when (allowed-p board place digit)
                   (setf (aref board place) digit)
                   (when (solve board) (return board)))
              finally (setf (aref board place) 0)
                      (return nil)))))

(defun run-sudoku (times)
  (let (value)
    (dotimes (i times (subseq value 0 9))
      (setq value (solve (coerce *sudoku* 'vector))))))

;;; A knight's tour by Warnsdorff's rule.

(defun jumps (place size visited)
  (loop for (dx dy) in '((1 2) (2 1) (2 -1) (1 -2) (-1 -2) (-2 -1) (-2 1) (-1 2))
        for x = (+ dx (car place))
        for y = (+ dy (cdr place))
        when (and (< -1 x size) (< -1 y size) (not (gethash (+ x (* size y)) visited)))
          collect (cons x y)))

(defun tour (size)
  (let ((visited (make-hash-table)) (place (cons 0 0)) (path '()))
    (loop
      (setf (gethash (+ (car place) (* size (cdr place))) visited) t)
      (push place path)
      (let ((choices (jumps place size visited)))
        (when (null choices) (return (nreverse path)))
        (setf place (first (sort choices #'< :key (lambda (p) (length (jumps p size visited))))))))))

(defun run-knights-tour (times)
  (let (value)
    (dotimes (i times (list (length value) (car (last value))))
      (setq value (tour 6)))))

;;; Nim: who wins, by looking at every move.

(defun winning-p (heaps memo)
  (let ((key (sort (remove 0 heaps) #'<)))
    (multiple-value-bind (known there) (gethash key memo)
      (if there
          known
          (setf (gethash key memo)
                (loop for (heap . more) on key
                      for before = '() then (cons last before)
                      for last = heap
                      thereis (loop for left from 0 below heap
                                    thereis (not (winning-p (append before (list left) more) memo)))))))))

(defun run-nim (times)
  (let (value)
    (dotimes (i times value)
      (let ((memo (make-hash-table :test 'equal)))
        (setq value (list (winning-p '(3 4 5) memo) (winning-p '(1 4 5) memo)
                          (hash-table-count memo)))))))

(defun permutations (list)
  (if (null list)
      '(())
      (mapcan (lambda (first)
                (mapcar (lambda (rest) (cons first rest))
                        (permutations (remove first list :count 1))))
              list)))

(defun run-permutations (times)
  (let (value)
    (dotimes (i times (list (length value) (first (last value))))
      (setq value (permutations '(a b c d e f))))))

;;; A state machine that walks through rooms.

(defparameter *rooms*
  '((hall (north kitchen) (east library))
    (kitchen (south hall) (down cellar))
    (cellar (up kitchen))
    (library (west hall) (up attic))
    (attic (down library))))

(defstruct world (room 'hall) (things (list 'lamp 'rope)) (score 0) (log '()))

(defun obey (world command)
  (case (first command)
    (go (let ((exit (assoc (second command) (rest (assoc (world-room world) *rooms*)))))
          (cond (exit (setf (world-room world) (second exit))
                      (incf (world-score world)))
                (t (push :no-way (world-log world))))))
    (take (cond ((member (second command) (world-things world))
                 (setf (world-things world) (remove (second command) (world-things world)))
                 (push (list :have (second command)) (world-log world)))
                (t (push :no-such-thing (world-log world)))))
    (look (push (format nil "You are in the ~(~A~)." (world-room world)) (world-log world)))
    (otherwise (push :what? (world-log world)))))

(defun run-adventure (times)
  (let (value)
    (dotimes (i times value)
      (let ((world (make-world)))
        (dolist (command '((look) (go north) (go down) (take lamp) (take lamp) (go up) (go west)
                           (go south) (go east) (look) (go up) (sing) (take rope)))
          (obey world command))
        (setq value (list (world-room world) (world-score world) (first (last (world-log world)))))))))
