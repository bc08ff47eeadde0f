;;;; SB-SEQUENCE: classes of the program's that inherit from SEQUENCE. Its methods of LENGTH, ELT, (SETF ELT),
;;;; ADJUST-SEQUENCE and MAKE-SEQUENCE-LIKE are enough; each function of the standard has a generic one here,
;;;; which does the same with the elements and can be given a method of its own.

(in-package "SB-IMPL")

(define-condition sb-sequence:protocol-unimplemented (type-error reference-condition)
  ((operation :initarg :operation :reader sb-sequence:protocol-unimplemented-operation))
  (:default-initargs :references '((:sbcl :node "Extensible Sequences")))
  (:report (lambda (condition stream)
             (let ((*package* (find-package "KEYWORD"))
                   (datum (type-error-datum condition)))
               (format stream "~@<The operation ~S is not implemented for ~A which is an instance of the ~S subclass ~S.~@:>"
                       (sb-sequence:protocol-unimplemented-operation condition)
                       (let ((*package* (find-package "COMMON-LISP-USER"))) (prin1-to-string datum))
                       'sequence (class-of datum))))))

(defun sb-sequence:protocol-unimplemented (operation sequence)
  "Signals that the class of SEQUENCE has no method of OPERATION, which it needs."
  (error 'sb-sequence:protocol-unimplemented
         :datum sequence :expected-type '(or list vector) :operation operation))

(defgeneric sb-sequence:length (sequence)
  (:method ((sequence list)) (length sequence))
  (:method ((sequence vector)) (length sequence))
  (:method ((sequence sequence)) (sb-sequence:protocol-unimplemented 'sb-sequence:length sequence)))

(defgeneric sb-sequence:elt (sequence index)
  (:method ((sequence list) index) (elt sequence index))
  (:method ((sequence vector) index) (elt sequence index))
  (:method ((sequence sequence) index)
    (declare (ignore index))
    (sb-sequence:protocol-unimplemented 'sb-sequence:elt sequence)))

(defgeneric (setf sb-sequence:elt) (new-value sequence index)
  (:method (new-value (sequence list) index) (setf (elt sequence index) new-value))
  (:method (new-value (sequence vector) index) (setf (elt sequence index) new-value))
  (:method (new-value (sequence sequence) index)
    (declare (ignore new-value index))
    (sb-sequence:protocol-unimplemented '(setf sb-sequence:elt) sequence)))

(defun set-extended-element (sequence index value)
  "What (SETF ELT) does where SEQUENCE is an instance of a class of the program's."
  (setf (sb-sequence:elt sequence index) value))

(defgeneric sb-sequence:emptyp (sequence)
  (:method ((sequence list))
    (null sequence))
  (:method ((sequence sequence))
    (zerop (sb-sequence:length sequence))))

(defgeneric sb-sequence:make-sequence-like (sequence length &key initial-element initial-contents)
  (:method ((sequence list) length &key (initial-element nil) (initial-contents nil is-given))
    (if is-given
        (coerce initial-contents 'list)
        (make-list length :initial-element initial-element)))
  (:method ((sequence vector) length &rest keys &key initial-element initial-contents)
    (declare (ignore initial-element initial-contents))
    (apply #'make-array length :element-type (array-element-type sequence) keys))
  (:method ((sequence sequence) length &key initial-element initial-contents)
    (declare (ignore length initial-element initial-contents))
    (sb-sequence:protocol-unimplemented 'sb-sequence:make-sequence-like sequence)))

(defgeneric sb-sequence:adjust-sequence (sequence length &key initial-element initial-contents)
  (:method ((sequence list) length &rest keys &key initial-element initial-contents)
    (declare (ignore initial-element initial-contents))
    (adjusted sequence length keys))
  (:method ((sequence vector) length &rest keys &key initial-element initial-contents)
    (declare (ignore initial-element initial-contents))
    (adjusted sequence length keys))
  (:method ((sequence sequence) length &key initial-element initial-contents)
    (declare (ignore length initial-element initial-contents))
    (sb-sequence:protocol-unimplemented 'sb-sequence:adjust-sequence sequence)))

(defun adjusted (sequence length keys)
  "A list or vector with as many of the elements of SEQUENCE, and what KEYS say behind them."
  (let ((result (apply #'sb-sequence:make-sequence-like sequence length keys)))
    (if (getf keys :initial-contents) result (replace result sequence))))

;;; Iterators: by default indices

(defgeneric sb-sequence:make-simple-sequence-iterator (sequence &key from-end start end)
  (:method ((sequence sequence) &key from-end (start 0) end)
    (let ((end (or end (length sequence))))
      (if from-end
          (values (1- end) (1- start) t)
          (values start end nil)))))

(defgeneric sb-sequence:iterator-step (sequence iterator from-end)
  (:method ((sequence sequence) iterator from-end)
    (if from-end (1- iterator) (1+ iterator))))

(defgeneric sb-sequence:iterator-endp (sequence iterator limit from-end)
  (:method ((sequence sequence) iterator limit from-end)
    (declare (ignore from-end))
    (= iterator limit)))

(defgeneric sb-sequence:iterator-element (sequence iterator)
  (:method ((sequence sequence) iterator)
    (elt sequence iterator)))

(defgeneric (setf sb-sequence:iterator-element) (new-value sequence iterator)
  (:method (new-value (sequence sequence) iterator)
    (setf (elt sequence iterator) new-value)))

(defgeneric sb-sequence:iterator-index (sequence iterator)
  (:method ((sequence sequence) iterator)
    iterator))

(defgeneric sb-sequence:iterator-copy (sequence iterator)
  (:method ((sequence sequence) iterator)
    iterator))

(defgeneric sb-sequence:make-sequence-iterator (sequence &key from-end start end)
  (:method ((sequence sequence) &key from-end (start 0) end)
    (multiple-value-bind (iterator limit from-end)
        (sb-sequence:make-simple-sequence-iterator sequence :from-end from-end :start start :end end)
      (values iterator limit from-end
              #'sb-sequence:iterator-step #'sb-sequence:iterator-endp
              #'sb-sequence:iterator-element #'(setf sb-sequence:iterator-element)
              #'sb-sequence:iterator-index #'sb-sequence:iterator-copy))))

(defmacro sb-sequence:with-sequence-iterator ((&rest variables) (sequence &rest keys) &body body)
  "Runs BODY with VARIABLES bound to the values of MAKE-SEQUENCE-ITERATOR, as far as they are not NIL."
  (let* ((names (mapcar (lambda (variable) (or variable (gensym))) variables))
         (unused (remove-if (lambda (name) (member name variables)) names)))
    `(multiple-value-bind ,names (sb-sequence:make-sequence-iterator ,sequence ,@keys)
       (declare (ignore ,@unused))
       ,@body)))

(defmacro sb-sequence:with-sequence-iterator-functions
    ((step endp elt setf index copy) (sequence &rest keys) &body body)
  "Runs BODY with local functions of these names that step along SEQUENCE."
  (let ((of (gensym)) (iterator (gensym)) (limit (gensym)) (from-end (gensym)) (step-1 (gensym)) (endp-1 (gensym))
        (elt-1 (gensym)) (setf-1 (gensym)) (index-1 (gensym)) (copy-1 (gensym)) (new (gensym)))
    `(let ((,of ,sequence))
       (sb-sequence:with-sequence-iterator (,iterator ,limit ,from-end ,step-1 ,endp-1 ,elt-1 ,setf-1 ,index-1 ,copy-1)
           (,of ,@keys)
         (flet ((,step () (setq ,iterator (funcall ,step-1 ,of ,iterator ,from-end)))
                (,endp () (funcall ,endp-1 ,of ,iterator ,limit ,from-end))
                (,elt () (funcall ,elt-1 ,of ,iterator))
                (,setf (,new) (funcall ,setf-1 ,new ,of ,iterator))
                (,index () (funcall ,index-1 ,of ,iterator))
                (,copy () (funcall ,copy-1 ,of ,iterator)))
           (declare (ignorable #',step #',endp #',elt #',setf #',index #',copy))
           ,@body)))))

(defmacro sb-sequence:dosequence ((element sequence &optional return) &body body)
  "Runs BODY with ELEMENT bound to each element of SEQUENCE in turn, in a block named NIL."
  (let ((of (gensym)) (step (gensym)) (endp (gensym)) (elt (gensym)) (again (gensym)))
    `(block nil
       (let ((,of ,sequence))
         (sb-sequence:with-sequence-iterator-functions
             (,step ,endp ,elt ,(gensym) ,(gensym) ,(gensym)) (,of)
           (tagbody
              ,again
              (unless (,endp)
                (let ((,element (,elt)))
                  (tagbody ,@body))
                (,step)
                (go ,again)))))
       ,(and return `(let ((,element nil)) (declare (ignorable ,element)) ,return)))))

;;; The standard's functions

(defun plain (sequence)
  "The elements of SEQUENCE as a list or a vector: SEQUENCE itself where it is one."
  (if (typep sequence '(or list vector))
      sequence
      (let ((elements (make-array (length sequence) :fill-pointer 0 :adjustable t)))
        (sb-sequence:dosequence (element sequence (coerce elements 'simple-vector))
          (vector-push-extend element elements)))))

(defun put-elements (elements sequence)
  (dotimes (i (length elements) sequence)
    (setf (elt sequence i) (elt elements i))))

(defun value-of-elements (sequence function)
  (funcall function (plain sequence)))

(defun made-of-elements (sequence function)
  "A new sequence like SEQUENCE of what FUNCTION makes of its elements."
  (let ((elements (funcall function (plain sequence))))
    (if (typep sequence '(or list vector))
        elements
        (put-elements elements (sb-sequence:make-sequence-like sequence (length elements))))))

(defun changed-by-elements (sequence function)
  "SEQUENCE with what FUNCTION, which may change it, makes of its elements, as long as they are as many."
  (let ((elements (funcall function (plain sequence))))
    (cond ((typep sequence '(or list vector)) elements)
          ((= (length elements) (length sequence)) (put-elements elements sequence))
          (t (put-elements elements (sb-sequence:adjust-sequence sequence (length elements)))))))

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defvar *sequence-functions*
    '((0 value-of-elements "LENGTH" "ELT")
      (1 value-of-elements "COUNT" "COUNT-IF" "COUNT-IF-NOT" "FIND" "FIND-IF" "FIND-IF-NOT" "POSITION" "POSITION-IF"
       "POSITION-IF-NOT" "REDUCE")
      (0 made-of-elements "COPY-SEQ" "SUBSEQ" "REVERSE" "REMOVE-DUPLICATES")
      (1 made-of-elements "REMOVE" "REMOVE-IF" "REMOVE-IF-NOT")
      (2 made-of-elements "SUBSTITUTE" "SUBSTITUTE-IF" "SUBSTITUTE-IF-NOT")
      (0 changed-by-elements "FILL" "NREVERSE" "SORT" "STABLE-SORT" "DELETE-DUPLICATES")
      (1 changed-by-elements "DELETE" "DELETE-IF" "DELETE-IF-NOT")
      (2 changed-by-elements "NSUBSTITUTE" "NSUBSTITUTE-IF" "NSUBSTITUTE-IF-NOT"))
    "The place of the sequence among the arguments, how it is worked on, and the functions.")

  (defun generic-of-sequence (name)
    (find-symbol name "SB-SEQUENCE")))

(macrolet ((define-all ()
             `(progn
                ,@(loop for (place work . names) in *sequence-functions*
                        for before = (subseq '(first second) 0 place)
                        append (loop for name in names
                                     unless (member name '("LENGTH" "ELT") :test #'string=)
                                       collect `(defgeneric ,(generic-of-sequence name) (,@before sequence &rest more)
                                                  (:method (,@before (sequence sequence) &rest more)
                                                    (,work sequence
                                                           (lambda (elements)
                                                             (apply #',(intern name "COMMON-LISP")
                                                                    ,@before elements more))))))))))
  (define-all))

(defgeneric sb-sequence:mismatch (sequence1 sequence2 &rest keys)
  (:method ((sequence1 sequence) (sequence2 sequence) &rest keys)
    (apply #'mismatch (plain sequence1) (plain sequence2) keys)))

(defgeneric sb-sequence:search (sequence1 sequence2 &rest keys)
  (:method ((sequence1 sequence) (sequence2 sequence) &rest keys)
    (apply #'search (plain sequence1) (plain sequence2) keys)))

(defgeneric sb-sequence:replace (sequence1 sequence2 &rest keys)
  (:method ((sequence1 sequence) (sequence2 sequence) &rest keys)
    (changed-by-elements sequence1 (lambda (elements) (apply #'replace elements (plain sequence2) keys)))))

(defun with-plain-arguments (function)
  "A function that calls FUNCTION with the elements of extended sequences in their places."
  (lambda (&rest arguments)
    (apply function (mapcar (lambda (x) (if (typep x 'sequence) (plain x) x)) arguments))))

(defun map-into-extended (function)
  (lambda (result mapped &rest sequences)
    (changed-by-elements result (lambda (elements) (apply function elements mapped (mapcar #'plain sequences))))))

(defun dispatch-on-sequences ()
  "Has the standard's functions take extended sequences, once there is a class of such."
  (install-sequence-dispatch
   (append
    (loop for (place nil . names) in *sequence-functions*
          append (loop for name in names
                       collect (list (intern name "COMMON-LISP") (fdefinition (generic-of-sequence name)) place place)))
    (list (list 'mismatch #'sb-sequence:mismatch 0 1)
          (list 'search #'sb-sequence:search 0 1)
          (list 'replace #'sb-sequence:replace 0 1)
          (list 'map-into (map-into-extended #'map-into) 0 call-arguments-limit))
    (loop for (name from to) in `((every 1 ,call-arguments-limit) (some 1 ,call-arguments-limit)
                                  (notany 1 ,call-arguments-limit) (notevery 1 ,call-arguments-limit)
                                  (map 2 ,call-arguments-limit) (concatenate 1 ,call-arguments-limit)
                                  (merge 1 2) (coerce 0 0))
          collect (list name (with-plain-arguments (fdefinition name)) from to)))))
