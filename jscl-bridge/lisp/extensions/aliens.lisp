;;;; SB-ALIEN without foreign code: memory of a program's own, as octets, and routines that are all undefined,
;;;; as they are in an SBCL that found no library for them.

(in-package "SB-IMPL")

;;; Places in memory: an index of a vector of octets.

(defstruct (system-area-pointer (:constructor sap-at (octets offset)) (:copier nil) (:predicate system-area-pointer-p))
  octets
  offset)

(defun vector-sap (vector)
  "The place of the first octet of VECTOR."
  (jscl-mcp::require-type vector (vector (unsigned-byte 8)))
  (sap-at vector 0))

(defun sap+ (sap offset)
  "The place that is OFFSET octets behind SAP."
  (sap-at (system-area-pointer-octets sap) (+ (system-area-pointer-offset sap) offset)))

(defun octets-number (octets start size)
  "The number that SIZE octets are, the least significant first."
  (let ((number 0))
    (dotimes (i size number)
      (setq number (logior number (ash (aref octets (+ start i)) (* 8 i)))))))

(defun put-number (octets start size number)
  (dotimes (i size)
    (setf (aref octets (+ start i)) (ldb (byte 8 (* 8 i)) number))))

(defun signed-number (number size)
  (if (logbitp (1- (* 8 size)) number) (- number (ash 1 (* 8 size))) number))

(defun number-at (sap offset size is-signed)
  (let ((number (octets-number (system-area-pointer-octets sap) (+ (system-area-pointer-offset sap) offset) size)))
    (if is-signed (signed-number number size) number)))

(defun put-number-at (number sap offset size)
  (put-number (system-area-pointer-octets sap) (+ (system-area-pointer-offset sap) offset) size number)
  number)

