project = "A small manual"
extensions = ["jscl_mcp_sphinx"]
highlight_language = "common-lisp"
exclude_patterns = ["lisp"]

# The folder dist/ of jscl-mcp, which the build copies to _static/lisp; npm run docs-sites puts it there.
lisp_cell_assets = "lisp"
