;;;; Strings to octets and back.

(in-package "SB-IMPL")

(defun encoding-named (external-format)
  "The encoding that EXTERNAL-FORMAT, a keyword or a list that begins with one, stands for."
  (let ((name (if (consp external-format) (first external-format) external-format)))
    (case name
      ((:default :utf-8 :utf8) :utf-8)
      ((:latin-1 :latin1 :iso-8859-1 :iso8859-1) :latin-1)
      ((:ascii :us-ascii :ansi_x3.4-1968 :iso-646 :iso-646-us :|646|) :ascii)
      ((:utf-16le :utf16le :ucs-2le) :utf-16le)
      ((:utf-16be :utf16be :utf-16 :utf16 :ucs-2be) :utf-16be)
      ((:utf-32le :utf32le :ucs-4le) :utf-32le)
      ((:utf-32be :utf32be :ucs-4be) :utf-32be)
      (t (error "Undefined external-format: ~S" external-format)))))

(defun replacement-in (external-format)
  "The character that EXTERNAL-FORMAT puts in the place of what cannot be converted, or NIL."
  (let ((replacement (and (consp external-format) (getf (rest external-format) :replacement))))
    (if (stringp replacement) (char replacement 0) replacement)))

(define-condition character-coding-error (error) ())
(define-condition character-encoding-error (character-coding-error) ())
(define-condition character-decoding-error (character-coding-error) ())
(define-condition octet-decoding-error (character-decoding-error)
  ((position :initarg :position :reader decoding-error-position)
   (format :initarg :format :reader decoding-error-format))
  (:report (lambda (condition stream)
             (format stream "Illegal ~S character starting at byte position ~D."
                     (decoding-error-format condition) (decoding-error-position condition)))))
(define-condition malformed-ascii (octet-decoding-error) ())
(define-condition invalid-utf8-starter-byte (octet-decoding-error) ())
(define-condition invalid-utf8-continuation-byte (octet-decoding-error) ())
(define-condition end-of-input-in-character (octet-decoding-error) ())

(define-condition octets-encoding-error (character-encoding-error)
  ((code :initarg :code :reader encoding-error-code)
   (format :initarg :format :reader encoding-error-format))
  (:report (lambda (condition stream)
             (format stream "Unable to encode character ~D as ~S."
                     (encoding-error-code condition) (encoding-error-format condition)))))

(defun put-octets (code size is-little put)
  "Calls PUT with the SIZE octets of CODE."
  (dotimes (i size)
    (funcall put (ldb (byte 8 (* 8 (if is-little i (- size 1 i)))) code))))

