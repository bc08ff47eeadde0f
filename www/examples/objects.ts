import type { Example } from "./first.js";

/** Classes, generic functions and methods. */
export const objectExamples: readonly Example[] = [
  {
    title: "Classes and methods",
    about: "CLOS, and a call that no method takes",
    code: `;;; The last call asks a shape for something it cannot answer.

(defclass shape () ((name :initarg :name :reader name)))
(defclass circle (shape) ((radius :initarg :radius :reader radius)))
(defclass square (shape) ((side :initarg :side :reader side)))

(defgeneric area (shape))
(defmethod area ((shape circle)) (* 355/113 (expt (radius shape) 2)))
(defmethod area ((shape square)) (expt (side shape) 2))

(print (area (make-instance 'square :name "tile" :side 3)))
(print (area (make-instance 'circle :name "coin" :radius 2)))
(area (make-instance 'shape :name "cloud"))
`,
  },
  {
    title: "Methods around methods",
    about: "Before, after, around, and the next method",
    code: `;;; A method may run before, after or around the others, and call the next one.

(defclass drink () ((name :initarg :name :reader name)))
(defclass hot-drink (drink) ())

(defgeneric serve (drink))

(defmethod serve ((drink drink))
  (format t "Here is your ~A.~%" (name drink))
  :served)

(defmethod serve :before ((drink hot-drink))
  (format t "Careful, it is hot.~%"))

(defmethod serve :around ((drink drink))
  (format t "[~%")
  (prog1 (list (call-next-method) (class-name (class-of drink)))
    (format t "]~%")))

(serve (make-instance 'hot-drink :name "tea"))
`,
  },
];
