;;;; SUBTYPEP (CLHS 4.4): whether one set is within another, certain in either answer where the sets are known. Where they are
;;;; not, because a predicate decides or nobody knows a name, the form of the specifiers may still tell.

(in-package "JSCL-MCP")

(defun within-by-form-p (a b)
  "Whether the form of the specifiers alone says that A is a subtype of B."
  (flet ((kind (type) (and (consp type) (car type)))
         (below-b-p (part) (surely-within-p part b))
         (above-a-p (part) (surely-within-p a part)))
    (cond ((equal a b) t)
          ((eq (kind a) 'or) (every #'below-b-p (cdr a)))
          ((eq (kind b) 'and) (every #'above-a-p (cdr b)))
          ((and (eq (kind a) 'not) (eq (kind b) 'not)) (surely-within-p (second b) (second a)))
          (t (or (and (eq (kind a) 'and) (some #'below-b-p (cdr a)))
                 (and (eq (kind b) 'or) (some #'above-a-p (cdr b))))))))

(defun surely-within-p (a b)
  (let ((a (expand-type a))
        (b (expand-type b)))
    (or (kinds-within-p (maybe (normal-form a)) (surely (normal-form b)))
        (within-by-form-p a b))))

(defun subtypep (type-1 type-2 &optional environment)
  "Whether TYPE-1 is a subtype of TYPE-2, and whether that is certain."
  (declare (ignore environment))
  (let ((answer (catch 'too-complex
                  (relation (normal-form type-1) (normal-form type-2)
                            (expand-type type-1) (expand-type type-2)))))
    (values (eq answer :within) (and answer t))))

(defun relation (a b specifier-a specifier-b)
  "How the types A and B, which the specifiers name, stand to each other: :WITHIN, :OUTSIDE when not all of A is in B, or NIL."
  (cond ((kinds-within-p (maybe a) (surely b)) :within)
        ((and (not (and (eq (surely a) (maybe a)) (eq (surely b) (maybe b))))
              (within-by-form-p specifier-a specifier-b))
         :within)
        ((eq (difference-emptiness (surely a) (maybe b)) :full) :outside)
        (t nil)))
