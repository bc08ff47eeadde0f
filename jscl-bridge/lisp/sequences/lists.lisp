;;;; Lists (CLHS chapter 14): access, copies, association lists, membership.

(in-package "JSCL-MCP")

(defun require-list (object)
  (unless (listp object) (wrong-type object 'list)))

(defun require-count (object)
  (unless (and (integerp object) (>= object 0)) (wrong-type object 'unsigned-byte)))

(defun endp (object)
  "True at the end of a proper list; a TYPE-ERROR for an object that is no list."
  (cond ((null object) t)
        ((consp object) nil)
        (t (wrong-type object 'list))))

(defun list-length (list)
  "The length of LIST, NIL when it is circular."
  (do ((count 0 (+ count 2))
       (fast list (cddr fast))
       (slow list (cdr slow)))
      (nil)
    (when (endp fast) (return count))
    (when (endp (cdr fast)) (return (1+ count)))
    (when (and (eq fast slow) (> count 0)) (return nil))))

(defun nthcdr (n list)
  "The tail of LIST after N conses."
  (require-count n)
  (do ((rest list (cdr rest))
       (left n (1- left)))
      ((or (eql left 0) (null rest)) rest)
    (require-list rest)))

(defun nth (n list)
  "The element at N of LIST, NIL when it is shorter."
  (car (nthcdr n list)))

(defun last (list &optional (n 1))
  "The last N conses of LIST."
  (require-list list)
  (require-count n)
  (let ((ahead list))
    (dotimes (step n)
      (if (consp ahead) (setq ahead (cdr ahead)) (return)))
    (do ((tail list (cdr tail))
         (ahead ahead (cdr ahead)))
        ((not (consp ahead)) tail))))

(defun butlast (list &optional (n 1))
  "A copy of LIST without its last N conses."
  (require-list list)
  (require-count n)
  (let ((end (last list n)))
    (if (eql n 0)
        (copy-list list)
        (do ((rest list (cdr rest))
             (result '() (cons (car rest) result)))
            ((or (eq rest end) (not (consp rest))) (nreverse result))))))

(defun nbutlast (list &optional (n 1))
  "LIST without its last N conses."
  (butlast list n))

(defun copy-list (list)
  "A copy of the conses of LIST."
  (require-list list)
  (do ((rest list (cdr rest))
       (result '() (cons (car rest) result)))
      ((not (consp rest))
       (if (null rest)
           (nreverse result)
           (revappend result rest)))))

(defun copy-alist (alist)
  "A copy of ALIST and of its entries."
  (mapcar (lambda (entry) (if (consp entry) (cons (car entry) (cdr entry)) entry)) alist))

(defun copy-tree (tree)
  "A copy of all conses of TREE."
  (if (consp tree)
      (do ((rest tree (cdr rest))
           (result '() (cons (copy-tree (car rest)) result)))
          ((not (consp rest)) (revappend result rest)))
      tree))

(defun revappend (list tail)
  "The elements of LIST in reverse, then TAIL."
  (do ((rest list (cdr rest))
       (result tail (cons (car rest) result)))
      ((endp rest) result)))

(defun nreconc (list tail)
  "Like REVAPPEND; may reuse LIST."
  (revappend list tail))

(defun append-two (first second)
  (cond ((null first) second)
        ((consp first) (revappend (reverse-list first) second))
        (t (wrong-type first 'list))))

(defun reverse-list (list)
  (do ((rest list (cdr rest))
       (result '() (cons (car rest) result)))
      ((endp rest) result)))

(defun append (&rest lists)
  "A list of the elements of LISTS; the last one is shared."
  (if (null lists)
      '()
      (let* ((reversed (reverse-list lists))
             (result (car reversed)))
        (dolist (list (cdr reversed) result)
          (setq result (append-two list result))))))

(defun nconc (&rest lists)
  "LISTS joined by changing their last conses."
  (let ((result '()) (tail nil))
    (do ((rest lists (cdr rest)))
        ((null rest) result)
      (let ((list (car rest)))
        (when list
          (if tail
              (progn
                (unless (consp tail) (wrong-type tail 'list))
                (rplacd (last tail) list))
              (setq result list))
          (setq tail list)
          (unless (or (consp list) (null (cdr rest)))
            (wrong-type list 'list)))))))

(defun make-list (size &key initial-element)
  "A list of SIZE elements."
  (unless (and (integerp size) (<= 0 size (1- (ash 1 58))))
    (wrong-type size '(unsigned-byte 58)))
  (let ((result '()))
    (dotimes (index size result)
      (push initial-element result))))

(defun ldiff (list object)
  "A copy of the part of LIST before its tail OBJECT."
  (require-list list)
  (do ((rest list (cdr rest))
       (result '() (cons (car rest) result)))
      ((not (consp rest))
       (if (eql rest object) (nreverse result) (revappend result rest)))
    (when (eql rest object)
      (return (nreverse result)))))

(defun tailp (object list)
  "True when OBJECT is a tail of LIST."
  (do ((rest list (cdr rest)))
      ((not (consp rest)) (eql rest object))
    (when (eql rest object) (return t))))

;;; Property lists

(defun getf (plist indicator &optional default)
  "The value of INDICATOR in PLIST."
  (do ((rest plist (cddr rest)))
      ((endp rest) default)
    (when (null (cdr rest))
      (malformed-plist plist))
    (when (eq (car rest) indicator)
      (return (cadr rest)))))

(defun malformed-plist (plist)
  (error 'simple-type-error
         :datum plist :expected-type 'list
         :format-control "malformed property list: ~S." :format-arguments (list plist)))

(defun get-properties (plist indicators)
  "The first indicator of PLIST among INDICATORS, its value, and the tail that begins with it."
  (do ((rest plist (cddr rest)))
      ((endp rest) (values nil nil nil))
    (when (null (cdr rest))
      (malformed-plist plist))
    (when (memq (car rest) indicators)
      (return (values (car rest) (cadr rest) rest)))))

;;; Association lists

(defun acons (key datum alist)
  "ALIST with an entry for KEY in front."
  (cons (cons key datum) alist))

(defun pairlis (keys data &optional alist)
  "ALIST with entries for KEYS and DATA in front."
  (do ((keys keys (cdr keys))
       (data data (cdr data))
       (result alist (acons (car keys) (car data) result)))
      ((or (endp keys) (endp data)) result)))

(defmacro do-entries ((entry alist) &body body)
  (let ((rest (gensym "REST")))
    `(do ((,rest ,alist (cdr ,rest)))
         ((endp ,rest) nil)
       (let ((,entry (car ,rest)))
         (when ,entry
           (unless (consp ,entry) (wrong-type ,entry 'list))
           ,@body)))))

;;; Mapping

(defun any-ended-p (lists)
  (do ((rest lists (cdr rest)))
      ((null rest) nil)
    (when (endp (car rest)) (return t))))

(defun all-cars (lists)
  (do ((rest lists (cdr rest))
       (result '() (cons (caar rest) result)))
      ((null rest) (nreverse result))))

(defun all-cdrs (lists)
  (do ((rest lists (cdr rest))
       (result '() (cons (cdar rest) result)))
      ((null rest) (nreverse result))))

(defmacro define-mapper (name documentation arguments (result form) value)
  "Defines NAME to call a function with the ARGUMENTS of the lists, :CARS or :TAILS, and to collect in RESULT by FORM."
  (let ((one (if (eq arguments :cars) '(car rest) 'rest))
        (many (if (eq arguments :cars) '(all-cars lists) 'lists)))
    `(defun ,name (function list &rest more)
       ,documentation
       (let ((function (as-function function))
             (,result '()))
         (if (null more)
             (do ((rest list (cdr rest)))
                 ((endp rest))
               (let ((value (funcall function ,one)))
                 (declare (ignorable value))
                 ,form))
             (do ((lists (cons list more) (all-cdrs lists)))
                 ((any-ended-p lists))
               (let ((value (apply function ,many)))
                 (declare (ignorable value))
                 ,form)))
         ,value))))

(define-mapper mapcar "The values of FUNCTION on the elements of the lists." :cars
  (result (push value result)) (nreverse result))
(define-mapper maplist "The values of FUNCTION on the tails of the lists." :tails
  (result (push value result)) (nreverse result))
(define-mapper mapc "Calls FUNCTION on the elements of the lists; the first list." :cars
  (result nil) (progn result list))
(define-mapper mapl "Calls FUNCTION on the tails of the lists; the first list." :tails
  (result nil) (progn result list))
(define-mapper mapcan "The lists that FUNCTION gives for the elements, joined." :cars
  (result (push value result)) (apply #'nconc (nreverse result)))
(define-mapper mapcon "The lists that FUNCTION gives for the tails, joined." :tails
  (result (push value result)) (apply #'nconc (nreverse result)))
