/** Numbers (CLHS 12); notation.ts says how a line is read. */
export const numbers = `
(* &rest numbers:number) -> number foldable closed
(+ &rest numbers:number) -> number foldable closed
(- number:number &rest more-numbers:number) -> number foldable closed
(/ number:number &rest more-numbers:number) -> number foldable partial closed
(/= number:number &rest more-numbers:number) -> boolean foldable closed
(1+ number:number) -> number foldable closed
(1- number:number) -> number foldable closed
(< number:real &rest more-numbers:real) -> boolean foldable closed
(<= number:real &rest more-numbers:real) -> boolean foldable closed
(= number:number &rest more-numbers:number) -> boolean foldable closed
(> number:real &rest more-numbers:real) -> boolean foldable closed
(>= number:real &rest more-numbers:real) -> boolean foldable closed
(abs number:number) -> number foldable closed
(acos number:number) -> (or float (complex single-float) (complex double-float)) foldable closed
(acosh number:number) -> (or float (complex single-float) (complex double-float)) foldable closed
(ash integer:integer count:integer) -> integer foldable closed
(asin number:number) -> (or float (complex single-float) (complex double-float)) foldable closed
(asinh number:number) -> (or float (complex single-float) (complex double-float)) foldable closed
(atan number1:number &optional number2:real) -> (or float (complex single-float) (complex double-float)) foldable closed
(atanh number:number) -> (or float (complex single-float) (complex double-float)) foldable closed
(boole operation:(unsigned-byte 4) integer1:integer integer2:integer) -> integer foldable closed
(byte size:(mod 4611686018427387841) position:(mod 4611686018427387841)) -> cons foldable closed
(byte-position byte:cons) -> t foldable closed
(byte-size byte:cons) -> t foldable closed
(ceiling number:real &optional divisor=1:real) -> (values integer real) foldable partial closed
(cis theta:real) -> (or (complex single-float) (complex double-float)) foldable closed
(complex realpart:real &optional imagpart=0:real) -> number foldable closed
(complexp object) -> boolean foldable flushable closed tests:complex
(conjugate number:number) -> number foldable closed
(cos number:number) -> (or (single-float -1.0 1.0) (double-float -1.0d0 1.0d0) (complex single-float) (complex double-float)) foldable closed
(cosh number:number) -> (or float (complex single-float) (complex double-float)) foldable closed
(decode-float float:float) -> (values float (integer -1074 1024) float) foldable closed
(denominator rational:rational) -> integer foldable closed
(deposit-field newbyte:integer byte:cons integer:integer) -> integer foldable closed
(dpb newbyte:integer byte:cons integer:integer) -> integer foldable closed
(evenp integer:integer) -> boolean foldable closed
(exp number:number) -> (or float (complex single-float) (complex double-float)) foldable closed
(expt base:number power:number) -> number foldable partial closed
(fceiling number:real &optional divisor=1:real) -> (values float real) foldable partial closed
(ffloor number:real &optional divisor=1:real) -> (values float real) foldable partial closed
(float real:real &optional prototype:float) -> float foldable closed
(float-digits float:float) -> (mod 54) foldable closed
(float-precision float:float) -> (mod 54) foldable closed
(float-radix float:float) -> (integer 2 2) foldable closed
(float-sign float1:float &optional float2:float) -> float foldable closed
(floatp object) -> boolean foldable flushable closed tests:float
(floor number:real &optional divisor=1:real) -> (values integer real) foldable partial closed
(fround number:real &optional divisor=1:real) -> (values float real) foldable partial closed
(ftruncate number:real &optional divisor=1:real) -> (values float real) foldable partial closed
(gcd &rest integers:integer) -> unsigned-byte foldable closed
(imagpart number:number) -> real foldable closed
(integer-decode-float float:float) -> (values integer (integer -1127 971) (or (integer -1 -1) (integer 1 1))) foldable closed
(integer-length integer:integer) -> (mod 4611686018427387841) foldable closed
(integerp object) -> boolean foldable flushable closed tests:integer
(isqrt integer:unsigned-byte) -> unsigned-byte foldable closed
(lcm &rest integers:integer) -> unsigned-byte foldable closed
(ldb byte:cons integer:integer) -> unsigned-byte foldable closed
(ldb-test byte:cons integer:integer) -> boolean foldable closed
(log number:number &optional base:real) -> (or float (complex single-float) (complex double-float)) foldable partial closed
(logand &rest integers:integer) -> integer foldable closed
(logandc1 integer1:integer integer2:integer) -> integer foldable closed
(logandc2 integer1:integer integer2:integer) -> integer foldable closed
(logbitp index:unsigned-byte integer:integer) -> boolean foldable closed
(logcount integer:integer) -> (mod 4611686018427387841) foldable closed
(logeqv &rest integers:integer) -> integer foldable closed
(logior &rest integers:integer) -> integer foldable closed
(lognand integer1:integer integer2:integer) -> integer foldable closed
(lognor integer1:integer integer2:integer) -> integer foldable closed
(lognot integer:integer) -> integer foldable closed
(logorc1 integer1:integer integer2:integer) -> integer foldable closed
(logorc2 integer1:integer integer2:integer) -> integer foldable closed
(logtest integer1:integer integer2:integer) -> boolean foldable closed
(logxor &rest integers:integer) -> integer foldable closed
(make-random-state &optional state:(or random-state boolean)) -> random-state closed
(mask-field byte:cons integer:integer) -> unsigned-byte foldable closed
(max number:real &rest more-numbers:real) -> real foldable closed
(min number:real &rest more-numbers:real) -> real foldable closed
(minusp number:real) -> boolean foldable closed
(mod number:real divisor:real) -> real foldable partial closed
(numberp object) -> boolean foldable flushable closed tests:number
(numerator rational:rational) -> integer foldable closed
(oddp integer:integer) -> boolean foldable closed
(parse-integer string:string &key start=0:index end:bound radix=10:radix junk-allowed) -> (values (or integer null) index) closed
(phase number:number) -> number foldable closed
(plusp number:real) -> boolean foldable closed
(random limit:(or (single-float (0.0)) (double-float (0.0d0)) (integer 1)) &optional state=*random-state*:random-state) -> (or (single-float 0.0) (double-float 0.0d0) unsigned-byte) closed
(random-state-p object) -> boolean foldable flushable closed tests:random-state
(rational real:real) -> rational foldable closed
(rationalize real:real) -> rational foldable closed
(rationalp object) -> boolean foldable flushable closed tests:rational
(realp object) -> boolean foldable flushable closed tests:real
(realpart number:number) -> real foldable closed
(rem number:real divisor:real) -> real foldable partial closed
(round number:real &optional divisor=1:real) -> (values integer real) foldable partial closed
(scale-float float:float exponent:integer) -> float foldable closed
(signum number:number) -> number foldable closed
(sin number:number) -> (or (single-float -1.0 1.0) (double-float -1.0d0 1.0d0) (complex single-float) (complex double-float)) foldable closed
(sinh number:number) -> (or float (complex single-float) (complex double-float)) foldable closed
(sqrt number:number) -> (or float (complex single-float) (complex double-float)) foldable closed
(tan number:number) -> (or float (complex single-float) (complex double-float)) foldable closed
(tanh number:number) -> (or float (complex single-float) (complex double-float)) foldable closed
(truncate number:real &optional divisor=1:real) -> (values integer real) foldable partial closed
(zerop number:number) -> boolean foldable closed
`;
