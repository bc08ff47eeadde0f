;;;; Infinite floats, and floats by their bits.

(in-package "SB-IMPL")

(defun make-single-float (bits)
  "The single float whose bits are the 32-bit integer BITS."
  (jscl-mcp::require-type bits (signed-byte 32))
  (jscl-mcp::float-of-bits bits nil))

(defun make-double-float (high low)
  "The double float whose bits are the 32-bit integers HIGH, which has the sign, and LOW."
  (jscl-mcp::require-type high (signed-byte 32))
  (jscl-mcp::require-type low (unsigned-byte 32))
  (jscl-mcp::float-of-bits (logior (ash high 32) low) t))

(defun single-float-bits (float)
  (jscl-mcp::require-type float single-float)
  (jscl-mcp::bits-of-float float))

(defun double-float-bits (float)
  (jscl-mcp::require-type float double-float)
  (jscl-mcp::bits-of-float float))

(defun double-float-high-bits (float)
  (ash (double-float-bits float) -32))

(defun double-float-low-bits (float)
  (ldb (byte 32 0) (double-float-bits float)))

(defmacro define-infinities (positive negative)
  `(progn
     ,@(mapcar (lambda (name) `(defconstant ,name (make-single-float #x7F800000)))
               (list (first positive) (second positive)))
     ,@(mapcar (lambda (name) `(defconstant ,name (make-double-float #x7FF00000 0)))
               (list (third positive) (fourth positive)))
     ,@(mapcar (lambda (name) `(defconstant ,name (make-single-float #x-800000)))
               (list (first negative) (second negative)))
     ,@(mapcar (lambda (name) `(defconstant ,name (make-double-float #x-100000 0)))
               (list (third negative) (fourth negative)))))

(define-infinities
  (short-float-positive-infinity single-float-positive-infinity double-float-positive-infinity
                                 long-float-positive-infinity)
  (short-float-negative-infinity single-float-negative-infinity double-float-negative-infinity
                                 long-float-negative-infinity))

(defun exponent-of (float)
  "The bits of FLOAT's exponent, whether they are all ones, and the bits of its fraction."
  (jscl-mcp::require-type float float)
  (let ((bits (jscl-mcp::bits-of-float float)))
    (if (typep float 'single-float)
        (values (ldb (byte 8 23) bits) 255 (ldb (byte 23 0) bits))
        (values (ldb (byte 11 52) bits) 2047 (ldb (byte 52 0) bits)))))

(defun float-infinity-p (float)
  (multiple-value-bind (exponent ones fraction) (exponent-of float)
    (and (= exponent ones) (zerop fraction))))

(defun float-nan-p (float)
  (multiple-value-bind (exponent ones fraction) (exponent-of float)
    (and (= exponent ones) (plusp fraction))))

(defun float-denormalized-p (float)
  (multiple-value-bind (exponent ones fraction) (exponent-of float)
    (declare (ignore ones))
    (and (zerop exponent) (plusp fraction))))

(defun get-floating-point-modes ()
  "What traps signal, and how results are rounded, as a property list. None of it can be changed."
  (list :traps '(:overflow :invalid :divide-by-zero) :rounding-mode :nearest
        :current-exceptions '() :accrued-exceptions '() :fast-mode nil))

(defun set-floating-point-modes (&key traps (rounding-mode :nearest) current-exceptions accrued-exceptions fast-mode)
  "Signals where another rounding is asked for: JavaScript has none."
  (declare (ignore traps current-exceptions accrued-exceptions fast-mode))
  (unless (eq rounding-mode :nearest)
    (error "Floats are rounded to the nearest here, not ~S." rounding-mode)))

(defun sb-c::mask-signed-field (size integer)
  "The SIZE lowest bits of INTEGER as an integer with a sign."
  (let ((field (ldb (byte size 0) integer)))
    (if (and (plusp size) (logbitp (1- size) field))
        (- field (ash 1 size))
        field)))
