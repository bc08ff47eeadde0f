;;;; Type specifiers as SBCL writes them in messages: it parses them and writes the type that it found.

(in-package "JSCL-MCP")

;;; Integers

(defun power-of-two-log (number)
  "N when NUMBER is two to the N, or NIL."
  (and (plusp number)
       (= (logand number (1- number)) 0)
       (1- (integer-length number))))

(defun interval-type (low high)
  "The name of the integers from LOW to HIGH, either of which may be *."
  (cond ((and (eq low '*) (eq high '*)) 'integer)
        ((and (eql low 0) (eq high '*)) 'unsigned-byte)
        ((eq high '*) (list 'integer low))
        ((eq low '*) (list 'integer low high))
        ((and (= low 0) (= high 1)) 'bit)
        ((= low 0)
         (let ((bits (power-of-two-log (1+ high))))
           (cond ((= high 0) '(integer 0 0))
                 (bits (list 'unsigned-byte bits))
                 (t (list 'mod (1+ high))))))
        ((and (= low most-negative-fixnum) (= high most-positive-fixnum)) 'fixnum)
        ((and (= low (- (1+ high))) (power-of-two-log (1+ high)))
         (list 'signed-byte (1+ (power-of-two-log (1+ high)))))
        (t (list 'integer low high))))

(defun integer-bound (bound step)
  "The inclusive bound that BOUND stands for: an exclusive one is a list and lies STEP further out."
  (cond ((eq bound '*) '*)
        ((consp bound) (+ (car bound) step))
        (t bound)))

(defun integer-interval (type)
  "The bounds of the integer type TYPE as (low high), NIL when it is no such type."
  (let ((name (if (consp type) (car type) type))
        (first (if (and (consp type) (consp (cdr type))) (second type) '*))
        (second (if (and (consp type) (consp (cdr type)) (consp (cddr type))) (third type) '*)))
    (case name
      (integer (list (integer-bound first 1) (integer-bound second -1)))
      (bit (list 0 1))
      (fixnum (list most-negative-fixnum most-positive-fixnum))
      (mod (and (integerp first) (list 0 (1- first))))
      (unsigned-byte (list 0 (if (integerp first) (1- (expt 2 first)) '*)))
      (signed-byte (if (integerp first)
                       (list (- (expt 2 (1- first))) (1- (expt 2 (1- first))))
                       (list '* '*)))
      (t nil))))

(defun interval-before-p (a b)
  (cond ((eq (car a) '*) t)
        ((eq (car b) '*) nil)
        (t (< (car a) (car b)))))

(defun interval-within-p (inner outer)
  "Whether the interval INNER lies in OUTER."
  (flet ((within-p (test inner outer)
           (or (eq outer '*) (and (not (eq inner '*)) (funcall test inner outer)))))
    (and (within-p #'>= (first inner) (first outer))
         (within-p #'<= (second inner) (second outer)))))

(defun joined-intervals (intervals)
  "INTERVALS in order, with those that touch made one."
  (let ((result '()))
    (dolist (interval (sort (copy-list intervals) #'interval-before-p) (nreverse result))
      (let ((last (car result)))
        (if (and last
                 (or (eq (second last) '*)
                     (eq (first interval) '*)
                     (<= (first interval) (1+ (second last)))))
            (setf (car result)
                  (list (first last)
                        (if (or (eq (second last) '*) (eq (second interval) '*))
                            '*
                            (max (second last) (second interval)))))
            (push interval result))))))

;;; Unions

(defun union-members (types)
  "TYPES, simplified and with the members of unions among them in the place of these."
  (mapcan (lambda (type)
            (let ((simplified (simplified-type type)))
              (if (and (consp simplified) (eq (car simplified) 'or))
                  (copy-list (cdr simplified))
                  (list simplified))))
          types))

(defun member-union (types)
  "The elements of all MEMBER types among TYPES; NULL, BOOLEAN and LIST have such elements too when there is another."
  (flet ((elements (type)
           (cond ((consp type) (if (eq (car type) 'member) (copy-list (cdr type)) '()))
                 ((eq type 'boolean) (list t nil))
                 ((memq type '(null list)) (list nil)))))
    (if (some (lambda (type) (and (consp type) (eq (car type) 'member))) types)
        (mapcan #'elements types)
        '())))

(defun member-type (elements)
  (cond ((null elements) '())
        ((equal elements '(nil)) '(null))
        ((and (= (length elements) 2) (memq t elements) (memq nil elements)) '(boolean))
        (t (list (cons 'member elements)))))

(defun whole-types-first (types)
  "TYPES with those first that SBCL puts together from parts when it writes a union."
  (let ((whole '(list sequence float real complex string simple-string)))
    (append (remove-if-not (lambda (type) (memq type types)) whole)
            (remove-if (lambda (type) (memq type whole)) types))))

(defun union-type (types)
  "The union of TYPES in the order in which SBCL lists them: what was joined stands where its last part stood."
  (let* ((all (union-members types))
         (intervals (joined-intervals (remove nil (mapcar #'integer-interval all))))
         (elements (remove-duplicates (member-union all)))
         (placed (mapcan (lambda (type) (union-parts type intervals elements)) all)))
    (when (and (memq 'null placed) (or (memq 'cons placed) (memq 'list placed)))
      (setq placed (cons 'list (remove 'cons (remove 'null placed)))))
    (let ((ordered (whole-types-first (remove-duplicates placed :test #'equal))))
      (cond ((null ordered) nil)
            ((null (cdr ordered)) (car ordered))
            (t (cons 'or ordered))))))

(defun union-parts (type intervals elements)
  "What stands for TYPE in a union whose integers are INTERVALS, and whose MEMBER types have ELEMENTS."
  (let ((bounds (integer-interval type)))
    (cond (bounds
           (let ((interval (find-if (lambda (each) (interval-within-p bounds each)) intervals)))
             (list (interval-type (first interval) (second interval)))))
          ((null elements) (list type))
          ((eq type 'list) (cons 'cons (member-type elements)))
          ((or (memq type '(null boolean)) (and (consp type) (eq (car type) 'member)))
           (member-type elements))
          (t (list type)))))

(defun elements-type (elements)
  "The type of ELEMENTS: integers are intervals."
  (let ((integers (remove-if-not #'integerp elements))
        (others (remove-if #'integerp elements)))
    (if (null integers)
        (car (member-type others))
        (union-type (append (member-type others)
                            (mapcar (lambda (each) (list 'integer each each)) integers))))))

;;; Others

(defun dimensions-text (dimensions)
  (if (integerp dimensions)
      (make-list dimensions :initial-element '*)
      dimensions))

(defun simplified-array (name element dimensions)
  (cond ((and (eq dimensions '*) (eq element '*)) name)
        ((eq dimensions '*) (list name element))
        ((and (eq name 'simple-array) (eq element t) (consp dimensions) (null (cdr dimensions)))
         (if (eq (car dimensions) '*) 'simple-vector (list 'simple-vector (car dimensions))))
        ((and (eq name 'array) (consp dimensions) (null (cdr dimensions)))
         (cond ((not (eq (car dimensions) '*)) (list 'vector element (car dimensions)))
               ((eq element '*) 'vector)
               (t (list 'vector element))))
        (t (list name element (dimensions-text dimensions)))))

(defun simplified-part (type)
  (if (eq type '*) t (simplified-type type)))

(defun bounded-reals (name low high)
  "The union of representations that the type NAME, REAL or FLOAT, with bounds is for SBCL."
  (if (and (eq low '*) (eq high '*))
      name
      (flet ((floats (name prototype)
               (interval-form name (float-bound low prototype :low) (float-bound high prototype :high))))
        (list* 'or (floats 'single-float 0f0) (floats 'double-float 0d0)
               (if (eq name 'real) (list (interval-form 'rational low high)) '())))))

(defun interval-form (name low high)
  (list* name low (if (eq high '*) '() (list high))))

(defun simplified-type (type)
  "TYPE as SBCL writes it after parsing it."
  (let ((type (expand-type type)))
    (let ((interval (integer-interval type)))
      (cond (interval (interval-type (first interval) (second interval)))
            ((atom type) type)
            (t
             (case (car type)
               (member (elements-type (cdr type)))
               (eql (elements-type (list (second type))))
               (or (union-type (cdr type)))
               ((real float)
                (bounded-reals (first type) (if (cdr type) (second type) '*) (if (cddr type) (third type) '*)))
               (cons (if (every (lambda (each) (memq each '(* t))) (cdr type))
                         'cons
                         (list 'cons (simplified-part (second type)) (simplified-part (if (cddr type) (third type) '*)))))
               ((array simple-array)
                (simplified-array (first type)
                                  (if (cdr type) (second type) '*)
                                  (if (cddr type) (third type) '*)))
               (and (cons 'and (mapcar #'simplified-type (cdr type))))
               (t type)))))))

;;; SBCL's names for types in its messages; nothing here is of the last two
(deftype sb-impl::function-name () '(or symbol (cons (eql setf) (cons symbol null))))
(deftype extended-sequence () nil)
(deftype classoid () nil)
