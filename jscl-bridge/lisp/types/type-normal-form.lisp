;;;; Type specifiers as sets. Of a type that is not known, or that a predicate decides, there are two: objects that surely are
;;;; of it, and objects that may be. Each type is a pair of these, the same set twice for most.

(in-package "JSCL-MCP")

(defun exactly (kinds) (cons kinds kinds))

(defun surely (type) (car type))
(defun maybe (type) (cdr type))

(defun common-types (a b)
  (if (and (eq (car a) (cdr a)) (eq (car b) (cdr b)))
      (exactly (common-kinds (car a) (car b)))
      (cons (common-kinds (car a) (car b)) (common-kinds (cdr a) (cdr b)))))

(defun joined-types (a b)
  (if (and (eq (car a) (cdr a)) (eq (car b) (cdr b)))
      (exactly (joined-kinds (car a) (car b)))
      (cons (joined-kinds (car a) (car b)) (joined-kinds (cdr a) (cdr b)))))

(defun other-type (type)
  (if (eq (car type) (cdr type))
      (exactly (other-kinds (car type)))
      (cons (other-kinds (cdr type)) (other-kinds (car type)))))

(defun undecided-type ()
  "Any objects: nobody knows which."
  (cons *nothing* *everything*))

(defun type-of-class (class)
  (exactly (only-kind 10 (list (list (list class))))))

;;; Numbers

