"""Light over the whole picture and what lens and sensor make of it 光与镜头."""

from __future__ import annotations

import cv2
import numpy as np

from paiyan.datasets.synth.pixels import Image, Picture, to_picture
from paiyan.datasets.synth.scenes.scene import Lens, Scene


def shade_map(scene: Scene, rng: np.random.Generator) -> Image:
    """Uneven light: a slope across the picture, darker corners, the soft shadow of somebody: (h, w)."""
    light, (w, h) = scene.light, scene.size
    x = np.arange(48, dtype=np.float32) / 47
    y = x[:, None]
    out = 1 + light.slope[0] * (x - 0.5) + light.slope[1] * (y - 0.5)
    out -= 0.25 * ((x - 0.5) ** 2 + (y - 0.5) ** 2)
    if light.cast > 0:
        blob: Image = np.zeros((48, 48), np.float32)
        centre = (int(rng.integers(0, 48)), int(rng.integers(0, 48)))
        axes = (int(rng.integers(5, 16)), int(rng.integers(12, 36)))
        cv2.ellipse(blob, centre, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
        out *= 1 - light.cast * cv2.GaussianBlur(blob, (0, 0), float(rng.uniform(0.7, 4)))
    return cv2.resize(out.astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC).astype(np.float32)


def glare_layer(scene: Scene, rng: np.random.Generator) -> Image:
    """Light that glossy faces throw back, to be added where tiles are: (h, w)."""
    w, h = scene.size
    small: Image = np.zeros((80, 80), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        centre = (int(rng.integers(0, 80)), int(rng.integers(0, 80)))
        axes = (int(rng.integers(2, 14)), int(rng.integers(2, 14)))
        strength = float(rng.uniform(0.3, 1.0)) * scene.light.glare * 255
        cv2.ellipse(small, centre, axes, float(rng.uniform(0, 180)), 0, 360, strength, -1)
    small = cv2.GaussianBlur(small, (0, 0), float(rng.uniform(1, 5))).astype(np.float32)
    return cv2.resize(small, (w, h), interpolation=cv2.INTER_LINEAR).astype(np.float32)


def develop(picture: Picture, shade: Image, glare: Image, scene: Scene, rng: np.random.Generator) -> Picture:
    """What the camera makes of the drawn scene (h, w, 3) in the light of `shade` and `glare`, both (h, w):
    exposure, white balance, contrast, blur, noise, JPEG. The finished picture, BGR uint8."""
    light, lens = scene.light, scene.lens
    lit = cv2.multiply(picture, cv2.merge([shade, shade, shade]), dtype=cv2.CV_32F)
    if light.glare > 0:
        lit = cv2.add(lit, cv2.merge([glare, glare, glare]))
    gains = np.array([1 - light.warmth, 1.0, 1 + light.warmth]) * light.exposure
    mixed = (np.eye(3) * lens.colour + (1 - lens.colour) / 3) * gains
    curve = np.hstack([mixed * lens.contrast, np.full((3, 1), 118 * (1 - lens.contrast))])
    out = _soften(to_picture(cv2.transform(lit, curve)), lens)
    if lens.noise > 0:
        out = _grain(out, lens.noise, rng)
    if lens.quality < 100:
        kept = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, lens.quality])[1]
        decoded = cv2.imdecode(kept, cv2.IMREAD_COLOR)
        assert decoded is not None  # it was encoded the line before
        out = decoded.astype(np.uint8)
    return out


def _soften(out: Picture, lens: Lens) -> Picture:
    h, w = out.shape[:2]
    if lens.blur > 0.2:
        out = cv2.GaussianBlur(out, (0, 0), lens.blur).astype(np.uint8)
    if lens.shallow > 0:
        out = _shallow(out, lens)
    length, angle = lens.motion
    if length >= 2:
        side = int(length) | 1
        kernel: Image = np.zeros((side, side), np.float32)
        turn = cv2.getRotationMatrix2D((side / 2 - 0.5, side / 2 - 0.5), angle, 1)
        kernel[side // 2] = 1
        kernel = cv2.warpAffine(kernel, turn, (side, side)).astype(np.float32)
        out = cv2.filter2D(out, -1, kernel / max(float(kernel.sum()), 1e-3)).astype(np.uint8)
    if lens.detail < 1:
        size = (max(8, round(w * lens.detail)), max(8, round(h * lens.detail)))
        out = cv2.resize(cv2.resize(out, size, interpolation=cv2.INTER_AREA), (w, h)).astype(np.uint8)
    return out


def _shallow(out: Picture, lens: Lens) -> Picture:
    """The picture with what lies nearer or farther than the focus blurred, the more the farther off."""
    h = out.shape[0]
    away = np.abs(np.arange(h, dtype=np.float32) / max(h - 1, 1) - lens.focus)
    level = np.clip(away / max(lens.focus, 1 - lens.focus) * 3, 0, 3)
    layers = [out, *(cv2.GaussianBlur(out, (0, 0), lens.shallow * k / 3) for k in (1, 2, 3))]
    mixed = np.zeros(out.shape, np.float32)
    for k, layer in enumerate(layers):
        mixed += layer * np.clip(1 - np.abs(level - k), 0, 1)[:, None, None]
    return to_picture(mixed)


def _grain(out: Picture, amount: float, rng: np.random.Generator) -> Picture:
    """Sensor noise, a little of it coarse and coloured."""
    h, w = out.shape[:2]
    fine = rng.standard_normal((h, w), dtype=np.float32) * amount
    coarse = rng.standard_normal((h // 3 + 1, w // 3 + 1, 3), dtype=np.float32) * (amount * 0.5)
    spread = cv2.resize(coarse, (w, h), interpolation=cv2.INTER_LINEAR)
    noise = cv2.add(cv2.merge([fine, fine, fine]), spread)
    return cv2.add(out, noise, dtype=cv2.CV_8U).astype(np.uint8)
