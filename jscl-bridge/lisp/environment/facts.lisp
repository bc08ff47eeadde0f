;;;; What a symbol names, as data for a program. An object of it is a list that begins with :OBJECT and goes
;;;; on as a property list, an array one that begins with :ARRAY; T is true, :FALSE false, NIL null.

(in-package "JSCL-MCP")

(defun truth (x)
  (if x t :false))

(defun source-text (object)
  "OBJECT as it stands in source text: in small letters."
  (with-report-syntax (nil nil)
    (let ((*print-case* :downcase))
      (object-text object 2000))))

(defun source-texts (objects)
  (cons :array (mapcar #'source-text objects)))

(defun body-position (lambda-list)
  "The index of the first argument that is in the &BODY of LAMBDA-LIST, or NIL."
  (let ((position 0)
        (rest lambda-list))
    (loop
      (cond ((atom rest) (return nil))
            ((eq (car rest) '&body) (return position))
            ((memq (car rest) '(&whole &environment)) (setq rest (cddr rest)))
            ((memq (car rest) '(&optional)) (pop rest))
            ((memq (car rest) lambda-list-keywords) (return nil))
            (t (incf position)
               (pop rest))))))

(defun meaning (kind &key lambda-list body-position documentation value type methods supers slots)
  (list :object :kind kind :lambda-list lambda-list :body-position body-position :documentation documentation
        :value value :type type :methods (cons :array (first-elements methods 50)) :methods-total (length methods)
        :supers (source-texts supers) :slots (cons :array (mapcar #'slot-label slots))))

(defun slot-label (name)
  "The NAME of a slot without its package."
  (let ((*package* (or (symbol-package name) *package*)))
    (source-text name)))

(defun first-elements (list count)
  (if (> (length list) count) (subseq list 0 count) list))

(defun specializer-name (specializer)
  (if (jscl::std-instance-p specializer) (jscl::!class-name specializer) specializer))

(defun method-data (method)
  (list :object
        :qualifiers (source-texts (jscl::!method-qualifiers method))
        :specializers (source-texts (mapcar #'specializer-name (jscl::!method-specializers method)))
        :lambda-list (source-text (jscl::method-lambda-list method))
        :documentation (documentation method t)))

(defun lambda-list-text (lambda-list name)
  "LAMBDA-LIST as the package of NAME has it, whose function it is of: parameters are the business of no other."
  (let ((*package* (or (and (symbolp name) (symbol-package name)) *package*)))
    (if lambda-list (source-text lambda-list) "()")))

(defun function-meaning (kind name function)
  "What NAME is said to be whose function, or macro function, is FUNCTION."
  (let ((texts (and (symbolp name) (%runtime "tableTexts" name)))
        (gf (and (not (string= kind "macro")) (generic-function-named function))))
    (multiple-value-bind (lambda-list is-known) (function-lambda-list function)
      (meaning (if (and gf (string= kind "function")) "generic-function" kind)
               :lambda-list (cond (texts (string-downcase (car texts)))
                                  (gf (lambda-list-text (jscl::generic-function-lambda-list gf) name))
                                  (is-known (lambda-list-text lambda-list name)))
               :body-position (and (string= kind "macro") (body-position lambda-list))
               :documentation (function-documentation function)
               :type (and texts (cadr texts) (string-downcase (cadr texts)))
               :methods (and gf (mapcar #'method-data (jscl::generic-function-methods gf)))))))

(defun class-meaning (name class)
  (let ((kind (string-downcase (metaclass-name class))))
    (meaning (if (string= kind "standard-class") "class" kind)
             :documentation (documentation name 'type)
             :supers (mapcar #'jscl::!class-name (jscl::class-direct-superclasses class))
             :slots (class-slot-names name class kind))))

(defun class-slot-names (name class kind)
  (cond ((string= kind "structure-class")
         (jscl::das!effective-slot-names (jscl::get-structure-dsd name)))
        ((string= kind "condition-class")
         (remove-if #'hidden-slot-p (mapcar (lambda (slot) (slot-name slot)) (layout-slots (find-condition-layout name)))))
        (t (mapcar (lambda (slot) (getf slot :name)) (jscl::class-slots class)))))

(defun variable-meaning (symbol)
  (multiple-value-bind (expansion is-macro) (macroexpand-1 symbol)
    (cond (is-macro (meaning "symbol-macro" :value (source-text expansion)
                                            :documentation (documentation symbol 'variable)))
          ((boundp symbol)
           (meaning (if (or (keywordp symbol) (constantp symbol)) "constant" "variable")
                    :value (with-report-syntax (nil nil) (object-text (symbol-value symbol) 2000))
                    :documentation (documentation symbol 'variable))))))

(defun operator-meaning (symbol)
  (cond ((special-operator-p symbol) (meaning "special-operator"))
        ((macro-function symbol) (function-meaning "macro" symbol (macro-function symbol)))
        ((fboundp symbol) (function-meaning "function" symbol (fdefinition symbol)))))

(defun symbol-meanings (symbol)
  (let* ((setter (list 'setf symbol))
         (class (find-class symbol nil))
         (expander (map-get *type-expanders* symbol)))
    (remove nil
            (list (operator-meaning symbol)
                  (and (fboundp setter) (function-meaning "setf-function" setter (fdefinition setter)))
                  (variable-meaning symbol)
                  (and class (class-meaning symbol class))
                  (and expander (meaning "type" :documentation (documentation symbol 'type)))))))

(defun symbol-access (symbol package)
  (multiple-value-bind (found status) (find-symbol (symbol-name symbol) package)
    (if (and status (eq found symbol)) (string-downcase status) "none")))

(defun symbol-facts (symbol package)
  "What SYMBOL is and names where PACKAGE is the current one."
  (let ((*package* package))
    (list :object
          :package (and (symbol-package symbol) (package-name (symbol-package symbol)))
          :access (symbol-access symbol package)
          :meanings (cons :array (symbol-meanings symbol)))))

(defun operator-body-position (operator)
  "Where the &BODY of the macro OPERATOR begins, or NIL."
  (and (not (special-operator-p operator))
       (macro-function operator)
       (body-position (function-lambda-list (macro-function operator)))))

;;; What a report's hints are made of

(defun known-lambda-list (function)
  "A list of the lambda list of FUNCTION; NIL where it is not known."
  (let ((gf (generic-function-named function)))
    (if gf
        (list (jscl::generic-function-lambda-list gf))
        (multiple-value-bind (lambda-list is-known) (function-lambda-list function)
          (and is-known (list lambda-list))))))

(defun generic-function-call (object)
  "The name and the lambda list of the generic function that OBJECT is, as a list; NIL for others."
  (let ((gf (if (functionp object) (generic-function-named object) nil)))
    (and gf (list (jscl::generic-function-name gf) (jscl::generic-function-lambda-list gf)))))

(defun specializers-of-methods (gf)
  "What each primary method of the generic function GF is for: names of classes, and EQL specializers."
  (mapcar (lambda (method)
            (mapcar (lambda (specializer)
                      (if (eql-specializer-p specializer)
                          (list 'eql (cadr specializer))
                          (class-name specializer)))
                    (jscl::!method-specializers method)))
          (remove-if #'jscl::!method-qualifiers (jscl::generic-function-methods gf))))

(defun names-of-class-slots (object)
  "The names of the slots of OBJECT."
  (let ((class (class-of object)))
    (class-slot-names (jscl::!class-name class) class (string-downcase (metaclass-name class)))))

(defun class-initargs-of (class)
  "The names by which initargs of the slots of CLASS are given."
  (and (string= (string-downcase (metaclass-name class)) "standard-class")
       (mapcan (lambda (slot) (copy-list (getf slot :initargs))) (jscl::class-slots class))))

(defun active-restart-names ()
  (remove nil (mapcar #'restart-name (compute-restarts))))
