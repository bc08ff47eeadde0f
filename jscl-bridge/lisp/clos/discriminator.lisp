;;;; The function that a generic function is called by: it finds the effective method in maps keyed by the
;;;; classes of the specialized arguments, or by the objects themselves where EQL specializers name them.
;;;; JavaScript, since it is on the way of every call; what is not in the maps is left to
;;;; CALL-GENERIC-FUNCTION.

(in-package "JSCL-MCP")

;;; Kept on the generic function object. REQUIRED counts required parameters; SPECIALIZED is a vector of the
;;; positions, from 0, of those that some method specializes; EQLS is a vector of the objects of EQL
;;; specializers, or NIL; CACHE is a map, or the effective method when none is specialized; PRECEDENCE lists
;;; the positions of the required parameters by :ARGUMENT-PRECEDENCE-ORDER, or is NIL for their own order.
;;; CALLED is true after a good call. The discriminator knows the fields by their positions.
(define-record dispatch-state
  required specialized eqls cache combination function precedence called)

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

;; SEEN are a map and the effective methods that were found in it first, each with the keys of one or two
;; arguments: to look through a few is quicker than to look in a map. MOST is how long SEEN may get.
(defun make-discriminator (state slow)
  "The function of a generic function with STATE. SLOW takes the calls that the cache does not know."
  (let ((key-of #'dispatch-key-of)
        (class-of #'class-of))
    (%js-inline "R.ownCode((S, nil, pv, most, state, slow, keyOf, classOf) => {
  const seen = [];
  const keyFor = (argument) => state[2] !== nil ? keyOf(pv, state, argument)
    : typeof argument === 'object' && argument?.@class || classOf(pv, argument);
  const find = (key, other) => {
    const cache = state[3];
    if (most > 0 && seen[0] !== cache) {
      seen.length = 0;
      seen.push(cache);
    }
    let i = 1;
    while (i < seen.length && (seen[i] !== key || seen[i + 1] !== other)) i += 3;
    if (i < seen.length) return seen[i + 2];
    let found = cache.get(key);
    if (other !== undefined) found = found?.get(other);
    if (found !== undefined && i < most) seen.push(key, other, found);
    return found;
  };
  const findAll = (given) => {
    const positions = state[1];
    let found = state[3];
    for (let i = 0; i < positions.length && found !== undefined; i++) found = found.get(keyFor(given[positions[i] + 1]));
    return found;
  };
  return function (values, a, b) {
    const count = arguments.length;
    const sp = S.sp;
    if (count > state[0]) {
      const positions = state[1];
      let found = state[3];
      if (positions.length === 1) {
        const at = positions[0];
        const key = keyFor(at === 0 ? a : at === 1 ? b : arguments[at + 1]);
        found = seen[0] === found && seen[1] === key ? seen[3] : find(key);
      } else if (positions.length > 1) {
        found = positions.length === 2 && positions[1] === 1 ? find(keyFor(a), keyFor(b)) : findAll(arguments);
      }
      S.sp = sp;
      if (typeof found === 'function') {
        return count === 2 ? found(values, a) : count === 3 ? found(values, a, b) : found.apply(null, arguments);
      }
    }
    return slow.apply(null, arguments);
  };
}, $0, $1, $2, $3)" state slow key-of class-of)))
