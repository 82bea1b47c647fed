# SPDX-License-Identifier: Apache-2.0
"""Drivers built for Debian's kernel: from Debian's source, with the parameters the checks need.

| module | from | what is added |
|---|---|---|
| vkms | the kernel, not built by Debian | no_atomic, poll; its only mode: width, height, rate |
| simpledrm | the kernel, not built by Debian | its name: another driver owns "simple-framebuffer" |
| cirrus | the kernel | formats: how many of RG16, RG24, XR24 its plane shows |
| vkmsheads | vkms, for kernel 6.1 | see heads.py |
| firmwarefb | guest/firmwarefb.c | all of it: the framebuffer that a firmware would leave behind |
"""

import shutil
from pathlib import Path

from kms import heads
from kms.checks import note
from kms.commands import run
from kms.editing import replace

HERE = Path(__file__).resolve().parent
DRM = "drivers/gpu/drm"


def add(root: Path, series: str, release: str, headers: str) -> None:
    """Builds the drivers and puts them among the modules of an unpacked kernel."""
    note(f"building the drivers for {release}")
    source = root / "usr/src"
    tree = f"linux-source-{series}"
    run(
        ["tar", "-xf", f"{tree}.tar.xz", f"{tree}/{DRM}/vkms", f"{tree}/{DRM}/tiny"],
        cwd=source,
        timeout=300,
    )
    building = root / "bench"
    (building / "tiny").mkdir(parents=True)
    shutil.copytree(source / tree / DRM / "vkms", building / "vkms")
    # Between 6.1 and 6.12 vkms has changed in each of the places; one kernel suffices.
    copies = [heads.NAME] if series == "6.1" else []
    for name in copies:
        shutil.copytree(source / tree / DRM / "vkms", building / name)
        heads.make(building / name)
    for name in ("simpledrm.c", "cirrus.c"):
        shutil.copy(source / tree / DRM / "tiny" / name, building / "tiny")
    shutil.copy(HERE / "guest" / "firmwarefb.c", building / "tiny")
    (building / "tiny/Makefile").write_text("obj-m := simpledrm.o cirrus.o firmwarefb.o\n")
    (building / "Makefile").write_text("obj-m := vkms/ tiny/" + "".join(f" {name}/" for name in copies) + "\n")
    give_vkms_options(building / "vkms")
    give_simpledrm_its_name(building / "tiny/simpledrm.c")
    give_cirrus_formats(building / "tiny/cirrus.c")
    # The headers' Makefile names the place where the package would be installed.
    makefile = source / headers / "Makefile"
    makefile.write_text(makefile.read_text().replace("/usr/src/", f"{source}/"))
    # Without type data for BPF, which would need pahole.
    options = ("CONFIG_DRM_VKMS=m", "CONFIG_DEBUG_INFO_BTF_MODULES=")
    run(["make", "-C", str(source / headers), f"M={building}", *options, "modules"], timeout=300)
    files = ["vkms/vkms.ko", "tiny/simpledrm.ko", "tiny/cirrus.ko", "tiny/firmwarefb.ko"]
    for file in files + [f"{name}/{name}.ko" for name in copies]:
        target = root / f"lib/modules/{release}/kernel" / DRM / file
        target.parent.mkdir(exist_ok=True)
        target.with_name(target.name + ".xz").unlink(missing_ok=True)
        run(["strip", "--strip-debug", "-o", str(target), str(building / file)])


def give_vkms_options(folder: Path) -> None:
    """Gives vkms the parameters that the checks need.

    no_atomic makes it a driver that paces its flips but knows no atomic commits. With poll, what
    is written to the connector's status file is reported by a uevent, as a real monitor's coming
    and going is. width, height and rate say its only mode: a small one leaves the guest time for the
    checksum of every frame. They may be changed while it runs: another monitor.
    """
    replace(
        folder / "vkms_drv.c",
        (
            "static const struct drm_driver vkms_driver = {",
            VKMS_VARIABLES + "static struct drm_driver vkms_driver = {",
        ),
        ("static int __init vkms_init(void)\n{", VKMS_INIT),
        (
            "\tret = drm_dev_register(&vkms_device->drm, 0);",
            "\tif (poll)\n\t\tdrm_kms_helper_poll_init(&vkms_device->drm);\n"
            "\tret = drm_dev_register(&vkms_device->drm, 0);",
        ),
    )
    replace(
        folder / "vkms_output.c",
        (
            "static int vkms_conn_get_modes(struct drm_connector *connector)\n{\n\tint count;\n",
            VKMS_MODE,
        ),
    )


VKMS_VARIABLES = """static bool no_atomic;
module_param(no_atomic, bool, 0444);
static bool poll;
module_param(poll, bool, 0444);
"""
VKMS_INIT = """static int vkms_begin(void);
static int __init vkms_init(void)
{
	if (no_atomic)
		vkms_driver.driver_features &= ~DRIVER_ATOMIC;
	return vkms_begin();
}

static int vkms_begin(void)
{"""
VKMS_MODE = """static unsigned int width, height, rate = 60;
module_param(width, uint, 0644);
module_param(height, uint, 0644);
module_param(rate, uint, 0644);

static int vkms_conn_get_modes(struct drm_connector *connector)
{
	int count;

	if (width && height) {
		struct drm_display_mode *mode = drm_mode_create(connector->dev);

		if (!mode)
			return 0;
		mode->type = DRM_MODE_TYPE_DRIVER | DRM_MODE_TYPE_PREFERRED;
		mode->hdisplay = width;
		mode->hsync_start = width + 16;
		mode->hsync_end = width + 32;
		mode->htotal = width + 80;
		mode->vdisplay = height;
		mode->vsync_start = height + 2;
		mode->vsync_end = height + 4;
		mode->vtotal = height + 10;
		mode->clock = mode->htotal * mode->vtotal * rate / 1000;
		drm_mode_set_name(mode);
		drm_mode_probed_add(connector, mode);
		return 1;
	}
"""


def give_simpledrm_its_name(file: Path) -> None:
    """Debian's kernel has simplefb built in, which takes all that is a "simple-framebuffer"."""
    replace(file, ('.name = "simple-framebuffer",', '.name = "bench-framebuffer",'))


def give_cirrus_formats(file: Path) -> None:
    """Its list is RG16, RG24, XR24: the first of them are what is left to choose from."""
    for name in ("cirrus_formats", "cirrus_primary_plane_formats"):
        list_begins = f"static const uint32_t {name}[] = {{"
        if list_begins in file.read_text():
            break
    replace(
        file,
        (list_begins, f"static int formats = 3;\nmodule_param(formats, int, 0444);\n{list_begins}"),
        (f"ARRAY_SIZE({name})", "formats"),
    )
