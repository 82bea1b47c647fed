# SPDX-License-Identifier: Apache-2.0
# What the checks' orders are made of; every order that the guest's shell gets begins by sourcing
# this.
tracing=/sys/kernel/tracing
here=${here:-/tmp} # where the files of a run are
dri=/sys/kernel/debug/dri/0

# daemon_start OPTION…: runs the daemon on all cards, one pixel per point, until it is ended.
# It reads commands from a pipe that never ends, and its exit status is kept.
daemon_start() {
  [ -p $here/commands ] || mkfifo $here/commands
  rm -f $here/status $here/answers
  {
    flipbookd --scale 1 "$@" <>$here/commands >$here/answers 2>$here/errors &
    echo $! >$here/pid
    wait $! 2>/dev/null
    echo $? >$here/status
  } &
}

# Waits until the daemon shows something of its own.
daemon_ready() {
  tries=0
  until cat /sys/kernel/debug/dri/[0-9]/state 2>/dev/null | grep -q 'allocated by = flipbookd'; do
    tries=$((tries + 1))
    if [ -e $here/status ] || [ $tries -gt 1000 ]; then
      echo "the daemon shows nothing; status $(cat $here/status 2>/dev/null)"
      cat $here/errors
      return 1
    fi
    sleep 0.05
  done
}

# kiosk_start OPTION…: runs the program of Examples/Kiosk, which is then in the daemon's place; it has a display when this
# returns. Its events are in a file.
kiosk_start() {
  example_start kiosk "$@"
  wait_event outputAdded
  trace_start
}

# example_start COMMAND…: runs a program; its events are in a file.
example_start() {
  rm -f $here/status
  {
    "$@" >$here/events 2>$here/errors &
    echo $! >$here/pid
    wait $! 2>/dev/null
    echo $? >$here/status
  } &
}

# wait_event WORDS: waits until an event has them, or the program ends.
wait_event() {
  for try in $(seq 600); do
    grep -q "$*" $here/events 2>/dev/null && return
    [ -e $here/status ] && break
    sleep 0.05
  done
  return 1
}

# Takes all privileges from the command that follows it after a --groups=GROUP. The shell has a setpriv of its own, which can
# do less.
as_user="/usr/bin/setpriv --reuid=65534 --regid=65534"

# panel_start COLOUR: runs the program Panel of Examples/Kiosk as a user in the group of seatd.
panel_start() {
  mkdir -p $here
  example_start $as_user --groups=44 panel "$1"
}

# seatd_start VT-BOUND: runs the manager of seats, for the group video.
seatd_start() {
  SEATD_VTBOUND=$1 /usr/sbin/seatd -g video -l debug >>/tmp/seatd 2>&1 &
  echo $! >/tmp/seatd-pid
  for try in $(seq 200); do
    $as_user --groups=44 test -w /run/seatd.sock && return
    sleep 0.05
  done
  cat /tmp/seatd
  return 1
}

# Sends the daemon one line.
send() {
  echo "$*" >$here/commands
}

# Ends the daemon as systemd does, and prints its exit status.
daemon_stop() {
  kill -TERM "$(cat $here/pid)"
  wait_gone
}

# Waits until the daemon has left, and prints its exit status.
wait_gone() {
  tries=0
  until [ -e $here/status ]; do
    tries=$((tries + 1))
    [ $tries -lt 600 ] || { echo "the daemon is still there after 30 s"; return 1; }
    sleep 0.05
  done
  cat $here/status
}

# Begins to record: commits and other ioctls of the daemon, when it runs at all, flips as the
# driver reports them, vblanks.
trace_start() {
  echo 0 >$tracing/tracing_on
  echo mono >$tracing/trace_clock
  echo 8192 >$tracing/buffer_size_kb
  {
    echo 'p:commit drm_mode_atomic_ioctl'
    echo 'p:legacy_flip drm_mode_page_flip_ioctl'
    echo 'p:modeset drm_mode_setcrtc'
    echo 'p:ioctl drm_ioctl'
  } >$tracing/kprobe_events
  pid=$(cat $here/pid)
  for event in commit legacy_flip modeset ioctl; do
    echo "common_pid == $pid" >$tracing/events/kprobes/$event/filter
  done
  echo "next_pid == $pid" >$tracing/events/sched/sched_switch/filter
  for event in kprobes sched/sched_switch drm/drm_vblank_event drm/drm_vblank_event_delivered; do
    echo 1 >$tracing/events/$event/enable
  done
  echo 1 >$tracing/tracing_on
}

# Puts a named moment into the record.
trace_mark() {
  echo "$*" >$tracing/trace_marker
}

# Ends the record and prints it.
trace_print() {
  echo 0 >$tracing/tracing_on
  sed -n '/^#/!s/^.*\] [^ ]* *\([0-9.]*: .*\)$/\1/p' $tracing/trace
}

flips() {
  grep -c drm_vblank_event_delivered $tracing/trace
}

# Waits until the frame is still: the daemon waits in ppoll (271) for ever, its third argument, the
# timeout, being null. A guest that gets no time makes nothing look still that is not.
wait_still() {
  for try in $(seq 300); do
    grep -q '^271 0x[0-9a-f]* 0x[0-9a-f]* 0x0 ' /proc/$(cat $here/pid)/syscall && return
    sleep 0.1
  done
  echo "still moving after 30 s: $(cat /proc/$(cat $here/pid)/syscall)"
  return 1
}

# Waits until flips come, for so many seconds at most.
wait_moving() {
  first=$(flips)
  for try in $(seq $(($1 * 5))); do
    sleep 0.2
    [ "$(flips)" -gt $((first + 3)) ] && return
    [ -e $here/status ] && { echo "the daemon left with status $(cat $here/status)"; return 1; }
  done
  return 1
}
