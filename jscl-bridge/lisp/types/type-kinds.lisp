;;;; Types as sets of objects, by the kinds of these: each object is of one kind, and within a kind sets are joined, cut and
;;;; complemented by themselves. Numbers, characters and symbols are exact. Of conses and complex numbers a set is a list of
;;;; pairs of sets, of arrays a list of shapes, of all other objects a list of what classes say. Beside them stand the single
;;;; objects that a set has or lacks against what the kinds say.

(in-package "JSCL-MCP")

(define-record kinds
  integers ratios singles doubles characters complexes conses keywords symbols arrays others with without)

(defconstant +kind-count+ 11)

(defconstant +most-parts+ 200
  "A set of more parts than this is not worked out.")

(defun too-complex ()
  (throw 'too-complex nil))

(defun copy-kinds (kinds)
  (%js-inline "$0.slice()" kinds))

;;; Pairs: ((first . second) …), of conses and of the parts of complex numbers

(defun pairs-without-empty (pairs)
  (let ((result (remove-if (lambda (pair)
                             (or (eq (kinds-emptiness (car pair)) :empty) (eq (kinds-emptiness (cdr pair)) :empty)))
                           pairs)))
    (when (> (length result) +most-parts+)
      (too-complex))
    result))

(defun common-pairs (a b)
  (let ((result '()))
    (dolist (x a (pairs-without-empty result))
      (dolist (y b)
        (push (cons (common-kinds (car x) (car y)) (common-kinds (cdr x) (cdr y))) result)))))

(defun other-pairs (pairs universe)
  (let ((result universe))
    (dolist (pair pairs result)
      (setq result
            (common-pairs result
                          (list (cons (other-kinds (car pair)) *everything*)
                                (cons (car pair) (other-kinds (cdr pair)))))))))

(defun emptiness-of-pairs (pairs)
  (let ((answer :empty))
    (dolist (pair pairs answer)
      (let ((first (kinds-emptiness (car pair)))
            (second (kinds-emptiness (cdr pair))))
        (cond ((or (eq first :empty) (eq second :empty)))
              ((or (eq first :unknown) (eq second :unknown)) (setq answer :unknown))
              (t (return :full)))))))

;;; Shapes of arrays: (elements simple dimensions . others). ELEMENTS has a bit for each type that arrays are specialized to,
;;; SIMPLE is 1 for simple arrays, 2 for the others, 3 for both; DIMENSIONS is *, or a list of sizes and *; OTHERS are
;;; dimensions that the arrays do not have.

(defun common-dimensions (a b)
  "The dimensions that A and B have in common; NIL and false as second value when there are none."
  (cond ((eq a '*) (values b t))
        ((eq b '*) (values a t))
        ((/= (length a) (length b)) (values nil nil))
        (t
         (let ((result '()))
           (do ((a a (cdr a))
                (b b (cdr b)))
               ((null a) (values (nreverse result) t))
             (cond ((eq (car a) '*) (push (car b) result))
                   ((or (eq (car b) '*) (eql (car a) (car b))) (push (car a) result))
                   (t (return (values nil nil)))))))))

(defun dimensions-within-p (a b)
  (or (eq b '*)
      (and (not (eq a '*))
           (= (length a) (length b))
           (every (lambda (x y) (or (eq y '*) (eql x y))) a b))))

(defun shape-without-empty (elements simple dimensions others)
  "A list of this shape, or of none when no array has it. Sizes have no end: others cover dimensions only one by one."
  (if (or (eql elements 0) (eql simple 0)
          (some (lambda (other) (dimensions-within-p dimensions other)) others))
      '()
      (list (list* elements simple dimensions others))))

(defun common-shapes (a b)
  (let ((result '()))
    (dolist (x a)
      (dolist (y b)
        (multiple-value-bind (dimensions some) (common-dimensions (third x) (third y))
          (when some
            (setq result (nconc (shape-without-empty (logand (first x) (first y)) (logand (second x) (second y)) dimensions
                                                     (append (cdddr x) (cdddr y)))
                                result))))))
    (when (> (length result) +most-parts+)
      (too-complex))
    result))

(defun other-shapes (shapes)
  (let ((result (list *any-shape*)))
    (dolist (shape shapes result)
      (destructuring-bind (elements simple dimensions . others) shape
        (setq result
              (common-shapes
               result
               (append (shape-without-empty (logandc2 (first *any-shape*) elements) 3 '* '())
                       (shape-without-empty elements (logxor simple 3) '* '())
                       (shape-without-empty elements simple '* (list dimensions))
                       (mapcan (lambda (other)
                                 (multiple-value-bind (common some) (common-dimensions dimensions other)
                                   (and some (shape-without-empty elements simple common '()))))
                               others))))))))

(defvar *any-shape* (list (1- (ash 1 (length (element-type-specifiers)))) 3 '*))

;;; Other objects: (classes . other-classes), objects of all of CLASSES and none of OTHER-CLASSES. The symbol COMPILED-FUNCTION
;;; stands for a class between FUNCTION and GENERIC-FUNCTION.

(defun subclass-p (class other)
  (cond ((eq class other) t)
        ((eq other 'compiled-function) (and (memq (built-in generic-function) (precedence-of class)) t))
        ((eq class 'compiled-function) (memq other (list (built-in function) (built-in t))))
        (t (memq other (precedence-of class)))))

(defvar *sealed-classes*
  (mapcar #'find-class '(number pathname))
  "Classes whose instances are of no other class beside, though they are no structures.")

(defun class-openness (class)
  "How classes below CLASS may come to be: :SEALED when none has another parent, :CONDITION when all parents are conditions."
  (cond ((symbolp class) :open)
        ((class-layout class) :condition)
        ((or (memq (built-in structure-object) (precedence-of class)) (memq class *sealed-classes*)) :sealed)
        (t :open)))

(defun disjoint-classes-p (class other)
  (and (not (subclass-p class other))
       (not (subclass-p other class))
       (let ((a (class-openness class))
             (b (class-openness other)))
         (or (eq a :sealed) (eq b :sealed) (not (eq a b))))))

(defun common-subclass-p (classes others)
  "True when some class that there is lies below all of CLASSES and below none of OTHERS."
  (labels ((look (class)
             (and (notany (lambda (other) (subclass-p class other)) others)
                  (or (every (lambda (each) (subclass-p class each)) classes)
                      (and (not (symbolp class))
                           (some #'look (jscl::class-direct-subclasses class)))))))
    (look (car classes))))

(defun emptiness-of-classes (classes others)
  (cond ((some (lambda (class) (some (lambda (other) (subclass-p class other)) others)) classes) :empty)
        ((some (lambda (class) (some (lambda (other) (disjoint-classes-p class other)) classes)) classes) :empty)
        ((memq (built-in t) others) :empty)
        ((or (null classes) (common-subclass-p classes others)) :full)
        (t :unknown)))

(defun common-others (a b)
  (let ((result '()))
    (dolist (x a)
      (dolist (y b)
        (let ((classes (union (car x) (car y) :test #'eq))
              (others (union (cdr x) (cdr y) :test #'eq)))
          (unless (eq (emptiness-of-classes classes others) :empty)
            (push (cons classes others) result)))))
    (when (> (length result) +most-parts+)
      (too-complex))
    result))

(defun other-others (parts)
  (let ((result (list '(()))))
    (dolist (part parts result)
      (setq result
            (common-others result
                           (append (mapcar (lambda (class) (list '() class)) (car part))
                                   (mapcar (lambda (class) (list (list class))) (cdr part))))))))

(defun emptiness-of-others (parts)
  (let ((answer :empty))
    (dolist (part parts answer)
      (case (emptiness-of-classes (car part) (cdr part))
        (:full (return :full))
        (:unknown (setq answer :unknown))))))

;;; One kind of two sets

(defun combined-kind (kind a b both)
  "What the sets A and B of a kind have in common, if BOTH; otherwise what either has."
  (cond ((< kind 5) (combined-boundaries a b both))
        ((memq kind '(7 8)) (combined-symbols a b both))
        ((equal a b) a)
        ((not both) (append a b))
        ((< kind 7) (common-pairs a b))
        ((= kind 9) (common-shapes a b))
        (t (common-others a b))))

(defun other-kind (kind set)
  (cond ((< kind 5) (other-boundaries set))
        ((= kind 5) (other-pairs set (kinds-complexes *everything*)))
        ((= kind 6) (other-pairs set (kinds-conses *everything*)))
        ((< kind 9) (other-symbols set))
        ((= kind 9) (other-shapes set))
        (t (other-others set))))

(defun kind-emptiness (kind set)
  (cond ((memq kind '(7 8)) (if (no-symbols-p set) :empty :full))
        ((null set) :empty)
        ((memq kind '(5 6)) (emptiness-of-pairs set))
        ((= kind 10) (emptiness-of-others set))
        (t :full)))

;;; Single objects

(defun kind-of-object (object)
  "The place of the kind of OBJECT, one of which sets have infinitely many."
  (cond ((consp object) 6)
        ((arrayp object) 9)
        (t 10)))

(defun object-in-kind-p (object kinds)
  (let ((set (svref kinds (kind-of-object object))))
    (and (cond ((consp object)
                (some (lambda (pair) (and (object-in-kinds-p (car object) (car pair))
                                          (object-in-kinds-p (cdr object) (cdr pair))))
                      set))
               ((arrayp object)
                (common-shapes (array-shapes (ash 1 (element-type-index object)) (if (simple-p object) 1 2)
                                             (array-dimensions object))
                               set))
               (t (let ((class (class-of object)))
                    (some (lambda (part)
                            (and (every (lambda (each) (subclass-p class each)) (car part))
                                 (notany (lambda (each) (subclass-p class each)) (cdr part))))
                          set))))
         t)))

(defun array-shapes (elements simple dimensions)
  (shape-without-empty elements simple dimensions '()))

(defun object-in-kinds-p (object kinds)
  "True when OBJECT is one of the set KINDS."
  (cond ((or (numberp object) (characterp object) (symbolp object))
         (eq (kinds-emptiness (common-kinds (kinds-of-object object) kinds)) :full))
        ((memq object (kinds-with kinds)) t)
        ((memq object (kinds-without kinds)) nil)
        (t (object-in-kind-p object kinds))))

;;; Whole sets

(defun combined-kinds (a b both)
  (cond ((eq a b) a)
        ((eq a *everything*) (if both b a))
        ((eq b *everything*) (if both a b))
        ((eq a *nothing*) (if both a b))
        ((eq b *nothing*) (if both b a))
        (t
         (let ((result (copy-kinds a)))
           (dotimes (kind +kind-count+)
             (setf (svref result kind) (combined-kind kind (svref a kind) (svref b kind) both)))
           (combine-objects result a b both)
           result))))

(defun combine-objects (result a b both)
  "Sets the single objects of RESULT, whose kinds are those of A and B combined."
  (setf (kinds-with result) '()
        (kinds-without result) '())
  (dolist (object (append (kinds-with a) (kinds-with b) (kinds-without a) (kinds-without b)))
    (let ((in (if both
                  (and (object-in-kinds-p object a) (object-in-kinds-p object b))
                  (or (object-in-kinds-p object a) (object-in-kinds-p object b)))))
      (unless (eq (and in t) (object-in-kind-p object result))
        (if in
            (pushnew object (kinds-with result) :test #'eq)
            (pushnew object (kinds-without result) :test #'eq))))))

(defun common-kinds (a b) (combined-kinds a b t))
(defun joined-kinds (a b) (combined-kinds a b nil))

(defun other-kinds (kinds)
  "All objects that are not in the set KINDS."
  (cond ((eq kinds *everything*) *nothing*)
        ((eq kinds *nothing*) *everything*)
        (t
         (let ((result (copy-kinds kinds)))
           (dotimes (kind +kind-count+)
             (setf (svref result kind) (other-kind kind (svref kinds kind))))
           (setf (kinds-with result) (kinds-without kinds)
                 (kinds-without result) (kinds-with kinds))
           result))))

(defun kinds-emptiness (kinds)
  "Whether the set KINDS has no object, :EMPTY, surely some, :FULL, or :UNKNOWN."
  (cond ((eq kinds *nothing*) :empty)
        ((or (eq kinds *everything*) (kinds-with kinds)) :full)
        (t
         (let ((answer :empty))
           (dotimes (kind +kind-count+ answer)
             (case (kind-emptiness kind (svref kinds kind))
               (:full (return :full))
               (:unknown (setq answer :unknown))))))))

(defun difference-emptiness (a b)
  "Whether the set A has nothing that B has not, :EMPTY, surely something, :FULL, or :UNKNOWN."
  (let ((answer (if (eq a b) :empty (difference-of-kinds a b))))
    (if (and (not (eq answer :full))
             (or (notevery (lambda (object) (object-in-kinds-p object b)) (kinds-with a))
                 (some (lambda (object) (object-in-kinds-p object a)) (kinds-without b))))
        :full
        answer)))

(defun difference-of-kinds (a b)
  (let ((answer :empty))
    (dotimes (kind +kind-count+ answer)
      (let ((own (svref a kind))
            (others (svref b kind)))
        (unless (or (eq own others) (eq (kind-emptiness kind own) :empty))
          (case (kind-emptiness kind (combined-kind kind own (other-kind kind others) t))
            (:full (return :full))
            (:unknown (setq answer :unknown))))))))

(defun kinds-within-p (a b)
  "Whether the set A is surely within B."
  (eq (difference-emptiness a b) :empty))

(defvar *nothing* (make-kinds '() '() '() '() '() '() '() (these-symbols '()) (these-symbols '()) '() '() '() '()))

(defun only-kind (kind set)
  (let ((result (copy-kinds *nothing*)))
    (setf (svref result kind) set)
    result))

(defvar *everything*
  (let ((all '(:min :max)))
    (make-kinds all all all all all '() '() (all-symbols-but '()) (all-symbols-but '()) (list *any-shape*) (list '(()))
                '() '())))

(setf (kinds-conses *everything*) (list (cons *everything* *everything*))
      ;; The parts of a complex number are of one format.
      (kinds-complexes *everything*)
      (flet ((both (kinds) (cons kinds kinds)))
        (let ((rationals (only-kind 0 '(:min :max))))
          (setf (kinds-ratios rationals) '(:min :max))
          (list (both rationals) (both (only-kind 2 '(:min :max))) (both (only-kind 3 '(:min :max)))))))
