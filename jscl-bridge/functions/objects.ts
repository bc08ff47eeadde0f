/** Classes, instances, generic functions and structures (CLHS 7, 8); notation.ts says how a line is read. */
export const objects = `
(add-method generic-function method) -> * generic
(allocate-instance class &rest initargs) -> * generic
(change-class instance new-class &key &allow-other-keys) -> * generic spread
(class-name class) -> * generic
(class-of object) -> class
(compute-applicable-methods generic-function arguments) -> * generic
(describe-object object stream) -> * generic
(documentation object doc-type) -> * generic
(ensure-generic-function name &rest options) -> *
(find-class symbol:symbol &optional error-p=t environment:environment) -> (or class null)
(find-method generic-function qualifiers specializers &optional error-p) -> * generic
(function-keywords method) -> * generic
(initialize-instance instance &key &allow-other-keys) -> * generic spread
(make-instance class &key &allow-other-keys) -> * generic spread
(make-instances-obsolete class) -> * generic
(make-load-form object &optional environment) -> * generic
(make-load-form-saving-slots object &key slot-names environment) -> (values cons cons)
(method-qualifiers method) -> * generic
(no-applicable-method generic-function &rest arguments) -> * generic
(no-next-method generic-function method &rest arguments) -> * generic
(print-object object stream) -> * generic
(reinitialize-instance instance &key &allow-other-keys) -> * generic spread
(remove-method generic-function method) -> * generic
(shared-initialize instance slot-names &key &allow-other-keys) -> * generic spread
(slot-boundp object slot-name:symbol) -> boolean
(slot-exists-p object slot-name:symbol) -> boolean
(slot-makunbound object slot-name) -> t
(slot-missing class instance slot-name operation &optional new-value) -> * generic
(slot-unbound class instance slot-name) -> * generic
(slot-value object slot-name:symbol) -> t
(update-instance-for-different-class previous current &rest initargs) -> * generic
(update-instance-for-redefined-class instance added-slots discarded-slots property-list &rest initargs) -> * generic
(copy-structure structure:structure-object) -> t
`;
