;;;; MAKE-LOAD-FORM-SAVING-SLOTS (CLHS 7.7).

(in-package "JSCL-MCP")

(defun make-load-form-saving-slots (object &key (slot-names nil is-chosen) environment)
  "A form that makes an object of the class of OBJECT, and one that gives it the same slots, or those of SLOT-NAMES."
  (declare (ignore environment))
  (require-type slot-names list)
  (let ((slots (and (or (jscl::std-instance-p object) (jscl::structure-p object))
                    (slot-names-of object))))
    (values `(allocate-instance (find-class ',(class-name (class-of object))))
            `(progn
               ,@(mapcan (lambda (name)
                           (cond ((and is-chosen (not (member name slot-names))) '())
                                 ((slot-boundp object name)
                                  (list `(setf (slot-value ,object ',name) ',(slot-value object name))))
                                 (t (list `(slot-makunbound ,object ',name)))))
                         slots)))))
