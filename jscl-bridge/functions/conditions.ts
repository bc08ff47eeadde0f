/** Conditions and restarts (CLHS 9); notation.ts says how a line is read. */
export const conditions = `
(abort &optional condition:(or condition null)) -> nil
(break &optional datum:format-control &rest arguments) -> null open
(cerror continue-string:format-control datum:condition-designator &rest arguments) -> null open
(compute-restarts &optional condition:(or condition null)) -> list
(continue &optional condition:(or condition null)) -> null
(error datum:condition-designator &rest arguments) -> nil open
(find-restart restart:(or (and symbol (not null)) restart) &optional condition:(or condition null)) -> (or restart null)
(invalid-method-error method format-control:format-control &rest format-arguments) -> *
(invoke-debugger condition:condition) -> nil open
(invoke-restart restart:(or (and symbol (not null)) restart) &rest values) -> * open
(invoke-restart-interactively restart:(or (and symbol (not null)) restart)) -> * open
(make-condition type:type-specifier &rest initargs) -> condition
(method-combination-error format-control:format-control &rest format-arguments) -> *
(muffle-warning &optional condition:(or condition null)) -> nil
(restart-name restart:restart) -> symbol
(signal datum:condition-designator &rest arguments) -> null open
(store-value value &optional condition:(or condition null)) -> null
(use-value value &optional condition:(or condition null)) -> null
(warn datum:condition-designator &rest arguments) -> null open
(arithmetic-error-operands condition) -> *
(arithmetic-error-operation condition) -> *
(cell-error-name condition) -> *
(file-error-pathname condition) -> *
(package-error-package condition) -> *
(print-not-readable-object condition) -> *
(simple-condition-format-arguments condition) -> *
(simple-condition-format-control condition) -> *
(stream-error-stream condition) -> *
(type-error-datum condition) -> *
(type-error-expected-type condition) -> *
(unbound-slot-instance condition) -> *
`;
