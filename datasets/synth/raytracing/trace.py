# pyright: basic, reportMissingImports=false
"""Ray-trace a scene 光线追踪 to a picture and its labels: the only file that imports mitsuba and pyoidn.

The scene is the compositor's; light, shadow, gloss and focus are computed. The visible part of each tile is
known from a second picture of the same geometry that holds the number of the tile under each pixel's middle.

A traced table has more on it (`furnished`): a rack before the hand, a hand that reaches in, the middle of an
automatic table. These use their own random numbers, so no composed scene changes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.synth.compositing.render import (
    Ids,
    camera_of,
    develop,
    face_areas,
    inside,
    labels,
    quad_of,
)
from paiyan.datasets.synth.faces.canvas import Image, Picture, to_picture
from paiyan.datasets.synth.faces.style import hsv
from paiyan.datasets.synth.raytracing.mesh import Mesh
from paiyan.datasets.synth.raytracing.solid_parts import Material, Part, parts_of
from paiyan.datasets.synth.raytracing.studio import Lamp, Studio, level_light, room, sample_studio
from paiyan.datasets.synth.scenes.camera import Camera
from paiyan.datasets.synth.scenes.scene import Label, Prop, Scene, SynthError, any_colour

SAMPLES = 16
"""The default number of light paths per pixel."""
_BOUNCES = 5
_BRIGHTEST = 60.0  # of a light map, relative to its mean: a sun is clipped to this


def trace(
    scene: Scene,
    rng: np.random.Generator,
    *,
    lights: Sequence[Path] = (),
    samples: int = SAMPLES,
    studio: Studio | None = None,
    camera: Camera | None = None,
) -> tuple[Picture, list[Label]]:
    """Render a scene: its picture, BGR uint8 (h, w, 3), and a label for each face or back that is visible.

    `rng` draws the place, the lamps and the noise; `lights` are HDR light maps. Frames of a clip share a
    `studio`, the place that is drawn otherwise, and each has its own `camera` in place of the scene's view.
    Raises `ModuleNotFoundError` if mitsuba or pyoidn is not installed.
    """
    mi = tracer()
    studio = studio or sample_studio(rng, scene, lights=lights)
    shot = shot_of(camera or camera_of(scene), scene.size)
    parts = parts_of(scene, studio, shot.camera)
    ids = seen(mi, parts, scene, shot)
    light = _light(mi, parts, scene, shot, studio, samples)
    areas = face_areas(scene, shot.camera)
    return _developed(light, scene, rng), labels(scene, ids, shot.camera, areas=areas)


def need_tracer() -> None:
    """Raise `ModuleNotFoundError` if mitsuba or pyoidn is not installed."""
    tracer()
    import pyoidn  # noqa: F401


def tracer() -> Any:
    """Return mitsuba on the CPU, in its scalar variant: it needs no compiler."""
    import mitsuba

    mitsuba.set_variant("scalar_rgb")
    mitsuba.set_log_level(mitsuba.LogLevel.Error)
    return mitsuba


class Shot(NamedTuple):
    """A camera that the tracer supports, and its film: the whole film with the principal point in its middle,
    and the window of it to keep, x, y, width, height. A stretched picture is taken narrower."""

    camera: Camera
    film: tuple[int, int]
    window: tuple[int, int, int, int]


def shot_of(camera: Camera, size: tuple[int, int]) -> Shot:
    """Return the nearest such camera: its pixels square on the film, its centre on half a pixel of it."""
    width = max(8, round(size[0] * camera.focal[1] / camera.focal[0]))
    squeeze = width / size[0]
    across, down = round(camera.centre[0] * squeeze * 2), round(camera.centre[1] * 2)
    kept = replace(
        camera,
        focal=(camera.focal[0], camera.focal[0] * squeeze),
        centre=(across / 2 / squeeze, down / 2),
    )
    film = (max(across, 2 * width - across), max(down, 2 * size[1] - down))
    return Shot(kept, film, ((film[0] - across) // 2, (film[1] - down) // 2, width, size[1]))


def _sensor(mi: Any, shot: Shot, *, aperture: float, focus: float, samples: int, once: str = "") -> Any:
    camera = shot.camera
    right, down, forward = (np.asarray(r) for r in camera.rotation)
    frame = np.eye(4)
    frame[:3] = np.stack([-right, -down, forward, np.asarray(camera.position)], axis=1)
    x, y, w, h = shot.window
    return mi.load_dict({
        "type": "thinlens" if aperture > 0 else "perspective",
        **({"aperture_radius": aperture, "focus_distance": focus} if aperture > 0 else {}),
        "fov": math.degrees(2 * math.atan(shot.film[0] / 2 / camera.focal[1])),
        "fov_axis": "x",
        "near_clip": 0.05,
        "far_clip": 2000.0,
        "to_world": mi.ScalarTransform4f(frame),
        "film": {
            "type": "hdrfilm", "width": shot.film[0], "height": shot.film[1], "crop_offset_x": x,
            "crop_offset_y": y, "crop_width": w, "crop_height": h, "pixel_format": "rgb",
            "component_format": "float32", "rfilter": {"type": "box"},
        },
        "sampler": {"type": "stratified", "sample_count": 1, "jitter": False}
        if once
        else {"type": "multijitter", "sample_count": samples},
    })  # fmt: skip


def _world(mi: Any, parts: Sequence[Part], studio: Studio) -> Any:
    """Load the parts in their order, the lamps and the room."""
    materials: dict[int, Any] = {}
    world: dict[str, Any] = {"type": "scene"}
    for i, part in enumerate(parts):
        key = id(part.material)
        if key not in materials:
            materials[key] = mi.load_dict(_bsdf(mi, part.material))
        world[f"part{i}"] = _shape(mi, part.mesh, material=materials[key])
    for i, lamp in enumerate(studio.lamps):
        world[f"lamp{i}"] = _lamp(mi, lamp)
    world["room"] = _room(mi, studio)
    return mi.load_dict(world)


def _glowing(mi: Any, parts: Sequence[Part], *, shows: str) -> Any:
    """Load the parts without lamps, each emitting its own light: its ``colour``, or its ``number`` + 1 as
    red."""
    glows: dict[int, Any] = {}
    world: dict[str, Any] = {"type": "scene"}
    for i, part in enumerate(parts):
        key = id(part.material) if shows == "colour" else i
        if key not in glows:
            number = {"type": "rgb", "value": [i + 1.0, 0.0, 0.0]}
            glows[key] = mi.load_dict(_colour(mi, part.material)) if shows == "colour" else number
        emitter = mi.load_dict({"type": "area", "radiance": glows[key]})
        world[f"part{i}"] = _shape(mi, part.mesh, emitter=emitter)
    return mi.load_dict(world)


def _shape(mi: Any, mesh: Mesh, **plugins: Any) -> Any:
    properties = mi.Properties()
    for name, plugin in plugins.items():
        properties[name] = plugin
    shape = mi.Mesh("", len(mesh.points), len(mesh.triangles), properties, has_vertex_normals=True,
                    has_vertex_texcoords=True)  # fmt: skip
    values = mi.traverse(shape)
    values["vertex_positions"] = mesh.points.astype(np.float32).ravel()
    values["vertex_normals"] = mesh.normals.astype(np.float32).ravel()
    values["vertex_texcoords"] = mesh.uv.astype(np.float32).ravel()
    values["faces"] = mesh.triangles.astype(np.uint32).ravel()
    values.update()
    return shape


def _bsdf(mi: Any, material: Material) -> dict[str, Any]:
    colour = _colour(mi, material)
    if material.gloss is None:
        plain: dict[str, Any] = {"type": "diffuse", "reflectance": colour}
    else:
        plain = {
            "type": "roughplastic", "distribution": "ggx", "int_ior": 1.49, "alpha": material.gloss,
            "diffuse_reflectance": colour,
        }  # fmt: skip
    if material.relief is not None:
        height = _texture(mi, material.relief[..., None], material.tiling, raw="raw")
        plain = {"type": "bumpmap", "height": height, "bsdf": plain}
    return {"type": "twosided", "bsdf": plain}


def _colour(mi: Any, material: Material) -> dict[str, Any]:
    if isinstance(material.colour, tuple):
        shown = np.array(material.colour[::-1]) / 255.0
        rgb = np.where(shown <= 0.04045, shown / 12.92, ((shown + 0.055) / 1.055) ** 2.4)  # linear light
        return {"type": "rgb", "value": rgb.tolist()}
    picture = cv2.cvtColor(material.colour, cv2.COLOR_BGR2RGB)
    return _texture(mi, picture, material.tiling, raw="")


def _texture(mi: Any, values: NDArray[Any], tiling: str, *, raw: str) -> dict[str, Any]:
    bitmap = mi.Bitmap(np.ascontiguousarray(values))
    return {"type": "bitmap", "bitmap": bitmap, "wrap_mode": tiling, "raw": bool(raw)}


def _lamp(mi: Any, lamp: Lamp) -> dict[str, Any]:
    frame = mi.ScalarTransform4f().look_at(origin=lamp.centre, target=lamp.target, up=(0.31, 0.95, 0.05))
    return {
        "type": "rectangle",
        "to_world": frame @ mi.ScalarTransform4f().scale((lamp.size[0] / 2, lamp.size[1] / 2, 1.0)),
        "emitter": {"type": "area", "radiance": {"type": "rgb", "value": list(lamp.radiance)}},
    }


def _room(mi: Any, studio: Studio) -> dict[str, Any]:
    """Load the surroundings of the table, bright enough that a level surface gets the studio's fill."""
    if isinstance(studio.room, Path):
        try:
            read = mi.Bitmap(str(studio.room)).convert(
                mi.Bitmap.PixelFormat.RGB, mi.Struct.Type.Float32, False
            )
        except RuntimeError as broken:
            raise SynthError(f"{studio.room} is no HDR light map: put .exr files there or none") from broken
        panorama = np.array(read)
        panorama = np.minimum(panorama, _BRIGHTEST * float(panorama.mean()))
    else:
        panorama = room(studio.room)
    scale = studio.fill / max(level_light(panorama), 1e-6)
    upright = mi.ScalarTransform4f().rotate((0, 0, 1), studio.turn).rotate((1, 0, 0), 90)
    return {"type": "envmap", "bitmap": mi.Bitmap(np.ascontiguousarray(panorama, dtype=np.float32)),
            "scale": scale, "to_world": upright}  # fmt: skip


