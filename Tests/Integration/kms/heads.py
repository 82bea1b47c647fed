# SPDX-License-Identifier: Apache-2.0
"""vkms with two heads that has what real machines have: one bandwidth for all, colours, tiles, lost flips.

A module of its own, vkmsheads, from the same source as vkms. Its parameters, of which all but `tiled` may be
written while it runs:

| parameter | what |
|---|---|
| bandwidth | kilohertz of pixels that all heads together may scan out; 0 for no limit |
| lose | how many of the next flips are never reported |
| tiled | both heads are parts of one display, side by side |
| probes | how often a display was looked for; to be read |
"""

from pathlib import Path

from kms.editing import replace

NAME = "vkmsheads"


def make(folder: Path) -> None:
    """Turns a copy of vkms's source into that of the module."""
    makefile = folder / "Makefile"
    makefile.write_text(makefile.read_text().replace("vkms-y", f"{NAME}-y").replace("vkms.o", f"{NAME}.o"))
    replace(
        folder / "vkms_drv.h",
        ("\tstruct vkms_output output;", "\tstruct vkms_output output, second;"),
    )
    replace(
        folder / "vkms_drv.c",
        ("\t.atomic_check = drm_atomic_helper_check,", "\t.atomic_check = heads_atomic_check,"),
        ("static const struct drm_mode_config_funcs vkms_mode_funcs", CHECK),
        ("\treturn vkms_output_init(vkmsdev, 0);", BOTH),
        ("drm_vblank_init(&vkms_device->drm, 1)", "drm_vblank_init(&vkms_device->drm, 2)"),
    )
    replace(
        folder / "vkms_crtc.c",
        (
            "\tstruct vkms_output *output = &vkmsdev->output;",
            "\tstruct vkms_output *output = drm_crtc_to_vkms_output(crtc);",
        ),
        ("\tstruct vkms_device *vkmsdev = drm_device_to_vkms_device(dev);\n", ""),
        ("static void vkms_crtc_atomic_flush(struct drm_crtc *crtc,", LOSE),
        ("\tif (crtc->state->event) {\n", LOSING),
        ("\tspin_unlock_irq(&vkms_output->lock);\n", "\theads_unlock(crtc);\n"),
        ("\tdrm_crtc_helper_add(crtc, &vkms_crtc_helper_funcs);", COLOURS),
    )
    replace(
        folder / "vkms_output.c",
        (
            "\tstruct vkms_output *output = &vkmsdev->output;",
            "\tstruct vkms_output *output = index ? &vkmsdev->second : &vkmsdev->output;",
        ),
        ("static int vkms_conn_get_modes(struct drm_connector *connector)\n{\n\tint count;\n\n", PROBES),
        ("\tencoder->possible_crtcs = 1;", "\tencoder->possible_crtcs = 1 << index;"),
        ("\tdrm_connector_helper_add(connector, &vkms_conn_helper_funcs);", TILE),
    )


CHECK = """static uint bandwidth;
module_param(bandwidth, uint, 0644);

static int heads_atomic_check(struct drm_device *dev, struct drm_atomic_state *state)
{
	struct drm_crtc *crtc;
	unsigned long sum = 0;
	int ret = drm_atomic_helper_check(dev, state);

	if (ret)
		return ret;
	drm_for_each_crtc(crtc, dev) {
		struct drm_crtc_state *new = drm_atomic_get_new_crtc_state(state, crtc);

		if (!new)
			new = crtc->state;
		if (new->active)
			sum += (unsigned long)new->mode.hdisplay * new->mode.vdisplay *
			       drm_mode_vrefresh(&new->mode) / 1000;
	}
	return bandwidth && sum > bandwidth ? -ENOSPC : 0;
}

static const struct drm_mode_config_funcs vkms_mode_funcs"""
BOTH = """	return vkms_output_init(vkmsdev, 0) ?: vkms_output_init(vkmsdev, 1);"""
# A commit of both heads takes both locks before it gives the first back. Were there interrupts from then on, the
# second head's vblank could come while its lock is held, and wait for it for ever.
LOSE = """static uint lose;
module_param(lose, uint, 0644);

static void heads_unlock(struct drm_crtc *crtc)
{
	struct vkms_device *device = drm_device_to_vkms_device(crtc->dev);

	spin_unlock(&drm_crtc_to_vkms_output(crtc)->lock);
	if (!spin_is_locked(&device->output.lock) && !spin_is_locked(&device->second.lock))
		local_irq_enable();
}

static void vkms_crtc_atomic_flush(struct drm_crtc *crtc,"""
LOSING = """	if (crtc->state->event && lose) {
		lose--;
		drm_event_cancel_free(crtc->dev, &crtc->state->event->base);
		crtc->state->event = NULL;
	}
	if (crtc->state->event) {
"""
COLOURS = """	drm_crtc_helper_add(crtc, &vkms_crtc_helper_funcs);
	drm_crtc_enable_color_mgmt(crtc, 0, true, 256);"""
PROBES = """static uint probes;
module_param(probes, uint, 0444);
static bool tiled;
module_param(tiled, bool, 0444);

static void heads_set_tile(struct drm_connector *connector, int index)
{
	static struct drm_tile_group *group;

	if (!group)
		group = drm_mode_create_tile_group(connector->dev, "bench");
	if (!group)
		return;
	connector->has_tile = true;
	connector->tile_group = group;
	connector->tile_is_single_monitor = true;
	connector->num_h_tile = 2;
	connector->num_v_tile = 1;
	connector->tile_h_loc = index;
	connector->tile_h_size = XRES_DEF;
	connector->tile_v_size = YRES_DEF;
	drm_connector_set_tile_property(connector);
}

static int vkms_conn_get_modes(struct drm_connector *connector)
{
	int count;

	probes++;
"""
TILE = """	drm_connector_helper_add(connector, &vkms_conn_helper_funcs);
	drm_connector_attach_hdr_output_metadata_property(connector);
	if (tiled)
		heads_set_tile(connector, index);"""