;;; Functions of a place and an offset in octets.
(mapc (lambda (name size is-signed)
        (setf (fdefinition name)
              (lambda (sap offset)
                (number-at sap offset size is-signed)))
        (setf (fdefinition `(setf ,name))
              (lambda (value sap offset)
                (put-number-at value sap offset size))))
      '(sap-ref-8 sap-ref-16 sap-ref-32 sap-ref-64
        signed-sap-ref-8 signed-sap-ref-16 signed-sap-ref-32 signed-sap-ref-64)
      '(1 2 4 8 1 2 4 8)
      '(nil nil nil nil t t t t))

(defmacro with-pinned-objects (objects &body body)
  "Runs BODY. What nothing moves need not be kept from it."
  `(progn ,@objects (locally ,@body)))

;;; The elements of vectors of unsigned integers as octets

(defun element-octets (vector)
  (ceiling (integer-length (1- (expt 2 (second (array-element-type vector))))) 8))

(defun sb-kernel:%byte-blt (source source-start target target-start target-end)
  "Copies octets of the vector SOURCE to those of TARGET from TARGET-START to TARGET-END."
  (let ((size (element-octets target)))
    (if (and (= size 1) (= (element-octets source) 1))
        (replace target source :start1 target-start :end1 target-end :start2 source-start)
        (do ((at (floor target-start size) (1+ at))
             (from source-start (+ from size)))
            ((>= (* at size) target-end) target)
          (setf (aref target at) (octets-number source from size))))))

(defun sb-kernel:%vector-raw-bits (vector index)
  "The word of eight octets at INDEX in VECTOR."
  (octets-number vector (* 8 index) 8))

(defun (setf sb-kernel:%vector-raw-bits) (value vector index)
  (put-number vector (* 8 index) 8 value)
  value)

;;; Variables of foreign types

(defstruct (sb-alien:alien (:constructor new-alien (type sap)) (:conc-name alien-value-) (:copier nil)
                           (:predicate alien-value-p))
  type
  sap)

(defun alien-integer (type)
  "The size in octets of the foreign integer TYPE and whether it is signed; NIL for any other."
  (let ((name (if (consp type) (first type) type))
        (bits (and (consp type) (second type))))
    (let ((size (case name
                  ((sb-alien:signed sb-alien:unsigned integer) (or bits 64))
                  ((sb-alien:char sb-alien:unsigned-char) 8)
                  ((sb-alien:short sb-alien:unsigned-short) 16)
                  ((sb-alien:int sb-alien:unsigned-int) (or bits 32))
                  ((sb-alien:long sb-alien:unsigned-long sb-alien:long-long sb-alien:unsigned-long-long
                    sb-alien:size-t)
                   64))))
      (and size
           (values (ceiling size 8)
                   (and (member name '(sb-alien:signed integer sb-alien:char sb-alien:short sb-alien:int sb-alien:long
                                       sb-alien:long-long))
                        t))))))

(defun alien-size (type)
  (cond ((alien-integer type) (values (alien-integer type)))
        ((and (consp type) (eq (first type) 'array) (integerp (third type)))
         (* (alien-size (second type)) (reduce #'* (cddr type))))
        (t (error "unknown alien type: ~S" type))))

(defun make-alien-value (type)
  (new-alien type (vector-sap (make-array (alien-size type) :element-type '(unsigned-byte 8)))))

(defun alien-sap (alien)
  "The place where ALIEN is."
  (jscl-mcp::require-type alien sb-alien:alien)
  (alien-value-sap alien))

(defun element-place (alien indices)
  "The type, place and offset of an element of ALIEN, or of all of it."
  (let ((type (alien-value-type alien)) (offset 0))
    (dolist (index indices)
      (let ((element (if (and (consp type) (eq (first type) 'array))
                         (if (cdddr type) `(array ,(second type) ,@(cdddr type)) (second type))
                         (error "~S is not the type of an array." type))))
        (incf offset (* index (alien-size element)))
        (setq type element)))
    (values type (alien-value-sap alien) offset)))

(defun deref (alien &rest indices)
  "What ALIEN holds at INDICES."
  (multiple-value-bind (type sap offset) (element-place alien indices)
    (multiple-value-bind (size is-signed) (alien-integer type)
      (if (null size)
          (new-alien type (sap+ sap offset))
          (number-at sap offset size is-signed)))))

(defun (setf deref) (value alien &rest indices)
  (multiple-value-bind (type sap offset) (element-place alien indices)
    (put-number-at value sap offset (alien-integer type))))

(defmacro with-alien (bindings &body body)
  "Runs BODY with variables of foreign types: BINDINGS are lists of a name, a type and an initial value. A name of
an integer means its value."
  (let ((expanded `(progn ,@body)))
    (dolist (binding (reverse bindings) expanded)
      (destructuring-bind (name type &optional (value nil given) external) binding
        (declare (ignore external))
        (setq expanded
              (if (alien-integer type)
                  (let ((alien (gensym (symbol-name name))))
                    `(let ((,alien (make-alien-value ',type)))
                       (symbol-macrolet ((,name (deref ,alien)))
                         ,@(and given `((setf ,name ,value)))
                         ,expanded)))
                  `(let ((,name (make-alien-value ',type)))
                     ,expanded)))))))

;;; Routines

(define-condition undefined-alien-error (cell-error) ()
  (:report (lambda (condition stream)
             (declare (ignore condition))
             (write-string "Attempt to access an undefined alien value." stream))))
(define-condition undefined-alien-variable-error (undefined-alien-error) ()
  (:report (lambda (condition stream)
             (declare (ignore condition))
             (write-string "Attempt to access an undefined alien variable." stream))))
(define-condition undefined-alien-function-error (undefined-alien-error) ()
  (:report (lambda (condition stream)
             (declare (ignore condition))
             (write-string "Attempt to call an undefined alien function." stream))))

(defmacro extern-alien (name type)
  "The foreign variable or routine NAME, of which there is none: a routine can be named, and not be called."
  (let ((name (string name)))
    (if (and (consp type) (eq (first type) 'function))
        `(new-alien ',type ,name)
        `(error 'undefined-alien-variable-error :name ,name))))

(defun alien-funcall (alien &rest arguments)
  (declare (ignore arguments))
  (jscl-mcp::require-type alien sb-alien:alien)
  (error 'undefined-alien-function-error :name (alien-value-sap alien)))

(defmacro define-alien-routine (name result-type &rest arguments)
  "Defines a function that would call the foreign routine NAME, of which there is none."
  (let ((names (remove-if-not #'consp arguments)))
    (multiple-value-bind (foreign lisp)
        (if (consp name)
            (values-list (if (stringp (first name)) name (reverse name)))
            (values (string name) (if (stringp name) (intern (substitute #\- #\_ (string-upcase name))) name)))
      `(progn
         (defun ,lisp ,(mapcar #'first (remove :out names :key #'third))
           (alien-funcall (extern-alien ,foreign (function ,result-type ,@(mapcar #'second names)))
                          ,@(mapcar #'first (remove :out names :key #'third))))
         ',lisp))))

(defmacro define-alien-variable (name type)
  (let ((lisp (if (consp name) (second name) (intern (substitute #\- #\_ (string-upcase name))))))
    `(progn
       (define-symbol-macro ,lisp (extern-alien ,(if (consp name) (first name) (string name)) ,type))
       ',lisp)))

(defmacro define-alien-type (name type)
  "Nothing: TYPE has no use but in what calls foreign routines."
  (declare (ignore type))
  `',name)

(defun load-shared-object (pathname &key dont-save)
  (declare (ignore dont-save))
  (error "Error opening shared object ~S: there is no foreign code here." (namestring pathname)))
