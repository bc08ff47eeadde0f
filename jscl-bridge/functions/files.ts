/** Pathnames, files and what is loaded from them (CLHS 19, 20, 24); notation.ts says how a line is read. */
export const files = `
(delete-file file:pathname-designator) -> (member t)
(directory pathname:pathname-designator &key resolve-symlinks=t) -> list
(directory-namestring pathname:pathname-designator) -> (or simple-string null)
(enough-namestring pathname:pathname-designator &optional defaults=*default-pathname-defaults*:pathname-designator) -> simple-string
(ensure-directories-exist pathname &key verbose mode=511) -> (values t boolean)
(file-author pathname:pathname-designator) -> (or simple-string null)
(file-namestring pathname:pathname-designator) -> (or simple-string null)
(file-write-date pathname:pathname-designator) -> (or unsigned-byte null)
(host-namestring pathname:pathname-designator) -> (or simple-string null)
(load-logical-pathname-translations host:string) -> t
(logical-pathname pathname:pathname-designator) -> logical-pathname
(logical-pathname-translations host:(or string sb-kernel:logical-host)) -> list
(make-pathname &key host:(or string sb-kernel:host null) device:(or string (member nil :unspecific :unc)) directory:(or string cons (member :wild nil)) name:(or string sb-impl::pattern (member nil :unspecific :wild)) type:(or string sb-impl::pattern (member nil :unspecific :wild)) version:(or integer (member nil :newest :wild :unspecific)) defaults:pathname-designator case=:local:(member :local :common)) -> pathname
(merge-pathnames pathname:pathname-designator &optional defaults=*default-pathname-defaults*:pathname-designator default-version=:newest:(or integer (member nil :newest :wild :unspecific))) -> pathname
(namestring pathname:pathname-designator) -> (or simple-string null)
(parse-namestring name:pathname-designator &optional host:(or string cons sb-kernel:host (member :unspecific nil)) defaults=*default-pathname-defaults*:pathname-designator &key start=0:index end:bound junk-allowed) -> (values (or pathname null) bound)
(pathname pathname:pathname-designator) -> pathname
(pathname-device pathname:pathname-designator &key case=:local:(member :local :common)) -> (or simple-string (member nil :unspecific :unc))
(pathname-directory pathname:pathname-designator &key case=:local:(member :local :common)) -> list
(pathname-host pathname:pathname-designator &key case=:local:(member :local :common)) -> (or sb-kernel:host null)
(pathname-match-p in-pathname:pathname-designator in-wildname:pathname-designator) -> t
(pathname-name pathname:pathname-designator &key case=:local:(member :local :common)) -> (or simple-string sb-impl::pattern (member nil :unspecific :wild))
(pathname-type pathname:pathname-designator &key case=:local:(member :local :common)) -> (or simple-string sb-impl::pattern (member nil :unspecific :wild))
(pathname-version pathname:pathname-designator) -> (or integer (member nil :newest :wild :unspecific))
(pathnamep object) -> boolean tests:pathname
(probe-file pathname:pathname-designator) -> (or pathname null)
(rename-file file:pathname-designator new-name:(or string pathname)) -> (values pathname pathname pathname)
(translate-logical-pathname pathname:pathname-designator &key) -> pathname
(translate-pathname source:pathname-designator from-wildname:pathname-designator to-wildname:pathname-designator &key) -> pathname
(truename pathname:pathname-designator) -> pathname
(user-homedir-pathname &optional host) -> pathname
(wild-pathname-p pathname:pathname-designator &optional field-key:(member nil :host :device :directory :name :type :version)) -> t
(compile-file input-file:pathname-designator &key output-file:pathname-designator verbose=*compile-verbose* print=*compile-print* external-format=:default:external-format progress trace-file block-compile entry-points:list emit-cfasl) -> (values (or pathname null) boolean boolean) open
(compile-file-pathname input-file:pathname-designator &key output-file:(or string pathname synonym-stream file-stream boolean) &allow-other-keys) -> pathname
(load file:(or string pathname stream) &key verbose=*load-verbose* print=*load-print* if-does-not-exist=:error external-format=:default:external-format) -> boolean open
(provide module-name) -> (member t)
(require module-name &optional pathnames) -> list
`;
