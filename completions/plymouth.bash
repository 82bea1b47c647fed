# bash completion for flipbookctl(1) under the name of Plymouth's client
_plymouth() {
  local word=$2 command='' other
  local -a words=()
  compopt +o default
  for other in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $other == -* || $other == = ]] || command=$other
  done
  case $command in
    change-mode)
      words=(
        --boot-up --shutdown --reboot --updates --system-upgrade --firmware-upgrade --system-reset
      )
      ;;
    system-update) words=(--progress=) ;;
    update) words=(--status=) ;;
    update-root-fs) words=(--new-root-dir= --read-write) ;;
    ask-for-password) words=(--command= --prompt= --number-of-tries= --dont-pause-progress) ;;
    ask-question) words=(--command= --prompt= --dont-pause-progress) ;;
    display-message | message | hide-message) words=(--text=) ;;
    watch-keystroke) words=(--command= --keys=) ;;
    ignore-keystroke) words=(--keys=) ;;
    quit) words=(--retain-splash) ;;
    '')
      words=(
        --help --debug --get-splash-plugin-path --newroot= --quit --ping --has-active-vt --sysinit
        --show-splash --hide-splash --ask-for-password --ignore-keystroke= --update= --details --wait
        change-mode system-update update update-root-fs show-splash hide-splash ask-for-password
        ask-question display-message message hide-message watch-keystroke ignore-keystroke
        pause-progress unpause-progress report-error deactivate reactivate reload quit
      )
      ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "${words[*]}" -- "$word")
  # What has a value goes on behind its equals sign.
  [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace
}
complete -o default -F _plymouth plymouth
