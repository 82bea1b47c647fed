# SPDX-License-Identifier: Apache-2.0
"""The splash's files in an initramfs of update-initramfs and dracut, and its scripts."""

import subprocess
from pathlib import Path

import pytest
from packages.machine import Machine

pytestmark = pytest.mark.root

VERSION = "6.1.0-test"
SCRIPTS = "/usr/share/initramfs-tools/scripts"
DRACUT_START = "/usr/lib/dracut/modules.d/50flipbook/flipbook-start.sh"
# The size limit of daemon, client and scripts together, in an archive of their own.
RAW_LIMIT = 916_608
GZIP_LIMIT = 514_688

# Every kernel that mkinitramfs or dracut asks about: one without modules.
KERNEL = f"""
    mkdir -p /lib/modules/{VERSION}
    for name in builtin order builtin.modinfo; do : >/lib/modules/{VERSION}/modules.$name; done
    depmod {VERSION}
    printf 'CONFIG_RD_GZIP=y\\nCONFIG_RD_ZSTD=y\\n' >/boot/config-{VERSION}
"""


@pytest.fixture(scope="module")
def image(tmp_path_factory, bookworm, light) -> Machine:
    """A machine without Plymouth, with /tmp/without and /tmp/with: an initramfs's files."""
    with Machine(tmp_path_factory.mktemp("image") / "machine", bookworm) as machine:
        machine.shell("dpkg --force-depends --purge plymouth >/dev/null 2>&1")
        machine.shell(KERNEL)
        keep = f"""
            TMPDIR=/tmp mkinitramfs -k -o /tmp/image {VERSION} >/tmp/log 2>&1 || {{ cat /tmp/log; exit 1; }}
            mv /tmp/mkinitramfs_* /tmp/NAME && rm -rf /tmp/mkinitramfs* /tmp/image"""
        machine.shell(keep.replace("NAME", "without"))
        run = machine.install(light["flipbookd"], light["flipbook-plymouth"])
        assert run.returncode == 0, run.stdout
        machine.shell(keep.replace("NAME", "with"))
        yield machine


def added(image: Machine) -> list[str]:
    """The names of the splash's files in an initramfs."""
    script = "cd /tmp/{} && find . | LC_ALL=C sort"
    before = set(image.shell(script.format("without")).split())
    return [name for name in image.shell(script.format("with")).split() if name not in before]


def test_what_is_needed_is_in_the_initramfs(image):
    names = added(image)
    for name in ("./usr/sbin/flipbookd", "./usr/sbin/@flipbookd", "./usr/bin/flipbookctl",
                 "./usr/bin/plymouth", "./etc/flipbook/flipbook.conf",
                 "./scripts/init-premount/flipbook", "./scripts/init-bottom/flipbook",
                 "./scripts/panic/flipbook"):
        assert name in names
    assert not [name for name in names if "initramfs.conf" in name]
    assert "flipbookd" in image.shell("chroot /tmp/with /usr/sbin/flipbookd --version")
    order = image.shell("cat /tmp/with/scripts/*/ORDER")
    assert order.count("/flipbook \"$@\"") == 3


def test_it_is_small(image):
    names = "\n".join(added(image))
    image.shell(f"cat >/tmp/names <<'END'\n{names}\nEND\n"
                "cd /tmp/with && cpio -o -H newc --quiet </tmp/names >/tmp/added.cpio")
    raw = int(image.shell("stat --format=%s /tmp/added.cpio"))
    packed = int(image.shell("gzip -9 </tmp/added.cpio | wc -c"))
    print(f"initramfs: {raw} bytes raw, {packed} with gzip -9")
    assert raw <= RAW_LIMIT, f"{raw - RAW_LIMIT} bytes over the limit of {RAW_LIMIT}"
    assert packed <= GZIP_LIMIT, f"{packed - GZIP_LIMIT} bytes over the limit of {GZIP_LIMIT}"


