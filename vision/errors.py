"""The errors of the vision package. Each message is one sentence that says how to fix it.

::

    VisionError (ValueError)
    ├── ImageError              a picture that cannot be read
    │   ├── ImageNotFound       nothing at that path, or no permission to read it
    │   ├── NotAFile            a folder, a device, a pipe
    │   ├── EmptyImage          no bytes at all
    │   ├── ImageTooLarge       more bytes or more pixels than the limits
    │   ├── NotAnImage          not one of the formats we read
    │   └── BrokenImage         the right format, but damaged or cut short
    ├── ModelError              a detector that cannot be started
    │   ├── ModelNotFound       no weights at that path
    │   ├── BackendMissing      the library that runs it is not installed
    │   └── ModelMismatch       runs, but is not a detector of our 46 classes
    ├── ProfileError            a profile of one's own tiles that cannot be made or used
    └── CorrectionError         a correction that does not fit the reading
"""

from paiyan.scorer.errors import TranslatedError


class VisionError(TranslatedError, ValueError):
    """The base of every error of this package."""


class ImageError(VisionError):
    """A picture that cannot be read."""


class ImageNotFound(ImageError):  # noqa: N818 - reads as what happened, like FileNotFoundError's kin
    """Nothing at that path, or no permission to read it."""


class NotAFile(ImageError):  # noqa: N818
    """A folder, a device or a pipe where a file is wanted."""


class EmptyImage(ImageError):  # noqa: N818
    """A file without any bytes."""


class ImageTooLarge(ImageError):  # noqa: N818
    """More bytes or more pixels than the limits."""


class NotAnImage(ImageError):  # noqa: N818
    """Not one of the formats that are read."""


class BrokenImage(ImageError):  # noqa: N818
    """The right format, but damaged or cut short."""


class ModelError(VisionError):
    """A detector that cannot be started."""


class ModelNotFound(ModelError):  # noqa: N818
    """No weights at that path."""


class BackendMissing(ModelError):  # noqa: N818
    """The library that runs these weights is not installed."""


class ModelMismatch(ModelError):  # noqa: N818
    """It runs, but is not a detector of our classes."""


class ProfileError(VisionError):
    """A profile of one's own tiles that cannot be made or used."""


class CorrectionError(VisionError):
    """A correction that does not fit the reading."""
