# SPDX-License-Identifier: Apache-2.0
"""Sphinx: `sphinx-build -W -b html docs build/docs`, and `-b doctest` for the examples in docstrings."""

from proofcheck import __version__

project = "proofcheck"
author = "The proofcheck developers"
release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.doctest", "sphinx.ext.viewcode", "sphinx_click"]
exclude_patterns = []
suppress_warnings = ["misc.highlighting_failure"]  # FORMAT.md shows JSON with places to fill in
html_theme = "furo"
html_title = f"proofcheck {release}"
html_show_copyright = False
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3
nitpicky = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
doctest_test_doctest_blocks = "default"

html_math_renderer = "mathml"


def _mathml(translator, node, display):
    """Formulas as MathML: no script, no network."""
    from docutils import nodes
    from latex2mathml.converter import convert

    translator.body.append(convert(node.astext(), display=display))
    raise nodes.SkipNode


def setup(app):
    """Register the renderer."""
    app.add_html_math_renderer(
        "mathml", (lambda t, n: _mathml(t, n, "inline"), None), (lambda t, n: _mathml(t, n, "block"), None)
    )
