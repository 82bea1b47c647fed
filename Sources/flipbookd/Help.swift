// SPDX-License-Identifier: Apache-2.0

/// The text that `--help` prints.
enum Help {
  static let text: StaticString = """
    Usage: flipbookd [OPTION]...
    Shows progress on a display, and obeys commands from a socket and from standard input.

    Display:
      --device PATH             the only display device that is used (default: all)
      --lease PATH|NUMBER       only the connectors of a DRM lease: from the lessor who listens at
                                PATH (drm-lease-manager), or an inherited descriptor
      --output memory:WxH[@HZ][:FORMAT]
                                no display: frames in memory, for tests and previews, in the
                                format XR24 (default), XB24, AR24, XR30, RG24 or RG16; up to 8
                                times, for several
      --output fb:PATH          a framebuffer device in place of display devices; without this
                                option, one of /dev/fb* as long as there is no display device,
                                and none that a display device's driver emulates
      --output NAME:SETTINGS    how a display is set up, such as HDMI-A-1:mode=1920x1080@60,
                                scale=1.5,rotate=90 (without blanks), or eDP-1:off; NAME '*' is
                                all for which nothing else is said; any number of times, and as
                                flipbook.output=NAME:SETTINGS on the kernel's command line
      --scale S|auto            pixels per point, 0.25 to 16 (default: auto, by the display's size)
      --dither auto|on|off      gradients, on displays of 16 bits per pixel (auto: default), on all
                                with up to 8 bits per channel, or never
      --rotate DEGREES|auto     rotate the splash clockwise: 0, 90, 180 or 270 (default: auto, as
                                the panel is mounted or the kernel's console is turned)
      --frames smooth|every     show a frame when an edge has moved by 1/16 pixel or a colour has
                                changed by two levels (smooth: default), or when anything has
      --max-fps N               show at most N frames per second, 1 to 1000

    Appearance:
      --theme NAME|PATH[:VARIANT]
                                a theme's pack (default: the machine's, see flipbookd(8)), or
                                built-in; the options below are for the built-in look
      --locale LOCALE           whose language it is shown in (default: the machine's)
      --animation NAME          flow (default), download or ring
      --size WxH                the animation's own box in points
      --background RRGGBB       the colour behind it
      --firmware-logo auto|none|PATH
                                below it the logo that the firmware has drawn (ACPI's BGRT), from
                                the kernel or from a folder with the same files; none: in no theme
      --palette NAME            of the flow bar: default or red
      --paint NAME              of the ring: halves (default), quadrants or conic
      --direction NAME          of the ring: cw (default) or ccw
      --rings N                 1 to 8 rings, each with its own channel
      --no-label                without the animation's label

    Commands:
      --socket PATH             where to listen (default: /run/flipbook.sock); @NAME is abstract
      --no-socket               do not listen
      --group NAME|GID          a group that may give commands besides root
      --stdin, --no-stdin       obey standard input too (default), or not
      --plymouth auto|on|off    obey Plymouth's clients (auto: as root, on displays)
      --plymouth-user UID       a user who may be one besides root
      --psplash auto|on|off|PATH
                                obey writers to psplash's FIFO (auto: as root, on displays)
      --mode MODE               what the machine does: boot-up, shutdown, reboot, updates,
                                system-upgrade, firmware-upgrade or system-reset
      --boot-times auto|none|PATH
                                the percentage of a boot by earlier boots, which are remembered in
                                /var/lib/flipbook or in a folder (auto: on displays)
      --keyboard auto|none|PATH where passwords are typed: a terminal, or a folder of input devices
                                (auto: the terminal that is shown, or else /dev/input, whose keys
                                count as the keymap pack says, else as US)
      --console auto|none|PATH  where prompts are written and answered as text, too (auto: at the
                                kernel's consoles that are no virtual terminals)
      --capture-console auto|off|PATH
                                take what is written to /dev/console, show it with Esc in place of
                                the splash, and pass it on to the console (auto: as root, on
                                displays, with --mode); PATH becomes a link to a terminal in its
                                place, for tests
      --boot-log auto|off|PATH  where that output is written to, once the root is writable (auto:
                                /var/log/boot.log in a boot)
      --details                 show the console at first
      --show-failures on|off    a line about the first failed unit, unless there is a message
                                (default: as the theme says)
      --on-screen-keyboard auto|on|off
                                a keyboard on the display to tap passwords in, by touch or with a
                                mouse (auto: if no keyboard is attached)
      --keyboard-feedback on|off
                                whether its pressed keys are shown (default: on)
      --show-password-button on|off
                                whether it has a key that shows the password (default: off)
      --pid-file PATH           where to write the process number

    Leaving:
      --handover-timeout S      after 'quit --retain', how long the last frame stays for who draws
                                next: 0 to 3600 seconds (default: 10)
      --tty PATH                the virtual terminal that is taken and shown (default: the one shown)
      --no-vt                   keep the display when another virtual terminal is shown
      --restore-console         only put right what a killed daemon left

    Other:
      --kernel-command-line PATH
                                read that in place of /proc/cmdline
      --no-sandbox              keep all capabilities, calls and files
      --exit-after-frames N     leave when N frames have been shown
      --verbose                 log what is done with displays and why, as FLIPBOOK_LOG=debug
      --check-options           only log wrong options; status 2 if any
      --help, --version

    One command per line, each answered with 'ok' or 'error: ...':
      progress PERCENT|unknown   progress/CHANNEL PERCENT|unknown   message TEXT
      message/SLOT TEXT   eta SECONDS|unknown   start   done   fail   reset   quit [--retain]
      status   snapshot   deactivate   reactivate   has-active-terminal   subscribe   theme [NAME]
      mode MODE   details [on|off]

    """
}
