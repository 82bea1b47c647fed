# bash completion for flipbookd(8)
_flipbookd() {
  local word=$2 before=$3
  local -a words=()
  compopt +o default
  case $before in
    --boot-log | --boot-times | --capture-console | --console | --device | --firmware-logo | --keyboard | --kernel-command-line | --lease | --pid-file | --psplash | --socket | --theme | --tty)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return
      ;;
    --group) mapfile -t COMPREPLY < <(compgen -g -- "$word"); return ;;
    --plymouth-user) mapfile -t COMPREPLY < <(compgen -u -- "$word"); return ;;
    --animation) words=(flow download ring) ;;
    --direction) words=(cw ccw) ;;
    --dither | --plymouth | --on-screen-keyboard) words=(auto on off) ;;
    --keyboard-feedback | --show-failures | --show-password-button) words=(on off) ;;
    --frames) words=(smooth every) ;;
    --mode) words=(boot-up shutdown reboot updates system-upgrade firmware-upgrade system-reset) ;;
    --output) words=(memory: fb:/dev/fb0) ;;
    --paint) words=(halves quadrants conic) ;;
    --palette) words=(default red) ;;
    --rings) words=(1 2 3 4 5 6 7 8) ;;
    --rotate) words=(auto 0 90 180 270) ;;
    --scale) words=(auto) ;;
    --background | --exit-after-frames | --handover-timeout | --locale | --max-fps | --size) ;;
    *)
      words=(
        --animation --background --boot-log --boot-times --capture-console --check-options --console --details
        --device --direction --dither --exit-after-frames --firmware-logo --frames --group --handover-timeout --help
        --kernel-command-line --keyboard --keyboard-feedback --lease --locale --max-fps --mode --no-label --no-sandbox
        --no-socket --no-stdin --no-vt --on-screen-keyboard --output --paint --palette --pid-file --plymouth
        --plymouth-user --psplash --restore-console --rings --rotate --scale --show-failures --show-password-button
        --size --socket --stdin
        --theme --tty --verbose --version
      )
      ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "${words[*]}" -- "$word")
}
complete -o default -F _flipbookd flipbookd
