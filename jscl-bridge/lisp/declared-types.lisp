;;;; What code that declares the type of a value calls when the value may be of another type.

(in-package "JSCL-MCP")

(defun declared-type-expansion (type)
  "TYPE with its definition in place of its name, TYPE itself when it has none or is none."
  (handler-case (expand-type type)
    (error () type)))

(defun interval-specifier (low high)
  "The integers from LOW to HIGH, as SBCL names them."
  (flet ((power (n) (and (> n 0) (= n (ash 1 (1- (integer-length n)))))))
    (cond ((and (eq low '*) (eq high '*)) 'integer)
          ((not (or (integerp low) (eq low '*))) (list 'integer low high))
          ((and (eql low 0) (eq high '*)) 'unsigned-byte)
          ((eq low '*) (list 'integer low high))
          ((eq high '*) (list 'integer low))
          ((not (integerp high)) (list 'integer low high))
          ((and (eql low 0) (eql high 1)) 'bit)
          ((and (eql low 0) (> high 1) (power (1+ high)) (zerop (mod (1- (integer-length (1+ high))) 8)))
           (list 'unsigned-byte (1- (integer-length (1+ high)))))
          ((eql low 0) (list 'mod (1+ high)))
          ((and (> high 0) (= low (- (1+ high))) (power (1+ high)))
           (list 'signed-byte (integer-length (1+ high))))
          (t (list 'integer low high)))))

(defun union-rank (type)
  "Where TYPE stands in the unions that SBCL prints."
  (let ((name (if (consp type) (car type) type)))
    (cond ((memq name '(array simple-array vector simple-vector string simple-string bit-vector base-string)) 0)
          ((memq name '(null member eql boolean)) 2)
          ((memq name '(float single-float double-float)) 3)
          ((memq name '(integer fixnum rational ratio real number unsigned-byte signed-byte mod bit)) 4)
          (t 1))))

(defun canonical-type (type)
  "TYPE as SBCL's messages show it."
  (let ((type (declared-type-expansion type)))
    (if (atom type)
        type
        (case (car type)
          (integer (let ((low (if (cdr type) (cadr type) '*))
                         (high (if (cddr type) (caddr type) '*)))
                     (interval-specifier (if (consp low) (1+ (car low)) low)
                                         (if (consp high) (1- (car high)) high))))
          (mod (interval-specifier 0 (1- (cadr type))))
          (unsigned-byte (if (integerp (cadr type)) type 'unsigned-byte))
          (eql (if (integerp (cadr type)) (list 'integer (cadr type) (cadr type)) (list 'member (cadr type))))
          (member (cond ((and (cdr type) (null (cddr type)) (integerp (cadr type)))
                         (canonical-type (list 'eql (cadr type))))
                        ((equal (cdr type) '(nil)) 'null)
                        (t (cons 'member (reverse (cdr type))))))
          (or (if (cddr type)
                  (cons 'or (stable-sort (mapcar #'canonical-type (cdr type)) #'< :key #'union-rank))
                  (if (cdr type) (canonical-type (cadr type)) nil)))
          (and (if (and (cdr type) (null (cddr type)))
                   (canonical-type (cadr type))
                   (cons 'and (mapcar #'canonical-type (cdr type)))))
          (function 'function)
          (t type)))))

(defun check-declared-type (value type binding)
  "VALUE, when it is of TYPE; otherwise an error, which names the variable BINDING that was to have the value."
  (let ((tested (if (and (consp type) (eq (car type) 'function)) 'function type)))
    (unless (typep value tested)
      (error 'type-error :datum value :expected-type (canonical-type type) :context binding))
    value))

(defun check-symbol-value (symbol value type)
  "Signals unless VALUE fits the type that SYMBOL was proclaimed to have."
  (unless (typep value type)
    (error 'simple-type-error :datum value :expected-type (canonical-type type)
                              :format-control "Cannot set SYMBOL-VALUE of ~S to ~S, not of type ~S."
                              :format-arguments (list symbol value (canonical-type type)))))

(defun constant-modification-error (symbol what)
  "Signals that the constant SYMBOL would change; WHAT says how. Returns when that is to be."
  (cond ((null symbol) (error "Nihil ex nihil. (can't ~?)" what (list symbol)))
        ((eq symbol t) (error "Veritas aeterna. (can't ~?)" what (list symbol)))
        ((keywordp symbol) (error "Can't ~?." what (list symbol)))
        (t (restart-case (error "Constant modification: attempt to ~?." what (list symbol))
             (continue ()
               :report "Modify the constant."
               nil)))))
