;;;; What LOOP asks of the types of its variables, where the compiler does not know them by their names.

(in-package "JSCL-MCP")

(defun vector-type-element (type)
  "The element type of TYPE where that is a type of vectors, otherwise NIL."
  (let* ((expanded (expand-type type))
         (name (if (consp expanded) (car expanded) expanded))
         (arguments (if (consp expanded) (cdr expanded) '()))
         (dimensions (if (cdr arguments) (second arguments) '*)))
    (flet ((element-type () (if (member (car arguments) '(nil *)) t (car arguments))))
      (case name
        ((string simple-string base-string simple-base-string) 'character)
        ((bit-vector simple-bit-vector) 'bit)
        (simple-vector t)
        (vector (element-type))
        ((array simple-array)
         (and (or (eql dimensions 1) (and (consp dimensions) (null (cdr dimensions))))
              (element-type)))
        (t nil)))))

(defun float-zero (type)
  (if (subtypep type 'double-float) 0.0d0 0.0))

(defun loop-initial-value (data-type)
  "What a variable of DATA-TYPE begins with where the program does not say; it need not be of that type."
  (cond ((null data-type) nil)
        ((subtypep data-type 'number)
         (let ((part (and (consp data-type) (eq (car data-type) 'complex) (second data-type))))
           (cond ((subtypep data-type 'float) (float-zero data-type))
                 ((and part (subtypep part 'float)) (complex (float-zero part) (float-zero part)))
                 (t 0))))
        ((vector-type-element data-type)
         (make-array 0 :element-type (vector-type-element data-type)))
        ((subtypep data-type 'character) #\x)
        (t nil)))

(defun loop-initialized-type (data-type)
  "The type of a variable of DATA-TYPE that begins with what LOOP-INITIAL-VALUE says."
  (let ((value (loop-initial-value data-type)))
    (if (or (member data-type '(nil t)) (typep value data-type))
        data-type
        (list 'or (type-of value) data-type))))

(defun loop-type-relation (type required)
  "T where TYPE is a subtype of REQUIRED, NIL where it is none, :UNKNOWN where that cannot be told."
  (multiple-value-bind (is-subtype is-known) (subtypep type required)
    (if is-known is-subtype :unknown)))

(defun loop-typep (value type)
  (typep value type))
