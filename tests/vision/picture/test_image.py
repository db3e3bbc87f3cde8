"""What comes in as a picture, and what is turned away in one sentence."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Pillow

from paiyan.vision import errors
from paiyan.vision.picture.image import Limits, Photo, load, save
from tests.pictures import huge_png


def gradient(width: int = 60, height: int = 40) -> Pillow.Image:
    """Blue grows to the right, red downwards: shows every turn and swap."""
    x, y = np.meshgrid(np.linspace(0, 255, width), np.linspace(0, 255, height))
    return Pillow.fromarray(np.stack([y, 0 * x, x], axis=2).astype(np.uint8))


def encoded(picture: Pillow.Image, kind: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, kind, **options)  # pyright: ignore[reportArgumentType]
    return buffer.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_formats_come_in_as_bgr(kind: str) -> None:
    image = load(encoded(gradient(), kind, quality=95) if kind != "PNG" else encoded(gradient(), kind))
    assert image.dtype == np.uint8
    assert image.shape == (40, 60, 3)
    assert image.flags.c_contiguous
    blue, _green, red = image[0, -1].tolist()
    assert blue > 240
    assert red < 15


@pytest.mark.parametrize("orientation", range(1, 9))
def test_exif_turns_the_picture_upright(orientation: int) -> None:
    turns = {2: 0, 3: 3, 4: 1, 5: 5, 6: 4, 7: 6, 8: 2}  # what the camera did: Pillow's transpose methods
    upright = gradient()
    stored = upright
    if orientation > 1:
        undo = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}[orientation]
        assert undo in turns.values()
        stored = upright.transpose(Pillow.Transpose(undo))
    exif = Pillow.Exif()
    exif[0x0112] = orientation
    image = load(encoded(stored, "PNG", exif=exif))
    assert np.array_equal(image, load(encoded(upright, "PNG")))


@pytest.mark.parametrize("mode", ["L", "P", "1", "CMYK", "RGBA", "LA", "I;16"])
def test_every_mode_becomes_three_channels(mode: str) -> None:
    if mode == "I;16":
        picture = Pillow.fromarray(np.full((40, 60), 0x8000, np.uint16))
    else:
        picture = gradient().convert(mode)
    kind = "JPEG" if mode == "CMYK" else "PNG"
    image = load(encoded(picture, kind))
    assert (image.shape, image.dtype) == ((40, 60, 3), np.uint8)
    if mode == "I;16":
        assert (image == 128).all()


def test_what_is_transparent_becomes_white() -> None:
    clear = Pillow.new("RGBA", (20, 20), (10, 20, 30, 0))
    assert (load(encoded(clear, "PNG")) == 255).all()


def test_paths_may_hold_any_letters(tmp_path: Path) -> None:
    path = tmp_path / "牌 桌" / "手牌é.png"
    path.parent.mkdir()
    image = load(encoded(gradient(), "PNG"))
    save(image, path)
    assert np.array_equal(load(path), image)
    assert np.array_equal(load(str(path)), image)


def test_heic_is_read_where_its_reader_is_installed() -> None:
    heif = pytest.importorskip("pillow_heif")
    buffer = io.BytesIO()
    heif.from_pillow(gradient(64, 48)).save(buffer)
    assert load(buffer.getvalue()).shape == (48, 64, 3)


def test_heic_without_a_reader_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paiyan.vision.picture.image.importlib.util.find_spec", lambda _name: None)
    with pytest.raises(errors.NotAnImage, match=r"paiyan\[heic\]"):
        load(b"\0\0\0\x18ftypheic" + bytes(100))


JPEG = encoded(gradient(600, 400), "JPEG")
HOSTILE = {
    "empty": (b"", errors.EmptyImage, "is empty"),
    "text": (b"not a picture, only words", errors.NotAnImage, "give a JPEG, PNG or WebP"),
    "cut JPEG": (JPEG[: len(JPEG) // 2], errors.BrokenImage, "cut short"),
    "cut PNG": (encoded(gradient(), "PNG")[:80], errors.BrokenImage, "cut short"),
    "a JPEG's first bytes": (JPEG[:4], errors.NotAnImage, "JPEG file cut short"),
    "20,000 a side": (huge_png(), errors.ImageTooLarge, "million"),
    "100,000 by 1,000": (huge_png(100_000, 1000), errors.ImageTooLarge, "100000 × 1000"),
    "one pixel": (encoded(gradient(1, 1), "PNG"), errors.ImageError, "only 1 × 1"),
    "zeros": (bytes(5000), errors.NotAnImage, "not a picture"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_bytes_get_one_sentence(name: str, tmp_path: Path) -> None:
    data, kind, words = HOSTILE[name]
    with pytest.raises(kind, match=words) as as_bytes:
        load(data)
    path = tmp_path / "photo.jpg"
    path.write_bytes(data)
    with pytest.raises(kind, match=words) as as_file:
        load(path)
    assert "'photo.jpg'" in str(as_file.value)
    for error in (as_bytes.value, as_file.value):
        assert "\n" not in str(error)
        assert str(error).endswith(".")


def test_a_huge_picture_is_refused_before_a_pixel_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    def decode(*_args: object) -> None:
        raise AssertionError("decoded")

    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", decode)
    with pytest.raises(errors.ImageTooLarge):
        load(huge_png())


def test_places_that_are_no_files(tmp_path: Path) -> None:
    with pytest.raises(errors.ImageNotFound, match="check the path"):
        load(tmp_path / "none.jpg")
    with pytest.raises(errors.NotAFile, match="is a folder"):
        load(tmp_path)
    with pytest.raises(errors.ImageNotFound):
        load("a\0b.jpg")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(errors.NotAFile, match="not a plain file"):
            load(tmp_path / "pipe")


def test_a_file_of_too_many_bytes(tmp_path: Path) -> None:
    path = tmp_path / "long.png"
    path.write_bytes(encoded(gradient(), "PNG"))
    with pytest.raises(errors.ImageTooLarge, match="MB"):
        load(path, limits=Limits(bytes=50))


@pytest.mark.parametrize(("more", "error"), [(0, errors.NotAnImage), (1, errors.ImageTooLarge)])
def test_a_file_has_64_mebibytes_at_the_most(tmp_path: Path, more: int, error: type[Exception]) -> None:
    path = tmp_path / "nothing.png"
    with path.open("wb") as file:
        file.truncate(64 * 2**20 + more)
    with pytest.raises(error):
        load(path)


def test_a_picture_has_80_million_pixels_at_the_most() -> None:
    most = huge_png(10_000, 8000)
    assert Photo(most).size == (10_000, 8000)
    with pytest.raises(errors.ImageTooLarge, match="80"):
        Photo(most, limits=Limits()._replace(pixels=79_999_999))
    with pytest.raises(errors.ImageTooLarge, match="80"):
        Photo(huge_png(10_001, 8000))


def test_saving_says_what_is_wrong(tmp_path: Path) -> None:
    image = load(encoded(gradient(), "PNG"))
    with pytest.raises(errors.ImageError, match=r"\.jpg, \.png or \.webp"):
        save(image, tmp_path / "hand.txt")
    with pytest.raises(errors.ImageError, match="choose another place"):
        save(image, tmp_path / "none" / "hand.png")


_PEAK = """
import sys
from paiyan.vision.picture.image import load
peak = lambda: 1024 * int(open("/proc/self/status").read().split("VmHWM:")[1].split()[0])
small, large = (open(path, "rb").read() for path in sys.argv[1:])
load(small)
before = peak()
height, width, _ = load(large).shape
print((peak() - before) / (height * width))
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="this system tells no peak")
@pytest.mark.parametrize(("kind", "most"), [("JPEG", 12), ("PNG", 12), ("WEBP", 18)])
def test_a_large_picture_takes_little_more_than_its_pixels(tmp_path: Path, kind: str, most: float) -> None:
    """Bytes for each pixel: four of Pillow's and our three, four more while it is turned upright.

    WebP's decoder has pictures of its own. Copies of the whole would come to twice as much.
    """
    turned = Pillow.Exif()
    turned[0x0112] = 6
    for name, side in (("small", 16), ("large", 4000)):
        grey = Pillow.new("RGB", (side, side), (40, 90, 60))
        (tmp_path / name).write_bytes(encoded(grey, kind, exif=turned))
    program = [sys.executable, "-c", _PEAK, *(str(tmp_path / name) for name in ("small", "large"))]
    told = subprocess.run(program, capture_output=True, text=True, check=True)
    assert 3 < float(told.stdout) < most


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_large_picture_comes_at_the_size_that_is_needed(orientation: int, kind: str) -> None:
    exif = Pillow.Exif()
    exif[0x0112] = orientation
    photo = Photo(encoded(gradient(810, 601), kind, exif=exif, **({} if kind == "PNG" else {"quality": 95})))
    turned = orientation > 4
    assert photo.size == ((601, 810) if turned else (810, 601))
    whole = photo.pixels()
    assert whole.shape[:2] == (photo.size[1], photo.size[0])
    for side, shape in (
        (1000, (601, 810)),
        (406, (601, 810)),
        (405, (301, 405)),
        (150, (151, 203)),
        (1, (76, 102)),
    ):
        some = photo.pixels(side=side)
        assert some.shape[:2] == (shape[::-1] if turned else shape)
        wanted = np.asarray(Pillow.fromarray(whole).resize(some.shape[1::-1], Pillow.Resampling.BOX))
        assert np.abs(wanted.astype(int) - some).mean() < 2, "the same picture, smaller"


