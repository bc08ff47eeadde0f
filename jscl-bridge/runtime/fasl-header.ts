/** What begins every compiled file, as SBCL's do. */
export const FASL_HEADER = "# FASL";
