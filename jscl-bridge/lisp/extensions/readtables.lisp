;;;; What a readtable has, as programs ask it of SBCL's readtables.

(in-package "SB-IMPL")

(defvar *standard-readtable* (copy-readtable nil)
  "A readtable of the standard syntax.")

(defun macro-character-p (character readtable)
  (get-macro-character character readtable))

(defun base-char-macro-array (readtable)
  "The macro functions of the characters with the least codes; 0 for one that has none."
  (let ((array (make-array base-char-code-limit :initial-element 0)))
    (dotimes (code base-char-code-limit array)
      (setf (svref array code) (or (get-macro-character (code-char code) readtable) 0)))))

(defun extended-char-table (readtable)
  "The macro functions of the other characters, by character."
  (let ((table (make-hash-table)))
    (dolist (code (macro-codes readtable) table)
      (when (>= code base-char-code-limit)
        (let ((character (code-char code)))
          (setf (gethash character table) (get-macro-character character readtable)))))))

(defun dispatch-tables (readtable)
  "A list of the dispatching characters with tables of their functions by sub-character."
  (mapcar (lambda (codes)
            (let ((character (code-char (first codes)))
                  (table (make-hash-table)))
              (dolist (code (rest codes))
                (let ((sub-character (code-char code)))
                  (setf (gethash sub-character table)
                        (get-dispatch-macro-character character sub-character readtable))))
              (cons character table)))
          (dispatch-codes readtable)))

(defun (setf dispatch-tables) (tables readtable)
  "Only forgets dispatching characters; MAKE-DISPATCH-MACRO-CHARACTER makes them."
  (dolist (codes (dispatch-codes readtable))
    (unless (assoc (code-char (first codes)) tables)
      (set-syntax-from-char (code-char (first codes)) #\A readtable)))
  tables)