def test_what_is_no_larger_than_needed_is_decoded_as_it_is() -> None:
    for kind in ("JPEG", "PNG", "WEBP"):
        data = encoded(gradient(400, 300), kind)
        assert np.array_equal(Photo(data).pixels(side=201), load(data))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_no_pixel_is_decoded_before_it_is_asked_for(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = encoded(gradient(400, 300), kind)

    def decoded(*_: object) -> None:
        raise AssertionError("its pixels were decoded")

    with Pillow.open(io.BytesIO(data)) as opened:
        monkeypatch.setattr(type(opened), "load", decoded)
    assert Photo(data).size == (400, 300)


def test_what_was_decoded_last_is_not_decoded_again() -> None:
    photo = Photo(encoded(gradient(640, 480), "JPEG"))
    whole, half = photo.pixels(), photo.pixels(side=320)
    assert photo.pixels(side=300) is half
    assert photo.pixels() is not whole, "no more than one is kept"
    assert (photo.pixels() == whole).all()


def test_what_stands_behind_the_pixels_of_a_png_turns_nothing() -> None:
    exif = Pillow.Exif()
    exif[0x0112] = 6
    plain, turned = (encoded(gradient(), "PNG", **how) for how in ({}, {"exif": exif}))
    start = turned.index(b"eXIf") - 4
    chunk = turned[start : start + 12 + int.from_bytes(turned[start : start + 4], "big")]
    end = plain.index(b"IEND") - 4
    photo = Photo(plain[:end] + chunk + plain[end:])
    assert photo.size == (60, 40)
    assert np.array_equal(photo.pixels(), load(plain))
    assert Photo(turned).size == (40, 60)


@pytest.mark.parametrize(
    ("kind", "options", "side"),
    [
        ("JPEG", {}, None),
        ("JPEG", {"subsampling": 0}, 1500),
        ("JPEG", {"progressive": True, "subsampling": 0}, 1500),
        ("JPEG", {"exif": True}, None),
        ("PNG", {"exif": True}, None),
        ("WEBP", {"method": 0}, None),
    ],
)
def test_no_more_memory_is_taken_than_is_told(
    kind: str, options: dict[str, object], side: int | None
) -> None:
    exif = Pillow.Exif()
    exif[0x0112] = 6
    if options.get("exif"):
        options = {"exif": exif}
    data = encoded(gradient(4000, 3000), kind, **options)
    code = f"""
import sys, PIL.ImageOps
from paiyan.vision.picture.image import Photo
def peak():
    lines = open("/proc/self/status").read().splitlines()
    return 1024 * int(next(line for line in lines if line.startswith("VmHWM")).split()[1])
photo = Photo(sys.stdin.buffer.read())
before = peak()
photo.pixels(side={side})
print(peak() - before, photo.memory(side={side}))
"""
    said = subprocess.run([sys.executable, "-c", code], input=data, capture_output=True, check=True).stdout
    taken, told = map(int, said.split())
    assert taken < told + 8 * 2**20
    assert told < 8 * taken