def test_scripts_are_there_without_their_comments(image):
    for script in ("init-premount", "init-bottom", "panic"):
        first, *others = image.shell(f"cat {SCRIPTS}/{script}/flipbook").splitlines()
        copied = image.shell(f"cat /tmp/with/scripts/{script}/flipbook").splitlines()
        assert copied == [first, *(line for line in others if line and not line.lstrip().startswith("#"))]
        for shell in ("dash", "busybox sh", "/usr/lib/klibc/bin/sh"):
            image.shell(f"{shell} -n /tmp/with/scripts/{script}/flipbook")


@pytest.mark.parametrize("setting, modules, expected", [
    ("", "most", "copy_modules_dir"), ("", "dep", "sys_walk"), ("", "list", ""),
    ("FLIPBOOK_DRM=auto", "most", "copy_modules_dir"), ("FLIPBOOK_DRM=no", "most", ""),
    ("FLIPBOOK_DRM=most", "list", "copy_modules_dir"), ("FLIPBOOK_DRM=dep", "most", "sys_walk"),
    ('FLIPBOOK_DRM="no"  # none', "most", ""), ("  FLIPBOOK_DRM=no", "most", ""),
    ("FLIPBOOK_DRM=everything", "list", "W: flipbook: /tmp/stub/initramfs.conf:1: FLIPBOOK_DRM='everything': "),
    ("FLIPBOOK_DRM = most", "list", "W: flipbook: /tmp/stub/initramfs.conf:1: expected FLIPBOOK_DRM="),
    ('FLIPBOOK_DRM="most', "list", "W: flipbook: /tmp/stub/initramfs.conf:1: FLIPBOOK_DRM="),
    ("$(touch /tmp/run); exit 3", "list", "W: flipbook: /tmp/stub/initramfs.conf:1: expected FLIPBOOK_DRM="),
])
def test_drivers_are_those_that_are_configured(image, setting, modules, expected):
    printed = image.shell(f"""
        mkdir -p /tmp/stub /tmp/destination/usr/bin /tmp/destination/usr/sbin
        cat >/tmp/stub/hook-functions <<'END'
copy_exec() {{ :; }}
copy_modules_dir() {{ echo "copy_modules_dir $*"; }}
sys_walk_mod_add() {{ echo "sys_walk $1"; }}
manual_add_modules() {{ :; }}
END
        sed 's|/usr/share/initramfs-tools/hook-functions|/tmp/stub/hook-functions|
             s|/etc/flipbook/initramfs.conf|/tmp/stub/initramfs.conf|
             s|/sys/class/drm|/tmp/stub/drm|; s|/sys/class/input|/tmp/stub/input|' /usr/share/initramfs-tools/hooks/flipbook >/tmp/stub/hook
        mkdir -p /tmp/stub/drm/card0/device /tmp/stub/drm/card0-HDMI-A-1
        echo '{setting}' >/tmp/stub/initramfs.conf
        DESTDIR=/tmp/destination MODULES={modules} sh /tmp/stub/hook 2>&1""")
    assert printed.startswith(expected) and (expected or printed == ""), printed
    assert printed.count("\n") == (1 if expected else 0)
    assert image.run("test", "-e", "/tmp/run").returncode != 0
    if expected == "copy_modules_dir":
        assert printed.startswith("copy_modules_dir kernel/drivers/gpu/drm ")


KEYMAP = "/etc/flipbook/keymap.pack"
# A program of this name that writes its arguments, or fails.
KEYMAPS = """
    cat >/usr/bin/flipbook-theme <<'END'
#!/bin/sh
[ ! -e /tmp/fails ] || { echo "no such layout" >&2; exit 1; }
printf '%s %s' "$1" "$2" >"$4"
END
    chmod +x /usr/bin/flipbook-theme
"""


def hook(image: Machine) -> str:
    return image.shell("""
        rm -rf /tmp/destination
        mkdir -p /tmp/stub /tmp/destination/usr/bin /tmp/destination/usr/sbin
        for name in copy_exec manual_add_modules; do echo "$name() { :; }"; done >/tmp/stub/hook-functions
        sed 's|/usr/share/initramfs-tools/hook-functions|/tmp/stub/hook-functions|
             s|/sys/class/input|/tmp/stub/input|' \
          /usr/share/initramfs-tools/hooks/flipbook >/tmp/stub/hook
        DESTDIR=/tmp/destination MODULES=list sh /tmp/stub/hook 2>&1""")


