"""Opens the player's browser, where there is one with a window."""

import os
import sys
import threading
import webbrowser

WINDOWS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
"""On Linux, one of these says that there are windows; a browser in the terminal is none."""


def open_browser(url: str) -> bool:
    """Open it without waiting: some browsers answer only when they are closed. False where there
    are no windows."""
    windows = sys.platform in ("win32", "darwin") or any(map(os.environ.get, WINDOWS))
    if windows:
        threading.Thread(target=webbrowser.open, args=[url], daemon=True).start()
    return windows
