;;;; Limits that the standard names (CLHS 3.4, 5.3, 15.2): SBCL's where the image can hold them.

(in-package "JSCL-MCP")

;; JavaScript passes arguments on its stack, so that SBCL's limits of calls are out of reach.
(defconstant call-arguments-limit 65536)
(defconstant multiple-values-limit 65536)
(defconstant lambda-parameters-limit 16384)

(defmacro redefine-constant (name value)
  "Gives NAME, a constant of JSCL's, another value."
  `(%js-inline "($0.@value = $1)" ',name ,value))

(redefine-constant array-rank-limit +rank-limit+)
(redefine-constant array-dimension-limit +index-limit+)
(redefine-constant array-total-size-limit +index-limit+)

(redefine-constant lambda-list-keywords '(&allow-other-keys &aux &body &environment &key &optional &rest &whole))
