# fish completion for flipbookctl(1) under the name of Plymouth's client
set -l commands change-mode system-update update update-root-fs show-splash hide-splash \
    ask-for-password ask-question display-message message hide-message watch-keystroke \
    ignore-keystroke pause-progress unpause-progress report-error deactivate reactivate reload quit
set -l none "not __fish_seen_subcommand_from $commands"
complete -c plymouth -f
complete -c plymouth -n "$none" -a "$commands"
complete -c plymouth -n "$none" -l help -d 'Print help'
complete -c plymouth -n "$none" -l debug -d 'Accepted and ignored'
complete -c plymouth -n "$none" -l get-splash-plugin-path -d 'Print where plugins would be'
complete -c plymouth -n "$none" -l newroot -r -F -d 'The new root file system is mounted'
complete -c plymouth -n "$none" -l quit -d 'End the daemon'
complete -c plymouth -n "$none" -l ping -d 'Succeed where the daemon runs'
complete -c plymouth -n "$none" -l has-active-vt -d 'Succeed where the daemon has the active terminal'
complete -c plymouth -n "$none" -l sysinit -d 'The root file system is mounted read-write'
complete -c plymouth -n "$none" -l show-splash -d 'Show the splash'
complete -c plymouth -n "$none" -l hide-splash -d 'Hide the splash'
complete -c plymouth -n "$none" -l ask-for-password -d 'Ask for a password'
complete -c plymouth -n "$none" -l ignore-keystroke -x -d 'Watch a key no more'
complete -c plymouth -n "$none" -l update -x -d 'How far the boot is'
complete -c plymouth -n "$none" -l details -d 'There were errors'
complete -c plymouth -n "$none" -l wait -d 'Wait for the daemon\'s end'
for mode in boot-up shutdown reboot updates system-upgrade firmware-upgrade system-reset
    complete -c plymouth -n '__fish_seen_subcommand_from change-mode' -l $mode
end
complete -c plymouth -n '__fish_seen_subcommand_from system-update' -l progress -x
complete -c plymouth -n '__fish_seen_subcommand_from update' -l status -x
complete -c plymouth -n '__fish_seen_subcommand_from update-root-fs' -l new-root-dir -r -F
complete -c plymouth -n '__fish_seen_subcommand_from update-root-fs' -l read-write
complete -c plymouth -n '__fish_seen_subcommand_from ask-for-password ask-question watch-keystroke' -l command -x
complete -c plymouth -n '__fish_seen_subcommand_from ask-for-password ask-question' -l prompt -x
complete -c plymouth -n '__fish_seen_subcommand_from ask-for-password ask-question' -l dont-pause-progress
complete -c plymouth -n '__fish_seen_subcommand_from ask-for-password' -l number-of-tries -x
complete -c plymouth -n '__fish_seen_subcommand_from display-message message hide-message' -l text -x
complete -c plymouth -n '__fish_seen_subcommand_from watch-keystroke ignore-keystroke' -l keys -x
complete -c plymouth -n '__fish_seen_subcommand_from quit' -l retain-splash
