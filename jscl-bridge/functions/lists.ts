/** Conses and lists (CLHS 14); notation.ts says how a line is read. */
export const lists = `
(cons car cdr) -> cons flushable closed
(consp object) -> boolean foldable flushable closed tests:cons
(atom object) -> boolean foldable flushable closed tests:(not cons)
(listp object) -> boolean foldable flushable closed tests:list
(null object) -> boolean foldable flushable closed tests:null
(endp list:list) -> boolean foldable closed
(list &rest objects) -> list flushable closed
(list* object &rest more-objects) -> t flushable closed
(list-length list:list) -> bound foldable closed
(make-list size:(unsigned-byte 58) &key initial-element) -> list closed
(copy-list list:list) -> list closed
(copy-tree object) -> t closed
(copy-alist alist:list) -> list closed
(car list:list) -> t foldable closed
(cdr list:list) -> t foldable closed
(caar list:list) -> t foldable closed
(cadr list:list) -> t foldable closed
(cdar list:list) -> t foldable closed
(cddr list:list) -> t foldable closed
(caaar list:list) -> t foldable closed
(caadr list:list) -> t foldable closed
(cadar list:list) -> t foldable closed
(caddr list:list) -> t foldable closed
(cdaar list:list) -> t foldable closed
(cdadr list:list) -> t foldable closed
(cddar list:list) -> t foldable closed
(cdddr list:list) -> t foldable closed
(caaaar list:list) -> t foldable closed
(caaadr list:list) -> t foldable closed
(caadar list:list) -> t foldable closed
(caaddr list:list) -> t foldable closed
(cadaar list:list) -> t foldable closed
(cadadr list:list) -> t foldable closed
(caddar list:list) -> t foldable closed
(cadddr list:list) -> t foldable closed
(cdaaar list:list) -> t foldable closed
(cdaadr list:list) -> t foldable closed
(cdadar list:list) -> t foldable closed
(cdaddr list:list) -> t foldable closed
(cddaar list:list) -> t foldable closed
(cddadr list:list) -> t foldable closed
(cdddar list:list) -> t foldable closed
(cddddr list:list) -> t foldable closed
(first list:list) -> t foldable closed
(second list:list) -> t foldable closed
(third list:list) -> t foldable closed
(fourth list:list) -> t foldable closed
(fifth list:list) -> t foldable closed
(sixth list:list) -> t foldable closed
(seventh list:list) -> t foldable closed
(eighth list:list) -> t foldable closed
(ninth list:list) -> t foldable closed
(tenth list:list) -> t foldable closed
(rest list:list) -> t foldable closed
(nth n:unsigned-byte list:list) -> t foldable closed
(nthcdr n:unsigned-byte list:list) -> t foldable closed
(last list:list &optional n=1:unsigned-byte) -> t foldable closed
(butlast list:list &optional n=1:unsigned-byte) -> list closed
(nbutlast !list:list &optional n=1:unsigned-byte) -> list closed
(ldiff list:list object) -> list closed
(tailp object list:list) -> boolean foldable closed
(rplaca !cons:cons object) -> cons closed
(rplacd !cons:cons object) -> cons closed
(append &rest lists) -> t closed
(nconc &rest !lists) -> t closed
(revappend list:list tail) -> t closed
(nreconc !list:list tail) -> t closed
(acons key datum alist) -> cons closed
(pairlis keys data &optional alist) -> t closed
(adjoin item list:list &key key:callee test:callee test-not:callee) -> cons closed
(assoc item alist:list &key key:callee test:callee test-not:callee) -> list foldable closed
(assoc-if predicate:callee alist:list &key key:callee) -> list foldable closed
(assoc-if-not predicate:callee alist:list &key key:callee) -> list foldable closed
(rassoc item alist:list &key key:callee test:callee test-not:callee) -> list foldable closed
(rassoc-if predicate:callee alist:list &key key:callee) -> list foldable closed
(rassoc-if-not predicate:callee alist:list &key key:callee) -> list foldable closed
(member item list:list &key key:callee test:callee test-not:callee) -> list foldable closed
(member-if predicate:callee list:list &key key:callee) -> list foldable closed
(member-if-not predicate:callee list:list &key key:callee) -> list foldable closed
(getf plist:list indicator &optional default) -> t foldable closed
(get-properties plist:list indicators:list) -> (values t t list) foldable closed
(intersection list1:list list2:list &key key:callee test:callee test-not:callee) -> list foldable closed
(nintersection !list1:list !list2:list &key key:callee test:callee test-not:callee) -> list closed
(union list1:list list2:list &key key:callee test:callee test-not:callee) -> list foldable closed
(nunion !list1:list !list2:list &key key:callee test:callee test-not:callee) -> list closed
(set-difference list1:list list2:list &key key:callee test:callee test-not:callee) -> list foldable closed
(nset-difference !list1:list !list2:list &key key:callee test:callee test-not:callee) -> list closed
(set-exclusive-or list1:list list2:list &key key:callee test:callee test-not:callee) -> list foldable closed
(nset-exclusive-or !list1:list !list2:list &key key:callee test:callee test-not:callee) -> list closed
(subsetp list1:list list2:list &key key:callee test:callee test-not:callee) -> boolean foldable closed
(sublis alist:list tree &key key:callee test:callee test-not:callee) -> t closed
(nsublis alist:list !tree &key key:callee test:callee test-not:callee) -> t closed
(subst new old tree &key key:callee test:callee test-not:callee) -> t closed
(subst-if new predicate:callee tree &key key:callee) -> t closed
(subst-if-not new predicate:callee tree &key key:callee) -> t closed
(nsubst new old !tree &key key:callee test:callee test-not:callee) -> t closed
(nsubst-if new predicate:callee !tree &key key:callee) -> t closed
(nsubst-if-not new predicate:callee !tree &key key:callee) -> t closed
(tree-equal x y &key test:callee test-not:callee) -> boolean foldable closed
(mapc function:callee list:list &rest more-lists:list) -> list foldable closed loop
(mapcan function:callee list:list &rest more-lists:list) -> t closed loop
(mapcar function:callee list:list &rest more-lists:list) -> list closed loop
(mapcon function:callee list:list &rest more-lists:list) -> t closed loop
(mapl function:callee list:list &rest more-lists:list) -> list foldable closed loop
(maplist function:callee list:list &rest more-lists:list) -> list closed loop
`;
