# SPDX-License-Identifier: Apache-2.0
"""Every call to a display device, at each moment at which the daemon makes it, and every errno."""

from dataclasses import dataclass

ERRORS = ("EACCES", "EBUSY", "EINTR", "EAGAIN", "ENODEV", "ENOSPC", "ENOMEM", "EINVAL")
# libdrm repeats a call after these errors: with a permanent error it would never return.
REPEATED = ("EINTR", "EAGAIN")
# With these errors the kernel reports that a device is no display: it is not tried again until a uevent.
FINAL = (("GET_CAP", "EINVAL"), ("GETRESOURCES", "EINVAL"))
RELEASES = ("RMFB", "DESTROY_DUMB", "DESTROYPROPBLOB")
# The moments after which nothing is left to observe.
ENDS = ("leaving", "kept")

ATOMIC = "card 0 1 320x180@60 clips"
COLD = "card 0 1 320x180@60 cold"
LEGACY = "card 0 1 320x180@60 legacy"
WITHOUT_VBLANK = "card 0 1 320x180@60 legacy instant dirty"
FRAMEBUFFER = "fb 320 180 360 32 253000 16.8 8.8 0.8 pan"
SLOW = "card 0 1 320x180@60 legacy no-flip"
TINTED = "card 0 1 320x180@60 tinted"
WITH_CURSOR = "card 0 1 320x180@60 legacy cursor"


@dataclass(frozen=True)
class Site:
    """A call, and the moment at which it fails."""

    call: str
    card: str = ATOMIC
    moment: str = "start"  # or running, hotplug, replaced, mastership, resume, back, leaving, kept
    mark: str = ""

    @property
    def name(self) -> str:
        return f"{self.call}{self.mark}"


SITES = [
    Site("open"),
    Site("GET_CAP"),
    Site("SET_CLIENT_CAP"),
    Site("SET_CLIENT_CAP.hot-spot"),
    Site("AUTH_MAGIC"),
    Site("SET_MASTER", "card 0 1 320x180@60 other-master", "mastership"),
    Site("GETRESOURCES"),
    Site("GETCONNECTOR"),
    Site("GETENCODER"),
    Site("OBJ_GETPROPERTIES.connector"),
    Site("OBJ_GETPROPERTIES.crtc"),
    Site("OBJ_GETPROPERTIES.plane"),
    Site("GETPROPERTY"),
    Site("GETPLANERESOURCES"),
    Site("GETPLANE"),
    Site("GETCRTC"),
    Site("GETPROPBLOB", TINTED),
    Site("CURSOR", WITH_CURSOR),
    Site("CREATEPROPBLOB"),
    Site("CREATE_DUMB"),
    Site("MAP_DUMB"),
    Site("mmap"),
    Site("ADDFB2"),
    Site("CRTC_GET_SEQUENCE"),
    Site("ATOMIC.test"),
    Site("ATOMIC.first"),
    Site("ATOMIC.test-modeset", COLD),
    Site("ATOMIC.modeset", COLD),
    Site("SETCRTC", LEGACY, mark=" (first)"),
    Site("ATOMIC.flip", moment="running"),
    Site("PAGE_FLIP", LEGACY, "running"),
    Site("SETCRTC", SLOW, "running", " (as flip)"),
    Site("DIRTYFB", WITHOUT_VBLANK, "running"),
    Site("read", moment="running"),
    Site("CREATEPROPBLOB", moment="running", mark=" (damage)"),
    Site("DESTROYPROPBLOB", moment="running", mark=" (damage)"),
    Site("VERSION", moment="resume"),
    Site("ATOMIC.first", moment="resume", mark=" (resume)"),
    Site("DROP_MASTER", moment="back", mark=" (deactivate)"),
    Site("SET_MASTER", moment="back", mark=" (reactivate)"),
    Site("GETRESOURCES", moment="hotplug", mark=" (hotplug)"),
    Site("GETCONNECTOR", moment="hotplug", mark=" (hotplug)"),
    Site("GETENCODER", moment="hotplug", mark=" (hotplug)"),
    Site("CREATE_DUMB", moment="replaced", mark=" (new mode)"),
    Site("ADDFB2", moment="replaced", mark=" (new mode)"),
    Site("mmap", moment="replaced", mark=" (new mode)"),
    Site("CREATEPROPBLOB", moment="replaced", mark=" (new mode)"),
    Site("RMFB", moment="replaced", mark=" (new mode)"),
    Site("DESTROY_DUMB", moment="replaced", mark=" (new mode)"),
    Site("DESTROYPROPBLOB", moment="replaced", mark=" (new mode)"),
    Site("fb.open", FRAMEBUFFER),
    Site("FBIOBLANK", FRAMEBUFFER),
    Site("FBIOGET_FSCREENINFO", FRAMEBUFFER),
    Site("FBIOGET_VSCREENINFO", FRAMEBUFFER),
    Site("fb.mmap", FRAMEBUFFER),
    Site("FBIOPAN_DISPLAY", FRAMEBUFFER, mark=" (probe)"),
    Site("FBIOPAN_DISPLAY", FRAMEBUFFER, "running"),
    Site("SETCRTC", moment="leaving", mark=" (restore)"),
    Site("SETCRTC.off", COLD, "leaving"),
    Site("ATOMIC.first", TINTED, "leaving", " (restore)"),
    Site("CREATEPROPBLOB", TINTED, "leaving", " (restore)"),
    Site("GETCRTC", moment="kept", mark=" (hand-over)"),
    Site("DROP_MASTER", moment="kept", mark=" (hand-over)"),
    Site("CLOSEFB", moment="kept", mark=" (hand-over)"),
    Site("RMFB", moment="leaving"),
    Site("DESTROY_DUMB", moment="leaving"),
    Site("DESTROYPROPBLOB", moment="leaving"),
    Site("DROP_MASTER", moment="leaving"),
]
