// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-only
/*
 * The framebuffer that a firmware would leave behind: sets a mode on QEMU's standard adapter by
 * its Bochs registers, and announces the memory as a platform device with which simpledrm works.
 *
 *   modprobe firmwarefb width=1024 height=768 bpp=32 format=x8r8g8b8
 */
#include <linux/io.h>
#include <linux/module.h>
#include <linux/pci.h>
#include <linux/platform_data/simplefb.h>
#include <linux/platform_device.h>

static int width = 1024, height = 768, bpp = 32;
static char *format = "x8r8g8b8";
module_param(width, int, 0444);
module_param(height, int, 0444);
module_param(bpp, int, 0444);
module_param(format, charp, 0444);

static struct platform_device *framebuffer;

/* QEMU: docs/specs/standard-vga.txt. */
enum { DISPI_WIDTH = 1, DISPI_HEIGHT, DISPI_BPP, DISPI_ENABLE, DISPI_VIRTUAL_WIDTH = 6,
       DISPI_X_OFFSET = 8, DISPI_Y_OFFSET };

static void set_register(u16 index, u16 value)
{
	outw(index, 0x1ce);
	outw(value, 0x1cf);
}

static void set_mode(void)
{
	set_register(DISPI_ENABLE, 0);
	set_register(DISPI_WIDTH, width);
	set_register(DISPI_HEIGHT, height);
	set_register(DISPI_BPP, bpp);
	set_register(DISPI_VIRTUAL_WIDTH, width);
	set_register(DISPI_X_OFFSET, 0);
	set_register(DISPI_Y_OFFSET, 0);
	set_register(DISPI_ENABLE, 0x41); /* on, with its linear framebuffer */
	inb(0x3da);
	outb(0x20, 0x3c0); /* VGA's attribute controller: the display is not blank */
}

static int __init firmwarefb_init(void)
{
	struct pci_dev *adapter = pci_get_device(0x1234, 0x1111, NULL);
	struct simplefb_platform_data data = {
		.width = width, .height = height, .stride = width * (bpp / 8), .format = format,
	};
	struct resource memory = { .name = "BOOTFB", .flags = IORESOURCE_MEM };
	struct platform_device_info info = {
		.name = "bench-framebuffer", .res = &memory, .num_res = 1,
		.data = &data, .size_data = sizeof(data),
	};

	if (!adapter)
		return -ENODEV;
	if (pci_enable_device(adapter))
		pr_warn("firmwarefb: the adapter cannot be enabled\n");
	set_mode();
	memory.start = pci_resource_start(adapter, 0);
	memory.end = memory.start + (resource_size_t)data.stride * height - 1;
	pci_dev_put(adapter);
	framebuffer = platform_device_register_full(&info);
	return PTR_ERR_OR_ZERO(framebuffer);
}

static void __exit firmwarefb_exit(void)
{
	platform_device_unregister(framebuffer);
}

module_init(firmwarefb_init);
module_exit(firmwarefb_exit);
MODULE_DESCRIPTION("A firmware's framebuffer, for tests of simpledrm");
MODULE_LICENSE("GPL");
