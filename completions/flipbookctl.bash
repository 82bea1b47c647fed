# bash completion for flipbookctl(1)
_flipbookctl() {
  local word=$2 before=$3 command='' other
  local -a words=()
  compopt +o default
  case $before in
    --socket)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return
      ;;
    --channel) words=(1 2 3 4 5 6 7 8) ;;
    --slot) words=(1 2 3 4) ;;
    --timeout | --fd | --weights | --bus) ;;
    --path | --record)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return
      ;;
    *)
      for other in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case $other in
          progress | message | eta | start | done | fail | reset | status | subscribe | quit | \
            has-active-terminal | wait-for-frame | remember-boot | deactivate | reactivate | theme | mode | details | follow) command=$other; break ;;
        esac
      done
      words=(--socket --timeout --help --version)
      case $command in
        '')
          words+=(
            progress message eta start "done" fail reset status subscribe has-active-terminal
            wait-for-frame remember-boot deactivate reactivate quit theme mode details follow
          )
          ;;
        progress) words+=(--channel unknown) ;;
        message) words+=(--slot) ;;
        eta) words+=(unknown) ;;
        status | subscribe) words+=(--json) ;;
        remember-boot)
          compopt -o filenames
          mapfile -t COMPREPLY < <(compgen -d -- "$word")
          return
          ;;
        quit) words+=(--retain) ;;
        theme) words+=(--reset built-in) ;;
        follow)
          words+=(
            stdin apt swupdate rauc sysupdate --eta --record --fd "--done" --download-only --weights --path --bus
            --once
          )
          ;;
        details) words+=(on off) ;;
        mode) words+=(boot-up shutdown reboot updates system-upgrade firmware-upgrade system-reset) ;;
      esac
      ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "${words[*]}" -- "$word")
}
complete -o default -F _flipbookctl flipbookctl
