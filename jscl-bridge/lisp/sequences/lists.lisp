;;;; Lists (CLHS chapter 14): copies of trees, property lists, making association lists.

(in-package "JSCL-MCP")

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

(defun ldiff (list object)
  "A copy of the part of LIST before its tail OBJECT."
  (unless (listp list) (wrong-type list 'list))
  (do ((rest list (cdr rest))
       (result '() (cons (car rest) result)))
      ((not (consp rest))
       (if (eql rest object) (nreverse result) (revappend result rest)))
    (when (eql rest object)
      (return (nreverse result)))))

(defun tailp (object list)
  "True when OBJECT is a tail of LIST."
  (require-type list list)
  (do ((rest list (cdr rest)))
      ((not (consp rest)) (eql rest object))
    (when (eql rest object) (return t))))

;;; Property lists

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
      ((or (endp keys) (endp data))
       (unless (and (null keys) (null data))
         (error "The lists of keys and data are of unequal length."))
       result)))

(defmacro do-entries ((entry alist) &body body)
  (let ((rest (gensym "REST")))
    `(do ((,rest ,alist (cdr ,rest)))
         ((endp ,rest) nil)
       (let ((,entry (car ,rest)))
         (when ,entry
           (unless (consp ,entry) (wrong-type ,entry 'list))
           ,@body)))))
