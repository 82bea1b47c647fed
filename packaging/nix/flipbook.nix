# SPDX-License-Identifier: Apache-2.0
# The static daemon of a release:
#
#   pkgs.callPackage ./flipbook.nix { url = "https://…/flipbookd-0.1.0-arm64-linux-musl.tar.xz"; hash = "sha256-…"; }
#
# The output 'initrd' has the units of an initrd with systemd. module.nix uses both.
{ lib, stdenvNoCC, fetchurl, coreutils, systemd, url, hash }:

stdenvNoCC.mkDerivation rec {
  pname = "flipbook";
  version = "0.1.0";
  src = fetchurl { inherit url hash; };
  outputs = [ "out" "initrd" ];

  dontConfigure = true;
  dontBuild = true;
  # It is stripped, and needs no library, so that no path has to be patched.
  dontFixup = true;

  installPhase = ''
    runHook preInstall
    install -D -m 0755 usr/sbin/flipbookd $out/bin/flipbookd
    ln -s flipbookd $out/bin/flipbookctl
    ln -s flipbookctl $out/bin/plymouth
    mkdir -p $out/share $out/lib/systemd/system $initrd/lib/systemd/system
    cp -R usr/share/man usr/share/doc $out/share/
    if [ -d usr/share/flipbook/themes ]; then
      mkdir -p $out/share/flipbook
      cp -R usr/share/flipbook/themes $out/share/flipbook/
    fi
    for unit in usr/lib/systemd/system/*.*; do
      if [ -f $unit ] && [ ! -L $unit ]; then install -m 0644 $unit $out/lib/systemd/system/; fi
    done
    for folder in emergency.service.d session-.scope.d user@.service.d; do
      install -D -m 0644 usr/lib/systemd/system/$folder/flipbook.conf $out/lib/systemd/system/$folder/flipbook.conf
    done
    install -D -m 0644 usr/share/flipbook/handover.conf $out/share/flipbook/handover.conf
    install -D -m 0755 usr/share/flipbook/boot-failed $out/share/flipbook/boot-failed
    for unit in plymouth-switch-root.service plymouth-quit.service systemd-ask-password-plymouth.path \
      systemd-ask-password-plymouth.service; do
      install -m 0644 usr/lib/systemd/system/$unit $initrd/lib/systemd/system/
    done
    install -m 0644 usr/lib/dracut/modules.d/50flipbook/plymouth-start.service $initrd/lib/systemd/system/
    for file in $(find $out/lib/systemd $initrd/lib/systemd -type f) $out/share/flipbook/handover.conf \
      $out/share/flipbook/boot-failed; do
      substituteInPlace $file \
        --replace /usr/sbin/flipbookd $out/bin/flipbookd \
        --replace /usr/bin/flipbookctl $out/bin/flipbookctl \
        --replace /usr/bin/plymouth $out/bin/plymouth \
        --replace /usr/share/flipbook/boot-failed $out/share/flipbook/boot-failed \
        --replace /usr/bin/timeout ${coreutils}/bin/timeout \
        --replace /usr/bin/systemctl ${systemd}/bin/systemctl \
        --replace /usr/bin/systemd-tty-ask-password-agent ${systemd}/bin/systemd-tty-ask-password-agent
    done
    runHook postInstall
  '';

  meta = {
    description = "Progress on a display, without a display server";
    homepage = "https://flipbook.example";
    license = with lib.licenses; [ asl20 mit ];
    platforms = [ "x86_64-linux" "aarch64-linux" "armv7l-linux" "riscv64-linux" ];
    mainProgram = "flipbookd";
    sourceProvenance = [ lib.sourceTypes.binaryNativeCode ];
  };
}
