/** Names that JavaScript gives to properties of its own objects. */
export function propertyNames(): readonly string[] {
  const intrinsics = [Object, Array, Function, String, Number, Symbol, Map, Set, Promise, Error, RegExp];
  const names = intrinsics
    .flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype))
    .concat(
      "prototype __proto__ then undefined null true false NaN Infinity this arguments eval default".split(
        " ",
      ),
    )
    .concat("$$jscl_car fvalue stringp multiple-value".split(" "));
  return [...new Set(names)];
}