def test_the_layouts_are_the_machines_own(image):
    copied = f"cat /tmp/destination{KEYMAP} 2>&1 || :"
    try:
        assert hook(image) == "" and "No such file" in image.shell(copied)
        image.shell(KEYMAPS)
        assert hook(image) == "" and image.shell(copied) == "keymap compile"
        image.shell(": >/tmp/fails")
        assert hook(image) == ("no such layout\nW: flipbook: no keymap in the initramfs; "
                               "passwords are typed as on a US keyboard\n")
        image.shell(f"echo own >{KEYMAP}")
        assert hook(image) == "" and image.shell(copied) == "own\n"
    finally:
        image.shell(f"rm -f /usr/bin/flipbook-theme /tmp/fails {KEYMAP}")


def test_the_language_comes_with_a_theme(image):
    theme, copied = "/etc/flipbook/theme.pack", "cat /tmp/destination/etc/default/locale 2>&1 || :"
    image.shell("echo LANG=de_DE.UTF-8 >/etc/default/locale")
    try:
        assert hook(image) == "" and "No such file" in image.shell(copied)
        image.shell(f": >{theme}")
        assert hook(image) == "" and image.shell(copied) == "LANG=de_DE.UTF-8\n"
    finally:
        image.shell(f"rm -f {theme}")


MEMORY = "/var/lib/flipbook/boot-times"


def test_the_times_of_earlier_boots_are_copied(image):
    copied = f"cat /tmp/destination{MEMORY} 2>&1 || :"
    assert hook(image) == "" and "No such file" in image.shell(copied)
    image.shell(f"mkdir -p {Path(MEMORY).parent}; echo times >{MEMORY}")
    try:
        assert hook(image) == "" and image.shell(copied) == "times\n"
        assert f".{MEMORY}" in dracut(image, "base flipbook")
    finally:
        image.shell(f"rm -rf {Path(MEMORY).parent}")


def test_without_the_daemon_the_initramfs_is_made_all_the_same(image):
    printed = image.shell("""
        mv /usr/sbin/flipbookd /usr/sbin/flipbookd.away
        DESTDIR=/tmp/destination MODULES=list sh /usr/share/initramfs-tools/hooks/flipbook 2>&1 || echo failed
        mv /usr/sbin/flipbookd.away /usr/sbin/flipbookd""")
    assert printed == "W: flipbook: /usr/sbin/flipbookd is missing; no splash in the initramfs\n"


@pytest.mark.parametrize("name", ["hooks/flipbook", "scripts/init-premount/flipbook",
                                  "scripts/init-bottom/flipbook", "scripts/panic/flipbook"])
def test_scripts_are_those_of_every_shell(image, name):
    path = f"/usr/share/initramfs-tools/{name}"
    assert image.shell(f"sh {path} prereqs").strip() in ("", "udev")
    for shell in ("dash", "busybox sh", "/usr/lib/klibc/bin/sh"):
        image.shell(f"{shell} -n {path}")
    run = subprocess.run(["shellcheck", "--shell=sh", "--severity=warning", "-"],
                         input=image.shell(f"cat {path}"), capture_output=True, text=True)
    assert run.returncode == 0, run.stdout


