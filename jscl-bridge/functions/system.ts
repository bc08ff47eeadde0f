/** Time, the machine and the environment (CLHS 25); notation.ts says how a line is read. */
export const system = `
(apropos string:string-designator &optional package:package-designator external-only) -> (values)
(apropos-list string:string-designator &optional package:package-designator external-only) -> list
(decode-universal-time universal-time:unsigned-byte &optional time-zone:(or null (rational -24 24))) -> (values (mod 60) (mod 60) (mod 24) (integer 1 31) (integer 1 12) unsigned-byte (mod 7) boolean (rational -24 24))
(describe object &optional stream=*standard-output*:stream-designator) -> (values)
(disassemble object:(or (satisfies sb-int:extended-function-designator-p) (cons (member lambda) t) sb-kernel:code-component) &key stream=*standard-output*:stream use-labels=t) -> null
(dribble &optional pathname:(or string pathname) &key if-exists=:append) -> (values)
(ed &optional object:(or string symbol cons pathname)) -> t
(encode-universal-time second:(mod 60) minute:(mod 60) hour:(mod 24) date:(integer 1 31) month:(integer 1 12) year:unsigned-byte &optional time-zone:(or null (rational -24 24))) -> unsigned-byte
(get-decoded-time) -> (values (mod 60) (mod 60) (mod 24) (integer 1 31) (integer 1 12) unsigned-byte (mod 7) boolean (rational -24 24))
(get-internal-real-time) -> (unsigned-byte 61)
(get-internal-run-time) -> (unsigned-byte 61)
(get-universal-time) -> unsigned-byte
(inspect object) -> (values)
(lisp-implementation-type) -> simple-string
(lisp-implementation-version) -> simple-string
(long-site-name) -> (or simple-string null)
(machine-instance) -> (or simple-string null)
(machine-type) -> (or simple-string null)
(machine-version) -> (or simple-string null)
(room &optional verbosity=:default:(member t nil :default)) -> (values)
(short-site-name) -> (or simple-string null)
(sleep seconds:(or (single-float 0.0) (double-float 0.0d0) (rational 0))) -> null
(software-type) -> (or simple-string null)
(software-version) -> (or simple-string null)
`;
