"""The static page of the lab."""

import os
import tarfile


def lab_site(folder):
    """Writes the static page of the lab, which any web server can serve, into a new folder.

    Raises FileExistsError if the folder is there already, and FileNotFoundError if this package was built
    without the page.
    """
    # One archive: the two engines of the page have much in common, which files packed one by one do not show.
    packed = os.path.join(os.path.dirname(__file__), "lab.tar.xz")
    if not os.path.exists(packed):
        raise FileNotFoundError("this package was built without the static lab: run lab/build, then build it again")
    os.makedirs(folder)
    with tarfile.open(packed) as archive:
        # Older versions of Python have no filters.
        safe = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        archive.extractall(folder, **safe)