def seen(mi: Any, parts: Sequence[Part], scene: Scene, shot: Shot) -> Ids:
    """Return the index + 1 of the tile whose face or back is under each pixel's middle, -1 for its sides, or
    0."""
    sensor = _sensor(mi, shot, aperture=0.0, focus=1.0, samples=1, once="once")
    world = _glowing(mi, parts, shows="number")
    numbers = _taken(mi, world, sensor, bounces=1, seed=0)[..., 0].round().astype(np.int64) - 1
    owner = np.array([*(p.tile for p in parts), -1])  # the last for pixels that hit nothing
    size = scene.size
    if numbers.shape[1] != size[0]:
        numbers = cv2.resize(numbers.astype(np.float32), size, interpolation=cv2.INTER_NEAREST).astype(
            np.int64
        )
    hit = owner[numbers]
    ids = np.where(hit >= 0, -1, 0).astype(np.int32)
    for i, tile in enumerate(scene.tiles):
        region, within = inside(quad_of(scene, tile, shot.camera), size)
        part = ids[region]
        part[within & (hit[region] == i)] = i + 1
    return ids


def _light(mi: Any, parts: Sequence[Part], scene: Scene, shot: Shot, studio: Studio, samples: int) -> Image:
    """Render the light that falls on the film, without noise: linear BGR (h, w, 3)."""
    import pyoidn

    at = np.mean([scene.tiles[i].pose.centre for i in scene.aimed_at], axis=0)
    forward = np.asarray(shot.camera.rotation[2])
    focus = float((at - np.asarray(shot.camera.position)) @ forward)
    sensor = _sensor(mi, shot, aperture=studio.aperture, focus=focus, samples=samples)
    colour = _taken(mi, _world(mi, parts, studio), sensor, bounces=_BOUNCES, seed=studio.seed)
    few = _sensor(mi, shot, aperture=studio.aperture, focus=focus, samples=min(samples, 4))
    albedo = _taken(mi, _glowing(mi, parts, shows="colour"), few, bounces=1, seed=studio.seed)
    clean = pyoidn.denoise(colour, albedo=np.minimum(albedo, 1.0), hdr=True)
    if clean.shape[1] != scene.size[0]:
        clean = cv2.resize(clean, scene.size, interpolation=cv2.INTER_AREA)
    return cv2.cvtColor(clean, cv2.COLOR_RGB2BGR).astype(np.float32)


