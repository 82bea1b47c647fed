# SPDX-License-Identifier: Apache-2.0
# The static daemon of a release:
#
#   pkgs.callPackage ./flipbook.nix { url = "https://…/flipbookd-0.1.0-arm64-linux-musl.tar.xz"; hash = "sha256-…"; }
{ lib, stdenvNoCC, fetchurl, url, hash }:

stdenvNoCC.mkDerivation rec {
  pname = "flipbook";
  version = "0.1.0";
  src = fetchurl { inherit url hash; };

  dontConfigure = true;
  dontBuild = true;
  # It is stripped, and needs no library, so that no path has to be patched.
  dontFixup = true;

  installPhase = ''
    runHook preInstall
    install -D -m 0755 usr/sbin/flipbookd $out/bin/flipbookd
    ln -s flipbookd $out/bin/flipbookctl
    mkdir -p $out/share $out/lib/systemd/system
    cp -R usr/share/man usr/share/doc $out/share/
    install -m 0644 usr/lib/systemd/system/flipbook-show.service $out/lib/systemd/system/
    substituteInPlace $out/lib/systemd/system/flipbook-show.service --replace /usr/sbin/flipbookd $out/bin/flipbookd
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
