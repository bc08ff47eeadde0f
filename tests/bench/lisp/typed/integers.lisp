;;;; Declared fixnums, and words of 32 and 40 bits.

(defun sieve (limit)
  (declare (type fixnum limit))
  (let ((composite (make-array (1+ limit) :element-type 'bit :initial-element 0)) (count 0))
    (declare (type fixnum count))
    (loop for n of-type fixnum from 2 to limit
          do (when (zerop (aref composite n))
               (incf count)
               (loop for multiple of-type fixnum from (* n n) to limit by n
                     do (setf (aref composite multiple) 1))))
    count))

(defun run-sieve (times)
  (let (value)
    (dotimes (i times value)
      (setq value (sieve 20000)))))

(defun crc-40 (bytes)
  (declare (type (simple-array (unsigned-byte 8) (*)) bytes))
  (let ((crc 0))
    (declare (type (unsigned-byte 40) crc))
    (loop for byte across bytes
          do (setf crc (logxor crc (ash byte 32)))
             (dotimes (bit 8)
               (setf crc (if (logbitp 39 crc)
                             (logxor (ldb (byte 40 0) (ash crc 1)) #x4820009)
                             (ash crc 1)))))
    crc))

(defvar *bytes*
  (let ((bytes (make-array 1000 :element-type '(unsigned-byte 8))))
    (dotimes (k 1000 bytes)
      (setf (aref bytes k) (mod (* k 37) 256)))))

(defun run-crc-40 (times)
  (let (value)
    (dotimes (i times value)
      (setq value (crc-40 *bytes*)))))

(defun fnv-1a (string)
  (declare (type simple-string string))
  (let ((hash #x811c9dc5))
    (declare (type (unsigned-byte 32) hash))
    (loop for character across string
          do (setf hash (ldb (byte 32 0) (* (logxor hash (char-code character)) 16777619))))
    hash))

(defun run-fnv (times)
  (let ((sum 0))
    (declare (type (unsigned-byte 32) sum))
    (dotimes (i times sum)
      (setf sum 0)
      (dotimes (k 100)
        (setf sum (logxor (ash sum -1) (fnv-1a "the quick brown fox jumps over the lazy dog")))
        (setf sum (logxor (ash sum -1) (fnv-1a "how vexingly quick daft zebras jump")))))))

(defun xorshift (state)
  (declare (type (unsigned-byte 32) state))
  (setf state (logxor state (ldb (byte 32 0) (ash state 13))))
  (setf state (logxor state (ash state -17)))
  (logxor state (ldb (byte 32 0) (ash state 5))))

(defun run-xorshift (times)
  (let ((state 2463534242))
    (declare (type (unsigned-byte 32) state))
    (dotimes (i times state)
      (setf state 2463534242)
      (dotimes (k 10000)
        (setf state (xorshift state))))))

(defun bits-in (word)
  (declare (type (unsigned-byte 32) word))
  (let ((count 0))
    (declare (type fixnum count))
    (loop until (zerop word)
          do (setf word (logand word (1- word)))
             (incf count))
    count))

(defun run-popcount (times)
  (let ((sum 0))
    (declare (type fixnum sum))
    (dotimes (i times sum)
      (setf sum 0)
      (dotimes (k 2000)
        (incf sum (bits-in (* k 7919)))))))

(defun run-logcount (times)
  (let ((sum 0))
    (declare (type fixnum sum))
    (dotimes (i times sum)
      (setf sum 0)
      (dotimes (k 5000)
        (incf sum (+ (logcount k) (integer-length k) (ldb (byte 4 3) k)))))))

(defun collatz-length (n)
  (declare (type fixnum n))
  (let ((length 1))
    (declare (type fixnum length))
    (loop until (= n 1)
          do (setf n (if (evenp n) (ash n -1) (1+ (* 3 n))))
             (incf length))
    length))

(defun run-typed-collatz (times)
  (let ((longest 0))
    (declare (type fixnum longest))
    (dotimes (i times longest)
      (setf longest 0)
      (loop for n of-type fixnum from 1 to 1000
            do (setf longest (max longest (collatz-length n)))))))

(defun common-divisor (a b)
  (declare (type fixnum a b))
  (loop until (zerop b)
        do (psetf a b
                  b (rem a b)))
  a)

(defun run-typed-gcd (times)
  (let ((sum 0))
    (declare (type fixnum sum))
    (dotimes (i times sum)
      (setf sum 0)
      (loop for a of-type fixnum from 1 to 60
            do (loop for b of-type fixnum from 1 to 60
                     do (incf sum (common-divisor a b)))))))

(defun pack (red green blue)
  (declare (type (unsigned-byte 8) red green blue))
  (logior (ash red 16) (ash green 8) blue))

(defun blend (a b)
  (declare (type (unsigned-byte 24) a b))
  (flet ((mean (place)
           (ash (+ (ldb (byte 8 place) a) (ldb (byte 8 place) b)) -1)))
    (declare (inline mean))
    (pack (mean 16) (mean 8) (mean 0))))

(defun run-pixels (times)
  (let ((colour 0))
    (declare (type (unsigned-byte 24) colour))
    (dotimes (i times colour)
      (setf colour 0)
      (dotimes (k 5000)
        (setf colour (blend colour (logand (* k 2654435) #xffffff)))))))
