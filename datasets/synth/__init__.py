"""Synthetic scenes 合成场景: tile faces drawn by code, laid on a table and photographed, with exact labels.

Input: a seed. Output: pictures with labels and truth (`scene_sets`). Imports go one way: ``faces → scenes →
compositing`` or ``raytracing``. A seed's picture must stay the same, byte for byte: recipes identify sets by
sha256.
"""

from paiyan.datasets.synth.compositing.render import render
from paiyan.datasets.synth.faces.drawing import draw_face, painted_face
from paiyan.datasets.synth.faces.style import FaceStyle, sample_style
from paiyan.datasets.synth.scene_sets import synthesise
from paiyan.datasets.synth.scenes.random_scenes import Resources, find_resources, sample_scene
from paiyan.datasets.synth.scenes.scene import Hand, Label, Meld, Scene, SynthError

__all__ = [
    "FaceStyle", "Hand", "Label", "Meld", "Resources", "Scene", "SynthError", "draw_face", "find_resources",
    "painted_face", "render", "sample_scene", "sample_style", "synthesise",
]  # fmt: skip
