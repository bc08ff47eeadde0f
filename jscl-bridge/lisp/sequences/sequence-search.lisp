;;;; Searching sequences (CLHS 17.2): find, position, count, remove, substitute, search.

(in-package "JSCL-MCP")

(defmacro do-elements-toward ((element index sequence start end from-end) &body body)
  `(if ,from-end
       (do-elements-backwards (,element ,index ,sequence ,start ,end) ,@body)
       (do-elements (,element ,index ,sequence ,start ,end) ,@body)))

(defun-by-test (find find-if find-if-not :one require-sequence) ((sequence) from-end (start 0) end)
    "The first element of SEQUENCE that matches."
  (require-sequence sequence)
  (do-elements-toward (element index sequence start end from-end)
    (when (funcall match element) (return element))))

(defun-by-test (position position-if position-if-not :one require-sequence) ((sequence) from-end (start 0) end)
    "The index of the first element of SEQUENCE that matches."
  (require-sequence sequence)
  (do-elements-toward (element index sequence start end from-end)
    (when (funcall match element) (return index))))

(defun-by-test (count count-if count-if-not :one) ((sequence) from-end (start 0) end)
    "How many elements of SEQUENCE match."
  (require-sequence sequence)
  (let ((total 0))
    (do-elements-toward (element index sequence start end from-end)
      (when (funcall match element) (incf total)))
    total))

(defun matching-indices (sequence start end from-end count match)
  "A vector that is true at the indices of the matches, at most COUNT of them from the side that FROM-END names."
  (let ((marks (%js-inline "[]"))
        (left (if count (max count 0) most-positive-fixnum)))
    (do-elements-toward (element index sequence start end from-end)
      (when (eql left 0) (return))
      (when (funcall match element)
        (decf left)
        (%js-inline "($0[$1] = true, $0)" marks index)))
    marks))

(defmacro marked-p (marks index)
  `(%js-inline "($0[$1] === true ? t : nil)" ,marks ,index))

(defun-by-test (remove remove-if remove-if-not) ((sequence) from-end (start 0) end count)
    "SEQUENCE without the elements that match."
  (require-sequence sequence)
  (let ((marks (matching-indices sequence start end from-end count match)))
    (if (listp sequence)
        (let ((result '()))
          (do-elements (element index sequence)
            (unless (marked-p marks index) (push element result)))
          (nreverse result))
        (let ((result (empty-like sequence)))
          (do-elements (element index sequence)
            (unless (marked-p marks index) (append-element result element)))
          result))))

(defun-by-test (substitute-with substitute-with-if substitute-with-if-not)
    ((sequence new) from-end (start 0) end count)
    "SEQUENCE with NEW in place of the elements that match."
  (require-sequence sequence)
  (let ((marks (matching-indices sequence start end from-end count match)))
    (if (listp sequence)
        (let ((result '()))
          (do-elements (element index sequence)
            (push (if (marked-p marks index) new element) result))
          (nreverse result))
        (let ((result (empty-like sequence)))
          (do-elements (element index sequence)
            (if (marked-p marks index)
                (append-stored result new)
                (append-element result element)))
          result))))

(defun substitute (new old sequence &rest keys)
  "SEQUENCE with NEW in place of the elements that match OLD."
  (apply #'substitute-with old sequence new keys))

(defun substitute-if (new predicate sequence &rest keys)
  "SEQUENCE with NEW in place of the elements that satisfy PREDICATE."
  (apply #'substitute-with-if predicate sequence new keys))

(defun substitute-if-not (new predicate sequence &rest keys)
  "SEQUENCE with NEW in place of the elements that do not satisfy PREDICATE."
  (apply #'substitute-with-if-not predicate sequence new keys))

(defun nsubstitute (new old sequence &rest keys)
  "Like SUBSTITUTE; changes SEQUENCE."
  (replace sequence (apply #'substitute new old sequence keys)))

(defun nsubstitute-if (new predicate sequence &rest keys)
  "Like SUBSTITUTE-IF; changes SEQUENCE."
  (replace sequence (apply #'substitute-if new predicate sequence keys)))

(defun nsubstitute-if-not (new predicate sequence &rest keys)
  "Like SUBSTITUTE-IF-NOT; changes SEQUENCE."
  (replace sequence (apply #'substitute-if-not new predicate sequence keys)))

(setf (symbol-function 'delete) #'remove
      (symbol-function 'delete-if) #'remove-if
      (symbol-function 'delete-if-not) #'remove-if-not)

(defun remove-duplicates (sequence &key key test test-not (start 0) end from-end)
  "SEQUENCE without elements that match a later one, an earlier one with FROM-END."
  (require-sequence sequence)
  (let* ((same (pair-test test test-not key))
         (vector (if (listp sequence) (list-vector sequence) sequence))
         (limit (sequence-end vector start end))
         (result '()))
    (flet ((duplicate-p (index)
             (if from-end
                 (do ((other start (1+ other)))
                     ((>= other index) nil)
                   (when (funcall same (vector-ref vector other) (vector-ref vector index)) (return t)))
                 (do ((other (1+ index) (1+ other)))
                     ((>= other limit) nil)
                   (when (funcall same (vector-ref vector index) (vector-ref vector other)) (return t))))))
      (dotimes (index (vector-length vector))
        (unless (and (>= index start) (< index limit) (duplicate-p index))
          (push (vector-ref vector index) result))))
    (list-like (nreverse result) sequence)))

(setf (symbol-function 'delete-duplicates) #'remove-duplicates)

(defun mismatch (sequence-1 sequence-2 &key from-end test test-not key (start1 0) (start2 0) end1 end2)
  "The index in SEQUENCE-1 where the sequences first differ, or NIL."
  (let* ((same (pair-test test test-not key))
         (first (subseq sequence-1 start1 end1))
         (second (subseq sequence-2 start2 end2))
         (a (if (listp first) (list-vector first) first))
         (b (if (listp second) (list-vector second) second))
         (length-a (vector-length a))
         (length-b (vector-length b)))
    (if from-end
        (do ((step 1 (1+ step)))
            ((or (> step length-a) (> step length-b))
             (if (= length-a length-b) nil (+ start1 (- length-a step) 1)))
          (unless (funcall same (vector-ref a (- length-a step)) (vector-ref b (- length-b step)))
            (return (+ start1 (- length-a step) 1))))
        (do ((index 0 (1+ index)))
            ((or (>= index length-a) (>= index length-b))
             (if (= length-a length-b) nil (+ start1 index)))
          (unless (funcall same (vector-ref a index) (vector-ref b index))
            (return (+ start1 index)))))))

(defun search (sequence-1 sequence-2 &key from-end test test-not key (start1 0) (start2 0) end1 end2)
  "The index in SEQUENCE-2 where SEQUENCE-1 begins, or NIL."
  (let* ((same (pair-test test test-not key))
         (pattern (let ((part (subseq sequence-1 start1 end1))) (if (listp part) (list-vector part) part)))
         (text (if (listp sequence-2) (list-vector sequence-2) sequence-2))
         (length (vector-length pattern))
         (last (- (sequence-end text start2 end2) length))
         (found nil))
    (do ((at start2 (1+ at)))
        ((> at last) found)
      (when (do ((index 0 (1+ index)))
                ((>= index length) t)
              (unless (funcall same (vector-ref pattern index) (vector-ref text (+ at index)))
                (return nil)))
        (if from-end
            (setq found at)
            (return at))))))
