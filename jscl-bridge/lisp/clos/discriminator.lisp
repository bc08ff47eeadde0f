;;;; The function that a generic function is called by: it finds the effective method in maps keyed by the
;;;; classes of the specialized arguments, or by the objects themselves where EQL specializers name them.
;;;; JavaScript, since it is on the way of every call; what is not in the maps is left to
;;;; CALL-GENERIC-FUNCTION.

(in-package "JSCL-MCP")

;;; Kept on the generic function object. REQUIRED counts required parameters; SPECIALIZED is a vector of the
;;; positions, from 0, of those that some method specializes; EQLS is a vector of the objects of EQL
;;; specializers, or NIL; CACHE is a map, or the effective method when none is specialized; PRECEDENCE lists
;;; the positions of the required parameters by :ARGUMENT-PRECEDENCE-ORDER, or is NIL for their own order.
;;; CALLED is true after a good call. SEEN-KEY, SEEN-CACHE and SEEN-METHOD are the last look-up in the map
;;; SEEN-CACHE. The discriminator knows the fields by their positions.
(define-record dispatch-state
  required specialized eqls cache seen-key seen-cache seen-method combination function precedence called)

(defmacro dispatch-state (gf)
  `(%js-inline "($0.dispatchState ?? $1)" ,gf nil))

(defmacro set-dispatch-state (gf state)
  `(%js-inline "($0.dispatchState = $1)" ,gf ,state))

(defun dispatch-key-of (state argument)
  "What ARGUMENT is looked up by: the object of an EQL specializer, or its class."
  (let ((eqls (dispatch-state-eqls state)))
    (or (and eqls
             (if (numberp argument)
                 (find argument eqls :test #'eql)
                 (%js-inline "($0.includes($1) ? $1 : nil)" eqls argument)))
        (class-of argument))))

(defun make-discriminator (state slow)
  "The function of a generic function with STATE. SLOW takes the calls that the cache does not know."
  (let ((key-of #'dispatch-key-of)
        (class-of #'class-of))
    (%js-inline "(function (values, a, b) {
  const count = arguments.length;
  const sp = S.sp;
  if (count > $0[0]) {
    const positions = $0[1];
    let found = $0[3];
    if (positions.length === 1) {
      const at = positions[0];
      const argument = at === 0 ? a : at === 1 ? b : arguments[at + 1];
      const key = $0[2] === nil && typeof argument === 'object' && argument?.@class || ($0[2] === nil ? $3(pv, argument) : $2(pv, $0, argument));
      S.sp = sp;
      if (key === $0[4] && found === $0[5]) found = $0[6];
      else {
        const cache = found;
        found = cache.get(key);
        if (found !== undefined) {
          $0[4] = key;
          $0[5] = cache;
          $0[6] = found;
        }
      }
    } else {
      for (let i = 0; i < positions.length && found !== undefined; i++) {
        const argument = arguments[positions[i] + 1];
        found = found.get($0[2] === nil && typeof argument === 'object' && argument?.@class ||
                          ($0[2] === nil ? $3(pv, argument) : $2(pv, $0, argument)));
        S.sp = sp;
      }
    }
    if (typeof found === 'function') {
      return count === 2 ? found(values, a) : count === 3 ? found(values, a, b) : found.apply(null, arguments);
    }
  }
  return $1.apply(null, arguments);
})" state slow key-of class-of)))
