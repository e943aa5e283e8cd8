from __future__ import annotations

from typing import Any

import pytest

from pong_pg.errors import PongPGError
from pong_pg.legacy.read.refusals import check_notebook, refused_in_one_line


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (RecursionError(), "old.py is nested too deeply to be read"),
        (MemoryError(), "old.py is nested too deeply to be read"),
        (ValueError("a\nb"), r"old.py can't be read \(ValueError: a b\); if Python can run it, please report it"),
        (PongPGError("old.py is a binary file"), "^old.py is a binary file$"),
    ],
)
def test_whatever_goes_wrong_is_told_in_one_line(error: Exception, message: str) -> None:
    with pytest.raises(PongPGError, match=message) as caught, refused_in_one_line("old.py"):
        raise error
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("document", "complaint"),
    [
        ([], "no list of cells"),
        ({"cells": {}}, "no list of cells"),
        ({"cells": [1]}, "no list of cells"),
        ({"cells": [], "metadata": []}, "its metadata"),
        ({"cells": [], "metadata": {"kernelspec": []}}, "its metadata"),
        ({"cells": [], "metadata": {"kernelspec": {"name": None}}}, "its metadata"),
        ({"cells": [{"source": "1"}]}, "its cell 1 has no type"),
        ({"cells": [{"cell_type": "code", "source": 1}]}, "a source that is no text"),
        ({"cells": [{"cell_type": "code", "source": ["1", 2]}]}, "a source that is no text"),
        ({"cells": [{"cell_type": "code", "source": "1\n" * 10_001}] * 2}, "it has 20003 lines, and may have 20000"),
        ({"cells": [{"cell_type": "code", "source": "1" * 2**17}] * 2}, "it is larger than 256 kB"),
        ({"cells": [{"cell_type": "code", "source": ""}] * 1001}, "it has 1001 cells of code, and may have 1000"),
    ],
)
def test_a_document_that_is_no_notebook_is_refused(document: Any, complaint: str) -> None:
    with pytest.raises(PongPGError, match=complaint):
        check_notebook("old.ipynb", document)


def test_a_notebook_is_admitted() -> None:
    check_notebook("old.ipynb", {"cells": [{"cell_type": "code", "source": ["1\n", "2"]}], "metadata": {}})
