;;;; Names that libraries for SBCL take from its debugger and its system calls. To call one is to call an
;;;; undefined function: a page has none of these.

(in-package "JSCL-MCP")

(eval-when (:compile-toplevel :load-toplevel :execute)
  (dolist (name '("SB-DI" "SB-ROTATE-BYTE"))
    (unless (find-package name)
      (make-package name :use '("COMMON-LISP"))))
  (sb-impl::exported
   "SB-DI"
   '("CODE-LOCATION" "CODE-LOCATION-DEBUG-SOURCE" "CODE-LOCATION-FORM-NUMBER"
     "CODE-LOCATION-TOPLEVEL-FORM-OFFSET" "CODE-LOCATION-UNKNOWN-P" "DEBUG-FUN-NAME" "DEBUG-SOURCE-NAMESTRING"
     "DEBUG-VAR-SYMBOL" "DEBUG-VAR-VALIDITY" "DEBUG-VAR-VALUE" "FRAME-CODE-LOCATION" "FRAME-DEBUG-FUN" "FRAME-DOWN"
     "FRAME-NUMBER" "FRAME-UP" "TOP-FRAME"))
  (sb-impl::exported
   "SB-POSIX"
   '("CHMOD" "CLOSELOG" "FORK" "GETCWD" "GETPID" "GETTIMEOFDAY" "GETUID" "LOG-CRIT" "LOG-DEBUG" "LOG-ERR" "LOG-INFO"
     "LOG-PID" "LOG-USER" "LOG-WARNING" "MKDIR" "OPENLOG" "PASSWD-DIR" "RMDIR" "S-IRUSR" "S-IWUSR" "STAT"
     "STAT-MODE" "STAT-MTIME" "SYSCALL-ERROR" "SYSLOG"))
  (sb-impl::exported "SB-ROTATE-BYTE" '("ROTATE-BYTE"))
  (sb-impl::exported "SB-UNIX" '("UNIX-GETTIMEOFDAY" "UNIX-FAST-GETRUSAGE" "RUSAGE_SELF" "RUSAGE-SELF")))

(defun sb-rotate-byte:rotate-byte (count bytespec integer)
  "The byte of INTEGER that BYTESPEC names, rotated to the left by COUNT bits, as bits of INTEGER."
  (let* ((size (byte-size bytespec))
         (position (byte-position bytespec))
         (count (if (zerop size) 0 (mod count size)))
         (field (ldb bytespec integer))
         (rotated (logior (ldb (byte size 0) (ash field count)) (ash field (- count size)))))
    (dpb rotated (byte size position) integer)))
