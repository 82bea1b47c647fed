#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Adds the splash to an initramfs of dracut: the daemon, its client by the name of Plymouth's,
# the configuration, and the files that start it, with and without systemd.

# called by dracut
check() {
  [[ "${mount_needs:-}" ]] && return 1
  require_binaries flipbookd || return 1
  return 0
}

# Whether to add drivers of displays; see /etc/flipbook/initramfs.conf. dracut's own 'hostonly'
# selects the drivers.
wants_drivers() {
  # shellcheck disable=SC1091
  . "${dracutsysrootdir:-}/usr/share/flipbook/initramfs-settings"
  [[ $(flipbook_drivers "${dracutsysrootdir:-}/etc/flipbook/initramfs.conf") != no ]]
}

# called by dracut
depends() {
  wants_drivers && echo drm
  return 0
}

# called by dracut
# Touch screens for the on-screen keyboard; dracut's own 'hostonly' selects those of this machine.
installkernel() {
  instmods evdev hid_multitouch i2c_hid_acpi i2c_hid_of '=drivers/input/touchscreen'
}

# called by dracut
install() {
  local unit
  inst_multiple flipbookd
  # One file: by the names of its client it is the client. These links replace those of another module's
  # Plymouth.
  mkdir -p "$initdir/usr/bin"
  ln -sfn ../sbin/flipbookd "$initdir/usr/bin/flipbookctl"
  ln -sfn ../sbin/flipbookd "$initdir/usr/bin/plymouth"
  # A process with a name that begins with @ survives the change to the real root; this link has such a name.
  ln -sfn flipbookd "$initdir/usr/sbin/@flipbookd"
  # For mandos, which ends the splash after an unlock by network and starts it again.
  inst_simple /usr/sbin/plymouthd
  inst_script /usr/share/flipbook/boot-failed /usr/share/flipbook/boot-failed
  inst_simple /etc/flipbook/flipbook.conf
  install_theme
  install_keymap
  # The times of earlier boots, for the percentage of the next.
  [[ ! -r "${dracutsysrootdir:-}/var/lib/flipbook/boot-times" ]] || inst_simple /var/lib/flipbook/boot-times

  if dracut_module_included "systemd"; then
    inst_simple "$moddir/plymouth-start.service" "$systemdsystemunitdir/plymouth-start.service"
    for unit in plymouth-switch-root.service systemd-ask-password-plymouth.path \
      systemd-ask-password-plymouth.service plymouth-quit.service; do
      inst_simple "$systemdsystemunitdir/$unit"
    done
    inst_multiple systemd-tty-ask-password-agent
    wanted_by sysinit.target plymouth-start.service
    wanted_by initrd-switch-root.target plymouth-start.service
    wanted_by initrd-switch-root.target plymouth-switch-root.service
    for unit in emergency.service dracut-emergency.service; do
      before_shell "$unit" /usr/share/flipbook/boot-failed '/usr/bin/plymouth quit'
    done
    before_shell rescue.service '/usr/bin/plymouth quit'
  else
    inst_hook pre-trigger 10 "$moddir/flipbook-start.sh"
    inst_hook pre-pivot 90 "$moddir/flipbook-newroot.sh"
  fi
  inst_hook emergency 50 "$moddir/flipbook-emergency.sh"
}

# The theme that the daemon would use, and those of /etc, which the kernel's command line may name; with a theme also
# the machine's language and zone.
install_theme() {
  local theme file named has_theme=no
  # The theme of the packages, if the options name it.
  named=$(sed -nE '/^FLIPBOOK_OPTIONS=/s|.*--theme[ =]+([A-Za-z0-9._-]+).*|\1|p' \
    "${dracutsysrootdir:-}/etc/flipbook/flipbook.conf" 2>/dev/null | tail -n 1)
  for theme in /etc/flipbook/themes/*.pack "/usr/share/flipbook/themes/${named:-.}.pack" \
    /etc/flipbook/theme.pack /usr/share/flipbook/theme.pack; do
    [[ -r "${dracutsysrootdir:-}$theme" ]] || continue
    inst_simple "$theme"
    has_theme=yes
    [[ $theme == */flipbook/themes/* ]] || break
  done
  [[ $has_theme == yes ]] || return 0
  for file in /etc/locale.conf /etc/default/locale /etc/localtime; do
    [[ ! -r "${dracutsysrootdir:-}$file" ]] || inst_simple "$file"
  done
}

# The keyboard layouts for passwords without a virtual terminal: the machine's own, if there is no
# other keymap pack.
install_keymap() {
  local pack=/etc/flipbook/keymap.pack
  if [[ -r "${dracutsysrootdir:-}$pack" ]]; then
    inst_simple "$pack"
  elif [[ -z ${dracutsysrootdir:-} ]] && command -v flipbook-theme >/dev/null; then
    mkdir -p "$initdir/etc/flipbook"
    flipbook-theme keymap compile -o "$initdir$pack" >/dev/null ||
      dwarn "flipbook: no keymap in the initramfs; passwords are typed as on a US keyboard"
  fi
}

# wanted_by TARGET UNIT: starts the unit with the target.
wanted_by() {
  mkdir -p "$initdir$systemdsystemunitdir/$1.wants"
  ln -sfn "../$2" "$initdir$systemdsystemunitdir/$1.wants/$2"
}

# before_shell UNIT COMMAND...: ends the splash before the unit's shell. Its own command would end it at once.
before_shell() {
  mkdir -p "$initdir$systemdsystemunitdir/$1.d"
  { printf '[Service]\nExecStartPre=\n'; printf 'ExecStartPre=-%s\n' "${@:2}"; } \
    >"$initdir$systemdsystemunitdir/$1.d/50-flipbook.conf"
}
