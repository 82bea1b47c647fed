"""vkms: Debian's source, built for Debian's kernel, with the parameters the checks need."""

from pathlib import Path

from commands import run
from report import BenchError, note


def add(root: Path, series: str, release: str, headers: str) -> None:
    """Debian ships no vkms: builds it from Debian's source against Debian's headers."""
    target = root / f"lib/modules/{release}/kernel/drivers/gpu/drm/vkms"
    if target.is_dir():
        return
    note("building vkms")
    source = root / "usr/src"
    folder = f"linux-source-{series}/drivers/gpu/drm/vkms"
    run(["tar", "-xf", f"linux-source-{series}.tar.xz", folder], cwd=source)
    add_options(source / folder)
    # The headers' Makefile names the place where the package would be installed.
    makefile = source / headers / "Makefile"
    makefile.write_text(makefile.read_text().replace("/usr/src/", f"{source}/"))
    run(
        [
            "make",
            "-C",
            str(source / headers),
            f"M={source / folder}",
            "CONFIG_DRM_VKMS=m",
            "modules",
        ],
        timeout=300,
    )
    target.mkdir()
    run(["strip", "--strip-debug", "-o", str(target / "vkms.ko"), str(source / folder / "vkms.ko")])


def add_options(folder: Path) -> None:
    """Gives vkms the parameters that the checks need.

    no_atomic makes it a driver that paces its flips but knows no atomic commits; width, height and
    rate say its only mode: a small one leaves the guest time for the checksum of every frame.
    """
    replace(
        folder / "vkms_drv.c",
        (
            "static const struct drm_driver vkms_driver = {",
            NO_ATOMIC_VARIABLE + "static struct drm_driver vkms_driver = {",
        ),
        ("static int __init vkms_init(void)\n{", NO_ATOMIC_INIT),
    )
    replace(
        folder / "vkms_output.c",
        (
            "static int vkms_conn_get_modes(struct drm_connector *connector)\n{\n\tint count;\n",
            MODE_OPTIONS,
        ),
    )


NO_ATOMIC_VARIABLE = """static bool no_atomic;
module_param(no_atomic, bool, 0444);
"""
NO_ATOMIC_INIT = """static int vkms_begin(void);
static int __init vkms_init(void)
{
	if (no_atomic)
		vkms_driver.driver_features &= ~DRIVER_ATOMIC;
	return vkms_begin();
}

static int vkms_begin(void)
{"""
MODE_OPTIONS = """static unsigned int width, height, rate = 60;
module_param(width, uint, 0444);
module_param(height, uint, 0444);
module_param(rate, uint, 0444);

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


def replace(file: Path, *changes: tuple[str, str]) -> None:
    """Replaces text that must be there, once."""
    text = file.read_text()
    for old, new in changes:
        if text.count(old) != 1:
            raise BenchError(
                f"{file.name} is not as expected:"
                f" '{old.splitlines()[0]}' is there {text.count(old)} times"
            )
        text = text.replace(old, new)
    file.write_text(text)
