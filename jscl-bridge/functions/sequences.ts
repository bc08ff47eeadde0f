/** Sequences (CLHS 17); notation.ts says how a line is read. */
export const sequences = `
(concatenate result-type:type-specifier &rest sequences:sequence) -> new-sequence
(copy-seq sequence:sequence) -> new-sequence closed
(count item sequence:sequence &key from-end start=0:index end:bound key:callee test:callee test-not:callee) -> index foldable closed spread
(count-if predicate:callee sequence:sequence &key from-end start=0:index end:bound key:callee) -> index foldable closed spread
(count-if-not predicate:callee sequence:sequence &key from-end start=0:index end:bound key:callee) -> index foldable closed spread
(delete item !sequence:sequence &key from-end test:callee test-not:callee start=0:index end:bound count:(or null integer) key:callee) -> sequence closed spread
(delete-duplicates !sequence:sequence &key test:callee test-not:callee start=0:index end:bound from-end key:callee) -> sequence closed spread
(delete-if predicate:callee !sequence:sequence &key from-end start=0:index key:callee end:bound count:(or null integer)) -> sequence closed spread
(delete-if-not predicate:callee !sequence:sequence &key from-end start=0:index end:bound key:callee count:(or null integer)) -> sequence closed spread
(elt sequence:sequence index:index) -> t foldable partial closed
(fill !sequence:sequence item &key start=0:index end:bound) -> sequence closed
(find item sequence:sequence &key from-end start=0:index end:bound key:callee test:callee test-not:callee) -> t foldable closed spread
(find-if predicate:callee sequence:sequence &key from-end start=0:index end:bound key:callee) -> t foldable closed spread
(find-if-not predicate:callee sequence:sequence &key from-end start=0:index end:bound key:callee) -> t foldable closed spread
(length sequence:sequence) -> index foldable closed
(make-sequence result-type:type-specifier size:index &key initial-element) -> new-sequence
(map result-type:type-specifier function:callee sequence:sequence &rest more-sequences:sequence) -> new-sequence
(map-into !result-sequence:sequence function:callee &rest sequences:sequence) -> sequence closed
(merge result-type:type-specifier !sequence1:sequence !sequence2:sequence predicate:callee &key key:callee) -> sequence
(mismatch sequence1:sequence sequence2:sequence &key from-end test:callee test-not:callee start1=0:index end1:bound start2=0:index end2:bound key:callee) -> bound foldable closed spread
(nreverse !sequence:sequence) -> sequence closed
(nsubstitute new old !sequence:sequence &key from-end test:callee test-not:callee end:bound count:(or null integer) key:callee start=0:index) -> sequence closed spread
(nsubstitute-if new predicate:callee !sequence:sequence &key from-end start=0:index end:bound count:(or null integer) key:callee) -> sequence closed spread
(nsubstitute-if-not new predicate:callee !sequence:sequence &key from-end start=0:index end:bound count:(or null integer) key:callee) -> sequence closed spread
(position item sequence:sequence &key from-end start=0:index end:bound key:callee test:callee test-not:callee) -> (or (mod 4611686018427387900) null) foldable closed spread
(position-if predicate:callee sequence:sequence &key from-end start=0:index end:bound key:callee) -> (or (mod 4611686018427387900) null) foldable closed spread
(position-if-not predicate:callee sequence:sequence &key from-end start=0:index end:bound key:callee) -> (or (mod 4611686018427387900) null) foldable closed spread
(reduce function:callee sequence:sequence &key key:callee from-end start=0:index end:bound initial-value) -> t foldable closed spread
(remove item sequence:sequence &key from-end test:callee test-not:callee start=0:index end:bound count:(or null integer) key:callee) -> new-sequence closed spread
(remove-duplicates sequence:sequence &key test:callee test-not:callee start=0:index end:bound from-end key:callee) -> new-sequence closed spread
(remove-if predicate:callee sequence:sequence &key from-end start=0:index end:bound count:(or null integer) key:callee) -> new-sequence closed spread
(remove-if-not predicate:callee sequence:sequence &key from-end start=0:index end:bound count:(or null integer) key:callee) -> new-sequence closed spread
(replace !sequence1:sequence sequence2:sequence &key start1=0:index end1:bound start2=0:index end2:bound) -> sequence closed spread
(reverse sequence:sequence) -> new-sequence closed
(search sequence1:sequence sequence2:sequence &key from-end test:callee test-not:callee start1=0:index end1:bound start2=0:index end2:bound key:callee) -> bound foldable closed spread
(sort !sequence:sequence predicate:callee &key key:callee) -> sequence closed spread
(stable-sort !sequence:sequence predicate:callee &key key:callee) -> sequence closed spread
(subseq sequence:sequence start:index &optional end:bound) -> new-sequence closed
(substitute new old sequence:sequence &key from-end test:callee test-not:callee start=0:index count:(or null integer) end:bound key:callee) -> new-sequence closed spread
(substitute-if new predicate:callee sequence:sequence &key from-end start=0:index end:bound count:(or null integer) key:callee) -> new-sequence closed spread
(substitute-if-not new predicate:callee sequence:sequence &key from-end start=0:index end:bound count:(or null integer) key:callee) -> new-sequence closed spread
`;
