;;;; Streams that programs define (Gray's proposal STREAM-DEFINITION-BY-USER), with the names and the default
;;;; methods of SBCL's SB-GRAY. The functions of the standard call these (`runtime/streams/gray-streams.ts`).

(in-package "JSCL-MCP")

(eval-when (:compile-toplevel :load-toplevel :execute)
  (sb-impl::exported
   "SB-GRAY"
   '("FUNDAMENTAL-BINARY-INPUT-STREAM" "FUNDAMENTAL-BINARY-OUTPUT-STREAM" "FUNDAMENTAL-BINARY-STREAM"
     "FUNDAMENTAL-CHARACTER-INPUT-STREAM" "FUNDAMENTAL-CHARACTER-OUTPUT-STREAM" "FUNDAMENTAL-CHARACTER-STREAM"
     "FUNDAMENTAL-INPUT-STREAM" "FUNDAMENTAL-OUTPUT-STREAM" "FUNDAMENTAL-STREAM" "STREAM-ADVANCE-TO-COLUMN"
     "STREAM-CLEAR-INPUT" "STREAM-CLEAR-OUTPUT" "STREAM-FILE-POSITION" "STREAM-FINISH-OUTPUT" "STREAM-FORCE-OUTPUT"
     "STREAM-FRESH-LINE" "STREAM-LINE-COLUMN" "STREAM-LINE-LENGTH" "STREAM-LISTEN" "STREAM-PEEK-CHAR"
     "STREAM-READ-BYTE" "STREAM-READ-CHAR" "STREAM-READ-CHAR-NO-HANG" "STREAM-READ-LINE" "STREAM-READ-SEQUENCE"
     "STREAM-START-LINE-P" "STREAM-TERPRI" "STREAM-UNREAD-CHAR" "STREAM-WRITE-BYTE" "STREAM-WRITE-CHAR"
     "STREAM-WRITE-SEQUENCE" "STREAM-WRITE-STRING"))
  (dolist (name '("CLOSE" "OPEN-STREAM-P" "INPUT-STREAM-P" "OUTPUT-STREAM-P" "INTERACTIVE-STREAM-P"
                  "STREAM-ELEMENT-TYPE"))
    (import (intern name "COMMON-LISP") "SB-GRAY")
    (export-name name (find-package "SB-GRAY"))))

(in-package "SB-GRAY")

(defclass fundamental-stream (standard-object stream)
  ((open-p :initform t :accessor stream-open-p)))