class Script:
    """A script of the initramfs, below a folder that stands for it."""

    def __init__(self, image: Machine) -> None:
        self._image = image
        image.shell("""
            rm -rf /tmp/boot /run/plymouth /run/systemd/system
            mkdir -p /tmp/boot/bin /tmp/boot/drm
            printf '#!/bin/sh\\necho "$0 $*" >>/tmp/boot/started\\nexit "${STATUS:-0}"\\n' >/tmp/boot/bin/@flipbookd
            for name in plymouth flipbookctl; do cp /tmp/boot/bin/@flipbookd /tmp/boot/bin/$name; done
            ln -s /bin/true /tmp/boot/bin/sleep
            chmod +x /tmp/boot/bin/*
            : >/tmp/boot/flipbook.conf""")

    def run(self, name: str, command_line: str = "quiet splash", *, card: bool = True,
            configuration: str = "", shell: str = "sh", script: str = "") -> str:
        """Runs a script; returns the commands that it has started, one per line."""
        self._image.shell(f"""
            cat >/tmp/boot/flipbook.conf <<'END'
{configuration}
END
            echo '{command_line}' >/tmp/boot/cmdline
            rm -rf /tmp/boot/drm/card0 /tmp/boot/started
            {'mkdir /tmp/boot/drm/card0' if card else ':'}
            moved='s|/proc/cmdline|/tmp/boot/cmdline|; s|/sys/class/drm|/tmp/boot/drm|
                s|/etc/flipbook/|/tmp/boot/|; s|/usr/share/flipbook/|/tmp/boot/|g
                s|/usr/bin/plymouth|/tmp/boot/bin/plymouth|; s|/usr/bin/flipbookctl|/tmp/boot/bin/flipbookctl|g
                s|/usr/sbin/flipbookd|/tmp/boot/bin/@flipbookd|
                s|/dev/fb|/tmp/boot/fb|; s|/dev/kmsg|/tmp/boot/log|'
            sed "$moved" {name if name.startswith('/') else f'{SCRIPTS}/{name}'} >/tmp/boot/script
            sed "$moved" /usr/share/flipbook/boot-failed >/tmp/boot/boot-failed
            chmod +x /tmp/boot/boot-failed
            {script}
            PATH=/tmp/boot/bin:$PATH {shell} /tmp/boot/script
            sleep 0.2""")
        return self._image.shell("cat /tmp/boot/started 2>/dev/null || true")


@pytest.fixture
def script(image) -> Script:
    return Script(image)


STARTED = "/tmp/boot/bin/@flipbookd --no-stdin --mode boot-up --pid-file=/run/plymouth/pid"


@pytest.mark.parametrize("shell", ["dash", "busybox sh", "/usr/lib/klibc/bin/sh"])
def test_the_splash_is_started(script, image, shell):
    started = script.run("init-premount/flipbook", shell=shell,
                         configuration='# a comment\nFLIPBOOK_OPTIONS="--animation ring --rings 2"')
    assert started == STARTED + " --animation ring --rings 2\n"
    assert image.shell("stat --format=%a /run/plymouth") == "755\n"


@pytest.mark.parametrize("command_line, starts", [
    ("splash", True), ("quiet splash=silent ro", True), ("root=/dev/vda splash console=ttyS0", True),
    ("", False), ("quiet", False), ("nosplash", False), ("splash nosplash", False),
    ("nosplash splash", False), ("splash plymouth.enable=0", False), ("splashy", False),
    ("x=splash", False), ("* splash", True),
])
def test_the_kernel_words_decide(script, command_line, starts):
    assert (script.run("init-premount/flipbook", command_line) != "") == starts


def test_without_a_display_nothing_is_started(script):
    assert script.run("init-premount/flipbook", card=False) == ""
    assert script.run("init-premount/flipbook", card=False, script=": >/tmp/boot/fb0") != ""


# The variables of dracut's shell, for a kernel's command line that asks for a splash.
FUNCTIONS = """
    printf '#!/bin/sh\\n[ "$1" = 1 ] || [ "$2" = splash ]\\n' >/tmp/boot/bin/getargbool
    ln -sf /bin/true /tmp/boot/bin/udevadm
    chmod +x /tmp/boot/bin/*
"""


@pytest.mark.parametrize("name, prepare", [("init-premount/flipbook", ""), (DRACUT_START, FUNCTIONS)],
                         ids=["initramfs-tools", "dracut"])
@pytest.mark.parametrize("configuration, options", [
    ("FLIPBOOK_OPTIONS=--animation=flow", " --animation=flow"),
    ("FLIPBOOK_OPTIONS='--animation flow'", " --animation flow"),
    ('FLIPBOOK_OPTIONS="', ' "'),
    ('FLIPBOOK_OPTIONS="$(touch /tmp/boot/evil) *"', " $(touch /tmp/boot/evil) *"),
    ("if (((", ""), ("", ""), ("touch /tmp/boot/evil\nFLIPBOOK_OPTIONS=--scale=2", " --scale=2"),
])
def test_what_is_configured_is_passed_and_never_run(script, image, name, prepare, configuration, options):
    started = script.run(name, configuration=configuration, script=prepare)
    assert started == f"{STARTED}{options}\n"
    image.shell("test ! -e /tmp/boot/evil")


