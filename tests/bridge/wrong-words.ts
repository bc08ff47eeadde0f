/** Words of JavaScript, and the text by which `report` marks a contradiction. */
export const WRONG =
  /^ *contradiction:|JAVASCRIPT|JavaScript error|(?<! is | was )\bundefined\b|is not (?:iterable|a function|defined)|Cannot (?:read|set|convert|mix|create|use)|(?<!quiet )\bNaN\b|\[object |(?:Internal|Range|Reference|Syntax)Error|\bnull\b/;
