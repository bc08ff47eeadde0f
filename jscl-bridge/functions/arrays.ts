/** Arrays (CLHS 15); notation.ts says how a line is read. */
export const arrays = `
(adjust-array array:array dimensions:(or list index) &key element-type:type-specifier initial-element initial-contents fill-pointer:(or index boolean) displaced-to:(or array null) displaced-index-offset=0:index) -> array
(adjustable-array-p array:array) -> boolean foldable closed
(aref array:array &rest subscripts:index) -> t foldable partial closed
(array-dimension array:array axis:(mod 129)) -> index foldable closed
(array-dimensions array:array) -> list foldable closed
(array-displacement array:array) -> (values (or array null) index) closed
(array-element-type array:array) -> (or cons symbol) foldable closed
(array-has-fill-pointer-p array:array) -> boolean foldable closed
(array-in-bounds-p array:array &rest subscripts:integer) -> boolean foldable closed
(array-rank array:array) -> (mod 129) foldable closed
(array-row-major-index array:array &rest subscripts:index) -> index foldable closed
(array-total-size array:array) -> index foldable closed
(arrayp object) -> boolean foldable flushable closed tests:array
(bit bit-array:bit-array &rest subscripts:index) -> bit foldable closed
(bit-and bit-array-1:bit-array bit-array-2:bit-array &optional result-bit-array:(or bit-array boolean)) -> bit-array closed
(bit-andc1 bit-array-1:bit-array bit-array-2:bit-array &optional result-bit-array:(or bit-array boolean)) -> bit-array closed
(bit-andc2 bit-array-1:bit-array bit-array-2:bit-array &optional result-bit-array:(or bit-array boolean)) -> bit-array closed
(bit-eqv bit-array-1:bit-array bit-array-2:bit-array &optional result-bit-array:(or bit-array boolean)) -> bit-array closed
(bit-ior bit-array-1:bit-array bit-array-2:bit-array &optional result-bit-array:(or bit-array boolean)) -> bit-array closed
(bit-nand bit-array-1:bit-array bit-array-2:bit-array &optional result-bit-array:(or bit-array boolean)) -> bit-array closed
(bit-nor bit-array-1:bit-array bit-array-2:bit-array &optional result-bit-array:(or bit-array boolean)) -> bit-array closed
(bit-not bit-array:bit-array &optional result-bit-array:(or bit-array boolean)) -> bit-array closed
(bit-orc1 bit-array-1:bit-array bit-array-2:bit-array &optional result-bit-array:(or bit-array boolean)) -> bit-array closed
(bit-orc2 bit-array-1:bit-array bit-array-2:bit-array &optional result-bit-array:(or bit-array boolean)) -> bit-array closed
(bit-vector-p object) -> boolean foldable flushable closed
(bit-xor bit-array-1:bit-array bit-array-2:bit-array &optional result-bit-array:(or bit-array boolean)) -> bit-array closed
(fill-pointer vector:fill-vector) -> index closed
(make-array dimensions:(or list index) &key element-type=t:type-specifier initial-element initial-contents adjustable fill-pointer:(or index boolean) displaced-to:(or array null) displaced-index-offset:index) -> array spread
(row-major-aref array:array index:index) -> t foldable partial closed
(sbit bit-array:(simple-array bit) &rest subscripts:index) -> bit foldable closed
(simple-bit-vector-p object) -> boolean foldable flushable closed
(simple-vector-p object) -> boolean foldable flushable closed tests:simple-vector
(svref simple-vector:simple-vector index:index) -> t foldable partial closed
(vector &rest objects) -> simple-vector flushable closed
(vector-pop !array:fill-vector) -> t closed
(vector-push new-element !array:fill-vector) -> bound closed
(vector-push-extend new-element !vector:fill-vector &optional min-extension:(integer 1 4611686018427387900)) -> index closed
(vectorp object) -> boolean foldable flushable closed tests:vector
`;
