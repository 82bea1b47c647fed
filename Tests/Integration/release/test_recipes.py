# SPDX-License-Identifier: Apache-2.0
"""The recipes of packaging/, as far as they can be checked without a network and without these systems."""

import fnmatch
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from daemon_process import ROOT

PACKAGING = ROOT / "packaging"
VERSION = (ROOT / "VERSION").read_text().strip()
LAYER = PACKAGING / "yocto/meta-flipbook"
BITBAKE = sorted([*LAYER.rglob("*.bb"), *LAYER.rglob("*.inc"), *LAYER.rglob("*.conf")])
SHELL = sorted([*LAYER.rglob("files/*"), PACKAGING / "buildroot/package/flipbook/S00flipbook"])
# bitbake/lib/bb/parse/parse_py: an assignment, a directive, the head of a function.
ASSIGNMENT = re.compile(r"""[\w:+.{}$/-]+(\[[\w.-]+\])?\s*(=|\?=|\?\?=|\+=|=\+|\.=|:=)\s*(".*"|'.*')""")
DIRECTIVE = re.compile(r"(inherit|require|include|addtask|deltask|export|EXPORT_FUNCTIONS)\s+\S.*")
FUNCTION = re.compile(r"(fakeroot\s+)?([\w:-]+)\s*\(\s*\)\s*\{")


def parse(text: str) -> tuple[dict[str, str], dict[str, str]]:
    """The variables and the shell functions of a file of BitBake's; fails at what is neither."""
    variables, functions, name, body, line = {}, {}, None, [], ""
    for number, part in enumerate(text.splitlines(), 1):
        if name:
            if part == "}":
                functions[name], name, body = "\n".join(body) + "\n", None, []
            else:
                body.append(part)
            continue
        line += part
        if line.endswith("\\"):
            line = line[:-1]
            continue
        if head := FUNCTION.fullmatch(line):
            name = head[2]
        elif match := ASSIGNMENT.fullmatch(line):
            assert match[3].count(match[3][0]) == 2, f"line {number}: {line}"
            variables[re.split(r"\s*(?:\?\?=|[?+.:]?=|=\+)", line)[0]] = match[3][1:-1]
        else:
            assert not line or line.startswith("#") or DIRECTIVE.fullmatch(line), f"line {number}: {line}"
        line = ""
    assert not name and not line, "ends within a function or a line"
    return variables, functions


