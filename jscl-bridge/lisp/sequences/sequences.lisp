;;;; Sequences (CLHS chapter 17): making, copying, mapping, sorting.

(in-package "JSCL-MCP")

(defun require-sequence (object)
  (unless (or (listp object) (vector-p object))
    (wrong-type object 'sequence)))

;;; Results of a type that is named. Their kind is NIL for a list, or the place of what the vectors are
;;; specialized to.

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
      (filled-from-list (empty-of-kind kind) list)))

(defun make-sequence (result-type size &key (initial-element nil initial-element-p))
  "A sequence of RESULT-TYPE with SIZE elements."
  (unless (index-p size)
    (wrong-type size `(mod ,+index-limit+)))
  (let ((kind (checked-result-kind result-type size)))
    (cond ((null kind) (make-list size :initial-element initial-element))
          (initial-element-p (filled-vector kind size initial-element))
          (t (filled-vector kind size)))))

(defun set-subseq (sequence start end new)
  (replace sequence new :start1 start :end1 end)
  new)

(defun concatenate-as (result-type sequences)
  "CONCATENATE to a sequence of a type that is none of the frequent ones."
  (multiple-value-bind (kind lengths) (result-kind result-type)
    (let ((length (length-of-all sequences)))
      (when lengths
        (check-result-length result-type lengths length)))
    (list-of-kind (elements-list sequences) kind)))

(defun length-of-all (sequences)
  (let ((length 0))
    (dolist (sequence sequences length)
      (incf length (length sequence)))))

;;; Mapping

(defun map-as (result-type function sequences)
  "The values of FUNCTION on the elements of the sequences, as a sequence of RESULT-TYPE, or NIL."
  (let ((more (cdr sequences)))
    (if (null result-type)
        (progn (mapc #'require-sequence sequences)
               (mapped function sequences)
               nil)
        (multiple-value-bind (kind lengths) (result-kind result-type (null more))
          (mapc #'require-sequence sequences)
          (when (and lengths kind (or more (not (simple-vector-kind-p result-type))))
            (check-result-length result-type lengths (reduce #'min (mapcar #'length sequences))))
          (let ((result (list-of-kind (mapped function sequences) kind)))
            (unless (or (null lengths) (typep result result-type))
              (not-of-map-type result result-type))
            result)))))

(defun not-of-map-type (result type)
  (error 'simple-type-error :datum result :expected-type type
                            :format-control "MAP result ~S is not a sequence of type ~S"
                            :format-arguments (list result type)))

;;; Sorting

(defun merge-as (result-type sequence-1 sequence-2 predicate key)
  "The elements of two sorted sequences, sorted, as a sequence of RESULT-TYPE."
  (unless (or (functionp predicate) (symbolp predicate))
    (wrong-type predicate '(or symbol function)))
  (require-sequence sequence-1)
  (require-sequence sequence-2)
  (let ((kind (checked-result-kind result-type (+ (length sequence-1) (length sequence-2)))))
    (list-of-kind (merged sequence-1 sequence-2 predicate key) kind)))
