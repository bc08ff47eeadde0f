;;;; Strings to octets and back, and what is signalled where characters cannot be encoded or decoded, there
;;;; and by the streams of files.

(in-package "SB-IMPL")

(define-condition character-coding-error (error)
  ((external-format :initarg :external-format :reader sb-kernel::character-coding-error-external-format)))

(define-condition character-encoding-error (character-coding-error)
  ((code :initarg :code :reader character-encoding-error-code)))

(define-condition character-decoding-error (character-coding-error)
  ((octets :initarg :octets :reader character-decoding-error-octets)))

;;; Strings and vectors of octets

(define-condition octet-decoding-error (character-decoding-error)
  ((position :initarg :position :reader decoding-error-position))
  (:report (lambda (condition stream)
             (format stream "Illegal ~S character starting at byte position ~D."
                     (sb-kernel::character-coding-error-external-format condition)
                     (decoding-error-position condition)))))
(define-condition malformed-ascii (octet-decoding-error) ())
(define-condition invalid-utf8-starter-byte (octet-decoding-error) ())
(define-condition invalid-utf8-continuation-byte (octet-decoding-error) ())
(define-condition end-of-input-in-character (octet-decoding-error) ())

(define-condition octets-encoding-error (character-encoding-error) ()
  (:report (lambda (condition stream)
             (format stream "Unable to encode character ~D as ~S."
                     (character-encoding-error-code condition)
                     (sb-kernel::character-coding-error-external-format condition)))))

(defun undecodable (fault position external-format)
  "The text to be had in the place of octets that begin at POSITION and are no character, as a restart gives it."
  (restart-case (error (ecase fault
                         (:ascii 'malformed-ascii)
                         (:starter 'invalid-utf8-starter-byte)
                         (:continuation 'invalid-utf8-continuation-byte)
                         (:end 'end-of-input-in-character)
                         (:other 'octet-decoding-error))
                       :position position :external-format external-format)
    (use-value (string)
      :report "Supply a replacement string designator."
      :interactive jscl-mcp::read-evaluated-form
      (string string))))

(defun string-to-octets (string &key (external-format :default) (start 0) end null-terminate)
  "The characters of STRING from START to END as octets, encoded by EXTERNAL-FORMAT."
  (unless (stringp string)
    (jscl-mcp::wrong-type string 'string))
  (jscl-mcp::encoded-octets (subseq string start end) (format-meant external-format) null-terminate))

(defun octets-to-string (vector &key (external-format :default) (start 0) end)
  "The characters that the octets of VECTOR from START to END encode by EXTERNAL-FORMAT."
  (jscl-mcp::decoded-octets vector (format-meant external-format) start end))

(defun format-meant (external-format)
  (cond ((eq external-format :default) *default-external-format*)
        ((typep external-format '(or (and symbol (not null)) (cons symbol))) external-format)
        (t (error "Undefined external-format: ~S" external-format))))

;;; Streams

(define-condition stream-decoding-error (stream-error character-decoding-error) ()
  (:report (lambda (condition stream)
             (format stream "~@<~S stream decoding error on ~S: ~2I~_the octet sequence ~S cannot be decoded.~@:>"
                     (sb-kernel::character-coding-error-external-format condition)
                     (stream-error-stream condition)
                     (character-decoding-error-octets condition)))))

(define-condition stream-encoding-error (stream-error character-encoding-error) ()
  (:report (lambda (condition stream)
             (format stream "~@<~S stream encoding error on ~S: ~2I~_the character with code ~D cannot be encoded.~@:>"
                     (sb-kernel::character-coding-error-external-format condition)
                     (stream-error-stream condition)
                     (character-encoding-error-code condition)))))

(defun replaced-octets (stream external-format octets)
  "What to read from STREAM in the place of OCTETS, a list: a string, or :EOF for the end of the file."
  (restart-case (error 'stream-decoding-error
                       :stream stream
                       :external-format external-format
                       :octets (coerce octets '(simple-array (unsigned-byte 8) (*))))
    (attempt-resync ()
      :report "Attempt to resync the stream at a character boundary and continue."
      "")
    (force-end-of-file ()
      :report "Force an end of file."
      :eof)
    (input-replacement (string)
      :report "Use string as replacement input, attempt to resync at a character boundary and continue."
      :interactive jscl-mcp::read-evaluated-form
      (string string))))

(defun replaced-character (stream external-format code)
  "The string to write on STREAM, or, where it is NIL, among octets, in the place of a character that has none."
  (if stream
      (restart-case (error 'stream-encoding-error :stream stream :external-format external-format :code code)
        (output-nothing ()
          :report "Skip output of this character."
          "")
        (output-replacement (string)
          :report "Output replacement string."
          :interactive jscl-mcp::read-evaluated-form
          (string string)))
      (restart-case (error 'octets-encoding-error :external-format external-format :code code)
        (use-value (string)
          :report "Supply a string to use instead."
          :interactive jscl-mcp::read-evaluated-form
          (string string)))))
