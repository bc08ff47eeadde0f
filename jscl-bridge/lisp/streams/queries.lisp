;;;; The questions to a user, and the time that passed.

(in-package "JSCL-MCP")

(defun ask (hint control arguments yes no)
  "Asks on *QUERY-IO* until the answer is one of the strings YES or NO."
  (do ((answer nil)) (nil)
    (fresh-line *query-io*)
    (when control
      (apply #'format *query-io* control arguments)
      (write-char #\Space *query-io*))
    (write-string hint *query-io*)
    (finish-output *query-io*)
    (setq answer (string-trim " " (read-line *query-io*)))
    (cond ((string-equal answer yes) (return t))
          ((string-equal answer no) (return nil)))))

(defun y-or-n-p (&optional control &rest arguments)
  (ask "(y or n) " control arguments "y" "n"))

(defun yes-or-no-p (&optional control &rest arguments)
  (ask "(yes or no) " control arguments "yes" "no"))

(defun get-internal-run-time ()
  (get-internal-real-time))
