# SPDX-License-Identifier: GPL-3.0-or-later
"""Cells of Common Lisp in Sphinx.

Put this file where Python finds it, name it in ``extensions`` of ``conf.py``, and set ``lisp_cell_assets`` to
the folder ``dist/`` of jscl-mcp, or ``lisp_cell_url`` to the address of a ``lisp-cell.js``.

``.. lisp-cell::``
    A code block that can be run. Its options are the attributes of ``<lisp-cell>``: ``session``, ``eval``,
    ``readonly``, ``setup``, ``after``, ``timeout``; ``name`` is its id. In other formats than HTML it is a
    code block.

``.. lisp-setup:: name``
    Hidden code, for the option ``setup`` of cells of the same page.

With ``lisp_cell_blocks = True`` every block whose language is Lisp becomes a cell.
"""

from html import escape
from pathlib import Path
from shutil import copytree, ignore_patterns

from docutils import nodes
from docutils.parsers.rst import Directive, directives
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

FOLDER = "lisp"
LANGUAGES = ["common-lisp", "cl", "lisp"]


class lisp_cell(nodes.General, nodes.Element):
    """A cell around its code block; ``cell`` has the attributes of the HTML element."""


class lisp_setup(nodes.General, nodes.Element):
    """Hidden code, which HTML alone carries; ``code`` has its text."""


def one_of(*choices):
    return lambda argument: directives.choice(argument, choices)


class LispCell(SphinxDirective):
    has_content = True
    option_spec = {
        "session": directives.unchanged_required,
        "eval": one_of("click", "visible", "load"),
        "readonly": directives.flag,
        "setup": directives.unchanged_required,
        "after": directives.unchanged_required,
        "timeout": directives.nonnegative_int,
        "name": directives.unchanged_required,
    }

    def run(self):
        self.assert_has_content()
        options = {key: "" if value is None else str(value) for key, value in self.options.items()}
        name = options.pop("name", None)
        code = "\n".join(self.content)
        block = nodes.literal_block(code, code, language=LANGUAGES[0])
        # What was recorded is no Lisp, and is not to be complained of.
        block["force"] = True
        self.set_source_info(block)
        cell = lisp_cell("", block, cell=options if name is None else {"id": name, **options})
        return [cell]


class LispSetup(Directive):
    has_content = True
    required_arguments = 1

    def run(self):
        self.assert_has_content()
        return [lisp_setup("", name=self.arguments[0], code="\n".join(self.content))]


def attributes(values):
    return "".join(f' {key}="{escape(value)}"' for key, value in values.items())


def visit_cell_html(self, node):
    self.body.append(f"<lisp-cell{attributes(node['cell'])}>\n")


def depart_cell_html(self, node):
    self.body.append("</lisp-cell>\n")


def visit_setup_html(self, node):
    self.body.append(f'<template id="{escape(node["name"])}">{escape(node["code"])}</template>\n')
    raise nodes.SkipNode


def skip(self, node):
    raise nodes.SkipNode


def enter(self, node):
    """Other formats have the block in the cell."""


def add_script(app):
    url = app.config.lisp_cell_url
    if url is None and app.config.lisp_cell_assets is None:
        raise ExtensionError("jscl_mcp_sphinx needs lisp_cell_assets or lisp_cell_url in conf.py.")
    options = {"type": "module"}
    if app.config.lisp_cell_blocks:
        options["data-selector"] = ", ".join(f".highlight-{language} pre" for language in LANGUAGES)
    app.add_js_file(url or f"{FOLDER}/lisp-cell.js", **options)


def copy_assets(app, error):
    assets = app.config.lisp_cell_assets
    if error or assets is None or app.builder.format != "html":
        return
    source = Path(app.confdir, assets)
    if not (source / "lisp-cell.js").is_file():
        raise ExtensionError(f"lisp_cell_assets is {source}, but there is no lisp-cell.js in it.")
    target = Path(app.outdir, "_static", FOLDER)
    copytree(source, target, ignore=ignore_patterns("*.br", "*.gz"), dirs_exist_ok=True)


def setup(app):
    app.add_config_value("lisp_cell_assets", None, "html", (str, Path))
    app.add_config_value("lisp_cell_url", None, "html", (str,))
    app.add_config_value("lisp_cell_blocks", False, "html", (bool,))
    others = {builder: (enter, enter) for builder in ("latex", "text", "man", "texinfo")}
    app.add_node(lisp_cell, html=(visit_cell_html, depart_cell_html), **others)
    app.add_node(lisp_setup, html=(visit_setup_html, None), **{name: (skip, None) for name in others})
    app.add_directive("lisp-cell", LispCell)
    app.add_directive("lisp-setup", LispSetup)
    app.connect("builder-inited", add_script)
    app.connect("build-finished", copy_assets)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
