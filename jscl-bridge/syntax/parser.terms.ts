// Generated from lisp.grammar by `npm run generate`.
export const
  BlockComment = 1,
  decimal = 22,
  LineComment = 2,
  Source = 3,
  List = 4,
  Vector = 7,
  VectorOpen = 8,
  String = 9,
  Character = 10,
  Number = 11,
  Symbol = 12,
  Label = 13,
  Dispatch = 14,
  Prefixed = 15,
  Conditional = 16,
  FeatureMark = 17,
  StrayClose = 18
