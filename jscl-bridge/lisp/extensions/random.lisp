;;;; Random states of a seed, as SBCL makes them.

(in-package "SB-IMPL")

(eval-when (:compile-toplevel :load-toplevel :execute)
  (exported "SB-EXT" '("SEED-RANDOM-STATE")))

(defun sb-ext:seed-random-state (&optional state)
  "A random state that STATE determines: an unsigned integer or a vector of octets; or what MAKE-RANDOM-STATE takes."
  (typecase state
    (unsigned-byte (jscl-mcp::random-state-of-seed state))
    ((simple-array (unsigned-byte 8) (*))
     (jscl-mcp::random-state-of-seed (reduce (lambda (seed octet) (logior (ash seed 8) octet)) state :initial-value 1)))
    (t (make-random-state state))))
