# SPDX-License-Identifier: Apache-2.0
# The boot splash for NixOS, in the place of boot.plymouth: from the initrd on where that has systemd.
{ config, lib, pkgs, ... }:

let
  cfg = config.boot.flipbook;
  wanted = targets: { wantedBy = targets; };
  files = {
    "flipbook/flipbook.conf".text = "FLIPBOOK_OPTIONS=\"${lib.escape [ "\\" "\"" "$" "`" ] cfg.options}\"\n";
  } // lib.optionalAttrs (cfg.theme != null) {
    "flipbook/theme.pack".source = cfg.theme;
  };
in
{
  options.boot.flipbook = {
    enable = lib.mkEnableOption "Flipbook's boot splash";

    package = lib.mkOption {
      type = lib.types.package;
      example = lib.literalExpression ''pkgs.callPackage ./flipbook.nix { url = "…"; hash = "sha256-…"; }'';
      description = "The package of flipbook.nix, with the address of a release and its hash.";
    };

    theme = lib.mkOption {
      type = lib.types.nullOr lib.types.path;
      default = null;
      description = "A theme pack; null for the built-in look.";
    };

    options = lib.mkOption {
      type = lib.types.str;
      default = "--animation ring";
      description = "Options of the daemon: see flipbookd(8).";
    };
  };

  config = lib.mkIf cfg.enable {
    assertions = [{
      assertion = !config.boot.plymouth.enable;
      message = "boot.flipbook and boot.plymouth both show the boot: disable one of them.";
    }];

    boot.kernelParams = [ "splash" ];
    environment.systemPackages = [ cfg.package ];
    environment.etc = files;

    systemd.packages = [ cfg.package ];
    systemd.services = {
      plymouth-start = wanted [ "sysinit.target" "system-update.target" ];
      plymouth-read-write = wanted [ "sysinit.target" ];
      plymouth-quit = wanted [ "multi-user.target" ];
      plymouth-quit-wait = wanted [ "multi-user.target" ];
      plymouth-poweroff = wanted [ "poweroff.target" ];
      plymouth-reboot = wanted [ "reboot.target" ];
      plymouth-halt = wanted [ "halt.target" ];
      plymouth-kexec = wanted [ "kexec.target" ];
      flipbook-shutdown = wanted [ "sysinit.target" ];
    };
    systemd.paths.flipbook-remember-boot = wanted [ "multi-user.target" ];

    boot.initrd.systemd = lib.mkIf config.boot.initrd.systemd.enable {
      packages = [ cfg.package.initrd ];
      contents = lib.mapAttrs' (name: file: lib.nameValuePair "/etc/${name}" file) files;
      storePaths = [
        "${cfg.package}/bin/flipbookd"
        "${cfg.package}/bin/flipbookctl"
        "${cfg.package}/bin/plymouth"
        "${cfg.package}/share/flipbook/boot-failed"
        "${pkgs.systemd}/bin/systemctl"
        "${pkgs.systemd}/bin/systemd-tty-ask-password-agent"
      ];
      # For the emergency shell.
      extraBin.plymouth = "${cfg.package}/bin/plymouth";
      services = {
        plymouth-start = wanted [ "sysinit.target" "initrd-switch-root.target" ];
        plymouth-switch-root = wanted [ "initrd-switch-root.target" ];
        # The reason first. The empty command takes systemd's own away, which ends the splash at once; the last one ends it
        # in an initrd without a shell for the script.
        emergency.serviceConfig.ExecStartPre = [
          ""
          "-${cfg.package}/share/flipbook/boot-failed"
          "-${cfg.package}/bin/plymouth quit"
        ];
        rescue.serviceConfig.ExecStartPre = [ "-${cfg.package}/bin/plymouth quit" ];
      };
    };
  };
}
