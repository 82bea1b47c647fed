# SPDX-License-Identifier: Apache-2.0
# For tests of faults; job.sh comes first.

# Prints what the daemon holds: descriptors, mappings, framebuffers, open cards; and what all
# together have of shared memory, where most drivers have their buffers, and of video memory.
# Kernel 6.12 has a second name for each card, by its place on the bus.
counts() {
  pid=$(cat /tmp/pid)
  echo "descriptors $(ls /proc/$pid/fd 2>/dev/null | wc -l)"
  echo "mappings $(grep -c -e /dev/dri -e /dev/fb -e 'drm mm' /proc/$pid/maps 2>/dev/null)"
  echo "framebuffers $(cat /sys/kernel/debug/dri/[0-9]/framebuffer 2>/dev/null |
    grep -c 'allocated by = flipbookd')"
  echo "clients $(cat /sys/kernel/debug/dri/[0-9]/clients 2>/dev/null | grep -c flipbookd)"
  echo "shared-kib $(shared_kib)"
  echo "video-pages $(cat /sys/kernel/debug/dri/[0-9]/vram-mm 2>/dev/null |
    sed -n 's/.*used \([0-9]*\) .*/\1/p' | head -n 1 | grep . || echo 0)"
}

# Prints the guest's shared memory; what outlives the daemon in it is the driver's.
shared_kib() {
  sed -n 's/^Shmem: *\([0-9]*\) kB/\1/p' /proc/meminfo
}

# Prints what is in the kernel of a daemon that has left.
counts_without() {
  echo "framebuffers $(cat /sys/kernel/debug/dri/[0-9]/framebuffer 2>/dev/null |
    grep -c 'allocated by = flipbookd')"
  echo "clients $(cat /sys/kernel/debug/dri/[0-9]/clients 2>/dev/null | grep -c flipbookd)"
}

# Starts another program that drives the first card, and waits until it shows a colour.
other_start() {
  kmsclient /dev/dri/card0 "$1" >/tmp/other 2>&1 &
  echo $! >/tmp/other-pid
  for try in $(seq 600); do
    grep -q shown /tmp/other && return
    sleep 0.05
  done
  echo "the other program shows nothing: $(cat /tmp/other)"
  return 1
}

other_stop() {
  kill "$(cat /tmp/other-pid)"
}

# How often the daemon wakes in so many seconds.
wakes() {
  before=$(switches)
  sleep "$1"
  echo $(($(switches) - before))
}

switches() {
  sed -n 's/^.*voluntary_ctxt_switches:[^0-9]*\([0-9]*\)$/\1/p' /proc/$(cat /tmp/pid)/status |
    { read a; read b; echo $((a + b)); }
}

# Has the record say when a card is registered; needs a record that is running.
probe_registration() {
  echo 'r:registered drm_dev_register' >>$tracing/kprobe_events
  echo 1 >$tracing/events/kprobes/registered/enable
}

# Has the record say when the daemon is given the processor, and when it is taken from it; needs a
# record that is running.
probe_processor() {
  echo "next_pid == $pid || prev_pid == $pid" >$tracing/events/sched/sched_switch/filter
}

# How many frames the daemon says it has shown.
frames() {
  send status
  sleep 0.2
  sed -n 's/.* frames=\([0-9]*\).*/\1/p' $here/answers | tail -n 1
}

# Has commits and flips recorded, once tracing is on.
trace_commits() {
  echo 0 >$tracing/tracing_on
  echo mono >$tracing/trace_clock
  echo 8192 >$tracing/buffer_size_kb
  {
    echo 'p:commit drm_mode_atomic_ioctl flags=+0(%si):u32 data=+48(%si):u64'
    echo 'r:done drm_mode_atomic_ioctl result=$retval:s32'
  } >$tracing/kprobe_events
  for event in kprobes drm/drm_vblank_event_delivered; do
    echo 1 >$tracing/events/$event/enable
  done
}

# Prints, in µs, for each commit when it began, its length, its flags, its data and its result, and for each flip
# that was reported its time and its head.
print_commits() {
  trace_print | sed 's/^\([0-9]*\)\.\([0-9]*\):/\1\2/' | awk '
    $2 == "commit:" { begin = $1; flags = substr($(NF - 1), 7); data = substr($NF, 6) }
    $2 == "done:" { print "commit", begin, $1 - begin, flags, data, substr($NF, 8) }
    $2 == "drm_vblank_event_delivered:" { print "flip", $1, substr($4, 6) + 0 }'
}

# Starts the daemon, and prints its commits and flips of two seconds.
first_frames() {
  trace_commits
  echo 1 >$tracing/tracing_on
  daemon_start --animation flow
  daemon_ready || return 1
  sleep 2
  print_commits
}

# Starts the daemon and has vkmsheads lose a flip; prints commits and flips 40 s later.
lose_flip() {
  daemon_start --animation flow --frames every
  daemon_ready || return 1
  trace_commits
  send progress 50
  sleep 2
  echo 1 >$tracing/tracing_on
  sleep 1
  echo 1 >/sys/module/vkmsheads/parameters/lose
  sleep 40
  print_commits
}
