;;;; What is in a readtable, as libraries that copy readtables ask SBCL.

(in-package "SB-IMPL")

(defvar *standard-readtable* (copy-readtable nil)
  "A readtable of the standard syntax.")

(defun character-macro-array (readtable)
  "A vector of the functions of the macro characters with small codes, by code; NIL where there is none."
  (let ((functions (make-array base-char-code-limit :initial-element nil)))
    (loop for (character function) in (jscl-mcp::readtable-macros readtable)
          when (< (char-code character) base-char-code-limit)
            do (setf (svref functions (char-code character)) function))
    functions))

(defun character-macro-hash-table (readtable)
  "The functions of the other macro characters."
  (let ((functions (make-hash-table)))
    (loop for (character function) in (jscl-mcp::readtable-macros readtable)
          unless (< (char-code character) base-char-code-limit)
            do (setf (gethash character functions) function))
    functions))

(defun dispatch-tables (readtable)
  "For each dispatching character it and a table of the functions of its sub-characters."
  (loop for (character nil . subs) in (jscl-mcp::readtable-macros readtable)
        when subs
          collect (let ((functions (make-hash-table)))
                    (loop for (sub function) in (first subs)
                          do (setf (gethash sub functions) function))
                    (cons character functions))))

(defun (setf dispatch-tables) (tables readtable)
  "Makes READTABLE have these dispatching characters, and no others."
  (loop for (character nil . subs) in (jscl-mcp::readtable-macros readtable)
        when (and subs (not (assoc character tables)))
          do (set-syntax-from-char character #\A readtable))
  (loop for (character . functions) in tables
        do (make-dispatch-macro-character character t readtable)
           (maphash (lambda (sub function)
                      (unless (digit-char-p sub)
                        (set-dispatch-macro-character character sub function readtable)))
                    functions))
  tables)
