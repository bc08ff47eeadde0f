;;;; Programs after Gabriel's that make, change and compare lists.

;;; DERIV: derivatives of sums, products and quotients, by COND; and by functions found on property lists.

(defun derived (a)
  (cond ((atom a) (if (eq a 'x) 1 0))
        ((eq (car a) '+) (cons '+ (mapcar #'derived (cdr a))))
        ((eq (car a) '-) (cons '- (mapcar #'derived (cdr a))))
        ((eq (car a) '*)
         (list '* a (cons '+ (mapcar (lambda (b) (list '/ (derived b) b)) (cdr a)))))
        ((eq (car a) '/)
         (destructuring-bind (above below) (cdr a)
           (list '- (list '/ (derived above) below)
                 (list '/ above (list '* below below (derived below))))))
        (t (error "No derivative of ~S is known." a))))

(defparameter *expression* '(+ (* 3 x x) (* a x x) (* b x) (/ x 7) 5))

(defun run-deriv (times)
  (let (value)
    (dotimes (i times value)
      (dotimes (k 20)
        (setq value (derived *expression*))))))

(defun found-derivative (a)
  (if (atom a)
      (if (eq a 'x) 1 0)
      (funcall (get (car a) 'derivative) (cdr a))))

(setf (get '+ 'derivative) (lambda (terms) (cons '+ (mapcar #'found-derivative terms)))
      (get '- 'derivative) (lambda (terms) (cons '- (mapcar #'found-derivative terms)))
      (get '* 'derivative)
      (lambda (factors)
        (list '* (cons '* factors)
              (cons '+ (mapcar (lambda (b) (list '/ (found-derivative b) b)) factors))))
      (get '/ 'derivative)
      (lambda (parts)
        (destructuring-bind (above below) parts
          (list '- (list '/ (found-derivative above) below)
                (list '/ above (list '* below below (found-derivative below)))))))

(defun run-dderiv (times)
  (let (value)
    (dotimes (i times value)
      (dotimes (k 20)
        (setq value (found-derivative *expression*))))))

;;; DIV2: every second of a list, by iteration and by recursion.

(defun halved (list)
  (do ((rest list (cddr rest))
       (result '() (cons (car rest) result)))
      ((null rest) result)))

(defun halved-again (list)
  (if (null list) '() (cons (car list) (halved-again (cddr list)))))

(defun run-div2 (times)
  (let ((list (make-list 200 :initial-element nil)) value)
    (dotimes (i times value)
      (dotimes (k 10)
        (setq value (+ (length (halved list)) (length (halved-again list))))))))

;;; DESTRUCT: lists whose ends are cut off and put elsewhere.

(defun destruct (rounds width)
  (let ((lists (loop for k below width
                     collect (loop for j below width collect (+ k j)))))
    (dotimes (round rounds)
      (if (null (car lists))
          (dolist (list lists)
            (nconc list (list round)))
          (do ((a lists (cdr a))
               (b (cdr lists) (cdr b)))
              ((null b))
            (let ((half (floor (length (car a)) 2)))
              (if (< half 2)
                  (setf (car a) (nconc (car a) (loop for j below width collect j)))
                  (let* ((cell (nthcdr (1- half) (car a))) (tail (cdr cell)))
                    (rplacd cell '())
                    (rplaca tail round)
                    (setf (car b) (nconc tail (car b)))))))))
    (loop for list in lists sum (reduce #'+ list))))

(defun run-destruct (times)
  (let (value)
    (dotimes (i times value)
      (setq value (destruct 30 10)))))

;;; BROWSE: a data base of patterns on property lists, and a matcher with ? and *.

(defun matches-p (pattern data bindings)
  (cond ((null pattern) (null data))
        ((null data) (and (eq (car pattern) '*) (matches-p (cdr pattern) data bindings)))
        ((or (eq (car pattern) '?) (eq (car pattern) (car data)))
         (matches-p (cdr pattern) (cdr data) bindings))
        ((eq (car pattern) '*)
         (or (matches-p (cdr pattern) data bindings)
             (matches-p pattern (cdr data) bindings)))
        ((consp (car pattern))
         (and (consp (car data))
              (matches-p (car pattern) (car data) bindings)
              (matches-p (cdr pattern) (cdr data) bindings)))
        ((char= #\? (char (symbol-name (car pattern)) 0))
         (let ((binding (assoc (car pattern) bindings)))
           (if binding
               (and (equal (cdr binding) (car data)) (matches-p (cdr pattern) (cdr data) bindings))
               (matches-p (cdr pattern) (cdr data) (acons (car pattern) (car data) bindings)))))
        (t nil)))

(defparameter *units*
  (loop for k below 12
        for unit = (gensym)
        do (setf (get unit 'facts)
                 (loop for j below 4
                       collect (subseq '(a a a b b b b a a a a a b b a a a) (mod (+ k j) 6) (+ 8 (mod j 5)))))
        collect unit))

(defun browse (patterns)
  (let ((found 0))
    (dolist (unit *units* found)
      (dolist (pattern patterns)
        (dolist (fact (get unit 'facts))
          (when (matches-p pattern fact '())
            (incf found)))))))

(defun run-browse (times)
  (let (value)
    (dotimes (i times value)
      (setq value (browse '((* a ? b * b a * a *) (* a * b * ?1 * ?1) (?1 ?2 * ?2 ?1 *)))))))

;;; BOYER: terms rewritten by lemmas until none applies, then looked at as a proposition.

(defparameter *lemmas* (make-hash-table))

(dolist (lemma '(((and p q) (if p (if q (t) (f)) (f)))
                 ((or p q) (if p (t) (if q (t) (f))))
                 ((not p) (if p (f) (t)))
                 ((implies p q) (if p (if q (t) (f)) (t)))
                 ((iff p q) (and (implies p q) (implies q p)))
                 ((if (if a b c) d e) (if a (if b d e) (if c d e)))
                 ((plus (plus x y) z) (plus x (plus y z)))
                 ((times x (plus y z)) (plus (times x y) (times x z)))
                 ((equal (plus a b) (plus a c)) (equal b c))
                 ((reverse (append a b)) (append (reverse b) (reverse a)))
                 ((append (append x y) z) (append x (append y z)))
                 ((length (reverse x)) (length x))
                 ((member x (append a b)) (or (member x a) (member x b)))))
  (push lemma (gethash (first (first lemma)) *lemmas*)))

(defvar *bindings*)

(defun unified-p (term pattern)
  (cond ((atom pattern)
         (let ((binding (assoc pattern *bindings*)))
           (cond (binding (equal term (cdr binding)))
                 (t (push (cons pattern term) *bindings*) t))))
        ((atom term) nil)
        ((eq (first term) (first pattern))
         (loop for a in (rest term)
               for b in (rest pattern)
               always (unified-p a b)))
        (t nil)))

(defun instantiated (pattern)
  (if (atom pattern)
      (cdr (assoc pattern *bindings*))
      (cons (first pattern) (mapcar #'instantiated (rest pattern)))))

(defun rewritten (term)
  (if (atom term)
      term
      (let ((term (cons (first term) (mapcar #'rewritten (rest term)))))
        (dolist (lemma (gethash (first term) *lemmas*) term)
          (let ((*bindings* '()))
            (when (unified-p term (first lemma))
              (return (rewritten (instantiated (second lemma))))))))))

(defun tautology-p (term true false)
  (cond ((or (equal term '(t)) (member term true :test #'equal)) t)
        ((or (equal term '(f)) (member term false :test #'equal)) nil)
        ((and (consp term) (eq (first term) 'if))
         (destructuring-bind (test then else) (rest term)
           (cond ((or (equal test '(t)) (member test true :test #'equal)) (tautology-p then true false))
                 ((or (equal test '(f)) (member test false :test #'equal)) (tautology-p else true false))
                 (t (and (tautology-p then (cons test true) false)
                         (tautology-p else true (cons test false)))))))
        (t nil)))

(defun run-boyer (times)
  (let ((theorem '(implies (and (implies (p x) (q (plus (plus x y) z)))
                                (and (implies (q (plus x (plus y z))) (r (reverse (append a b))))
                                     (implies (r (append (reverse b) (reverse a))) (s x))))
                           (implies (p x) (s x))))
        value)
    (dotimes (i times value)
      (setq value (tautology-p (rewritten theorem) '() '())))))

;;; TRAVERSE: a graph of structures that is marked again and again.

(defstruct vertex (mark nil) (sons '()) (parents '()) (number 0) (entries 0))

(defun connected-vertices (count)
  (let ((vertices (make-array count)))
    (dotimes (k count)
      (setf (aref vertices k) (make-vertex :number k)))
    (dotimes (k count (aref vertices 0))
      (dolist (j (list (mod (1+ k) count) (mod (* 7 k) count) (mod (+ 3 (* 5 k)) count)))
        (push (aref vertices j) (vertex-sons (aref vertices k)))
        (push (aref vertices k) (vertex-parents (aref vertices j)))))))

(defun visit (vertex mark)
  (incf (vertex-entries vertex))
  (if (eq (vertex-mark vertex) mark)
      0
      (let ((count 1))
        (setf (vertex-mark vertex) mark)
        (dolist (son (vertex-sons vertex) count)
          (incf count (visit son mark))))))

(defun run-traverse (times)
  (let ((root (connected-vertices 100)) value)
    (dotimes (i times value)
      (let ((mark nil) (sum 0))
        (dotimes (k 10)
          (setf mark (not mark))
          (incf sum (visit root (if mark :black :white))))
        (setq value sum)))))