def _taken(mi: Any, world: Any, sensor: Any, *, bounces: int, seed: int) -> Image:
    integrator = mi.load_dict({"type": "path", "max_depth": bounces, "rr_depth": 3})
    return np.array(mi.render(world, sensor=sensor, integrator=integrator, seed=seed), np.float32)


def _developed(light: Image, scene: Scene, rng: np.random.Generator) -> Picture:
    """Apply the camera's exposure, then the optics shared with the compositor."""
    grey = light.mean(axis=2)
    middle = float(np.exp(np.log(np.maximum(grey, 1e-4)).mean()))
    bright = float(np.percentile(grey, 98))
    gain = min(0.2 / max(middle, 1e-4), 0.95 / max(bright, 1e-4) * 1.25)
    shown = _srgb(light * gain)
    lens = scene.light
    even: Image = np.ones(light.shape[:2], np.float32)
    return develop(
        to_picture(shown * 255), even, even * 0, replace(scene, light=replace(lens, glare=0.0)), rng
    )


def _srgb(light: Image) -> Image:
    """Convert linear light to sRGB values, rolling off the brightest as a camera does."""
    rolled = np.where(light > 0.8, 0.8 + 0.2 * np.tanh((light - 0.8) / 0.2 * 0.5), light)
    held = np.maximum(rolled, 0)
    return np.where(held <= 0.0031308, held * 12.92, 1.055 * held ** (1 / 2.4) - 0.055).astype(np.float32)


