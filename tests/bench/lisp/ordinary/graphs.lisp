;;;; Graphs.

;;; A heap of pairs (priority . item) in an adjustable vector.

(defun heap-push (heap priority item)
  (vector-push-extend (cons priority item) heap)
  (let ((k (1- (length heap))))
    (loop while (plusp k)
          do (let ((parent (floor (1- k) 2)))
               (when (<= (car (aref heap parent)) (car (aref heap k)))
                 (return))
               (rotatef (aref heap parent) (aref heap k))
               (setf k parent)))))

(defun heap-pop (heap)
  (let ((top (aref heap 0)) (last (vector-pop heap)) (k 0))
    (unless (zerop (length heap))
      (setf (aref heap 0) last)
      (loop
        (let ((child (1+ (* 2 k))))
          (when (>= child (length heap)) (return))
          (when (and (< (1+ child) (length heap))
                     (< (car (aref heap (1+ child))) (car (aref heap child))))
            (incf child))
          (when (<= (car (aref heap k)) (car (aref heap child)))
            (return))
          (rotatef (aref heap k) (aref heap child))
          (setf k child))))
    top))

(defun edges-of (node count)
  (list (cons (mod (+ node 1) count) (1+ (mod (* node 7) 10)))
        (cons (mod (* node 3) count) (1+ (mod (* node 11) 20)))
        (cons (mod (+ node 17) count) (1+ (mod (* node 5) 30)))))

(defun dijkstra (start count)
  (let ((distances (make-array count :initial-element nil))
        (heap (make-array 16 :adjustable t :fill-pointer 0)))
    (heap-push heap 0 start)
    (loop until (zerop (length heap))
          do (destructuring-bind (distance . node) (heap-pop heap)
               (unless (aref distances node)
                 (setf (aref distances node) distance)
                 (loop for (neighbour . weight) in (edges-of node count)
                       unless (aref distances neighbour)
                         do (heap-push heap (+ distance weight) neighbour)))))
    distances))

(defun run-dijkstra (times)
  (let (value)
    (dotimes (i times (reduce #'+ value))
      (setq value (dijkstra 0 100)))))

(defun topological-sort (graph)
  (let ((state (make-hash-table)) (order '()))
    (labels ((visit (node)
               (case (gethash node state)
                 (:done nil)
                 (:open (error "A circle through ~S." node))
                 (t (setf (gethash node state) :open)
                    (dolist (next (rest (assoc node graph)))
                      (visit next))
                    (setf (gethash node state) :done)
                    (push node order)))))
      (dolist (entry graph order)
        (visit (first entry))))))

(defun run-topological-sort (times)
  (let ((graph '((shirt tie belt) (tie jacket) (trousers shoes belt) (belt jacket) (socks shoes)
                 (jacket) (shoes door) (watch) (coat door) (scarf coat) (hat coat) (door)))
        value)
    (dotimes (i times value)
      (dotimes (k 10)
        (setq value (topological-sort graph))))))

(defun floyd-warshall (count)
  (let ((distance (make-array (list count count) :initial-element nil)))
    (dotimes (i count)
      (loop for (j . weight) in (edges-of i count)
            do (setf (aref distance i j) weight))
      (setf (aref distance i i) 0))
    (dotimes (k count distance)
      (dotimes (i count)
        (dotimes (j count)
          (let ((a (aref distance i k)) (b (aref distance k j)) (known (aref distance i j)))
            (when (and a b (or (null known) (< (+ a b) known)))
              (setf (aref distance i j) (+ a b)))))))))

(defun run-floyd-warshall (times)
  (let (value)
    (dotimes (i times (aref value 3 19))
      (setq value (floyd-warshall 25)))))

(defparameter *maze*
  #("####################"
    "#     #     #      #"
    "# ### # ### # #### #"
    "# #   #   # #    # #"
    "# # ##### # #### # #"
    "# #       #      # #"
    "# ######### ###### #"
    "#                  #"
    "####################"))

(defun shortest-way (maze from to)
  (let ((queue (list from)) (steps (make-hash-table :test 'equal)))
    (setf (gethash from steps) 0)
    (loop while queue
          do (let ((place (pop queue)))
               (when (equal place to)
                 (return (gethash place steps)))
               (destructuring-bind (row column) place
                 (loop for (dr dc) in '((0 1) (1 0) (0 -1) (-1 0))
                       for next = (list (+ row dr) (+ column dc))
                       unless (or (char= #\# (char (aref maze (first next)) (second next)))
                                  (gethash next steps))
                         do (setf (gethash next steps) (1+ (gethash place steps))
                                  queue (append queue (list next)))))))))

(defun run-maze (times)
  (let (value)
    (dotimes (i times value)
      (setq value (shortest-way *maze* '(1 1) '(1 18))))))

;;; Kruskal's trees over a forest of disjoint sets.

(defun root (parents node)
  (if (= node (aref parents node))
      node
      (setf (aref parents node) (root parents (aref parents node)))))

(defun spanning-tree (count)
  (let ((parents (make-array count))
        (edges (loop for from below count
                     append (loop for (to . weight) in (edges-of from count)
                                  collect (list weight from to))))
        (total 0))
    (dotimes (k count)
      (setf (aref parents k) k))
    (dolist (edge (sort edges #'< :key #'first) total)
      (destructuring-bind (weight from to) edge
        (let ((a (root parents from)) (b (root parents to)))
          (unless (= a b)
            (incf total weight)
            (setf (aref parents a) b)))))))

(defun run-spanning-tree (times)
  (let (value)
    (dotimes (i times value)
      (setq value (spanning-tree 100)))))
