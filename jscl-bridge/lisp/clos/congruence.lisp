;;;; Lambda lists of generic functions and their methods: what they may say, and that they agree (CLHS 3.4.2,
;;;; 7.6.4).

(in-package "JSCL-MCP")

(defun optional-count (lambda-list)
  (- (positional-count lambda-list) (required-count lambda-list)))

(defun takes-more-p (lambda-list)
  "True when LAMBDA-LIST has &REST or &KEY."
  (and (or (member '&rest lambda-list) (member '&key lambda-list)) t))

(defun missing-keys (lambda-list wanted)
  "Those of the keywords WANTED that a method with LAMBDA-LIST does not accept."
  (let ((keys (lambda-list-keys lambda-list)))
    (if (or (eq keys t) (not (member '&key lambda-list)))
        '()
        (remove-if (lambda (key) (member key keys)) wanted))))

(defun congruence-problem (gf-list lambda-list)
  "Why a method with LAMBDA-LIST does not belong to a generic function with GF-LIST; NIL when it does."
  (let ((required (- (required-count lambda-list) (required-count gf-list)))
        (optional (- (optional-count lambda-list) (optional-count gf-list)))
        (keys (lambda-list-keys gf-list)))
    (flet ((differs (count kind)
             (format nil "the method has ~:[fewer~;more~] ~A arguments than the generic function."
                     (plusp count) kind)))
      (cond ((/= required 0) (differs required "required"))
            ((/= optional 0) (differs optional "optional"))
            ((not (eq (takes-more-p gf-list) (takes-more-p lambda-list)))
             (format nil "the method and generic function differ in whether they accept~%&REST or &KEY arguments."))
            ((and (consp keys) (missing-keys lambda-list keys))
             (format nil "the method does not accept each of the &KEY arguments~%  ~S." keys))
            (t nil)))))

(defun check-congruence (gf method)
  (let ((problem (congruence-problem (jscl::generic-function-lambda-list gf) (jscl::method-lambda-list method))))
    (when problem
      (error 'simple-program-error
             :format-control "attempt to add the method~%  ~S~%to the generic function~%  ~S;~% but ~A"
             :format-arguments (list method gf problem)))))

;;; The lambda list of DEFGENERIC

(defun lambda-list-error (type section control &rest arguments)
  (error type :references (list (list :ansi-cl :section section))
              :format-control control :format-arguments arguments))

(defun looks-like-keyword-p (each)
  "True of a variable that may be a misspelt lambda list keyword."
  (and (symbolp each)
       (not (memq each lambda-list-keywords))
       (plusp (length (symbol-name each)))
       (char= (char (symbol-name each) 0) #\&)))

(defun check-generic-lambda-list (lambda-list)
  "Signals when LAMBDA-LIST says what only the lambda list of a method may say."
  (let ((state :required)
        (suspicious (find-if #'looks-like-keyword-p lambda-list)))
    (when suspicious
      (warn (compiler-warning 'simple-style-warning
                              (format nil "suspicious variable ~S in lambda list: ~S." suspicious lambda-list))))
    (flet ((refuse (control &rest arguments)
             (apply #'lambda-list-error 'generic-function-lambda-list-error '(3 4 2) control arguments)))
      (dolist (each lambda-list)
        (cond ((eq each '&aux)
               (refuse "~A is not allowed in a generic function lambda list: ~S" each lambda-list))
              ((memq each lambda-list-keywords) (setq state each))
              ((null each) (refuse "~S cannot be used as a local variable." each))
              ((keywordp each) (refuse "~S is a keyword and cannot be used as a local variable." each))
              ((and (eq state :required) (not (symbolp each)))
               (refuse "Required argument is not a symbol: ~S" each))
              ((and (symbolp each) (member each (cdr (member each lambda-list))))
               (refuse "The variable ~S occurs more than once in the lambda list." each))
              ((memq state '(&optional &key))
               (cond ((and (consp each) (cdr each))
                      (refuse "Invalid ~A argument specifier ~S~%in a generic function lambda list ~S"
                              state each lambda-list))
                     ((atom each)
                      (unless (symbolp each)
                        (refuse "~A parameter is not a symbol or cons: ~S" state each)))))
              (t nil))))))
