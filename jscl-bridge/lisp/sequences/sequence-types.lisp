;;;; What kind of sequences a type has, and of which lengths; for MAKE-SEQUENCE, CONCATENATE, MAP, MERGE and COERCE.

(in-package "JSCL-MCP")

(defun bad-sequence-type (type)
  (error 'simple-type-error
         :datum type :expected-type 'sequence
         :format-control "~S is a bad type specifier for sequences." :format-arguments (list type)))

(defun hairy-sequence-type (type)
  (error 'simple-program-error
         :format-control "~S is too hairy for sequence functions." :format-arguments (list (simplified-type type))))

(defun wrong-length (length type)
  (error 'simple-type-error
         :datum length :expected-type type
         :format-control "The length requested (~D) does not match the type restriction in ~S."
         :format-arguments (list length (sized-type type))))

(defun string-type-p (type)
  "True when the specifier TYPE is a list that says how long strings are."
  (and (consp type) (memq (car type) '(string simple-string))))

(defun simple-vector-kind-p (type)
  "True when TYPE is no single array type, or one of simple vectors: MAP looks at the lengths of these last."
  (let ((type (expand-type type)))
    (not (or (string-type-p type)
             (and (consp type)
                  (array-type-name-p (car type))
                  (let ((element (array-type-parts type)))
                    (or (eq element '*) (not (eql (upgraded-index element) *any-kind*)))))))))

(defun sized-type (type)
  "TYPE as SBCL writes it in messages about lengths: strings are of characters."
  (let ((type (expand-type type)))
    (if (string-type-p type)
        (if (eq (car type) 'string)
            (list 'vector 'character (second type))
            (list 'simple-array 'character (cdr type)))
        (simplified-type type))))

(defun named-result-kind (type any-lengths)
  "The values of RESULT-KIND for a type that is not one of the frequent ones."
  (let ((expansion (expand-type type)))
    (if (and (consp expansion) (array-type-name-p (car expansion)))
        (array-result-kind expansion)
        (let ((kinds (maybe (normal-form type))))
          (cond ((eq (kinds-emptiness kinds) :empty) (bad-sequence-type type))
                ((kinds-within-p kinds (surely (named-form 'list))) (values nil kinds))
                ((kinds-within-p kinds (surely (named-form 'vector)))
                 (values (kind-of-shapes type (kinds-arrays kinds) any-lengths) kinds))
                (t (bad-sequence-type type)))))))

(defun array-result-kind (type)
  "The values of RESULT-KIND for a list that names a type of arrays."
  (check-type-arguments type)
  (multiple-value-bind (element dimensions) (array-type-parts type)
    (unless (and (consp dimensions) (null (cdr dimensions)))
      (bad-sequence-type type))
    (values (if (eq element '*) *any-kind* (or (upgraded-index element) *any-kind*))
            (if (eq (car dimensions) '*) nil (car dimensions)))))

(defun kind-of-shapes (type shapes any-lengths)
  "The kind of the vectors of TYPE, whose shapes are SHAPES, of one length unless ANY-LENGTHS."
  (let ((elements (reduce #'logior (mapcar #'first shapes)))
        (dimensions (third (car shapes))))
    (when (and (cdr shapes)
               (not any-lengths)
               (notevery (lambda (shape) (equal (third shape) dimensions)) shapes))
      (hairy-sequence-type type))
    (cond ((= elements (first *any-shape*)) *any-kind*)
          ((= elements (logior (ash 1 *string-kind*) (ash 1 (upgraded-index 'base-char)))) *string-kind*)
          ((= (logcount elements) 1) (1- (integer-length elements)))
          (t (hairy-sequence-type type)))))

(defun length-in-kinds-p (length kinds)
  "True when the set KINDS may have lists or vectors of LENGTH."
  (or (eq kinds *everything*)
      (some (lambda (shape) (or (eq (third shape) '*) (memq (car (third shape)) (list '* length))))
            (kinds-arrays kinds))
      (if (eql length 0)
          (object-in-kinds-p nil kinds)
          (some (lambda (pair) (length-in-kinds-p (1- length) (cdr pair))) (kinds-conses kinds)))))

(defun check-result-length (type lengths length)
  "Signals unless sequences of TYPE may have LENGTH: LENGTHS is the only one, or a set of such sequences."
  (unless (if (integerp lengths) (= lengths length) (length-in-kinds-p length lengths))
    (wrong-length length type)))
