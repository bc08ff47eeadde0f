;;;; The generic functions of SB-SEQUENCE that programs define methods of, for classes of their own. The
;;;; functions of the standard take lists and vectors.

(in-package "SB-IMPL")

(defgeneric sb-sequence:length (sequence)
  (:method ((sequence sequence))
    (length sequence)))

(defgeneric sb-sequence:elt (sequence index)
  (:method ((sequence sequence) index)
    (elt sequence index)))

(defgeneric (setf sb-sequence:elt) (new-value sequence index)
  (:method (new-value (sequence sequence) index)
    (setf (elt sequence index) new-value)))

(defgeneric sb-sequence:emptyp (sequence)
  (:method ((sequence list))
    (null sequence))
  (:method (sequence)
    (zerop (sb-sequence:length sequence))))

(defgeneric sb-sequence:make-sequence-like (sequence length &key initial-element initial-contents)
  (:method ((sequence list) length &key (initial-element nil) (initial-contents nil is-given))
    (if is-given
        (coerce initial-contents 'list)
        (make-list length :initial-element initial-element)))
  (:method ((sequence vector) length &rest keys &key initial-element initial-contents)
    (declare (ignore initial-element initial-contents))
    (apply #'make-array length :element-type (array-element-type sequence) keys)))

(defgeneric sb-sequence:adjust-sequence (sequence length &key initial-element initial-contents)
  (:method (sequence length &rest keys &key initial-element initial-contents)
    (declare (ignore initial-element))
    (let ((result (apply #'sb-sequence:make-sequence-like sequence length keys)))
      (if initial-contents result (replace result sequence)))))
