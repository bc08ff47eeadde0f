;;;; MAKE-INSTANCE of a constant class with constant keywords: each such call has a constructor of its own,
;;;; which knows where its arguments go for as long as no class and no generic function changes.

(in-package "JSCL-MCP")

;; EPOCH is that of the definitions it was made from, or NIL before. TEMPLATE is the slot vector of an
;; instance without the arguments, NIL when making one takes more than filling it; PLACES are the indices of
;; the arguments; CLASS is the class. METHOD is the function of our method for classes, when just ours apply;
;; PLAN is the class's plan, when the arguments are known to be good for it. The constructor knows the fields
;; by their positions.
(define-record construction epoch template places class method plan)

(defun constant-function-p (function)
  (%js-inline "($0.isConstant === true ? t : nil)" function))

(defun store-constants (template places constants)
  "Stores what is constant in the places of TEMPLATE that are in none of PLACES and hold nothing. NIL when something is not
constant, or for a slot that all instances share. CONSTANTS are lists of a place and a function."
  (dolist (entry constants t)
    (destructuring-bind (place function) entry
      (when (consp place)
        (return nil))
      (when (and (not (memq place places))
                 (eq (svref template place) (unbound-marker)))
        (unless (constant-function-p function)
          (return nil))
        (setf (svref template place) (funcall function))))))

(defun places-of-keys (class keys)
  "The index that each of KEYS fills in an instance of CLASS; NIL when one fills none or several, or one that another fills."
  (let ((places '())
        (positions (slot-positions class)))
    (dolist (key keys (nreverse places))
      (let ((slots (remove-if-not (lambda (slot) (memq key (getf slot :initargs))) (jscl::class-slots class))))
        (unless (and slots (null (cdr slots)))
          (return nil))
        (let ((place (map-get positions (getf (car slots) :name))))
          (when (memq place places)
            (return nil))
          (push place places))))))

(defun filled-template (class keys places)
  "The slots of an instance of CLASS made with KEYS, which fill PLACES, before these are filled; NIL when what fills the others
has to be computed each time."
  (let ((template (make-array (instance-size class) :initial-element (unbound-marker)))
        (positions (slot-positions class))
        (defaults '()))
    (dolist (entry (class-state-default-initargs (class-state class)))
      (unless (memq (first entry) keys)
        (let ((place (places-of-keys class (list (first entry)))))
          (unless place
            (return-from filled-template nil))
          (push (list (car place) (third entry)) defaults))))
    (and (store-constants template places (nreverse defaults))
         (store-constants template places
                          (mapcan (lambda (slot)
                                    (and (getf slot :initfunction)
                                         (not (eq (getf slot :allocation) :class))
                                         (list (list (map-get positions (getf slot :name)) (getf slot :initfunction)))))
                                  (jscl::class-slots class)))
         template)))

(defun renew-construction (construction name keys)
  (let* ((class (find-class name nil))
         (method (and class (class-state class) (class-finalized-p class) (own-make-method)))
         (plan (and method (plan-of-class class)))
         (places (and plan (plan-direct plan) (null (plan-after plan)) (places-of-keys class keys)))
         (template (and plan (plan-direct plan) (null (plan-after plan))
                        (or places (null keys))
                        (filled-template class keys places))))
    (setf (construction-epoch construction) *definitions-epoch*
          (construction-template construction) template
          (construction-places construction) (coerce places 'vector)
          (construction-class construction) class
          (construction-method construction) method
          (construction-plan construction)
          (and plan
               (plan-direct plan)
               (every (lambda (entry) (memq (first entry) keys)) (class-state-default-initargs (class-state class)))
               (let ((valid (valid-initargs class)))
                 (or (eq valid t) (every (lambda (key) (memq key valid)) keys)))
               plan))))

(defun construct-by-call (construction name keys values)
  "A new instance by a call of MAKE-INSTANCE, after CONSTRUCTION was brought up to date."
  (unless (eql (construction-epoch construction) *definitions-epoch*)
    (renew-construction construction name keys))
  (let ((initargs (mapcan #'list keys values))
        (method (construction-method construction)))
    (if method
        (apply method (construction-class construction) initargs)
        (apply #'make-instance name initargs))))

(defun make-constructor (name keys)
  "A function that makes an instance of the class NAME from the values of KEYS."
  (check-type name symbol)
  (check-type keys list)
  (let ((construction (make-construction nil nil nil nil nil nil))
        (names (coerce keys 'vector)))
    (%js-inline "(function (values, a, b, c) {
  if ($0[0] !== $1.@value) return $2.apply(null, arguments);
  if ($0[1] === nil) {
    if ($0[5] === nil) return $2.apply(null, arguments);
    const all = [values, $0[3]];
    for (let i = 0; i < $4.length; i++) all.push($4[i], arguments[i + 1]);
    $5.@value = $0[5];
    return $0[4].apply(null, all);
  }
  const slots = $0[1].slice();
  const places = $0[2];
  switch (places.length) {
    default:
      for (let i = 3; i < places.length; i++) slots[places[i]] = arguments[i + 1];
    case 3:
      slots[places[2]] = c;
    case 2:
      slots[places[1]] = b;
    case 1:
      slots[places[0]] = a;
    case 0:
  }
  return $3(pv, $0[3], slots);
})"
                construction '*definitions-epoch*
                (lambda (&rest values) (construct-by-call construction name keys values))
                #'allocate-from-class names '*known-plan*)))

(defun constructor-call (form)
  "FORM, a call of MAKE-INSTANCE, as a call of a constructor where its class and its keywords are constants."
  (destructuring-bind (class . initargs) (cdr form)
    (let ((keys '())
          (values '()))
      (unless (and (consp class) (eq (car class) 'quote) (symbolp (cadr class)))
        (return-from constructor-call form))
      (do ((rest initargs (cddr rest)))
          ((null rest))
        (let ((key (car rest)))
          (when (or (not (keywordp key)) (eq key :allow-other-keys) (memq key keys) (null (cdr rest)))
            (return-from constructor-call form))
          (push key keys)
          (push (cadr rest) values)))
      `(funcall (load-time-value (make-constructor ,class ',(reverse keys))) ,@(reverse values)))))

(%runtime "setCompilerMacroFunction" 'make-instance
          (lambda (form environment)
            (declare (ignore environment))
            (if (and (eq (car form) 'make-instance) (cdr form) (evenp (length (cddr form))))
                (constructor-call form)
                form)))