(defclass fundamental-input-stream (fundamental-stream) ())
(defclass fundamental-output-stream (fundamental-stream) ())
(defclass fundamental-character-stream (fundamental-stream) ())
(defclass fundamental-binary-stream (fundamental-stream) ())
(defclass fundamental-character-input-stream (fundamental-input-stream fundamental-character-stream) ())
(defclass fundamental-character-output-stream (fundamental-output-stream fundamental-character-stream) ())
(defclass fundamental-binary-input-stream (fundamental-input-stream fundamental-binary-stream) ())
(defclass fundamental-binary-output-stream (fundamental-output-stream fundamental-binary-stream) ())

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defmacro define-query (name lambda-list &rest methods)
    "Makes NAME of the standard generic: of streams that are no instances, its answer is what it was."
    (let ((more (and (cdr lambda-list) '(more))))
      `(let ((plain (fdefinition ',name)))
         (fmakunbound ',name)
         (defgeneric ,name ,lambda-list
           (:method (stream ,@(and more '(&rest more)))
             (if (and (streamp stream) (jscl::std-instance-p stream))
                 (no-applicable-method #',name stream)
                 ,(if more `(apply plain stream ,@more) '(funcall plain stream))))
           ,@(mapcar (lambda (method) `(:method ,@method)) methods))))))

(define-query close (stream &key abort)
  (((stream fundamental-stream) &key abort)
   (declare (ignore abort))
   (setf (stream-open-p stream) nil)
   t))
(define-query open-stream-p (stream)
  (((stream fundamental-stream)) (stream-open-p stream)))
(define-query input-stream-p (stream)
  (((stream fundamental-stream)) nil)
  (((stream fundamental-input-stream)) t))
(define-query output-stream-p (stream)
  (((stream fundamental-stream)) nil)
  (((stream fundamental-output-stream)) t))
(define-query interactive-stream-p (stream)
  (((stream fundamental-stream)) nil))
(define-query stream-element-type (stream)
  (((stream fundamental-character-stream)) 'character))

;;; Input

(defgeneric stream-read-char (stream))
(defgeneric stream-unread-char (stream character))

(defgeneric stream-read-char-no-hang (stream)
  (:method ((stream fundamental-character-input-stream))
    (stream-read-char stream)))

(defgeneric stream-peek-char (stream)
  (:method ((stream fundamental-character-input-stream))
    (let ((character (stream-read-char stream)))
      (unless (eq character :eof)
        (stream-unread-char stream character))
      character)))

(defgeneric stream-listen (stream)
  (:method ((stream fundamental-character-input-stream))
    (let ((character (stream-read-char-no-hang stream)))
      (when (characterp character)
        (stream-unread-char stream character)
        t))))

(defgeneric stream-read-line (stream)
  (:method ((stream fundamental-character-input-stream))
    (let* ((at-end nil)
           (line (with-output-to-string (line)
                   (loop
                     (let ((character (stream-read-char stream)))
                       (case character
                         (#\Newline (return))
                         (:eof (return (setq at-end t)))
                         (t (write-char character line))))))))
      (values line at-end))))

(defgeneric stream-clear-input (stream)
  (:method ((stream fundamental-character-input-stream))
    nil))

(defun fill-sequence (sequence start end next)
  "Puts what the function NEXT answers into SEQUENCE until it answers :EOF; the index of the first element that stays as it is."
  (let ((end (or end (length sequence)))
        (at start))
    (flet ((next-element ()
             (let ((element (funcall next)))
               (if (eq element :eof)
                   (return-from fill-sequence at)
                   element))))
      (if (listp sequence)
          (do ((rest (nthcdr start sequence) (cdr rest)))
              ((>= at end) at)
            (setf (car rest) (next-element))
            (incf at))
          (do ()
              ((>= at end) at)
            (setf (elt sequence at) (next-element))
            (incf at))))))

(defun write-elements (sequence start end write)
  "Calls the function WRITE with each element of SEQUENCE from START to END."
  (map nil write (subseq sequence start end))
  sequence)

(defun has-characters (stream)
  "Whether the elements of STREAM, which may be of bytes, are characters."
  (let ((type (stream-element-type stream)))
    (and (subtypep type 'character) (not (null type)))))

(defgeneric stream-read-byte (stream))

(defgeneric stream-read-sequence (stream seq &optional start end)
  (:method ((stream fundamental-character-input-stream) (seq sequence) &optional (start 0) end)
    (fill-sequence seq start end (lambda () (stream-read-char stream))))
  (:method ((stream fundamental-binary-input-stream) (seq sequence) &optional (start 0) end)
    (fill-sequence seq start end
                   (if (has-characters stream)
                       (lambda () (stream-read-char stream))
                       (lambda () (stream-read-byte stream))))))

;;; Output

(defgeneric stream-write-char (stream character))

(defgeneric stream-line-column (stream)
  (:method ((stream fundamental-character-output-stream))
    nil))

(defgeneric stream-line-length (stream)
  (:method ((stream fundamental-character-output-stream))
    nil))

(defgeneric stream-start-line-p (stream)
  (:method ((stream fundamental-character-output-stream))
    (eql (stream-line-column stream) 0)))

(defgeneric stream-write-string (stream string &optional start end)
  (:method ((stream fundamental-character-output-stream) string &optional (start 0) end)
    (write-elements string start end (lambda (character) (stream-write-char stream character)))))

(defgeneric stream-terpri (stream)
  (:method ((stream fundamental-character-output-stream))
    (stream-write-char stream #\Newline)))

(defgeneric stream-fresh-line (stream)
  (:method ((stream fundamental-character-output-stream))
    (unless (stream-start-line-p stream)
      (stream-terpri stream)
      t)))

(defgeneric stream-finish-output (stream)
  (:method ((stream fundamental-output-stream))
    nil))

(defgeneric stream-force-output (stream)
  (:method ((stream fundamental-output-stream))
    nil))

(defgeneric stream-clear-output (stream)
  (:method ((stream fundamental-output-stream))
    nil))

(defgeneric stream-advance-to-column (stream column)
  (:method ((stream fundamental-character-output-stream) column)
    (let ((current (stream-line-column stream)))
      (when current
        (dotimes (i (- column current))
          (stream-write-char stream #\Space))
        t))))

(defgeneric stream-write-byte (stream integer))

(defgeneric stream-write-sequence (stream seq &optional start end)
  (:method ((stream fundamental-character-output-stream) (seq sequence) &optional (start 0) end)
    (write-elements seq start end (lambda (character) (stream-write-char stream character))))
  (:method ((stream fundamental-binary-output-stream) (seq sequence) &optional (start 0) end)
    (write-elements seq start end
                    (if (has-characters stream)
                        (lambda (character) (stream-write-char stream character))
                        (lambda (byte) (stream-write-byte stream byte))))))

(defgeneric stream-file-position (stream &optional position-spec)
  (:method ((stream fundamental-stream) &optional position-spec)
    (declare (ignore position-spec))
    nil))
