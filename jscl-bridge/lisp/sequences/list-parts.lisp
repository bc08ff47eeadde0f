;;;; The parts of lists that have names: CAAR to CDDDDR, and SECOND to TENTH. What is no list is an error of type LIST.

(in-package "JSCL-MCP")

(defmacro define-list-parts (depth)
  "Defines the compositions of DEPTH calls of CAR and CDR."
  (let ((forms '()))
    (dotimes (bits (expt 2 depth) (cons 'progn (nreverse forms)))
      (let ((letters '())
            (form 'list))
        (dotimes (step depth)
          (let ((last (logbitp step bits)))
            (push (if last #\D #\A) letters)
            (setq form (list (if last 'cdr 'car) form))))
        (push `(defun ,(intern (format nil "C~{~A~}R" letters) "COMMON-LISP") (list) ,form) forms)))))

(define-list-parts 2)
(define-list-parts 3)
(define-list-parts 4)

(defmacro define-ordinals (&rest names)
  "Defines NAMES to be the second element of a list and those after it."
  (let ((tail '(cdr list)) (forms '()))
    (dolist (name names (cons 'progn (nreverse forms)))
      (push `(defun ,name (list) (car ,tail)) forms)
      (setq tail (list 'cdr tail)))))

(define-ordinals second third fourth fifth sixth seventh eighth ninth tenth)

(defun rplaca (cons object)
  "Stores OBJECT as the car of CONS."
  (setf (car cons) object)
  cons)

(defun rplacd (cons object)
  "Stores OBJECT as the cdr of CONS."
  (setf (cdr cons) object)
  cons)
