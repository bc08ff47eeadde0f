;;;; Logical hosts (CLHS 19.3): what programs define of them.

(in-package "JSCL-MCP")

(defun not-logical (pathspec problem)
  (error 'simple-type-error
         :datum pathspec
         :expected-type 'logical-pathname
         :format-control "~S is not a valid logical namestring:~%  ~A"
         :format-arguments (list pathspec problem)))

(defun logical-pathname (pathspec)
  (cond ((logical-pathname-p pathspec) pathspec)
        ((stringp pathspec)
         (handler-case (parse-logical-pathname pathspec)
           (error (problem) (not-logical pathspec problem))))
        ((typep pathspec '(or synonym-stream file-stream))
         (let ((pathname (handler-case (pathname pathspec)
                           (error (problem) (not-logical pathspec problem)))))
           (if (logical-pathname-p pathname) pathname (wrong-type pathname 'logical-pathname))))
        (t (error 'type-error :datum pathspec
                  :expected-type '(or string logical-pathname synonym-stream file-stream)
                  :context 'sb-impl::pathspec))))

(defun (setf logical-pathname-translations) (translations host)
  (let ((host (host-to-define host)))
    (unless (listp translations)
      (wrong-type translations 'list))
    (set-translations host translations
                      (mapcar (lambda (translation)
                                (destructuring-bind (from to) translation
                                  (cons (translation-pattern from host) (pathname to))))
                              translations))))

(defun load-logical-pathname-translations (host)
  (unless (logical-host-defined-p host)
    (unless (logical-host-defined-p "SYS")
      (setf (logical-pathname-translations "SYS") '()))
    (with-open-file (stream (make-pathname :host "SYS" :directory '(:absolute "SITE") :name host
                                           :type "TRANSLATIONS" :version :newest))
      (setf (logical-pathname-translations host) (read stream))
      t)))
