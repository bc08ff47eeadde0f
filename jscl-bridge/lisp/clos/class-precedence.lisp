;;;; The class precedence list of a class (CLHS 4.3.5), and why there is none.

(in-package "JSCL-MCP")

(defun precedence-of (class)
  ;; JSCL leaves the precedence list of the class T empty.
  (or (jscl::class-precedence-list class) (list class)))

(defun superclasses-in-order (class supers)
  "CLASS, whose direct superclasses are SUPERS, and all its superclasses, each once, as a walk over them meets them."
  (let ((seen '()))
    (labels ((visit (each direct)
               (unless (memq each seen)
                 (push each seen)
                 (dolist (superclass direct)
                   (visit superclass (jscl::class-direct-superclasses superclass))))))
      (visit class supers))
    (nreverse seen)))

(defun local-orders (classes class supers)
  "For each of CLASSES the list of it and its direct superclasses; those of CLASS are SUPERS."
  (mapcar (lambda (each)
            (cons each (if (eq each class) supers (jscl::class-direct-superclasses each))))
          classes))

(defun preceded-p (class orders classes)
  "True when some order has one of CLASSES before CLASS."
  (dolist (order orders nil)
    (let ((tail (memq class (cdr order))))
      (when (and tail (memq (car order) classes))
        (return t))
      (do ((rest (cdr order) (cdr rest)))
          ((or (null rest) (eq rest tail)))
        (when (and tail (memq (car rest) classes))
          (return-from preceded-p t)))
      (when (and tail (memq class (cdr tail)))
        (return t)))))

(defun rightmost-subclass-first (candidates result)
  "Of CANDIDATES the one that has a direct subclass nearest the end of the list whose reverse is RESULT."
  (dolist (each result (car candidates))
    (let ((found (find-if (lambda (candidate) (memq candidate (jscl::class-direct-superclasses each))) candidates)))
      (when found (return found)))))

(defun class-precedence (class superclasses)
  "The precedence list of CLASS, whose direct superclasses are SUPERCLASSES; an error when they cannot be ordered."
  (if (and superclasses (null (cdr superclasses)))
      (cons class (precedence-of (car superclasses)))
      (let* ((rest (superclasses-in-order class superclasses))
             (orders (local-orders rest class superclasses))
             (result '()))
        (do () ((null rest) (nreverse result))
          (let ((candidates (remove-if (lambda (each) (preceded-p each orders rest)) rest)))
            (when (null candidates)
              (precedence-error class (cycle-text class superclasses)))
            (let ((next (if (cdr candidates)
                            (rightmost-subclass-first candidates result)
                            (car candidates))))
              (push next result)
              (setq rest (remove next rest :test #'eq))))))))

;;; Errors

(defun qualified-class-name (class)
  (with-output-to-string (stream) (write-qualified (jscl::!class-name class) stream)))

(defun precedence-error (class reason)
  (error "While computing the class precedence list of the class named ~A.~%~A" (qualified-class-name class) reason))

(defun followers (class orders)
  "The classes that some order has right after CLASS or, when it is that of CLASS itself, anywhere after it."
  (let ((result '()))
    (dolist (order orders (nreverse result))
      (let ((tail (memq class order)))
        (when (cdr tail)
          (dolist (each (if (eq tail order) (cdr tail) (list (cadr tail))))
            (push each result)))))))

(defun cycle-from (path orders)
  "A list of classes each of which must precede the next, that begins and ends with the same one; PATH leads to it."
  (if (memq (car path) (cdr path))
      (memq (car path) (reverse path))
      (dolist (each (followers (car path) orders) nil)
        (let ((found (cycle-from (cons each path) orders)))
          (when found (return found))))))

(defun precedence-reason (before after orders)
  (let ((name (qualified-class-name after))
        (first (qualified-class-name before)))
    (if (and (not (eq before after)) (memq after (cdr (assoc before orders :test #'eq))))
        (format nil "The class named ~A appears in the supers of the class named ~A." name first)
        (dolist (order orders)
          (when (memq after (cdr (memq before (cdr order))))
            (return (format nil "The class named ~A follows the class named ~A in the supers of the class named ~A."
                            name first (qualified-class-name (car order)))))))))

(defun cycle-text (class superclasses)
  (let* ((classes (reverse (superclasses-in-order class superclasses)))
         (orders (local-orders classes class superclasses))
         (cycle (some (lambda (each) (cycle-from (list each) orders)) classes)))
    (format nil "It is not possible to compute the class precedence list because~%there is a circularity in the local precedence relations.~%This arises because:~{~%  ~A~}."
            (do ((rest cycle (cdr rest))
                 (reasons '()))
                ((null (cdr rest)) (nreverse reasons))
              (push (precedence-reason (car rest) (cadr rest) orders) reasons)))))
