;;;; Values as tables: parts that have the same parts each are rows.

(in-package "JSCL-MCP")

(defparameter *most-columns* 20)

(defun short-length (list most)
  "The length of LIST if it is a proper list of at most MOST elements, or NIL."
  (let ((length 0))
    (do ((rest list (cdr rest)))
        ((atom rest) (and (null rest) length))
      (when (> (incf length) most) (return nil)))))

(defun property-names (list length)
  "The keywords of LIST where it is a property list of that even LENGTH, each once, or NIL."
  (when (evenp length)
    (let ((names (loop for (name) on list by #'cddr collect name)))
      (and (every #'keywordp names)
           (= (length names) (length (remove-duplicates names :test #'eq)))
           names))))

(defun list-shape-of-row (list)
  (if (and (cdr list) (atom (cdr list)))
      :pair
      (let ((length (short-length list (* 2 *most-columns*))))
        (when (and length (> length 1))
          (or (property-names list length)
              (and (<= length *most-columns*) length))))))

(defun row-shape (object kind)
  "What rows of one table have in common: EQUAL for each of them, NIL for what is no row."
  (flet ((is (&rest kinds) (member kind kinds :test #'string=)))
    (cond ((null object) nil)
          ((is "list" "cons") (list-shape-of-row object))
          ((is "vector") (and (<= 2 (length object) *most-columns*) (length object)))
          ((is "structure" "instance")
           (and (<= 1 (length (slot-names-of object)) *most-columns*) (class-of object))))))

(defun row-columns (object shape)
  "The names of the columns of a table whose rows have the SHAPE of OBJECT."
  (cond ((eq shape :pair) (list "car" "cdr"))
        ((integerp shape) (loop for index below shape collect (format nil "~D" index)))
        ((consp shape) (mapcar #'source-text shape))
        (t (mapcar #'slot-label (slot-names-of object)))))

(defun row-cells (object shape)
  (cond ((eq shape :pair) (list (car object) (cdr object)))
        ((integerp shape) (coerce object 'list))
        ((consp shape) (mapcar (lambda (name) (getf object name)) shape))
        (t (mapcar (lambda (name)
                     (if (slot-boundp object name) (slot-value object name) (unbound-marker)))
                   (slot-names-of object)))))

(defun row-texts (cells characters)
  (let ((room (max 20 (floor characters (length cells)))))
    (cons :array (mapcar (lambda (cell) (part-text cell room)) cells))))

(defun table-data (columns rows)
  (list :object :columns (cons :array columns) :rows (cons :array rows)))

(defun rows-table (accessor start end characters)
  "The parts from START to END as a table, or NIL."
  (flet ((part (index) (nth-value 1 (funcall accessor index))))
    (let* ((first (part start))
           (shape (row-shape first (value-kind first))))
      (when shape
        (let ((rows (loop for index from start below end
                          for part = (part index)
                          collect (if (equal shape (row-shape part (value-kind part)))
                                      (row-texts (row-cells part shape) characters)
                                      (return-from rows-table nil)))))
          (table-data (row-columns first shape) rows))))))

(defun entries-table (accessor start end characters)
  (table-data (list "key" "value")
              (loop for index from start below end
                    collect (multiple-value-bind (key value) (funcall accessor index)
                              (list :array key (part-text value characters))))))

(defun value-table (kind accessor start end characters)
  "The parts of a value of that KIND from START to END as a table, or NIL."
  (cond ((>= start end) nil)
        ((string= kind "hash-table") (entries-table accessor start end characters))
        ((and (> (- end start) 1) (member kind '("list" "vector") :test #'string=))
         (rows-table accessor start end characters))))
