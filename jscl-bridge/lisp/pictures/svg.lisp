;;;; Pictures from Lisp: SVG from list forms, and plots. JSCL-MCP:DISPLAY hands one to who evaluates.

(in-package "JSCL-MCP")

(defun write-escaped (text stream)
  "TEXT as it stands in XML, in an attribute too."
  (loop for character across text
        do (case character
             (#\& (write-string "&amp;" stream))
             (#\< (write-string "&lt;" stream))
             (#\> (write-string "&gt;" stream))
             (#\" (write-string "&quot;" stream))
             (t (write-char character stream)))))

(defun picture-number (number)
  "NUMBER in decimals, which SVG reads."
  (if (integerp number)
      (format nil "~D" number)
      (multiple-value-bind (whole thousandths) (truncate (round (* 1000 (abs number))) 1000)
        (let ((sign (if (minusp number) "-" "")))
          (if (zerop thousandths)
              (format nil "~A~D" sign whole)
              (string-right-trim "0" (format nil "~A~D.~3,'0D" sign whole thousandths)))))))

(defun svg-text (object)
  (typecase object
    (string object)
    (real (picture-number object))
    (symbol (let ((name (symbol-name object)))
              ;; :|viewBox| keeps its letters.
              (if (some #'lower-case-p name) name (string-downcase name))))
    (t (error 'simple-type-error :datum object :expected-type '(or string real symbol)
                                 :format-control "~S is no text, number or name that can stand in a picture."
                                 :format-arguments (list object)))))

(defun write-svg (form stream)
  (if (atom form)
      (write-escaped (svg-text form) stream)
      (let ((tag (svg-text (pop form))))
        (format stream "<~A" tag)
        (loop while (keywordp (car form))
              do (format stream " ~A=\"" (svg-text (pop form)))
                 (write-escaped (svg-text (pop form)) stream)
                 (write-char #\" stream))
        (write-char #\> stream)
        (dolist (child form) (write-svg child stream))
        (format stream "</~A>" tag))))

(defun-for-programs svg (form)
  "The text of the SVG that FORM is: (:circle :cx 10 :cy 10 :r 4) is an element with attributes, and what follows
them is in it: elements and text. A string is the text already."
  (cond ((stringp form) form)
        (t (check-type form cons)
           (with-output-to-string (stream)
             (let ((given (copy-list form)))
               (when (and (string-equal (svg-text (car given)) "svg") (not (member :xmlns given)))
                 (setf (cdr given) (list* :xmlns "http://www.w3.org/2000/svg" (cdr given))))
               (write-svg given stream))))))

(defun-for-programs display (mime data &key (title "a picture"))
  "Shows a picture to who evaluates: MIME is \"image/svg+xml\" with the text of an SVG, or \"image/png\" with
base64. TITLE says in words what it shows. Returns no values."
  (check-type data string)
  (check-type title string)
  (unless (member mime '("image/svg+xml" "image/png") :test #'equal)
    (error 'simple-type-error :datum mime :expected-type 'string
                              :format-control "~S is no kind of picture: there are image/svg+xml and image/png."
                              :format-arguments (list mime)))
  (show-picture mime data title)
  (values))
