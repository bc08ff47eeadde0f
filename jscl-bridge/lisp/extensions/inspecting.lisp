;;;; What a value consists of, level by level, as data for a program (see facts.lisp).

(in-package "JSCL-MCP")

(defun value-kind (object)
  "What OBJECT is, in the words of the tool's result."
  (cond ((eq object (unbound-marker)) "unbound")
        ((null object) "list")
        ((consp object) (if (listp (cdr object)) "list" "cons"))
        ((stringp object) "string")
        ((vectorp object) "vector")
        ((arrayp object) "array")
        ((numberp object) "number")
        ((characterp object) "character")
        ((symbolp object) "symbol")
        ((functionp object) (if (generic-function-named object) "generic-function" "function"))
        ((packagep object) "package")
        ((hash-table-p object) "hash-table")
        ((conditionp object) "condition")
        ((typep object 'class) "class")
        ((jscl::std-instance-p object) "instance")
        ((pathnamep object) "pathname")
        ((streamp object) "stream")
        ((jscl::structure-p object) "structure")
        (t "other")))

(defun openable-p (object kind)
  (and object
       (not (eql object ""))
       (not (member kind '("string" "number" "character" "function" "pathname" "stream" "other" "unbound")
                    :test #'string=))))

;;; The parts of a value: how many there are, and a function of an index that returns one's label and the part
;;; itself.

(defun list-shape (list)
  "How many conses LIST has, its last tail, and the index of the cons that it returns to if it is circular."
  (let ((places (make-hash-table :test 'eq))
        (count 0))
    (do ((rest list (cdr rest)))
        ((atom rest) (values count rest nil))
      (let ((place (gethash rest places)))
        (when place (return (values count nil place))))
      (setf (gethash rest places) count)
      (incf count))))

(defun indexed-parts (elements)
  "The parts that the conses (label . part) of the vector ELEMENTS are."
  (values (length elements)
          (lambda (index) (let ((part (aref elements index))) (values (car part) (cdr part))))))

(defun list-parts (list)
  (multiple-value-bind (count tail) (list-shape list)
    (let ((rest list)
          (place 0))
      (values (if tail (1+ count) count)
              (lambda (index)
                (cond ((= index count) (values "tail" tail))
                      (t (when (< index place) (setq rest list place 0))
                         (loop while (< place index) do (pop rest) (incf place))
                         (values (format nil "~D" index) (car rest)))))))))

(defun subscripts (array index)
  "The subscripts in ARRAY of its element of that row-major INDEX."
  (let ((result '()))
    (dolist (dimension (reverse (array-dimensions array)) result)
      (multiple-value-bind (rest subscript) (floor index dimension)
        (push subscript result)
        (setq index rest)))))

(defun slot-parts (object)
  (indexed-parts (map 'vector
                      (lambda (name)
                        (cons (slot-label name)
                              (if (slot-boundp object name) (slot-value object name) (unbound-marker))))
                      (slot-names-of object))))

(defun table-parts (table)
  (let ((entries '()))
    (maphash (lambda (key value) (push (cons (object-text key 200) value) entries)) table)
    (indexed-parts (coerce (nreverse entries) 'vector))))

(defun symbol-parts (symbol)
  (indexed-parts
   (coerce (append (list (cons "name" (symbol-name symbol)) (cons "package" (symbol-package symbol)))
                   (and (boundp symbol) (list (cons "value" (symbol-value symbol))))
                   (cond ((special-operator-p symbol) '())
                         ((macro-function symbol) (list (cons "macro function" (macro-function symbol))))
                         ((fboundp symbol) (list (cons "function" (fdefinition symbol)))))
                   (and (find-class symbol nil) (list (cons "class" (find-class symbol))))
                   (list (cons "property list" (symbol-plist symbol))))
           'vector)))

(defun package-parts (package)
  (let ((exports '()))
    (do-external-symbols (symbol package) (push symbol exports))
    (indexed-parts
     (coerce (append (mapcar (lambda (used) (cons "uses" used)) (package-use-list package))
                     (mapcar (lambda (symbol) (cons (symbol-name symbol) symbol))
                             (sort exports #'string< :key #'symbol-name)))
             'vector))))

(defun labelled (label objects)
  (mapcar (lambda (object) (cons label object)) objects))

(defun value-parts (object kind)
  "How many parts OBJECT has, and a function of an index that returns the label of a part and the part."
  (flet ((is (&rest kinds) (member kind kinds :test #'string=)))
    (cond ((not (openable-p object kind)) (values 0 nil))
          ((is "list") (list-parts object))
          ((is "cons") (indexed-parts (vector (cons "car" (car object)) (cons "cdr" (cdr object)))))
          ((is "vector")
           (values (length object) (lambda (index) (values (format nil "~D" index) (aref object index)))))
          ((is "array")
           (values (array-total-size object)
                   (lambda (index)
                     (values (format nil "~{~D~^ ~}" (subscripts object index)) (row-major-aref object index)))))
          ((is "hash-table") (table-parts object))
          ((is "symbol") (symbol-parts object))
          ((is "package") (package-parts object))
          ((is "condition")
           (indexed-parts (map 'vector (lambda (slot) (cons (slot-label (car slot)) (cdr slot)))
                               (condition-slots-data object))))
          ((is "class")
           (indexed-parts (coerce (append (labelled "superclass" (jscl::class-direct-superclasses object))
                                          (labelled "subclass" (reverse (jscl::class-direct-subclasses object))))
                                  'vector)))
          ((is "generic-function")
           (indexed-parts
            (coerce (labelled "method" (jscl::generic-function-methods (generic-function-named object))) 'vector)))
          (t (slot-parts object)))))

;;; What is to be said of a value beside its parts

(defun fact (label control &rest arguments)
  (list :object :label label :text (apply #'format nil control arguments)))

(defun array-facts (array)
  (append (if (vectorp array)
              (list (fact "length" "~D" (length array)))
              (list (fact "dimensions" "~S" (array-dimensions array))))
          (list (fact "element type" "~S" (array-element-type array)))
          (and (vectorp array) (array-has-fill-pointer-p array)
               (list (fact "fill pointer" "~D of ~D" (fill-pointer array) (array-dimension array 0))))
          (and (adjustable-array-p array) (list (fact "adjustable" "yes")))))

(defun number-facts (number)
  (cond ((integerp number)
         (list (fact "bits" "~D" (integer-length number)) (fact "hexadecimal" "#x~X" number)))
        ((rationalp number)
         (list (fact "numerator" "~D" (numerator number)) (fact "denominator" "~D" (denominator number))))
        ((complexp number)
         (list (fact "real part" "~S" (realpart number)) (fact "imaginary part" "~S" (imagpart number))))))

(defun function-facts (function)
  (multiple-value-bind (lambda-list is-known) (function-lambda-list function)
    (append (and is-known (list (fact "lambda list" "~:A" lambda-list)))
            (and (function-documentation function)
                 (list (fact "documentation" "~A" (function-documentation function)))))))

(defun list-facts (list)
  (multiple-value-bind (count tail returns) (list-shape list)
    (list (fact "length" "~D" count)
          (cond (returns (fact "circular" "returns to element ~D" returns))
                (tail (fact "dotted" "yes"))
                (t (fact "proper" "yes"))))))

(defconstant +most-slot-facts+ 50 "The most direct slots of a class that are told one by one.")

(defun slot-fact (slot)
  "What a class says itself of the slot of that plist."
  (fact "direct slot" "~A~@[, reader~{ ~(~S~)~}~]" (slot-label (getf slot :name)) (getf slot :readers)))

(defun class-facts (class)
  (list* (fact "metaclass" "~A" (metaclass-name class))
         (fact "slots" "~{~A~^ ~}"
               (mapcar #'slot-label (class-slot-names (class-name class) class
                                                      (string-downcase (metaclass-name class)))))
         (let ((slots (jscl::class-direct-slots class)))
           (append (loop for slot in slots repeat +most-slot-facts+ collect (slot-fact slot))
                   (and (nthcdr +most-slot-facts+ slots)
                        (list (fact "direct slots left out" "~D" (- (length slots) +most-slot-facts+))))))))

(defun value-facts (object kind)
  (flet ((is (&rest kinds) (member kind kinds :test #'string=)))
    (cond ((null object) '())
          ((is "list") (list-facts object))
          ((is "vector" "string" "array") (array-facts object))
          ((is "number") (number-facts object))
          ((is "character")
           (list (fact "code" "~D" (char-code object)) (fact "name" "~A" (char-name object))))
          ((is "hash-table")
           (list (fact "count" "~D" (hash-table-count object)) (fact "test" "~S" (hash-table-test object))))
          ((is "package") (list (fact "nicknames" "~{~A~^ ~}" (package-nicknames object))))
          ((is "function" "generic-function") (function-facts object))
          ((is "condition") (list (fact "message" "~A" (condition-message object 2000))))
          ((is "class") (class-facts object)))))

;;; What is asked for

(defun part-text (object characters)
  (if (eq object (unbound-marker)) "#<unbound>" (object-text object characters)))

(defun part-data (index accessor characters)
  (multiple-value-bind (label part) (funcall accessor index)
    (let ((kind (value-kind part)))
      (list :object :index index :label label :kind kind :printed (part-text part characters)
            :is-openable (truth (openable-p part kind))))))

(defun value-report (object start count characters)
  "What OBJECT is, with COUNT of its parts from START on, each printed within CHARACTERS."
  (with-report-syntax (nil nil)
    (let ((kind (value-kind object)))
      (multiple-value-bind (total accessor) (value-parts object kind)
        (let ((end (min total (+ start count)))
              (parts '()))
          (do ((index start (1+ index)))
              ((>= index end))
            (push (part-data index accessor characters) parts))
          (list :object :kind kind :type (object-text (type-of object) 300) :printed (object-text object 1000)
                :facts (cons :array (value-facts object kind)) :parts (cons :array (nreverse parts))
                :parts-total total :start start
                :table (value-table kind accessor start end characters)))))))

(defun value-part (object index)
  "A list of the part of OBJECT of that INDEX; an error where there is none."
  (multiple-value-bind (total accessor) (value-parts object (value-kind object))
    (unless (< index total)
      (error "There is no part ~D, counted from 0: the value has ~D part~:P." index total))
    (let ((part (nth-value 1 (funcall accessor index))))
      (when (eq part (unbound-marker))
        (error "The part ~D is a slot without a value." index))
      part)))