@pytest.mark.parametrize("harm", [
    "rm /tmp/boot/bin/@flipbookd", "echo broken >/tmp/boot/bin/@flipbookd",
    "rm -f /tmp/boot/flipbook.conf", "touch /run/plymouth", "mkdir -p /run/plymouth",
    "rm /tmp/boot/cmdline", "export STATUS=7",
])
def test_whatever_fails_the_boot_goes_on(script, image, harm):
    # `run` asserts that the script ends with 0.
    script.run("init-premount/flipbook", script=harm)
    image.shell("rm -rf /run/plymouth")


@pytest.mark.parametrize("name, expected", [
    ("init-bottom/flipbook", "plymouth --newroot=/target\n"),
    ("panic/flipbook", "flipbookctl --timeout 1000 message The boot has stopped\nflipbookctl --timeout 1000 fail\n"
                       "plymouth quit\n@flipbookd --restore-console\n"),
])
def test_later_scripts_speak_to_a_splash_only(script, name, expected):
    assert script.run(name) == ""
    prepare = "mkdir -p /run/plymouth; echo 1 >/run/plymouth/pid; export rootmnt=/target"
    assert script.run(name, script=prepare).replace("/tmp/boot/bin/", "") == expected
    # Its result does not matter.
    script.run(name, script=prepare + "; export STATUS=1")


def test_a_daemon_that_will_find_the_splash_is_started_without_costly_limits(script, image):
    """Each line reverts one of plymouth-start.service, in the real root; lines without a cost stay."""
    prepare = "mkdir -p /run/plymouth; echo 1 >/run/plymouth/pid"
    dropin = "/run/systemd/system/plymouth-start.service.d/50-initramfs.conf"
    # Without a reply there may be no splash: a splash that starts later has all limits.
    script.run("init-bottom/flipbook", script=prepare + "; export STATUS=1")
    image.shell(f"test ! -e {dropin}")
    script.run("init-bottom/flipbook", script=prepare)
    lines = image.shell(f"cat {dropin}").splitlines()
    unit = image.shell("cat /lib/systemd/system/plymouth-start.service").splitlines()
    names = {line.split("=")[0] for line in unit if "=" in line and not line.startswith("#")}
    assert lines[0] == "[Service]"
    assert {line.split("=")[0] for line in lines[1:]} < names
    assert {line.split("=")[1] for line in lines[1:]} == {"", "no", "auto", "default"}
    for kept in ("CapabilityBoundingSet", "NoNewPrivileges", "ExecStart", "UMask"):
        assert not [line for line in lines if line.startswith(kept)]
    run = image.run("systemd-analyze", "verify", "--man=no", "/lib/systemd/system/plymouth-start.service")
    assert "50-initramfs" not in run.stdout, run.stdout


def test_the_real_daemon_comes_and_goes_with_the_scripts(script, image):
    image.shell("rm /tmp/boot/bin/*; ln -s /usr/sbin/flipbookd /tmp/boot/bin/@flipbookd; "
                "ln -s /usr/bin/plymouth /tmp/boot/bin/plymouth")
    image.shell("mkdir -p /tmp/new")
    script.run("init-premount/flipbook",
               configuration='FLIPBOOK_OPTIONS="--output memory:64x64 --plymouth on"')
    process = image.shell("cat /run/plymouth/pid").strip()
    words = image.shell(f"tr '\\0' ' ' </proc/{process}/cmdline")
    assert words.startswith("@flipbookd --no-stdin --mode boot-up ")
    image.shell("plymouth --ping")
    script.run("init-bottom/flipbook", script="export rootmnt=/tmp/new")
    assert image.shell(f"readlink /proc/{process}/root").strip().endswith("/tmp/new")
    image.shell("plymouth --ping && plymouth quit")
    image.shell(f"for i in 1 2 3 4 5 6 7 8 9; do [ -e /proc/{process}/exe ] || exit 0; sleep 0.1; done; exit 1")


