"""The static page of the lab."""

import os
import shutil


def lab_site(folder):
    """Copies the static page of the lab, which any web server can serve, into a new folder.

    Raises FileExistsError if the folder is there already, and FileNotFoundError if this package was built
    without the page.
    """
    site = os.path.join(os.path.dirname(os.path.dirname(__file__)), "fairdeal_lab")
    if not os.path.isdir(site):
        raise FileNotFoundError("this package was built without the static lab: run lab/build, then build it again")
    shutil.copytree(site, folder)