(defun put-utf-8 (code put)
  (cond ((< code #x80) (funcall put code))
        ((< code #x800)
         (funcall put (logior #xC0 (ash code -6)))
         (funcall put (logior #x80 (logand code #x3F))))
        ((< code #x10000)
         (funcall put (logior #xE0 (ash code -12)))
         (funcall put (logior #x80 (logand (ash code -6) #x3F)))
         (funcall put (logior #x80 (logand code #x3F))))
        (t
         (funcall put (logior #xF0 (ash code -18)))
         (funcall put (logior #x80 (logand (ash code -12) #x3F)))
         (funcall put (logior #x80 (logand (ash code -6) #x3F)))
         (funcall put (logior #x80 (logand code #x3F))))))

(defun put-utf-16 (code is-little put)
  (cond ((< code #x10000) (put-octets code 2 is-little put))
        (t (put-octets (logior #xD800 (ash (- code #x10000) -10)) 2 is-little put)
           (put-octets (logior #xDC00 (logand code #x3FF)) 2 is-little put))))

(defun put-limited (code limit name replacement put)
  "Puts CODE, which has to be less than LIMIT, as one octet; CONTINUE and REPLACEMENT put another in its place."
  (cond ((< code limit) (funcall put code))
        (replacement (funcall put (char-code replacement)))
        (t (restart-case (error 'octets-encoding-error :code code :format name)
             (use-value (string)
               :report "Supply a string to use instead."
               :interactive jscl-mcp::read-evaluated-form
               (map nil (lambda (character) (funcall put (char-code character))) (string string)))))))

(defun string-to-octets (string &key (external-format :default) (start 0) end null-terminate)
  "The characters of STRING from START to END as octets, encoded by EXTERNAL-FORMAT."
  (let* ((encoding (encoding-named external-format))
         (replacement (replacement-in external-format))
         (text (subseq (the string string) start end))
         (octets (make-array (+ 1 (length text)) :element-type '(unsigned-byte 8) :adjustable t :fill-pointer 0)))
    (flet ((put (octet) (vector-push-extend octet octets)))
      (map nil
           (lambda (character)
             (let ((code (char-code character)))
               (ecase encoding
                 (:utf-8 (put-utf-8 code #'put))
                 (:latin-1 (put-limited code 256 :latin-1 replacement #'put))
                 (:ascii (put-limited code 128 :ascii replacement #'put))
                 ((:utf-16le :utf-16be) (put-utf-16 code (eq encoding :utf-16le) #'put))
                 ((:utf-32le :utf-32be) (put-octets code 4 (eq encoding :utf-32le) #'put)))))
           text)
      (when null-terminate
        (put 0)))
    (coerce octets '(simple-array (unsigned-byte 8) (*)))))

(defun utf-8-length (octet)
  "How many octets a character takes that begins with OCTET; NIL where none does."
  (cond ((< octet #x80) 1)
        ((< octet #xC2) nil)
        ((< octet #xE0) 2)
        ((< octet #xF0) 3)
        ((< octet #xF5) 4)))

(defun utf-8-at (octets at end)
  "The character code in OCTETS at AT, and how many octets it takes; NIL and how many are wrong where there is none."
  (let ((size (utf-8-length (aref octets at)))
        (first (aref octets at)))
    (if (null size)
        (values nil 1)
        (let ((code (if (= size 1) first (logand first (1- (ash 1 (- 7 size)))))))
          (do ((i 1 (1+ i)))
              ((= i size))
            (let ((next (if (< (+ at i) end) (aref octets (+ at i)) 0)))
              (unless (and (= (logand next #xC0) #x80)
                           (or (/= i 1)
                               (not (or (and (= first #xE0) (< next #xA0))
                                        (and (= first #xED) (> next #x9F))
                                        (and (= first #xF0) (< next #x90))
                                        (and (= first #xF4) (> next #x8F))))))
                (return-from utf-8-at (values nil i)))
              (setq code (logior (ash code 6) (logand next #x3F)))))
          (values code size)))))

(defun octets-at (octets at size end is-little)
  "The number that SIZE octets at AT are; NIL where there are not as many."
  (and (<= (+ at size) end)
       (let ((number 0))
         (dotimes (i size number)
           (setq number (logior number
                                (ash (aref octets (+ at i)) (* 8 (if is-little i (- size 1 i))))))))))

(defun utf-16-at (octets at end is-little)
  (let* ((high (octets-at octets at 2 end is-little))
         (low (and high (<= #xD800 high #xDBFF) (octets-at octets (+ at 2) 2 end is-little))))
    (cond ((null high) (values nil (- end at)))
          ((and low (<= #xDC00 low #xDFFF))
           (values (+ #x10000 (ash (logand high #x3FF) 10) (logand low #x3FF)) 4))
          ((<= #xD800 high #xDFFF) (values nil 2))
          (t (values high 2)))))

(defun code-at (encoding octets at end)
  (ecase encoding
    (:utf-8 (utf-8-at octets at end))
    (:latin-1 (values (aref octets at) 1))
    (:ascii (values (and (< (aref octets at) 128) (aref octets at)) 1))
    ((:utf-16le :utf-16be) (utf-16-at octets at end (eq encoding :utf-16le)))
    ((:utf-32le :utf-32be)
     (let ((code (octets-at octets at 4 end (eq encoding :utf-32le))))
       (if (and code (< code char-code-limit) (not (<= #xD800 code #xDFFF))) (values code 4) (values nil (min 4 (- end at))))))))

(defun decoding-error-type (encoding octets at size end)
  "The type of the error that the SIZE octets at AT are no character."
  (case encoding
    (:ascii 'malformed-ascii)
    (:utf-8 (cond ((null (utf-8-length (aref octets at))) 'invalid-utf8-starter-byte)
                  ((= (+ at size) end) 'end-of-input-in-character)
                  (t 'invalid-utf8-continuation-byte)))
    (t 'octet-decoding-error)))

(defun undecodable (encoding octets at size end)
  "The text to be had in the place of the SIZE octets at AT, as a restart gives it."
  (restart-case (error (decoding-error-type encoding octets at size end) :position at :format encoding)
    (use-value (string)
      :report "Supply a replacement string designator."
      :interactive jscl-mcp::read-evaluated-form
      (string string))))

(defun octets-to-string (vector &key (external-format :default) (start 0) end)
  "The characters that the octets of VECTOR from START to END encode by EXTERNAL-FORMAT."
  (let ((encoding (encoding-named external-format))
        (replacement (replacement-in external-format))
        (end (or end (length vector)))
        (at start))
    (with-output-to-string (text)
      (do ()
          ((>= at end))
        (multiple-value-bind (code size) (code-at encoding vector at end)
          (cond (code (write-char (code-char code) text))
                (replacement (write-char replacement text))
                (t (write-string (undecodable encoding vector at size end) text)))
          (incf at size))))))