def dracut(image: Machine, modules: str, setting: str = "FLIPBOOK_DRM=auto") -> list[str]:
    """The files of an initramfs that dracut makes with some modules."""
    return image.shell(f"""
        rm -rf /tmp/dracut && mkdir /tmp/dracut
        echo '{setting}' >/etc/flipbook/initramfs.conf
        dracut --no-hostonly --no-kernel --force --keep --tmpdir /tmp/dracut --no-compress -m "{modules}" \
          /tmp/dracut/image {VERSION} >/tmp/dracut/log 2>&1 || {{ cat /tmp/dracut/log; exit 1; }}
        cd /tmp/dracut/dracut.*/initramfs && find . ! -type d""").split()


def test_dracut_without_systemd(image):
    names = dracut(image, "base flipbook")
    for name in ("./usr/sbin/flipbookd", "./usr/sbin/@flipbookd", "./usr/bin/flipbookctl",
                 "./usr/bin/plymouth", "./etc/flipbook/flipbook.conf",
                 "./usr/lib/dracut/hooks/pre-trigger/10-flipbook-start.sh",
                 "./usr/lib/dracut/hooks/pre-pivot/90-flipbook-newroot.sh",
                 "./usr/lib/dracut/hooks/emergency/50-flipbook-emergency.sh"):
        assert name in names
    assert not [name for name in names if "plymouth-start" in name]
    assert "drm" in image.shell("cat /tmp/dracut/dracut.*/initramfs/usr/lib/dracut/modules.txt").split()


def test_dracut_with_systemd(image):
    names = dracut(image, "base systemd systemd-initrd flipbook")
    units = "./usr/lib/systemd/system/"
    for name in ("plymouth-start.service", "plymouth-switch-root.service", "plymouth-quit.service",
                 "systemd-ask-password-plymouth.path", "systemd-ask-password-plymouth.service",
                 "sysinit.target.wants/plymouth-start.service",
                 "initrd-switch-root.target.wants/plymouth-switch-root.service",
                 "emergency.service.d/50-flipbook.conf"):
        assert units + name in names
    assert "./usr/bin/systemd-tty-ask-password-agent" in names
    assert not [name for name in names if "flipbook-start.sh" in name]
    # A mount namespace of its own would keep the daemon in the initramfs.
    unit = image.shell(f"cat /tmp/dracut/dracut.*/initramfs/{units}plymouth-start.service")
    for setting in ("Protect", "Private", "ReadWritePaths", "ReadOnlyPaths", "RootDirectory"):
        assert f"\n{setting}" not in unit
    run = image.run("sh", "-c", "cd /tmp/dracut/dracut.*/initramfs && systemd-analyze verify --man=no "
                    "--root=$PWD plymouth-start.service plymouth-switch-root.service 2>&1 | "
                    "grep -E 'plymouth|flipbook'")
    assert run.stdout == ""


def test_dracut_takes_no_drivers_where_none_are_wanted(image):
    dracut(image, "base flipbook", "FLIPBOOK_DRM=no")
    modules = image.shell("cat /tmp/dracut/dracut.*/initramfs/usr/lib/dracut/modules.txt").split()
    assert "flipbook" in modules and "drm" not in modules


def test_the_layouts_of_dracut_are_the_machines_own(image):
    copied = f"cat /tmp/dracut/dracut.*/initramfs{KEYMAP}"
    try:
        assert f".{KEYMAP}" not in dracut(image, "base flipbook", "FLIPBOOK_DRM=no")
        image.shell(KEYMAPS)
        dracut(image, "base flipbook", "FLIPBOOK_DRM=no")
        assert image.shell(copied) == "keymap compile"
        image.shell(f"echo own >{KEYMAP}")
        dracut(image, "base flipbook", "FLIPBOOK_DRM=no")
        assert image.shell(copied) == "own\n"
    finally:
        image.shell(f"rm -f /usr/bin/flipbook-theme {KEYMAP}")
