;;;; What tools tell of symbols, classes and methods, as data (lisp/environment/facts.lisp), and the runs of tests of
;;;; several frameworks.

(in-package "JSCL-MCP")

(defun array-of (list) (cons :array list))

(defun name-text (name)
  "NAME as it is written in any package; an uninterned symbol as it prints."
  (let ((*package* (find-package "COMMON-LISP-USER")))
    (source-text name)))

;;; apropos-search

(defun pattern-parts (pattern)
  "The texts between the stars of PATTERN."
  (loop with start = 0
        for star = (position #\* pattern :start start)
        collect (subseq pattern start star)
        while star
        do (setq start (1+ star))))

(defun matches-pattern-p (parts name)
  "Whether NAME is the PARTS with anything between them; of a single part, whether it has it somewhere."
  (if (null (cdr parts))
      (search (car parts) name :test #'char-equal)
      (let* ((first (car parts))
             (last (car (last parts)))
             (at (length first))
             (end (- (length name) (length last))))
        (and (<= at end)
             (string-equal first name :end2 at)
             (string-equal last name :start2 end)
             (dolist (part (butlast (cdr parts)) t)
               (let ((found (search part name :start2 at :end2 end :test #'char-equal)))
                 (unless found (return nil))
                 (setq at (+ found (length part)))))))))

(defun kinds-of (symbol)
  (let ((gf (and (fboundp symbol) (not (macro-function symbol)) (generic-function-named (fdefinition symbol))))
        (class (find-class symbol nil)))
    (remove nil
            (list (cond ((special-operator-p symbol) "special-operator")
                        ((macro-function symbol) "macro")
                        (gf "generic-function")
                        ((fboundp symbol) "function"))
                  (cond ((and (boundp symbol) (or (keywordp symbol) (constantp symbol))) "constant")
                        ((or (boundp symbol) (eq (variable-kind symbol) :special)) "variable"))
                  (and class
                       (let ((kind (string-downcase (metaclass-name class))))
                         (if (string= kind "standard-class") "class" kind)))))))

(defun variable-kind (symbol)
  (values (sb-cltl2:variable-information symbol)))

(defun has-kind-p (kinds kind)
  (flet ((any (&rest names) (intersection names kinds :test #'string=)))
    (case kind
      ((nil) t)
      (:bound (not (null kinds)))
      (:function (any "function" "generic-function"))
      (:macro (any "macro" "special-operator"))
      (:variable (any "variable" "constant"))
      (:class (any "class" "structure-class" "condition-class" "built-in-class")))))

(defun lambda-list-of (symbol)
  (and (fboundp symbol)
       (not (special-operator-p symbol))
       (some #'identity
             (mapcar (lambda (meaning) (getf (cdr meaning) :lambda-list)) (list (operator-meaning symbol))))))

(defun apropos-facts (pattern package kind external start count)
  (let* ((parts (pattern-parts pattern))
         (packages (if package
                       (list (or (find-package (string-upcase package)) (package-designated package)))
                       (sort (remove-if #'hidden-package-p (copy-list (list-all-packages))) #'string<
                             :key #'package-name)))
         (found '()))
    (dolist (each packages)
      (let ((here '()))
        (do-symbols (symbol each)
          (when (and (eq (symbol-package symbol) each)
                     (matches-pattern-p parts (symbol-name symbol))
                     (or (not external) (string= (symbol-access symbol each) "external"))
                     (or (null kind) (has-kind-p (kinds-of symbol) kind)))
            (pushnew symbol here)))
        (setq found (append found (sort here #'string< :key #'symbol-name)))))
    (list :object
          :symbols (array-of (mapcar #'symbol-entry
                                     (first-elements (nthcdr start found) count)))
          :total (length found))))

(defun hidden-package-p (package)
  "Whether PACKAGE has the image's own symbols."
  (member (package-name package) '("JSCL" "JSCL/LOOP" "JSCL-MCP" "SB-IMPL" "SB-INT" "SB-KERNEL" "SB-C" "SB-PCL")
          :test #'string=))

(defun symbol-entry (symbol)
  (list :object
        :symbol (name-text symbol)
        :package (package-name (symbol-package symbol))
        :access (symbol-access symbol (symbol-package symbol))
        :kinds (array-of (kinds-of symbol))
        :lambda-list (lambda-list-of symbol)))

;;; class-info and find-methods

(defun class-facts (name)
  (let ((class (and name (find-class name nil))))
    (if (null class)
        (list :object :name (name-text name) :found :false :metaclass nil :documentation nil
              :direct-superclasses '(:array) :direct-subclasses '(:array) :precedence '(:array) :slots '(:array)
              :default-initargs '(:array) :methods '(:array) :methods-total 0)
        (let ((methods (sb-mop:specializer-direct-methods class)))
          (unless (sb-mop:class-finalized-p class)
            (ignore-errors (sb-mop:finalize-inheritance class)))
          (list :object
                :name (name-text name) :found t
                :metaclass (string-downcase (metaclass-name class))
                :documentation (documentation name 'type)
                :direct-superclasses (class-names (sb-mop:class-direct-superclasses class))
                :direct-subclasses (class-names (sb-mop:class-direct-subclasses class))
                :precedence (class-names (ignore-errors (sb-mop:class-precedence-list class)))
                :slots (array-of (slot-entries class))
                :default-initargs (array-of
                                   (mapcar (lambda (each)
                                             (list :object :name (name-text (first each)) :form (name-text (second each))))
                                           (ignore-errors (sb-mop:class-default-initargs class))))
                :methods (array-of (mapcar #'method-entry (first-elements methods 100)))
                :methods-total (length methods))))))

(defun class-names (classes)
  (array-of (mapcar (lambda (class) (name-text (class-name class))) classes)))

(defun slot-entries (class)
  (mapcar (lambda (slot) (slot-entry slot class)) (ignore-errors (sb-mop:class-slots class))))

(defun slot-entry (slot class)
  (let* ((name (sb-mop:slot-definition-name slot))
         (definitions (direct-definitions name class))
         (type (sb-mop:slot-definition-type slot)))
    (flet ((of-all (reader)
             (array-of (mapcar #'name-text
                               (remove-duplicates (mapcan (lambda (each) (copy-list (funcall reader (cdr each)))) definitions)
                                                  :test #'equal :from-end t)))))
      (list :object
            :name (slot-label name)
            :from (name-text (class-name (if definitions (car (first definitions)) class)))
            :is-direct (truth (or (null definitions) (eq (car (first definitions)) class)))
            :type (and (not (eq type t)) (name-text type))
            :initargs (array-of (mapcar #'name-text (sb-mop:slot-definition-initargs slot)))
            :initform (and (sb-mop:slot-definition-initfunction slot)
                           (name-text (sb-mop:slot-definition-initform slot)))
            :readers (structure-or class name nil (of-all #'sb-mop:slot-definition-readers))
            :writers (structure-or class name t (of-all #'sb-mop:slot-definition-writers))
            :allocation (string-downcase (sb-mop:slot-definition-allocation slot))
            :documentation (some (lambda (each) (documentation (cdr each) t)) definitions)))))

(defun structure-or (class name is-writer others)
  "The accessor of the slot NAME of CLASS that reads it, or sets it, if CLASS is a structure; else OTHERS."
  (let* ((structure (and (gethash (class-name class) *structures*) (structure-named (class-name class))))
         (field (and structure (find name (fields-of structure) :key (lambda (field) (field-name field))))))
    (cond ((null field) others)
          ((not is-writer) (array-of (list (name-text (accessor-name structure field)))))
          ((field-read-only field) '(:array))
          (t (array-of (list (name-text (list 'setf (accessor-name structure field)))))))))

(defun direct-definitions (name class)
  "The classes that define the slot NAME of CLASS, the most specific first, each with its definition."
  (let ((found '()))
    (dolist (each (ignore-errors (sb-mop:class-precedence-list class)) (reverse found))
      (dolist (slot (ignore-errors (sb-mop:class-direct-slots each)))
        (when (eq (sb-mop:slot-definition-name slot) name)
          (push (cons each slot) found))))))

(defun method-entry (method)
  (list :object
        :function (name-text (generic-function-label (jscl::method-generic-function method)))
        :qualifiers (source-texts (jscl::!method-qualifiers method))
        :specializers (array-of (mapcar (lambda (each) (name-text (specializer-name each)))
                                        (jscl::!method-specializers method)))
        :lambda-list (parameters-text (jscl::method-lambda-list method))
        :documentation (documentation method t)))

(defun parameters-text (lambda-list)
  "LAMBDA-LIST as the package has it that its parameters are of."
  (let* ((first (find-if-not (lambda (each) (memq each lambda-list-keywords)) lambda-list))
         (*package* (or (and first (symbolp first) (symbol-package first)) *package*)))
    (if lambda-list (source-text lambda-list) "()")))

(defun generic-function-label (gf)
  (and gf (sb-mop:generic-function-name gf)))

(defun methods-facts (name is-setter class-name has-name has-class)
  (let* ((function-name (if is-setter (list 'setf name) name))
         (function (and has-name name (fboundp function-name) (fdefinition function-name)))
         (gf (and function (not (macro-function name)) (typep function 'generic-function) function))
         (class (and has-class class-name (find-class class-name nil)))
         (found (and (or has-name has-class) (or (not has-name) gf) (or (not has-class) class)))
         (methods (and found
                       (if has-name
                           (ordered-methods gf)
                           (sb-mop:specializer-direct-methods class)))))
    (when (and found has-name has-class)
      (setq methods (remove-if-not (lambda (method) (memq class (jscl::!method-specializers method))) methods)))
    (list :object
          :found (truth found)
          :methods (array-of (mapcar #'method-entry (first-elements methods 200)))
          :methods-total (length methods))))

(defun ordered-methods (gf)
  "The methods of GF, those of more specific classes first, and of :AROUND before :BEFORE, others and :AFTER."
  (flet ((rank (method)
           (or (position (car (jscl::!method-qualifiers method)) '(:around :before nil :after)) 4))
         (depth (method)
           (reduce #'+ (mapcar (lambda (each) (if (jscl::std-instance-p each) (length (precedence-of each)) 100))
                               (jscl::!method-specializers method)))))
    (stable-sort (copy-list (sb-mop:generic-function-methods gf))
                 (lambda (a b)
                   (or (< (rank a) (rank b))
                       (and (= (rank a) (rank b)) (> (depth a) (depth b))))))))

;;; run-tests

(defun test-name-text (name)
  (if (stringp name) name (name-text name)))

(defun test-entry (framework name checks failures)
  "CHECKS is how many there were, FAILURES the texts of those that failed."
  (list framework (test-name-text name) checks failures))

(defun external-function (name package)
  (let ((symbol (and (find-package package) (find-symbol name package))))
    (and symbol (fboundp symbol) (fdefinition symbol))))

(defun external-value (name package)
  (let ((symbol (and (find-package package) (find-symbol name package))))
    (and symbol (boundp symbol) (symbol-value symbol))))

(defvar *skipped* 0)

(defun wanted-p (name wanted)
  (or (null wanted) (string-equal wanted (if (symbolp name) (symbol-name name) (test-name-text name)))
      (string-equal wanted (test-name-text name))))

(defun own-test-entries (wanted)
  (loop for (name . function) in jscl-mcp-test::*tests*
        when (wanted-p name wanted)
          collect (let ((results (jscl-mcp-test::results-of (cons name function))))
                    (incf *skipped* (count :skipped results :key #'first))
                    (test-entry "jscl-mcp-test" name (length results)
                                (mapcar #'second (remove :failed results :key #'first :test-not #'eq))))))

(defun rt-entries (framework package wanted)
  "Tests of SB-RT, or of RT, which has the same names: what DO-TEST prints is the report."
  (let ((do-test (external-function "DO-TEST" package))
        (names (mapcar (lambda (entry) (second-name entry)) (rt-list package))))
    (loop for name in names
          when (wanted-p name wanted)
            collect (let* ((passed nil)
                           (report (with-output-to-string (*standard-output*)
                                     (setq passed (handler-case (funcall do-test name)
                                                    (error (condition)
                                                      (format t "~S: ~A" (type-of condition) condition)
                                                      nil))))))
                      (test-entry framework name 1 (and (not passed) (list (string-trim '(#\Newline #\Space) report))))))))

(defun rt-list (package)
  "The names of the tests of SB-RT, or of RT."
  (let ((entries (external-value "*ENTRIES*" package)))
    ;; RT's own list begins with NIL.
    (remove nil (if (listp entries) entries '()))))

(defun second-name (entry)
  (let ((reader (or (external-function "ENTRY-NAME" "SB-RT") #'identity)))
    (cond ((symbolp entry) entry)
          ((typep entry 'sb-rt::entry) (funcall reader entry))
          (t (let ((name (or (external-function "NAME" "REGRESSION-TEST")
                             (external-function "NAME" "RT"))))
               (if name (funcall name entry) entry))))))

(defun fiveam-entries (wanted)
  (let* ((run (external-function "RUN" "FIVEAM"))
         (suite (external-value "*SUITE*" "FIVEAM"))
         (names (external-function "TEST-NAMES" "FIVEAM"))
         (spec (cond (wanted (designated-test wanted (and names (funcall names))))
                     (names (fiveam-tests (funcall names)))
                     (t suite)))
         (results (and spec
                       (let ((*standard-output* (make-broadcast-stream)))
                         (if (listp spec) (mapcan (lambda (each) (copy-list (funcall run each))) spec) (funcall run spec)))))
         (test-case (external-function "TEST-CASE" "FIVEAM"))
         (name (external-function "NAME" "FIVEAM"))
         (reason (external-function "REASON" "FIVEAM"))
         (table '()))
    (dolist (result results)
      (let* ((test (funcall name (funcall test-case result)))
             (entry (or (assoc test table) (first (push (list test 0 '()) table))))
             (kind (symbol-name (type-of result))))
        (incf (second entry))
        (cond ((string= kind "TEST-SKIPPED") (incf *skipped*))
              ((not (string= kind "TEST-PASSED"))
               (push (fiveam-failure result reason) (third entry))))))
    (mapcar (lambda (entry)
              (test-entry "fiveam" (first entry) (second entry) (reverse (third entry))))
            (reverse table))))

(defun fiveam-failure (result reason)
  (let ((text (funcall reason result))
        (condition (external-function "ACTUAL-CONDITION" "FIVEAM")))
    (if (and condition (string= (symbol-name (type-of result)) "UNEXPECTED-TEST-FAILURE"))
        (format nil "~A~@[~%~A~]" text (ignore-errors (princ-to-string (funcall condition result))))
        text)))

(defun fiveam-tests (names)
  "NAMES that are tests, and no suites, which run tests of their own."
  (let ((get-test (external-function "GET-TEST" "FIVEAM")))
    (remove-if (lambda (name)
                 (string= (symbol-name (type-of (funcall get-test name))) "TEST-SUITE"))
               names)))

(defun designated-test (wanted names)
  (let ((found (remove-if-not (lambda (name) (wanted-p name wanted)) names)))
    (and found (list (first found)))))

(defun parachute-entries (wanted)
  "Parachute's tests by package; WANTED is a package, or a test of the current one."
  (let* ((package-tests (external-function "PACKAGE-TESTS" "PARACHUTE"))
         (test (external-function "TEST" "PARACHUTE"))
         (find-test (external-function "FIND-TEST" "PARACHUTE"))
         (name (external-function "NAME" "PARACHUTE"))
         (package (and wanted (find-package (string-upcase wanted))))
         (designators (cond (package (funcall package-tests package))
                            (wanted (let ((one (funcall find-test (string-upcase wanted) *package*))) (and one (list one))))
                            (t (loop for each in (list-all-packages)
                                     append (copy-list (ignore-errors (funcall package-tests each))))))))
    (loop for each in designators
          unless (ignore-errors (funcall (external-function "PARENT" "PARACHUTE") each))
            collect (parachute-entry (funcall name each)
                                     (funcall test each :report (find-symbol "QUIET" "PARACHUTE"))))))

(defun parachute-entry (name report)
  (let ((with-status (external-function "RESULTS-WITH-STATUS" "PARACHUTE"))
        (results (external-function "RESULTS" "PARACHUTE"))
        (format-result (external-function "FORMAT-RESULT" "PARACHUTE")))
    (incf *skipped* (length (funcall with-status :skipped report)))
    (test-entry "parachute" name (length (funcall results report))
                (map 'list
                     (lambda (result) (princ-to-string (funcall format-result result :extensive)))
                     (remove-if (lambda (result) (typep result (find-symbol "PARENT-RESULT" "PARACHUTE")))
                                (coerce (funcall with-status :failed report) 'list))))))

(defun rove-entries (wanted)
  "Rove's tests by package: a suite is a package's."
  (let ((run (external-function "RUN-SUITE" "ROVE"))
        (suites (external-function "ALL-SUITES" "ROVE/CORE/SUITE/PACKAGE"))
        (passed (external-function "PASSED-TESTS" "ROVE/CORE/STATS"))
        (package-of (external-function "SUITE-PACKAGE" "ROVE/CORE/SUITE/PACKAGE"))
        (entries '()))
    (dolist (suite (and suites (funcall suites)) (reverse entries))
      (let ((package (funcall package-of suite)))
        (when (or (null wanted) (string-equal wanted (package-name package)))
          (let (result (text ""))
            (setq text (with-output-to-string (*standard-output*)
                         (setq result (ignore-errors (funcall run package)))))
            (push (test-entry "rove" (package-name package)
                              1 (and (not result) (list (string-trim '(#\Newline) text))))
                  entries))
          passed)))))

(defun framework-entries (framework wanted)
  "The tests of FRAMEWORK that were run; :NONE where it is not loaded."
  (case framework
    (:jscl-mcp-test (own-test-entries wanted))
    (:rt (append (rt-entries "sb-rt" "SB-RT" wanted)
                 (when (find-package "RT") (rt-entries "rt" "RT" wanted))))
    (:fiveam (if (find-package "FIVEAM") (fiveam-entries wanted) '()))
    (:parachute (if (find-package "PARACHUTE") (parachute-entries wanted) '()))
    (:rove (if (find-package "ROVE") (rove-entries wanted) '()))))

(defun tests-facts (framework wanted)
  (let* ((*skipped* 0)
         (entries (loop for each in (if framework (list framework) '(:jscl-mcp-test :rt :fiveam :parachute :rove))
                        append (framework-entries each wanted)))
         (failed (reduce #'+ (mapcar (lambda (entry) (length (fourth entry))) entries)))
         (checks (reduce #'+ (mapcar #'third entries)))
         (ordered (stable-sort (copy-list entries) (lambda (a b) (and (fourth a) (null (fourth b)))))))
    (list :object
          :frameworks (array-of (remove-duplicates (mapcar #'first entries) :test #'string= :from-end t))
          :tests (array-of (mapcar #'test-result (first-elements ordered 200)))
          :tests-total (length entries)
          :passed (max 0 (- checks failed *skipped*))
          :failed failed
          :skipped *skipped*
          :stdout "")))

(defun test-result (entry)
  (destructuring-bind (framework name checks failures) entry
    (list :object :framework framework :name name :passed (truth (null failures)) :checks checks
          :failures (array-of (mapcar (lambda (text) (cut-text text 2000)) (first-elements failures 50))))))

(defun cut-text (text most)
  (if (> (length text) most) (concatenate 'string (subseq text 0 most) "...") text))

;;; who-calls and its like

(defun method-functions ()
  "The names and functions of all methods."
  (let ((found '()))
    (map-generic-functions
     (lambda (gf)
       (dolist (method (jscl::generic-function-methods gf))
         (push (list (list* 'method (generic-function-label gf)
                            (append (jscl::!method-qualifiers method)
                                    (list (mapcar #'specializer-name (jscl::!method-specializers method)))))
                     (jscl::method-function method))
               found))))
    (reverse found)))
