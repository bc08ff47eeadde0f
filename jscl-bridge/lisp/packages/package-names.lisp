;;;; Packages and their names: designators, and making, renaming and deleting packages (CLHS chapter 11).

(in-package "JSCL-MCP")

(defun package-designated (designator)
  "The package that DESIGNATOR designates; a PACKAGE-DOES-NOT-EXIST error with restarts when there is none."
  (unless (or (packagep designator) (stringp designator) (symbolp designator) (characterp designator))
    (wrong-type designator '(or string symbol character package)))
  (let ((package (find-package designator)))
    (if (and package (package-name package))
        package
        (restart-case
            (error 'package-does-not-exist
                   :package designator
                   :format-control (if package
                                       "The package ~S has been deleted."
                                       "The name ~S does not designate any package.")
                   :format-arguments (list designator))
          (continue ()
            :report (lambda (stream) (format stream "Use the current package, ~A." (package-name *package*)))
            *package*)
          (retry ()
            :report "Retry finding the package."
            (package-designated designator))
          (use-value (package)
            :report "Specify a different package"
            :interactive read-evaluated-form
            (package-designated package))))))

(setf (symbol-function 'jscl::find-package-or-fail) #'package-designated)

(defun package-failure (package format-control &rest format-arguments)
  (error 'simple-package-error
         :package package :format-control format-control :format-arguments format-arguments))

(setf (symbol-function 'jscl::simple-package-error) #'package-failure)

(defun check-package-name (name)
  (unless (or (stringp name) (symbolp name) (characterp name))
    (wrong-type name '(or string symbol character))))

(defun package-with-name (name)
  "The package with the name or nickname NAME anywhere; those local to the current package do not count."
  (let ((*package* (find-package "KEYWORD")))
    (find-package name)))

(defun add-nicknames (package nicknames)
  "Gives PACKAGE the NICKNAMES that no other package has."
  (dolist (nickname (mapcar #'string nicknames))
    (let ((other (package-with-name nickname)))
      (cond ((null other) (add-nickname package nickname))
            ((eq other package) nil)
            ((string= (package-name other) nickname)
             (with-simple-restart (continue "Ignore this nickname.")
               (package-failure package "~S is a package name, so it cannot be a nickname for ~S."
                                nickname (package-name package))))
            (t
             (with-simple-restart (continue "Leave this nickname alone.")
               (package-failure package "~S is already a nickname for ~S." nickname (package-name other))))))))

(defun make-package (name &key nicknames use internal-symbols external-symbols)
  "A new package NAME. A package of that name is an error; CONTINUE replaces it."
  (declare (ignore internal-symbols external-symbols))
  (check-package-name name)
  (let ((name (string name))
        (used (mapcar #'package-designated use)))
    (when (package-with-name name)
      (restart-case (package-failure name "A package named ~S already exists" name)
        (continue ()
          :report "Clobber existing package."
          (delete-package (package-with-name name)))))
    (let ((package (new-package name)) (finished nil))
      (unwind-protect (progn
                        (use-package used package)
                        (add-nicknames package nicknames)
                        (setq finished t))
        (unless finished
          (delete-package package)))
      package)))

(defun rename-package (package name &optional nicknames)
  "Gives PACKAGE the name NAME and no nicknames but NICKNAMES."
  (check-package-name name)
  (let* ((package (package-designated package))
         (name (string name))
         (other (package-with-name name)))
    (when (and other (not (eq other package)))
      (package-failure name "A package named ~S already exists." name))
    (check-package-lock package "renaming as ~A~@[ with nickname~*~P ~1@*~{~A~^, ~}~]"
                        name nicknames (length nicknames))
    (name-package package name)
    (add-nicknames package nicknames)
    package))

(defun check-users (package)
  "Signals when other packages use PACKAGE; CONTINUE has them do without it."
  (let ((names (mapcar #'package-name (package-used-by-list package))))
    (when names
      (with-simple-restart (continue "Remove dependency in other packages.")
        (package-failure package "~@<Package ~S is used by package~P:~2I~_~S~@:>"
                         (package-name package) (length names) names))
      (dolist (user (package-used-by-list package))
        (unuse-package package user)))))

(defun delete-package (package)
  "Deletes PACKAGE. When there is none, CONTINUE answers NIL."
  (let ((found (if (packagep package) package (find-package package))))
    (cond ((null found)
           (with-simple-restart (continue "Ignore.")
             (package-failure package "There is no package named ~S." package))
           nil)
          ((null (package-name found)) nil)
          ;; The image itself would be at a loss.
          ((own-package-p found)
           (lock-violation 'package-locked-error found "deleting package ~A" (list found) nil)
           nil)
          (t (check-package-lock found "deleting package ~A" found)
             (check-users found)
             (forget-package found)
             t))))
