/** Streams (CLHS 21); notation.ts says how a line is read. */
export const streams = `
(broadcast-stream-streams stream:broadcast-stream) -> list
(clear-input &optional stream=*standard-input*:stream-designator) -> null
(clear-output &optional stream=*standard-output*:stream-designator) -> null
(close stream &key abort) -> * generic
(concatenated-stream-streams stream:concatenated-stream) -> list
(echo-stream-input-stream stream:echo-stream) -> stream
(echo-stream-output-stream stream:echo-stream) -> stream
(file-length stream:(or file-stream synonym-stream broadcast-stream)) -> (or unsigned-byte null)
(file-position stream:stream &optional position=0:(or unsigned-byte (member :start :end))) -> (or unsigned-byte boolean)
(file-string-length stream:sb-kernel:ansi-stream object:(or string character)) -> (or unsigned-byte null)
(finish-output &optional stream=*standard-output*:stream-designator) -> null
(force-output &optional stream=*standard-output*:stream-designator) -> null
(fresh-line &optional stream=*standard-output*:stream-designator) -> boolean
(get-output-stream-string stream:stream) -> simple-string
(input-stream-p stream) -> * generic
(interactive-stream-p stream) -> * generic
(listen &optional stream=*standard-input*:stream-designator) -> boolean
(make-broadcast-stream &rest streams:stream) -> broadcast-stream
(make-concatenated-stream &rest streams:stream) -> concatenated-stream
(make-echo-stream input-stream:stream output-stream:stream) -> echo-stream
(make-string-input-stream string:string &optional start=0:index end:bound) -> sb-impl::string-input-stream
(make-string-output-stream &key element-type=character:type-specifier) -> sb-impl::string-output-stream
(make-synonym-stream symbol:symbol) -> synonym-stream
(make-two-way-stream input-stream:stream output-stream:stream) -> two-way-stream
(open file:pathname-designator &key direction=:input:(member :input :output :io :probe) element-type=base-char:type-specifier if-exists:(member :error :new-version :rename :rename-and-delete :overwrite :append :supersede nil) if-does-not-exist:(member :error :create nil) external-format=:default:external-format class=sb-sys:fd-stream:symbol) -> (or stream null)
(open-stream-p stream) -> * generic
(output-stream-p stream) -> * generic
(peek-char &optional peek-type:(or character boolean) stream=*standard-input*:stream-designator eof-error-p=t eof-value recursive-p) -> t
(read-byte stream:stream &optional eof-error-p=t eof-value) -> t
(read-char &optional stream=*standard-input*:stream-designator eof-error-p=t eof-value recursive-p) -> t
(read-char-no-hang &optional stream=*standard-input*:stream-designator eof-error-p=t eof-value recursive-p) -> t
(read-line &optional stream=*standard-input*:stream-designator eof-error-p=t eof-value recursive-p) -> (values t boolean)
(read-sequence !sequence:sequence stream:stream &key start=0:index end:bound) -> index
(stream-element-type stream) -> * generic
(stream-external-format stream:stream) -> t
(streamp object) -> boolean foldable flushable closed
(synonym-stream-symbol stream:synonym-stream) -> symbol
(terpri &optional stream=*standard-output*:stream-designator) -> null
(two-way-stream-input-stream stream:two-way-stream) -> stream
(two-way-stream-output-stream stream:two-way-stream) -> stream
(unread-char character:character &optional stream=*standard-input*:stream-designator) -> t
(write-byte integer:integer stream:stream) -> integer
(write-char character:character &optional stream=*standard-output*:stream-designator) -> character
(write-line string:string &optional stream=*standard-output*:stream-designator &key start=0:index end:bound) -> string
(write-sequence sequence:sequence stream:stream &key start=0:index end:bound) -> sequence
(write-string string:string &optional stream=*standard-output*:stream-designator &key start=0:index end:bound) -> string
(y-or-n-p &optional format-string:(or string null function) &rest arguments) -> boolean
(yes-or-no-p &optional format-string:(or string null function) &rest arguments) -> boolean
`;
