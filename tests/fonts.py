"""CJK fonts 中日韩字体: what draws writing needs one, and a machine may have none."""

from __future__ import annotations

import pytest

from paiyan.datasets.synth.faces.characters import find_fonts

FONTS = find_fonts()
needs_fonts = pytest.mark.skipif(not FONTS, reason="no CJK font is installed: fonts-noto-cjk is one")
