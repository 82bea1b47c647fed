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
