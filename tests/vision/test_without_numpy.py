"""Below the network, structure and decoding run where numpy is not."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("numpy", "cv2", "onnxruntime", "openvino", "PIL"):
            raise ImportError(f"{name} is hidden")

sys.meta_path.insert(0, Hidden())

from paiyan.scorer.tiles.notation import notation, parse
import paiyan.vision.decoding.questions
import paiyan.vision.decoding.hypotheses
from paiyan.vision.decoding.game_rules import ANY_GAME
from paiyan.vision.decoding.legal_hands import decode
from paiyan.vision.decoding.hypotheses import lay_out_structure
from paiyan.vision.decoding.structure_search import structures
from paiyan.vision.structure.scores import Box
from tests.vision.certain_scores import certain

tiles = parse("123m456p789s1155z" + "777z")
names = ["held"] * 13 + ["meld"] * 3
scores = certain(names, [0] * 13 + [1] * 3, [t.code for t in tiles])
boxes = [Box(40.0 * i, 0.0, 40.0 * i + 38, 50.0, 1.0, ()) for i in range(len(tiles))]
layout = lay_out_structure(next(structures(scores)), boxes, scores)
best = decode(scores.codes, layout, ANY_GAME)[0]
print(notation([best.codes[t] for t in layout.concealed]), [meld.type for meld in layout.melds])
print(sorted(m for m in sys.modules if m.split(".")[0] == "numpy"))
"""


def test_a_hand_is_decoded_with_numpy_hidden() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["123m456p789s1155z ['pung']", "[]"]
