/** Packages (CLHS 11); notation.ts says how a line is read. */
export const packages = `
(delete-package package) -> boolean
(export symbols=*package*:(or cons symbol) &optional package=*package*:package-designator) -> (member t)
(find-all-symbols string:string-designator) -> list
(find-package package:package-designator) -> (or package null)
(find-symbol name:string &optional package=*package*:package-designator) -> (values symbol (member :internal :external :inherited nil))
(import symbols:(or cons symbol) &optional package=*package*:package-designator) -> (member t)
(intern name:string &optional package=*package*:package-designator) -> (values symbol (member :internal :external :inherited nil))
(list-all-packages) -> list
(make-package name:string-designator &key use:list nicknames:list internal-symbols=10:index external-symbols=10:index) -> package
(package-name package:package-designator) -> (or simple-string null)
(package-nicknames package:package-designator) -> list
(package-shadowing-symbols package:package-designator) -> list
(package-use-list package:package-designator) -> list
(package-used-by-list package:package-designator) -> list
(packagep object) -> boolean foldable flushable closed tests:package
(rename-package package:package-designator name:package-designator &optional nicknames:list) -> package
(shadow symbols:(or string character cons symbol) &optional package=*package*:package-designator) -> (member t)
(shadowing-import symbols:(or cons symbol) &optional package=*package*:package-designator) -> (member t)
(unexport symbols:(or cons symbol) &optional package=*package*:package-designator) -> (member t)
(unintern symbol:symbol &optional package=*package*:package-designator) -> boolean
(unuse-package packages-to-unuse:(or string cons symbol character package) &optional package=*package*:package-designator) -> (member t)
(use-package packages-to-use:(or string cons symbol character package) &optional package=*package*:package-designator) -> (member t)
`;
