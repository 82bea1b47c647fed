# fish completion for flipbookctl(1)
set -l commands progress message eta start done fail reset status subscribe has-active-terminal \
    deactivate reactivate quit theme mode follow
set -l none "not __fish_seen_subcommand_from $commands"
complete -c flipbookctl -f
complete -c flipbookctl -l socket -r -F -d 'The daemon\'s socket'
complete -c flipbookctl -l timeout -x -d 'How long the daemon may take, in milliseconds'
complete -c flipbookctl -l help -d 'Print help'
complete -c flipbookctl -l version -d 'Print the version'
complete -c flipbookctl -n "$none" -a progress -d 'How much is done'
complete -c flipbookctl -n "$none" -a message -d 'A line of text'
complete -c flipbookctl -n "$none" -a eta -d 'How long it still takes'
complete -c flipbookctl -n "$none" -a start -d 'Something begins'
complete -c flipbookctl -n "$none" -a done -d 'It is done'
complete -c flipbookctl -n "$none" -a fail -d 'It has failed'
complete -c flipbookctl -n "$none" -a reset -d 'Back to the start'
complete -c flipbookctl -n "$none" -a status -d 'Print the daemon\'s state'
complete -c flipbookctl -n "$none" -a subscribe -d 'Print every change'
complete -c flipbookctl -n "$none" -a has-active-terminal -d 'Succeed where the splash is on the active terminal'
complete -c flipbookctl -n "$none" -a deactivate -d 'Give the display up'
complete -c flipbookctl -n "$none" -a reactivate -d 'Take it back'
complete -c flipbookctl -n "$none" -a quit -d 'End the daemon'
complete -c flipbookctl -n "$none" -a theme -d 'Show another theme'
complete -c flipbookctl -n "$none" -a mode -d 'What the machine is doing'
complete -c flipbookctl -n "$none" -a follow -d 'Read an installer\'s progress'
set -l follows '__fish_seen_subcommand_from follow'
complete -c flipbookctl -n $follows -a 'stdin apt swupdate rauc sysupdate'
complete -c flipbookctl -n $follows -l eta -d 'Add the remaining time to the message'
complete -c flipbookctl -n $follows -l record -r -F -d 'Also write the commands'
complete -c flipbookctl -n $follows -l fd -x -d 'The descriptor to read'
complete -c flipbookctl -n $follows -l done -d 'The end of the input is a success'
complete -c flipbookctl -n $follows -l download-only -d 'No installation follows'
complete -c flipbookctl -n $follows -l weights -x -d 'The part of each stage'
complete -c flipbookctl -n $follows -l path -r -F -d 'SWUpdate\'s socket'
complete -c flipbookctl -n $follows -l bus -x -d 'The address of the bus'
complete -c flipbookctl -n $follows -l once -d 'End with the first installation'
complete -c flipbookctl -n '__fish_seen_subcommand_from mode' \
    -a 'boot-up shutdown reboot updates system-upgrade firmware-upgrade system-reset'
complete -c flipbookctl -n '__fish_seen_subcommand_from theme' -l reset -d 'That of the machine'
complete -c flipbookctl -n '__fish_seen_subcommand_from progress eta' -a unknown
complete -c flipbookctl -n '__fish_seen_subcommand_from progress' -l channel -x \
    -a '1 2 3 4 5 6 7 8' -d 'Which ring'
complete -c flipbookctl -n '__fish_seen_subcommand_from message' -l slot -x \
    -a '1 2 3 4' -d 'Which of a theme'
complete -c flipbookctl -n '__fish_seen_subcommand_from status subscribe' -l json -d 'JSON objects'
complete -c flipbookctl -n '__fish_seen_subcommand_from quit' -l retain -d 'Keep the last frame'
