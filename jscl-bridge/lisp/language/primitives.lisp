;;;; Primitives of the library in Lisp: kinds of sequences, function designators, bounds.

(in-package "JSCL-MCP")

(defmacro note-definition (kind &rest name)
  "Makes known that what NAME, one or more objects, names as a KIND was defined or changed."
  `(%runtime "noteDefinition" ',kind ,@name))

(defmacro note-undefined (kind &rest name)
  "Makes known that what NAME, one or more objects, names as a KIND was made undefined."
  `(%runtime "noteUndefined" ',kind ,@name))

(defmacro vector-p (object)
  "True when OBJECT is an array of one dimension."
  `(%js-inline "(Array.isArray($0) && $0.dimensions === undefined ? t : nil)" ,object))

(defun simple-p (array)
  (%js-inline "(typeof $0.@fillPointer === 'number' || $0.@adjustable === true ? nil : t)" array))

(defmacro vector-length (vector)
  `(%js-inline "(typeof $0.@fillPointer === 'number' ? $0.@fillPointer : $0.length)" ,vector))

(defmacro vector-ref (vector index)
  "The element at an INDEX known to be inside VECTOR."
  `(%js-inline "$0[$1]" ,vector ,index))

(defmacro set-vector-ref (vector index value)
  `(%js-inline "($0[$1] = $2)" ,vector ,index ,value))

(defmacro specialized-array-p (array)
  "True when ARRAY cannot hold any object."
  `(%js-inline "($0.@stringMark === 1 || $0.@bits !== undefined ? t : nil)" ,array))

(defun empty-like (vector)
  "A new vector without elements, of the element type of VECTOR."
  (cond ((not (specialized-array-p vector)) (%js-inline "[]"))
        ((%js-inline "($0.@bits === undefined ? t : nil)" vector) (%js-inline "Object.assign([], {stringp: 1})"))
        (t (array-like vector))))

(defmacro holds-plainly-p (vector element)
  "True when it takes no look at what VECTOR is specialized to that it may hold ELEMENT."
  `(%js-inline "($0.@bits === undefined && ($0.@stringMark !== 1 || typeof $1 === 'string') ? t : nil)" ,vector ,element))

(defmacro append-stored (vector element)
  "Appends ELEMENT to VECTOR, or signals that VECTOR cannot hold it."
  (let ((array (gensym "VECTOR")) (value (gensym "ELEMENT")))
    `(let ((,array ,vector)
           (,value ,element))
       (unless (holds-plainly-p ,array ,value)
         (check-stored ,array ,value))
       (append-element ,array ,value))))

(defmacro store-element (vector index element)
  "Stores ELEMENT in VECTOR at an INDEX known to be inside it, or signals that VECTOR cannot hold it."
  (let ((array (gensym "VECTOR")) (value (gensym "ELEMENT")))
    `(let ((,array ,vector)
           (,value ,element))
       (unless (holds-plainly-p ,array ,value)
         (check-stored ,array ,value))
       (set-vector-ref ,array ,index ,value))))

;;; An array that JavaScript cannot let grow any more ends the process. The setting of a length that there is
;;; not throws what is taken for an exhausted heap.
(defmacro append-element (vector element)
  `(%js-inline "($0.push($1) > 33554432 && ($0.length = -1), $0)" ,vector ,element))

(defun wrong-type (datum type)
  (error 'type-error :datum datum :expected-type type))

(defmacro require-type (object type)
  "Signals a TYPE-ERROR unless OBJECT is of TYPE, which is not evaluated."
  `(unless (typep ,object ',type)
     (wrong-type ,object ',type)))

(defun as-function (designator)
  "The function that DESIGNATOR is or names."
  (cond ((functionp designator) designator)
        ((symbolp designator)
         (if (fboundp designator)
             (symbol-function designator)
             (undefined-function-reference designator)))
        (t (wrong-type designator '(or function symbol)))))

(defconstant +index-limit+ (%runtime "indexLimit")
  "Indices of sequences are below this, in SBCL.")

(defun index-p (object)
  (%js-inline "((typeof $0 === 'number' ? Number.isInteger($0) : typeof $0 === 'bigint' && $0 < R.indexLimit) && $0 >= 0 ? t : nil)"
              object))

(defun require-index (object)
  (unless (index-p object)
    (wrong-type object `(mod ,+index-limit+))))

(defun require-end (object)
  "Signals unless OBJECT, the end of a part of a sequence, is an index or NIL."
  (unless (or (null object) (index-p object))
    (wrong-type object `(or (mod ,+index-limit+) null))))

(defun bad-bounds (sequence start end length)
  (error 'bounding-indices-bad-error
         :datum (cons start end)
         :expected-type `(cons (integer 0 ,length) (integer ,start ,length))
         :object sequence))

(defun list-elements (list)
  "The number of elements of the proper list LIST; a TYPE-ERROR about the tail when it is dotted."
  (let ((count 0))
    (do ((rest list (cdr rest)))
        ((not (consp rest))
         (unless (null rest) (wrong-type rest 'list))
         count)
      (incf count))))

(defun sequence-end (sequence start end)
  "Where to stop in SEQUENCE, after checking the bounding indices START and END."
  (require-index start)
  (require-end end)
  (cond ((and (listp sequence) (null end) (eql start 0)) most-positive-fixnum)
        (t
         (let ((length (length sequence)))
           (when (or (> start length) (and end (or (> end length) (< end start))))
             (bad-bounds sequence start end length))
           (or end length)))))

(defmacro do-elements ((element index sequence &optional (start 0) end) &body body)
  "Runs BODY for each ELEMENT of SEQUENCE at INDEX from START below END, in a block named NIL; NIL at the end."
  (let ((object (gensym "SEQUENCE")) (from (gensym "START")) (limit (gensym "END")) (rest (gensym "REST")))
    `(let* ((,object ,sequence)
            (,from ,start)
            (,limit (sequence-end ,object ,from ,end)))
       (if (listp ,object)
           (do ((,rest (if (eql ,from 0) ,object (nthcdr ,from ,object)) (cdr ,rest))
                (,index ,from (1+ ,index)))
               ((or (>= ,index ,limit)
                    (not (consp ,rest)))
                (unless (listp ,rest) (wrong-type ,rest 'list)))
             (let ((,element (car ,rest)))
               ,@body))
           (do ((,index ,from (1+ ,index)))
               ((>= ,index ,limit))
             (let ((,element (vector-ref ,object ,index)))
               ,@body))))))

(defmacro do-elements-backwards ((element index sequence &optional (start 0) end) &body body)
  "Like DO-ELEMENTS, from the end."
  (let ((vector (gensym "VECTOR")) (from (gensym "START")) (object (gensym "SEQUENCE")) (limit (gensym "END")))
    `(let* ((,object ,sequence)
            (,vector (if (listp ,object) (list-vector ,object) ,object))
            (,from ,start)
            (,limit (sequence-end ,vector ,from ,end)))
       (do ((,index (1- ,limit) (1- ,index)))
           ((< ,index ,from))
         (let ((,element (vector-ref ,vector ,index)))
           ,@body)))))

(defun list-vector (list)
  "A vector of the elements of LIST."
  (let ((vector (%js-inline "[]")))
    (do ((rest list (cdr rest)))
        ((not (consp rest))
         (unless (null rest) (wrong-type rest 'list))
         vector)
      (append-element vector (car rest)))))

(defun vector-list (vector)
  "A list of the elements of VECTOR."
  (let ((list '()))
    (do ((index (1- (vector-length vector)) (1- index)))
        ((< index 0) list)
      (push (vector-ref vector index) list))))

(defun list-like (list sequence)
  "The elements of the fresh LIST as a sequence of the kind of SEQUENCE."
  (if (listp sequence)
      list
      (let ((vector (empty-like sequence)))
        (dolist (element list vector)
          (append-element vector element)))))

;;; Comparing elements

(defun both-tests-error ()
  "Signals that a function of lists or trees was given two tests."
  (error ":TEST and :TEST-NOT were both supplied."))

(defmacro with-list-tests ((test test-not) &body body)
  "Runs BODY with TEST and TEST-NOT as functions of lists and trees take them: one at most, and NIL is no test but a name
without a function. Whether they were supplied is in variables that are named as they are, with -P."
  (flet ((supplied (name) (intern (concatenate 'string (symbol-name name) "-P") "JSCL-MCP")))
    `(let ((,test (and ,(supplied test) (as-function ,test)))
           (,test-not (and ,(supplied test-not) (as-function ,test-not))))
       (when (and ,test ,test-not)
         (both-tests-error))
       ,@body)))

(defun element-test (item test test-not key)
  "A function that tells whether an element matches ITEM."
  (cond (test-not
         (let ((test-not (as-function test-not)))
           (if key
               (let ((key (as-function key)))
                 (lambda (element) (not (funcall test-not item (funcall key element)))))
               (lambda (element) (not (funcall test-not item element))))))
        (test
         (let ((test (as-function test)))
           (if key
               (let ((key (as-function key)))
                 (lambda (element) (funcall test item (funcall key element))))
               (lambda (element) (funcall test item element)))))
        (key
         (let ((key (as-function key)))
           (lambda (element) (eql item (funcall key element)))))
        (t (lambda (element) (eql item element)))))

(defun element-predicate (predicate key)
  "PREDICATE as a function of an element, through KEY."
  (let ((predicate (as-function predicate)))
    (if key
        (let ((key (as-function key)))
          (lambda (element) (funcall predicate (funcall key element))))
        predicate)))

(defun negated (function)
  (lambda (element) (not (funcall function element))))

(defun pair-test (test test-not key)
  "A function that tells whether two elements match."
  (let ((test (as-function (or test test-not #'eql)))
        (key (and key (as-function key))))
    (cond ((and key test-not)
           (lambda (a b) (not (funcall test (funcall key a) (funcall key b)))))
          (key (lambda (a b) (funcall test (funcall key a) (funcall key b))))
          (test-not (lambda (a b) (not (funcall test a b))))
          (t test))))

(defmacro defun-by-test (names lambda-list-tail documentation &body body)
  "Defines three functions of NAMES: of an item, of a predicate, and of a predicate negated. BODY sees the function MATCH.
The names may be followed by what the first function does with two tests: :LIST, as lists, or :ONE, refuse them; and
by a function that the others call with the sequence before they look for what the predicate names."
  (destructuring-bind (by-item by-predicate by-negation &optional tests check) names
    (let* ((required (car lambda-list-tail))
           (keys (cdr lambda-list-tail))
           (checks (and check `((,check ,@required))))
           (matching `(let ((match (element-test item test test-not key)))
                        ,@body)))
      `(progn
         (defun ,by-item (item ,@required &key ,@keys key (test nil test-p) (test-not nil test-not-p))
           ,documentation
           (declare (ignorable test-p test-not-p))
           ,(case tests
              (:list `(with-list-tests (test test-not) ,matching))
              (:one `(if (and test test-not)
                         (error "can't specify both :TEST and :TEST-NOT")
                         ,matching))
              (t matching)))
         (defun ,by-predicate (predicate ,@required &key ,@keys key)
           ,documentation
           ,@checks
           (let ((match (element-predicate predicate key)))
             ,@body))
         (defun ,by-negation (predicate ,@required &key ,@keys key)
           ,documentation
           ,@checks
           (let ((match (negated (element-predicate predicate key))))
             ,@body))))))
