"""The stand-in for numpy on phones gives what numpy gives, for all that vision asks of it."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest

import paiyan.vision
from paiyan.service.phone import arrays
from paiyan.vision import pixels

COMMON = {name for kind in (list, dict, set, str, int) for name in dir(kind)} | {"dumps", "put", "trace"}
ONLY_ARRAYS = set(dir(numpy.ndarray)) - COMMON
ROOT = Path(paiyan.vision.__path__[0])
PHONE = Path(arrays.__file__).parents[1]
SERVER_ONLY = {
    "pixels.py", "drawing.py", "video.py", "image.py", "tile_profile.py",
    "laid_out_set.py", "frames.py", "yolo.py", "network_io.py", "batching.py",
    "network_detector.py",
}  # fmt: skip
"""Not in the archive, or only asked about pixels and files that a browser decodes."""


def rng(seed: int) -> numpy.random.Generator:
    return numpy.random.default_rng(seed)


def table(seed: int, *shape: int) -> Any:
    return rng(seed).normal(size=shape).round(2)


Made = Callable[[Any, Any, Any], Any]
CASES: dict[str, Made] = {
    "broadcast": lambda np, a, b: a[:, None] - b[None] * 2 + 1,
    "compare": lambda np, a, b: ((a > 0) & (b <= 0.5)) | ~(a == b),
    "reflected": lambda np, a, b: 1 - a / (2 + abs(b).max()) ** 2,
    "sum": lambda np, a, b: a.sum(axis=0) + a.sum(axis=1, keepdims=True) + a.sum(),
    "mean": lambda np, a, b: np.stack([a.mean(axis=1), a.std(axis=1), a.prod(axis=1)], axis=1),
    "initial": lambda np, a, b: a[:0].min(axis=1, initial=9) + a.max(axis=1, initial=7).sum(),
    "arg": lambda np, a, b: [*a.argmax(axis=1).tolist(), int(a.argmin()), *a.any(axis=0).tolist()],
    "mask": lambda np, a, b: a[a[:, 0] > 0],
    "full mask": lambda np, a, b: a[a > 0],
    "fancy": lambda np, a, b: a[[2, 0, 1]] + a[np.array([0, 1, 2]), np.array([1, 2, 0])][:, None],
    "spread indices": lambda np, a, b: a[np.arange(3)[:, None], np.argsort(a, axis=1, kind="stable")[:3, :2]],
    "columns": lambda np, a, b: a[:, [1, 2]] * a[..., ::-1][:, :2],
    "rows and columns": lambda np, a, b: np.concatenate([
        a[np.arange(5) % 2 == 0], a[[3, 1, 1]], a[-2:], a[np.array([-1, 0])], a[[]], a[np.zeros(5, bool)]
    ]),
    "last axis": lambda np, a, b: a[..., 1] + a[:, -2] + a[:, 2:].sum(axis=1) + a[..., :0].sum(axis=1),
    "new axes": lambda np, a, b: a[:, None, 1] + a[None, :, :2].sum(axis=(0, 2)) + a[:, 0, None],
    "of one row": lambda np, a, b: a[0][1:] + a[0][None, 1:] + a[0][[2, 0]],
    "negative": lambda np, a, b: a[-1] + a[1:-1, -1],
    "none": lambda np, a, b: a[:, None, 1:] * b[None, :, :2],
    "transposed": lambda np, a, b: a.T @ a + np.eye(a.shape[1]),
    "matrix": lambda np, a, b: a @ np.arange(a.shape[1]) + (a @ a.T)[0].sum(),
    "where": lambda np, a, b: np.where(a > b, a, 0).clip(-0.5, 0.7),
    "extremes": lambda np, a, b: np.maximum(a, b[0]) - np.minimum(a, 0.1),
    "logs": lambda np, a, b: np.log(np.exp(a)) + np.sqrt(abs(b)) + np.hypot(a, b),
    "median": lambda np, a, b: np.median(a, axis=0) + np.median(b),
    "sorted": lambda np, a, b: np.sort(a) + np.argsort(-b, axis=1, kind="stable"),
    "joined": lambda np, a, b: np.concatenate([a, b, a[:0]]).sum(axis=1),
    "beside": lambda np, a, b: np.concatenate([a, b], axis=1) + np.tile(a, 2),
    "repeated": lambda np, a, b: np.repeat(np.arange(3), [2, 0, 3]),
    "sets": lambda np, a, b: np.concatenate([
        np.setdiff1d(np.arange(6), np.array([1, 4])), np.unique(np.array([3, 1, 3]))
    ]),
    "places": lambda np, a, b: np.flatnonzero(a[:, 0] > 0).tolist() + [int(n) for n in np.nonzero(a > 0)[1]],
    "counted": lambda np, a, b: np.count_nonzero(a > 0, axis=1) + np.isin(np.arange(len(a)), [1]),
    "moved": lambda np, a, b: np.moveaxis(np.stack([a, b]), 0, 2),
    "tensor": lambda np, a, b: np.tensordot(a, np.stack([a.T, b.T], axis=2), axes=1),
    "along": lambda np, a, b: np.take_along_axis(a, np.argsort(a, axis=1), axis=1),
    "between": lambda np, a, b: np.interp(0.3, [0, 0.2, 1], [1, 2, 5]),
    "inverse": lambda np, a, b: np.linalg.inv(a[:2, :2]),
    "lengths": lambda np, a, b: np.linalg.norm(a, axis=1) + np.diff(a[:, 0]).sum(),
    "turned": lambda np, a, b: np.column_stack([np.cos(np.deg2rad(a[:, 0])), a, np.sin(a[:, 1])]),
    "where from": lambda np, a, b: np.argwhere(a > 0) + np.array(np.unravel_index(7, (5, 3))),
    "nothing": lambda np, a, b: (a[:0, None] + b[None, :0]).sum(),
}  # fmt: skip


def plain(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else value


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("seed", range(3))
def test_the_stand_in_gives_what_numpy_gives(name: str, seed: int) -> None:
    one, other = table(seed, 5, 3), table(seed + 50, 5, 3)
    wanted = CASES[name](numpy, one, other)
    got = CASES[name](arrays, arrays.array(one.tolist()), arrays.array(other.tolist()))
    numpy.testing.assert_allclose(plain(got), plain(wanted), atol=1e-12)
    assert getattr(got, "shape", ()) == getattr(wanted, "shape", ())


def written(np: Any, start: Any) -> Any:
    start[1] = 0
    start[:, 2] += 5
    start[[0, 3], 1] = np.array([7, 8])
    start[start > 6] = 6
    start[np.array([4]), 0:2] = start[2:3, 0:2] * 2
    square = start @ start.T
    np.fill_diagonal(square, 1)
    row = np.zeros(4)
    np.maximum.at(row, np.array([0, 2, 0]), np.array([1.0, 2.0, 3.0]))
    return np.concatenate([start.reshape(-1), square.reshape(-1), row])


@pytest.mark.parametrize("seed", range(3))
def test_what_is_written_is_what_numpy_writes(seed: int) -> None:
    start = table(seed, 5, 3)
    wanted = written(numpy, start.copy())
    numpy.testing.assert_allclose(plain(written(arrays, arrays.array(start.tolist()))), wanted)


@pytest.mark.parametrize("seed", range(5))
def test_the_longest_direction_of_points_is_numpys(seed: int) -> None:
    points = table(seed, 9, 2) * [3, 1]
    points = points - points.mean(axis=0)
    ours = plain(arrays.linalg.svd(arrays.array(points.tolist()))[2][0])
    assert abs(numpy.dot(ours, numpy.linalg.svd(points)[2][0])) == pytest.approx(1)


def test_wrong_indices_and_shapes_are_refused() -> None:
    three = arrays.zeros(3)
    with pytest.raises(IndexError):
        three[arrays.array([3])]
    with pytest.raises(ValueError, match="fit"):
        three + arrays.zeros(2)
    with pytest.raises(ValueError, match="lengths"):
        arrays.array([[1, 2], [3]])


def test_all_that_vision_asks_of_numpy_is_there() -> None:
    missing: dict[str, set[str]] = {}
    for file in ROOT.rglob("*.py"):
        if file.name in SERVER_ONLY:
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Attribute):
                continue
            of_numpy = isinstance(node.value, ast.Name) and node.value.id == "np"
            # A method that only arrays have is asked of one; `sort` may be a list's.
            of_arrays = node.attr in ONLY_ARRAYS and not of_numpy
            if (of_numpy and not hasattr(arrays, node.attr)) or (
                of_arrays and not hasattr(arrays.ndarray, node.attr)
            ):
                missing.setdefault(node.attr, set()).add(file.name)
    missing.pop("array_split", None)  # among threads of the server's namer
    assert not missing


def test_both_modules_of_pixels_have_the_same_functions() -> None:
    tree = ast.parse((PHONE / "pixels.py").read_text(encoding="utf-8"))
    phone = {
        node.name: [arg.arg for arg in (*node.args.args, *node.args.kwonlyargs)]
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    }
    server = {
        name: list(inspect.signature(function).parameters)
        for name, function in vars(pixels).items()
        if inspect.isfunction(inspect.unwrap(function)) and not name.startswith("_")
        and inspect.unwrap(function).__module__ == pixels.__name__
    }  # fmt: skip
    assert phone == server