def shellcheck(*words, text: str | None = None) -> None:
    run = subprocess.run(["shellcheck", *words], input=text, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout


@pytest.fixture
def unpacked(tmp_path) -> Path:
    """What a release's tarball unpacks to, with echo in the daemon's place."""
    subprocess.run([ROOT / "Scripts/install", "--no-tool", "--daemon", "/bin/echo", "--destdir",
                    tmp_path / "unpacked"], check=True, capture_output=True)
    # Debian 12 has its units elsewhere than a tarball.
    units = tmp_path / "unpacked/lib/systemd"
    if units.exists():
        shutil.copytree(units, tmp_path / "unpacked/usr/lib/systemd", symlinks=True)
    (tmp_path / "unpacked/usr/share/doc").mkdir()
    return tmp_path / "unpacked"


@pytest.mark.parametrize("file", BITBAKE, ids=lambda file: file.name)
def test_bitbake_could_read_it(file):
    _, functions = parse(file.read_text())
    for name, body in functions.items():
        body = re.sub(r"\$\{[\w-]+\}", "x", body)
        # BitBake runs functions so.
        shellcheck("--shell=sh", "-", text=f"set -e\n{body}")


@pytest.mark.parametrize("text", ['A = "b', "do_install() {\n    true\n", "A == 3", 'A = "b" "c"'])
def test_a_broken_file_is_noticed(text):
    with pytest.raises(AssertionError):
        parse(text)


@pytest.mark.parametrize("file", [file for file in BITBAKE if file.suffix == ".bb"], ids=lambda file: file.name)
def test_a_bitbake_recipe_has_the_version_and_the_licence(file):
    assert file.stem.split("_")[1] == VERSION
    variables, _ = parse(file.read_text())
    digest = subprocess.run(["md5sum", ROOT / "LICENSE"], check=True, capture_output=True, text=True).stdout[:32]
    assert variables["LIC_FILES_CHKSUM"].endswith(f"md5={digest}")


# The variables of bitbake.conf, for a distribution with a separate folder /lib; and the files that it packs by itself.
DIRECTORIES = {"sysconfdir": "/etc", "bindir": "/usr/bin", "sbindir": "/usr/sbin", "datadir": "/usr/share",
               "nonarch_libdir": "/usr/lib", "systemd_system_unitdir": "/lib/systemd/system"}
PACKED = ("/usr/bin/*", "/usr/sbin/*", "/etc", "/usr/share/man", "/usr/share/doc")


def test_yocto_installs_a_device_and_packs_all_of_it(unpacked, tmp_path):
    """An installed file in no package is an error in Yocto; the distribution sets the folder of units."""
    variables, functions = {}, {}
    for name in ("flipbook.inc", f"flipbook-bin_{VERSION}.bb"):
        one, two = parse((LAYER / "recipes-core/flipbook" / name).read_text())
        # Two assignments of a name append.
        variables |= {key: f"{variables.get(key, '')} {value}" for key, value in one.items()}
        functions |= two
    values = DIRECTORIES | {"D": str(tmp_path / "image"), "S": str(unpacked), "PN": "flipbook-bin",
                            "UNPACKDIR": str(tmp_path), "FLIPBOOK_THEME_FILE": "acme.pack"}
    for file in (LAYER / "recipes-core/flipbook/files").iterdir():
        shutil.copy(file, tmp_path)
    (tmp_path / "acme.pack").write_text("theme")

    def expand(text: str) -> str:
        return re.sub(r"\$\{([\w-]+)\}", lambda found: values[found[1]], text)

    (tmp_path / "image").mkdir()
    shell = f"flipbook_install_extras() {{\n{functions['flipbook_install_extras']}}}\n{functions['do_install']}"
    subprocess.run(["sh", "-euc", expand(shell)], check=True)
    files = [f"/{file.relative_to(tmp_path / 'image')}" for file in (tmp_path / "image").rglob("*")
             if not file.is_dir() or file.is_symlink()]
    patterns = [*PACKED, *(word for name, value in variables.items() if name.startswith("FILES:")
                           for word in expand(value).split())]
    assert [file for file in files if not any(
        fnmatch.fnmatch(file, pattern) or file.startswith(f"{pattern}/") for pattern in patterns)] == []
    assert {"/usr/sbin/flipbookd", "/etc/init.d/flipbook", "/init.d/10-flipbook",
            "/etc/flipbook/theme.pack"} <= set(files)
    # Its own package. bitbake fills it before the main package, which gets the rest of /etc.
    assert "/etc/init.d/flipbook" in expand(variables["FILES:${PN}-sysvinit"]).split()


@pytest.mark.parametrize("name", ["buildroot/package/flipbook/flipbook.mk", "alpine/APKBUILD", "arch/PKGBUILD",
                                  "nix/flipbook.nix"])
def test_a_recipe_has_the_version(name):
    found = re.findall(r'^ *(?:FLIPBOOK_VERSION|pkgver|version) *= *"?([\d.]+)', (PACKAGING / name).read_text(), re.M)
    assert found == [VERSION]


@pytest.mark.parametrize("file", SHELL, ids=lambda file: file.name)
def test_a_start_script_is_sound(file):
    shellcheck("--shell=sh", "--exclude=SC1091", file)


def test_buildroot_installs_a_device(unpacked, tmp_path):
    """With stand-ins for Buildroot's macros."""
    package = PACKAGING / "buildroot/package/flipbook"
    target = tmp_path / "target"
    makefile = tmp_path / "Makefile"
    makefile.write_text(f"""
qstrip = $(strip $(subst ",,$(1)))
INSTALL = install
TARGET_DIR = {target}
BR2_aarch64 = y
BR2_PACKAGE_FLIPBOOK_SITE = "https://localhost"
generic-package =
FLIPBOOK_PKGDIR = {package}
include {package}/flipbook.mk
$(if $(filter https://localhost/flipbookd-{VERSION}-arm64-linux-musl.tar.xz,\
$(FLIPBOOK_SITE)/$(FLIPBOOK_SOURCE)),,$(error $(FLIPBOOK_SITE)/$(FLIPBOOK_SOURCE)))
{unpacked}/installed:
\t$(FLIPBOOK_INSTALL_TARGET_CMDS)
\t$(FLIPBOOK_INSTALL_INIT_SYSTEMD)
\t$(FLIPBOOK_INSTALL_INIT_SYSV)
""")
    subprocess.run(["make", "-f", makefile], check=True, capture_output=True)
    for name in ("usr/sbin/flipbookd", "usr/bin/plymouth", "etc/flipbook/flipbook.conf", "etc/init.d/S00flipbook",
                 "usr/lib/systemd/system/sysinit.target.wants/plymouth-start.service"):
        assert (target / name).exists(), name
    # Without it the splash would cover the emergency shell.
    drop_in = (target / "usr/lib/systemd/system/emergency.service.d/flipbook.conf").read_text()
    programs = re.findall(r"^ExecStartPre=-/(\S+)", drop_in, re.M)
    assert programs and all(os.access(target / program, os.X_OK) for program in programs)


def test_alpine_installs_a_device(unpacked, tmp_path):
    recipe = PACKAGING / "alpine/APKBUILD"
    # Variables are abuild's, which reads them after the file; and it sets these.
    shellcheck("--shell=busybox" if "busybox" in subprocess.run(
        ["shellcheck", "--help"], capture_output=True, text=True).stdout else "--shell=dash",
        "--exclude=SC2034,SC2154", recipe)
    for file in (PACKAGING / "alpine").iterdir():
        shutil.copy(file, tmp_path)
    for file in (PACKAGING / "alpine").glob("initramfs-*"):
        shellcheck("--shell=dash", file)
    for file in (PACKAGING / "alpine").glob("*.initd"):
        # OpenRC's shell reads these variables, and has 'local'.
        shellcheck("--shell=dash", "--exclude=SC1008,SC1091,SC2013,SC2034,SC2035,SC2154,SC3043", file)
    unpacked.rename(tmp_path / f"flipbookd-{VERSION}-amd64-linux-musl")
    subprocess.run(["busybox", "sh", "-euc", f"srcdir={tmp_path}; pkgdir={tmp_path}/target; . {recipe}; package"],
                   check=True)
    for name in ("usr/sbin/flipbookd", "usr/sbin/@flipbookd", "usr/bin/flipbookctl", "usr/bin/plymouth",
                 "etc/init.d/flipbook", "etc/init.d/flipbook-quit", "etc/mkinitfs/features.d/flipbook.modules",
                 "usr/share/man/man8/flipbookd.8"):
        assert (tmp_path / "target" / name).exists(), name
    lines = (tmp_path / "target/etc/mkinitfs/features.d/flipbook.files").read_text().split()
    named = [line for line in lines if "/flipbook" in line or "plymouth" in line]
    # What a machine has later.
    named = [line for line in named if not line.endswith(".pack") and not line.startswith("/var/lib/")]
    missing = [line for line in named if not list((tmp_path / "target").glob(line[1:]))]
    assert missing == []


def test_arch_installs_a_splash(unpacked, tmp_path):
    """Its package function, as makepkg calls it. There /usr/sbin and /lib are links: no file may be in them."""
    recipe = PACKAGING / "arch/PKGBUILD"
    # Variables are makepkg's, which reads them after the file and sets these; it ends at the first error.
    shellcheck("--shell=bash", "--exclude=SC2034,SC2154,SC2164", recipe)
    shellcheck("--shell=bash", PACKAGING / "arch/flipbook.initcpio_install")
    shellcheck("--shell=dash", PACKAGING / "arch/flipbook.initcpio_hook")
    for file in PACKAGING.glob("arch/flipbook.*"):
        shutil.copy(file, tmp_path)
    licences = unpacked / "usr/share/doc/flipbookd"
    licences.mkdir()
    for file in (ROOT / "LICENSE", PACKAGING / "NOTICES"):
        shutil.copy(file, licences)
    unpacked.rename(tmp_path / f"flipbookd-{VERSION}-amd64-linux-musl")
    target = tmp_path / "target"
    target.mkdir()
    subprocess.run(["bash", "-euc", f"srcdir={tmp_path}; pkgdir={target}; CARCH=x86_64; . {recipe}; cd {tmp_path}; package"],
                   check=True)
    for name in ("usr/bin/flipbookd", "usr/bin/flipbookctl", "usr/bin/plymouth", "usr/lib/initcpio/install/flipbook",
                 "usr/lib/initcpio/hooks/flipbook", "usr/share/licenses/flipbook/LICENSE",
                 "usr/lib/systemd/system/sysinit.target.wants/plymouth-start.service"):
        assert (target / name).exists(), name
    assert not (target / "usr/sbin").exists() and not (target / "lib").exists()
    variables = dict(re.findall(r"^(backup|provides|conflicts)=\((.*)\)$", recipe.read_text(), re.M))
    configuration = [str(file.relative_to(target)) for file in sorted((target / "etc").rglob("*")) if file.is_file()]
    assert variables == {"backup": " ".join(configuration), "provides": "plymouth", "conflicts": "plymouth"}


@pytest.mark.parametrize("name", ["flipbook.nix", "module.nix"])
def test_nix_could_read_it(name):
    subprocess.run(["nix-instantiate", "--parse", PACKAGING / "nix" / name], check=True, capture_output=True)


@pytest.fixture
def nix_outputs(unpacked, tmp_path) -> dict[str, Path]:
    """What the derivation installs, with stand-ins for what its builder has."""
    phase = re.search(r"installPhase = ''\n(.*?)\n *'';", (PACKAGING / "nix/flipbook.nix").read_text(), re.S)[1]
    phase = re.sub(r"\$\{(\w+)\}", r"/nix/store/\1", phase)
    stand_ins = """runHook() { :; }
substituteInPlace() {
  local file=$1
  shift
  while [ "$#" -gt 0 ]; do
    [ "$1" = --replace ]
    sed -i "s|$2|$3|g" "$file"
    shift 3
  done
}
"""
    outputs = {name: tmp_path / name for name in ("out", "initrd")}
    environment = os.environ | {name: str(path) for name, path in outputs.items()}
    subprocess.run(["bash", "-euc", stand_ins + phase], check=True, cwd=unpacked, env=environment)
    return outputs


def test_nix_installs_a_program_and_its_units(nix_outputs):
    out = nix_outputs["out"]
    assert os.access(out / "bin/flipbookctl", os.X_OK) and os.access(out / "bin/plymouth", os.X_OK)
    assert (out / "share/man/man8/flipbookd.8").exists()
    assert (out / "lib/systemd/system/session-.scope.d/flipbook.conf").exists()
    drop_in = (out / "lib/systemd/system/emergency.service.d/flipbook.conf").read_text()
    reason = out / "share/flipbook/boot-failed"
    assert f"ExecStartPre=-{reason}\n" in drop_in and os.access(reason, os.X_OK)
    assert f"{out}/bin/flipbookctl --timeout 1000 message" in reason.read_text()
    for folder in nix_outputs.values():
        units = [path for path in (folder / "lib/systemd/system").rglob("*") if not path.is_dir()]
        for unit in [*units, out / "share/flipbook/handover.conf", reason]:
            assert unit.is_file() and not unit.is_symlink()
            lines = [line for line in unit.read_text().splitlines() if not line.startswith("#")]
            assert not [line for line in lines if "/usr/" in line], unit.name
    unit = (nix_outputs["initrd"] / "lib/systemd/system/plymouth-start.service").read_text()
    assert f"ExecStart=@{out}/bin/flipbookd @flipbookd" in unit and "PrivateMounts" not in unit


# The functions of nixpkgs' library that the module calls, and what it is called with.
EVALUATION = """
let
  lib = rec {
    types = { package = 0; path = 0; str = 0; nullOr = of: 0; };
    mkOption = option: option;
    mkEnableOption = option;
    option = text: text;
    literalExpression = text: text;
    mkIf = condition: value: if condition then value else { };
    optionalAttrs = mkIf;
    escape = characters: builtins.replaceStrings characters (map (one: "\\\\" + one) characters);
    nameValuePair = name: value: { inherit name value; };
    mapAttrs' = change: set:
      builtins.listToAttrs (map (name: change name set.${name}) (builtins.attrNames set));
  };
  package = { outPath = "/nix/store/flipbook"; initrd = "/nix/store/initrd"; };
  evaluated = import MODULE {
    inherit lib;
    pkgs.systemd = "/nix/store/systemd";
    config.boot = {
      plymouth.enable = false;
      initrd.systemd.enable = true;
      flipbook = { enable = true; inherit package; theme = "/theme.pack"; options = "--animation flow"; };
    };
  };
in { inherit (evaluated.config) boot systemd environment; }
"""


def test_the_module_for_nixos_names_units_that_are_installed(nix_outputs):
    done = subprocess.run(["nix-instantiate", "--eval", "--strict", "--json", "--expr",
                           EVALUATION.replace("MODULE", str(PACKAGING / "nix/module.nix"))],
                          capture_output=True, text=True)  # fmt: skip
    assert done.returncode == 0, done.stderr
    config = json.loads(done.stdout)
    initrd = config["boot"]["initrd"]["systemd"]
    for services, output in ((config["systemd"]["services"], "out"), (initrd["services"], "initrd")):
        units = {file.stem for file in (nix_outputs[output] / "lib/systemd/system").iterdir()}
        assert {name for name, service in services.items() if "wantedBy" in service} <= units
    # Each of its programs is there in the initrd.
    for unit in (nix_outputs["initrd"] / "lib/systemd/system").iterdir():
        text = unit.read_text().replace(str(nix_outputs["out"]), "/nix/store/flipbook")
        assert set(re.findall(r"^Exec\w+=[-@]*(\S+)", text, re.M)) <= set(initrd["storePaths"]), unit.name
    # So is what shows why the boot has stopped.
    commands = initrd["services"]["emergency"]["serviceConfig"]["ExecStartPre"]
    assert commands == ["", "-/nix/store/flipbook/share/flipbook/boot-failed", "-/nix/store/flipbook/bin/plymouth quit"]
    assert commands[1].removeprefix("-") in initrd["storePaths"]
    assert initrd["contents"].keys() == {"/etc/flipbook/flipbook.conf", "/etc/flipbook/theme.pack"}
    assert config["environment"]["etc"]["flipbook/flipbook.conf"]["text"] == 'FLIPBOOK_OPTIONS="--animation flow"\n'
    assert config["boot"]["kernelParams"] == ["splash"]
