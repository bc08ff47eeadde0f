;;;; What ASDF asks of SBCL's compiler when it compiles many files as one unit: the warnings that are put off
;;;; to its end, of which there are none here, the policy, and the places of definitions.

(in-package "SB-C")

(defvar *in-compilation-unit* nil)
(defvar *undefined-warnings* '())
(defvar *aborted-compilation-unit-count* 0)
(defvar *compiler-error-count* 0)
(defvar *compiler-warning-count* 0)
(defvar *compiler-style-warning-count* 0)
(defvar *compiler-note-count* 0)
(defvar *policy* nil
  "The policy that holds for all code; there is one.")

(defun policy-quality (policy quality)
  "The value of QUALITY in POLICY."
  (second (assoc quality (jscl-mcp::qualities policy))))

(defun source-location ()
  "The place of the form that is compiled: the compiler keeps none as an object."
  nil)

(defun (setf sb-impl::package-source-location) (location package)
  (declare (ignore package))
  location)

(eval-when (:compile-toplevel :load-toplevel :execute)
  (sb-impl::exported "SB-UNIX" '("POSIX-GETCWD/" "UNIX-STAT")))

(defun sb-unix:posix-getcwd/ ()
  "The directory that names of files are of, as the system has it."
  (let ((directory (sb-ext:native-namestring *default-pathname-defaults*)))
    (if (string= directory "") "/" directory)))