_REACH = 4.7  # from an arm's wrist to its fingertips
_RACK = 19.0


def furnished(scene: Scene, rng: np.random.Generator) -> Scene:
    """Add some of these to the scene's own props; a block or heap stays as it is."""
    if scene.kind not in ("hand", "table"):
        return scene
    places = np.array([tile.pose.centre for tile in scene.tiles])
    low, high = places.min(axis=0), places.max(axis=0)
    near = places[places[:, 1] < 2.5]
    added: list[Prop] = []
    edge = scene.table.edge
    if rng.random() < 0.3 and low[1] > 0.4 and (edge is None or edge < -1.0):
        added.append(_rack(rng, float(near[:, 0].min()), float(near[:, 0].max())))
    if rng.random() < 0.2:
        added.append(reaching(rng, float(near[:, 0].max()) + float(rng.uniform(0.9, 2.2))))
    if scene.kind == "table" and rng.random() < 0.4:
        place = (float(near[:, 0].mean()), float(high[1]) + float(rng.uniform(5.0, 6.5)))
        added.append(
            Prop("centre", *place, yaw=float(rng.normal(0, 2)), colour=hsv(0, 0, rng.uniform(0.05, 0.9)))
        )
    return replace(scene, props=(*scene.props, *added))


def _rack(rng: np.random.Generator, left: float, right: float) -> Prop:
    """Draw a ruler that the row is pushed up to, about as long as the row."""
    wooden = rng.random() < 0.5
    colour = hsv(rng.uniform(15, 40), 0.6, rng.uniform(0.25, 0.8)) if wooden else any_colour(rng)
    long = max(14.0, right - left + float(rng.uniform(0, 3)))
    return Prop("rack", (left + right) / 2, -0.6, float(rng.normal(0, 0.6)), long / _RACK, colour)


def reaching(rng: np.random.Generator, x: float) -> Prop:
    """Draw the player's own arm, its fingertips at `x` and about on the row."""
    yaw = float(rng.uniform(65, 125))
    tip = (x, float(rng.uniform(-0.2, 1.2)))
    turn = math.radians(yaw)
    wrist = (tip[0] - _REACH * math.cos(turn), tip[1] - _REACH * math.sin(turn))
    return Prop("arm", *wrist, yaw=yaw, size=float(rng.uniform(0.9, 1.15)), colour=any_colour(rng))