(defun rational-bound (bound)
  (cond ((eq bound '*) '*)
        ((consp bound) (list (rational (car bound))))
        (t (rational bound))))

(defun kinds-of-floats (kind low high)
  (let ((prototype (if (= kind 2) 1.0f0 1.0d0)))
    (only-kind kind (floats-between (float-bound low prototype :low) (float-bound high prototype :high)))))

(defun kinds-of-rationals (low high)
  (let ((low (rational-bound low))
        (high (rational-bound high)))
    (joined-kinds (only-kind 0 (integers-between low high)) (only-kind 1 (ratios-between low high)))))

(defun interval-kinds (name low high)
  "The numbers of the type NAME between LOW and HIGH."
  (case name
    (integer (only-kind 0 (integers-between low high)))
    (rational (kinds-of-rationals low high))
    (single-float (kinds-of-floats 2 low high))
    (double-float (kinds-of-floats 3 low high))
    (float (joined-kinds (kinds-of-floats 2 low high) (kinds-of-floats 3 low high)))
    (real (joined-kinds (kinds-of-rationals low high) (interval-kinds 'float low high)))))

(defun interval-type-form (type)
  "The type of the numeric TYPE with bounds; NIL when it is none."
  (multiple-value-bind (low high name) (interval-bounds type)
    (and name (exactly (interval-kinds name low high)))))

(defun kinds-of-object (object)
  "The set of OBJECT alone."
  (cond ((integerp object) (only-kind 0 (list object (1+ object))))
        ((rationalp object) (only-kind 1 (list (cons object 0) (cons object 1))))
        ((floatp object)
         (let ((ordinal (float-ordinal object)))
           (only-kind (if (%js-inline "($0 instanceof R.DoubleFloat ? t : nil)" object) 3 2)
                      (list ordinal (1+ ordinal)))))
        ((complexp object)
         (only-kind 5 (list (cons (kinds-of-object (realpart object)) (kinds-of-object (imagpart object))))))
        ((characterp object) (only-kind 4 (list (char-code object) (1+ (char-code object)))))
        ((keywordp object) (only-kind 7 (these-symbols (list object))))
        ((symbolp object) (only-kind 8 (these-symbols (list object))))
        (t (let ((result (copy-kinds *nothing*)))
             (setf (kinds-with result) (list object))
             result))))

(defun interval-parts (boundaries)
  "The intervals of which the set BOUNDARIES consists, each as a set."
  (do ((rest boundaries (cddr rest))
       (parts '() (cons (list (first rest) (second rest)) parts)))
      ((null rest) parts)))

(defun squares-of (kinds)
  "The complex numbers both of whose parts are in one interval of the reals KINDS. Of ratios SBCL knows rationals alone."
  (let ((squares '()))
    (flet ((square (part)
             (push (cons part part) squares)))
      (dolist (interval (interval-parts (kinds-integers kinds)))
        (unless (equal interval '(0 1))
          (square (only-kind 0 interval))))
      (dolist (interval (interval-parts (kinds-ratios kinds)))
        (flet ((bound (boundary) (if (consp boundary) (car boundary) '*)))
          (square (joined-kinds (only-kind 1 interval)
                                (only-kind 0 (integers-between (bound (first interval)) (bound (second interval))))))))
      (dolist (interval (interval-parts (kinds-singles kinds)))
        (square (only-kind 2 interval)))
      (dolist (interval (interval-parts (kinds-doubles kinds)))
        (square (only-kind 3 interval))))
    (only-kind 5 squares)))

(defun complex-type-form (type)
  (let ((parts (if (and (cdr type) (not (eq (second type) '*))) (normal-form (second type)) nil)))
    (cond ((null parts) (exactly (only-kind 5 (kinds-complexes *everything*))))
          ((kinds-within-p (maybe parts) (surely (named-form 'real)))
           (cons (squares-of (surely parts)) (squares-of (maybe parts))))
          (t (error "The component type for COMPLEX is not a subtype of REAL: ~S" (second type))))))

(defun upgraded-complex-part-type (type &optional environment)
  "The type of the parts of complex numbers whose parts are of TYPE."
  (declare (ignore environment))
  (complex-type-form (list 'complex type))
  (simplified-type type))

;;; Arrays

(defvar *element-kinds* nil
  "The sets of objects of the types that arrays are specialized to, in their order; made when they are first asked for.")

(defun element-kinds ()
  (or *element-kinds*
      (setq *element-kinds*
            (mapcar (lambda (specifier) (surely (normal-form specifier))) (element-type-specifiers)))))

(defun upgraded-element-type (specifier)
  "The place of what arrays are specialized to that are made for objects of the type SPECIFIER; NIL when there is no such type."
  (if (eq specifier '*)
      (1- (length (element-kinds)))
      (let ((type (normal-form specifier)))
        (if (and (unknown-type-p specifier) (not (eq (surely type) (maybe type))))
            nil
            (position-if (lambda (kinds) (kinds-within-p (maybe type) kinds)) (element-kinds))))))

(defun element-bits (specifier)
  "Bits of what arrays of the element type SPECIFIER are surely, and what they may be, specialized to, as two values."
  (let ((all (first *any-shape*)))
    (if (eq specifier '*)
        (values all all)
        (let ((index (upgraded-index specifier)))
          (if index
              (values (ash 1 index) (ash 1 index))
              (values 0 all))))))

(defun array-type-form (type)
  (multiple-value-bind (element dimensions simple) (array-type-parts type)
    (multiple-value-bind (least most) (element-bits element)
      (flet ((of-elements (bits)
               (only-kind 9 (shape-without-empty bits (if simple 1 3) dimensions '()))))
        (if (= least most)
            (exactly (of-elements most))
            (cons (of-elements least) (of-elements most)))))))

(defun string-type-form (type)
  (let ((size (if (and (consp type) (cdr type)) (second type) '*))
        (array (if (memq (if (consp type) (car type) type) '(simple-string)) 'simple-array 'array)))
    (joined-types (array-type-form (list array 'character (list size)))
                  (array-type-form (list array 'base-char (list size))))))

;;; Names

(defvar *named-forms* (make-map)
  "The sets of types that have names, of those that never change.")

(defmacro define-named-types (&rest entries)
  "Names types that are written with others."
  `(progn ,@(mapcar (lambda (entry) `(map-set *type-abbreviations* ',(first entry) ',(second entry))) entries)))

(defvar *type-abbreviations* (make-map)
  "Specifiers of types by the names that stand for them.")

(define-named-types
  (bignum (and integer (not fixnum)))
  (number (or real complex (%class number)))
  (atom (not cons)) (list (or null cons)) (null (member nil)) (boolean (member t nil))
  (symbol (or keyword (%kind 8)))
  (extended-char (and character (not base-char)))
  (sequence (or list vector (%class sequence)))
  (generic-function (%class generic-function)) (function (%class function)))

(defun standard-characters ()
  (only-kind 4 '(10 11 32 127)))

(defun named-form (name)
  (or (map-get *named-forms* name)
      (let ((form (standard-form name)))
        (if form
            (map-set *named-forms* name form)
            (class-form name)))))

(defun standard-form (name)
  "The type of the standard NAME that never changes; NIL for other names."
  (let ((abbreviated (map-get *type-abbreviations* name)))
    (cond (abbreviated (normal-form abbreviated))
          (t
           (case name
             ((t *) (exactly *everything*))
             ((nil) (exactly *nothing*))
             (ratio (exactly (only-kind 1 '(:min :max))))
             (complex (complex-type-form '(complex)))
             (character (exactly (only-kind 4 '(:min :max))))
             (base-char (exactly (only-kind 4 '(:min 128))))
             (standard-char (exactly (standard-characters)))
             (keyword (exactly (only-kind 7 (all-symbols-but '()))))
             (cons (exactly (only-kind 6 (kinds-conses *everything*))))
             (compiled-function (type-of-class 'compiled-function))
             ((string simple-string) (string-type-form name))
             (t (cond ((interval-type-form name))
                      ((array-type-name-p name) (array-type-form name))
                      (t nil))))))))

(defun class-form (name)
  "The type of the class NAME, or an undecided one when there is no such class."
  (let ((class (find-class name nil))
        (expansion (expand-type name)))
    (cond (class (type-of-class class))
          ((eq expansion name) (undecided-type))
          (t (normal-form expansion)))))

(defun unknown-type-p (specifier)
  "True when SPECIFIER, or a part of it that matters, names no type."
  (let ((type (expand-type specifier)))
    (cond ((symbolp type) (not (known-type-name-p type)))
          ((consp type)
           (case (car type)
             ((and or not cons complex) (some #'unknown-type-p (remove '* (cdr type))))
             ((array simple-array vector) (and (cdr type) (not (eq (second type) '*)) (unknown-type-p (second type))))
             (t (not (or (map-get *type-arguments* (car type)) (memq (car type) *names-of-compound-types*))))))
          (t nil))))

(defun known-type-name-p (name)
  (or (map-get *type-predicates* name) (eq name '*) (find-class name nil)))

;;; All specifiers

(defun normal-form (specifier)
  "The type that SPECIFIER names."
  (cond ((symbolp specifier)
         (if (map-get *type-expanders* specifier)
             (normal-form (expand-type specifier))
             (if (memq specifier *names-of-compound-types*)
                 (bad-type specifier)
                 (progn
                   (when (map-get *type-arguments* specifier)
                     (check-type-arguments (list specifier)))
                   (named-form specifier)))))
        ((jscl::std-instance-p specifier)
         (let ((name (jscl::!class-name specifier)))
           (if (eq (find-class name nil) specifier) (named-form name) (type-of-class specifier))))
        ((and (consp specifier) (symbolp (car specifier))) (compound-form specifier))
        (t (bad-type specifier))))

(defun argument (type position)
  "The argument of the list TYPE at POSITION, * when it has none."
  (let ((tail (nthcdr position type)))
    (if tail (car tail) '*)))

(defun part-form (specifier)
  (if (eq specifier '*) (exactly *everything*) (normal-form specifier)))

(defun members-form (objects)
  (let ((kinds *nothing*))
    (do ((rest objects (cdr rest)))
        ((endp rest) (exactly kinds))
      (setq kinds (joined-kinds kinds (kinds-of-object (car rest)))))))

(defun compound-form (type)
  (let ((name (car type)))
    (if (map-get *type-expanders* name)
        (normal-form (expand-type type))
        (progn
          (check-type-arguments type)
          (case name
            (or (let ((result (exactly *nothing*)))
                  (do ((rest (cdr type) (cdr rest)))
                      ((endp rest) result)
                    (setq result (joined-types result (normal-form (car rest)))))))
            (and (let ((result (exactly *everything*)))
                   (do ((rest (cdr type) (cdr rest)))
                       ((endp rest) result)
                     (setq result (common-types result (normal-form (car rest)))))))
            (not (other-type (normal-form (second type))))
            (member (members-form (cdr type)))
            (eql (members-form (cdr type)))
            (satisfies (predicate-form (check-predicate-name (second type))))
            (cons (let ((first (part-form (argument type 1)))
                        (second (part-form (argument type 2))))
                    (flet ((pairs (first second) (only-kind 6 (pairs-without-empty (list (cons first second))))))
                      (if (and (eq (car first) (cdr first)) (eq (car second) (cdr second)))
                          (exactly (pairs (car first) (car second)))
                          (cons (pairs (car first) (car second)) (pairs (cdr first) (cdr second)))))))
            (complex (complex-type-form type))
            ((string simple-string) (string-type-form type))
            (function (function-type-form type))
            (values (check-specifier type))
            (%class (type-of-class (find-class (second type))))
            (%kind (exactly (only-kind (second type) (svref *everything* (second type)))))
            (t (cond ((interval-type-form type))
                     ((array-type-name-p name) (array-type-form type))
                     ((and (null (cdr type)) (map-get *type-arguments* name)) (named-form name))
                     ((equal (expand-type type) type) (undecided-type))
                     (t (normal-form (expand-type type))))))))))

(defun function-type-form (type)
  (check-function-specifier type)
  (if (and (eq (argument type 1) '*) (eq (argument type 2) '*))
      (named-form 'function)
      (cons *function-of-all-types* (maybe (named-form 'function)))))

(defvar *function-of-all-types*
  (kinds-of-object (lambda (&rest arguments) (error "never called: ~S" arguments)))
  "The set of a function that returns no values whatever its arguments: whatever a function type says, it is of it.")

;;; Predicates that tell a type

(defvar *types-of-predicates* (make-map)
  "Specifiers of the types that predicates tell, by the names of the predicates.")

(defmacro define-types-of-predicates (&rest entries)
  `(progn ,@(mapcar (lambda (entry) `(map-set *types-of-predicates* ',(first entry) ',(second entry))) entries)))

(define-types-of-predicates
  (consp cons) (atom atom) (listp list) (symbolp symbol) (functionp function) (compiled-function-p compiled-function)
  (numberp number) (realp real) (rationalp rational) (integerp integer) (floatp float) (complexp complex)
  (characterp character) (arrayp array) (vectorp vector) (stringp string) (bit-vector-p bit-vector)
  (simple-vector-p simple-vector) (simple-string-p simple-string) (simple-bit-vector-p simple-bit-vector)
  (streamp stream) (packagep package) (hash-table-p hash-table) (pathnamep pathname) (readtablep readtable)
  (random-state-p random-state))

(defun predicate-form (name)
  "The type of what satisfies the predicate NAME. Of some predicates SBCL knows only what they are surely true of."
  (let ((told (map-get *types-of-predicates* name)))
    (cond (told (normal-form told))
          ((memq name '(null not endp)) (cons (surely (normal-form 'null)) *everything*))
          ((eq name 'keywordp) (cons (surely (normal-form 'keyword)) *everything*))
          (t (undecided-type)))))
