"""Configuration of the documentation site: `nox -s docs` builds it, with warnings as errors and without a network."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from settings_tables import settings_tables

from pong_pg import __version__

project = "pong_pg"
author = "the pong_pg founders"
copyright = author  # noqa: A001 - the name that Sphinx reads
release = version = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_argparse_cli",
    "sphinx_copybutton",
]
exclude_patterns = ["_build"]

# The pages are CommonMark that a code host shows as well; these have no other form there.
myst_enable_extensions = ["attrs_block", "substitution"]
myst_heading_anchors = 3
myst_substitutions = settings_tables()

# Names in docstrings stand in single backticks: they are links where the site describes them, and code elsewhere.
default_role = "py:obj"
highlight_language = "none"
# Without dashes: `--help` also stands in help texts, which have no backticks.
smartquotes_action = "qe"
nitpick_ignore_regex = [
    ("py:obj", ".*"),
    # Described elsewhere, and no other site is asked when this one is built.
    ("py:class", r"(collections|npt|numpy|os|pathlib|typing)\..*|Array|Weights|GamePool|(pong_pg\.algorithm\.)?\w+T"),
]
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
python_use_unqualified_type_names = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True

html_theme = "furo"
html_title = f"pong_pg {release}"
html_copy_source = False
html_static_path = ["static"]
html_css_files = ["site.css"]
html_show_sphinx = False


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("source-read", _link_to_pages)


def _link_to_pages(_app: Any, docname: str, source: list[str]) -> None:
    # A code host shows the documents of the repository's root where they are, and the site has a page of each.
    up = "../" * docname.count("/")
    source[0] = re.sub(
        r"\]\((?:\.\./)+(CHANGELOG|CONTRIBUTING|SECURITY)\.md", lambda found: f"]({up}{found[1].lower()}.md", source[0]
    )
