;;;; Sequences (CLHS chapter 17): making, copying, mapping, sorting.

(in-package "JSCL-MCP")

(defun length (sequence)
  "The number of elements of SEQUENCE."
  (cond ((consp sequence) (list-elements sequence))
        ((null sequence) 0)
        ((vector-p sequence) (vector-length sequence))
        (t (wrong-type sequence 'sequence))))

(defun require-sequence (object)
  (unless (or (listp object) (vector-p object))
    (wrong-type object 'sequence)))

;;; Results of a type that is named. Their kind is NIL for a list, or the place of what the vectors are specialized to.

(defvar *any-kind* (upgraded-index t))
(defvar *string-kind* (upgraded-index 'character))
(defvar *bits-kind* (upgraded-index 'bit))

(defun empty-of-kind (kind)
  (cond ((eq kind *any-kind*) (%js-inline "[]"))
        ((eq kind *string-kind*) (%js-inline "Object.assign([], {stringp: 1})"))
        (t (filled-vector kind 0))))

(defun result-kind (type &optional any-lengths)
  "The kind of sequences of TYPE, and how long they may be, as CHECK-RESULT-LENGTH takes it, or NIL. With ANY-LENGTHS, types
that are unions of vectors may have several lengths."
  (case type
    (list (values nil nil))
    ((vector simple-vector) (values *any-kind* nil))
    ((string simple-string) (values *string-kind* nil))
    ((bit-vector simple-bit-vector) (values *bits-kind* nil))
    (t (named-result-kind type any-lengths))))

(defun checked-result-kind (type length)
  "The kind of sequences of TYPE; an error unless they may have LENGTH."
  (multiple-value-bind (kind lengths) (result-kind type)
    (when lengths
      (check-result-length type lengths length))
    kind))

(defun list-of-kind (list kind)
  "The elements of the fresh LIST as a sequence of KIND."
  (if (null kind)
      list
      (let ((vector (empty-of-kind kind)))
        (dolist (element list vector)
          (append-stored vector element)))))

(defun make-sequence (result-type size &key (initial-element nil initial-element-p))
  "A sequence of RESULT-TYPE with SIZE elements."
  (unless (index-p size)
    (wrong-type size `(mod ,+index-limit+)))
  (let ((kind (checked-result-kind result-type size)))
    (cond ((null kind) (make-list size :initial-element initial-element))
          (initial-element-p (filled-vector kind size initial-element))
          (t (filled-vector kind size)))))

(defun subseq (sequence start &optional end)
  "The elements of SEQUENCE from START below END."
  (require-sequence sequence)
  (require-index start)
  (require-end end)
  (when (listp sequence)
    ;; SBCL names the bounds, not the type that END would have to be.
    (let ((length (length sequence)))
      (when (or (> start length) (and end (or (> end length) (< end start))))
        (bad-bounds sequence start end length))))
  (if (listp sequence)
      (let ((result '()))
        (do-elements (element index sequence start end)
          (push element result))
        (nreverse result))
      (let ((result (empty-like sequence)))
        (do-elements (element index sequence start end)
          (append-element result element))
        result)))

(defun set-subseq (sequence start end new)
  (replace sequence new :start1 start :end1 end)
  new)

(defun copy-seq (sequence)
  "A copy of SEQUENCE."
  (subseq sequence 0))

(defun reverse (sequence)
  "The elements of SEQUENCE in reverse."
  (require-sequence sequence)
  (if (listp sequence)
      (reverse-list sequence)
      (let ((result (empty-like sequence)))
        (do-elements-backwards (element index sequence)
          (append-element result element))
        result)))

(defun nreverse (sequence)
  "The elements of SEQUENCE in reverse; reuses SEQUENCE."
  (require-sequence sequence)
  (if (listp sequence)
      (do ((rest sequence)
           (result '()))
          ((endp rest) result)
        (let ((next (cdr rest)))
          (rplacd rest result)
          (setq result rest rest next)))
      (do ((low 0 (1+ low))
           (high (1- (vector-length sequence)) (1- high)))
          ((>= low high) sequence)
        (let ((element (vector-ref sequence low)))
          (set-vector-ref sequence low (vector-ref sequence high))
          (set-vector-ref sequence high element)))))

(defun concatenate (result-type &rest sequences)
  "The elements of SEQUENCES as a sequence of RESULT-TYPE."
  (multiple-value-bind (kind lengths) (result-kind result-type)
    (dolist (sequence sequences)
      (length sequence))
    (when lengths
      (check-result-length result-type lengths (reduce #'+ (mapcar #'length sequences))))
    (if (null kind)
        (let ((list '()))
          (dolist (sequence sequences (nreverse list))
            (do-elements (element index sequence)
              (push element list))))
        (let ((vector (empty-of-kind kind)))
          (dolist (sequence sequences vector)
            (do-elements (element index sequence)
              (append-stored vector element)))))))

;;; Mapping

(defun map-sequences (function sequences use)
  "Calls USE with each value of FUNCTION on the elements of SEQUENCES, until the shortest ends."
  (let ((function (as-function function)))
    (if (null (cdr sequences))
        (do-elements (element index (car sequences))
          (funcall use (funcall function element)))
        (let* ((vectors (mapcar (lambda (sequence) (if (listp sequence) (list-vector sequence) sequence)) sequences))
               (end (reduce #'min (mapcar #'length vectors))))
          (do ((index 0 (1+ index)))
              ((>= index end))
            (funcall use (apply function (mapcar (lambda (vector) (vector-ref vector index)) vectors))))))))

(defun map (result-type function sequence &rest more)
  "The values of FUNCTION on the elements of the sequences, as a sequence of RESULT-TYPE, or NIL."
  (let ((sequences (cons sequence more)))
    (if (null result-type)
        (progn (mapc #'require-sequence sequences)
               (map-sequences function sequences #'identity)
               nil)
        (multiple-value-bind (kind lengths) (result-kind result-type (null more))
          (mapc #'require-sequence sequences)
          (when (and lengths kind (or more (not (simple-vector-kind-p result-type))))
            (check-result-length result-type lengths (reduce #'min (mapcar #'length sequences))))
          (let ((list '()))
            (map-sequences function sequences (lambda (value) (push value list)))
            (let ((result (list-of-kind (nreverse list) kind)))
              (unless (or (null lengths) (typep result result-type))
                (not-of-map-type result result-type))
              result))))))

(defun not-of-map-type (result type)
  (error 'simple-type-error :datum result :expected-type type
                            :format-control "MAP result ~S is not a sequence of type ~S"
                            :format-arguments (list result type)))

(defun map-into (result function &rest sequences)
  "Stores the values of FUNCTION in RESULT and returns it."
  (let ((values '()))
    (if sequences
        (map-sequences function sequences (lambda (value) (push value values)))
        (dotimes (index (length result))
          (push (funcall function) values)))
    (replace result (nreverse values))))

(defmacro define-quantifier (name documentation stop-test stop-value final)
  `(defun ,name (predicate sequence &rest more)
     ,documentation
     (require-sequence sequence)
     (block nil
       (map-sequences predicate (cons sequence more)
                      (lambda (value) (when ,stop-test (return ,stop-value))))
       ,final)))

(define-quantifier some "The first true value of PREDICATE, or NIL." value value nil)
(define-quantifier every "True when PREDICATE is true of all elements." (not value) nil t)
(define-quantifier notany "True when PREDICATE is true of no element." value nil t)
(define-quantifier notevery "True when PREDICATE is not true of all elements." (not value) t nil)

(defun reduce (function sequence &key key from-end (start 0) end (initial-value nil initial-value-p))
  "Combines the elements of SEQUENCE by FUNCTION."
  (require-sequence sequence)
  (let ((function (as-function function))
        (key (and key (as-function key)))
        (value initial-value)
        (empty (not initial-value-p)))
    (flet ((take (element)
             (let ((element (if key (funcall key element) element)))
               (cond (empty (setq value element empty nil))
                     (from-end (setq value (funcall function element value)))
                     (t (setq value (funcall function value element)))))))
      (if from-end
          (do-elements-backwards (element index sequence start end) (take element))
          (do-elements (element index sequence start end) (take element))))
    (if empty (funcall function) value)))

;;; Storing

(defun require-element (vector element)
  "Signals unless VECTOR can hold ELEMENT."
  (unless (or (holds-plainly-p vector element) (element-held-p vector element))
    (wrong-type element (array-element-type vector))))

(defun fill (sequence item &key (start 0) end)
  "Stores ITEM in SEQUENCE from START below END."
  (require-sequence sequence)
  (if (listp sequence)
      (let ((end (sequence-end sequence start end)))
        (do ((rest (nthcdr start sequence) (cdr rest))
             (index start (1+ index)))
            ((or (>= index end) (endp rest)))
          (rplaca rest item)))
      (progn
        (require-element sequence item)
        (do ((end (sequence-end sequence start end))
             (index start (1+ index)))
            ((>= index end))
          (set-vector-ref sequence index item))))
  sequence)

(defun replace (sequence-1 sequence-2 &key (start1 0) end1 (start2 0) end2)
  "Copies elements of SEQUENCE-2 into SEQUENCE-1 and returns it."
  (require-sequence sequence-1)
  (require-sequence sequence-2)
  (let ((end (sequence-end sequence-1 start1 end1))
        (elements (subseq sequence-2 start2 end2))
        (at start1)
        (rest (and (listp sequence-1) (nthcdr start1 sequence-1))))
    (do-elements (element index elements)
      (when (or (>= at end) (and (listp sequence-1) (null rest))) (return))
      (if (listp sequence-1)
          (progn (rplaca rest element) (setq rest (cdr rest)))
          (store-element sequence-1 at element))
      (incf at))
    sequence-1))

;;; Sorting

(defun merge-lists (first second before)
  "The elements of two sorted lists, sorted. BEFORE tells whether one element must come before another."
  (let ((result '()))
    (do () ((or (null first) (null second))
            (revappend result (or first second)))
      (if (funcall before (car second) (car first))
          (push (pop second) result)
          (push (pop first) result)))))

(defun sort-list (list length before)
  (if (< length 2)
      (and (= length 1) (list (car list)))
      (let ((half (floor length 2)))
        (merge-lists (sort-list list half before)
                     (sort-list (nthcdr half list) (- length half) before)
                     before))))

(defun order-test (predicate key)
  (let ((predicate (as-function predicate))
        (key (and key (as-function key))))
    (if key
        (lambda (a b) (funcall predicate (funcall key a) (funcall key b)))
        predicate)))

(defun sort-sequence (sequence predicate key)
  (require-sequence sequence)
  (let ((before (order-test predicate key)))
    (if (listp sequence)
        (sort-list sequence (length sequence) before)
        (let ((index -1))
          (dolist (element (sort-list (vector-list sequence) (length sequence) before) sequence)
            (set-vector-ref sequence (incf index) element))))))

(defun stable-sort (sequence predicate &key key)
  "SEQUENCE sorted by PREDICATE; equal elements keep their order."
  (sort-sequence sequence predicate key))

(defun sort (sequence predicate &key key)
  "SEQUENCE sorted by PREDICATE."
  (sort-sequence sequence predicate key))

(defun merge (result-type sequence-1 sequence-2 predicate &key key)
  "The elements of two sorted sequences, sorted, as a sequence of RESULT-TYPE."
  (unless (or (functionp predicate) (symbolp predicate))
    (wrong-type predicate '(or symbol function)))
  (require-sequence sequence-1)
  (require-sequence sequence-2)
  (let ((kind (checked-result-kind result-type (+ (length sequence-1) (length sequence-2)))))
    (flet ((elements (sequence)
             (if (listp sequence) (copy-list sequence) (vector-list sequence))))
      (list-of-kind (merge-lists (elements sequence-1) (elements sequence-2) (order-test predicate key)) kind))))
