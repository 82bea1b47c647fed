# SPDX-License-Identifier: Apache-2.0
# Measurements, in a guest and on real hardware (Scripts/bench kms); job.sh comes first.

# measure ANIMATION SECONDS COMMAND: starts the daemon, to draw every frame, gives it a command that keeps it
# moving, and prints six numbers: µs from exec to the first commit; µs from exec to the first flip; µs of
# processor time in ten seconds; flips in so many seconds; vblanks between them that had no flip; vblanks that the daemon knows it missed meanwhile.
measure() {
  measured_start --animation "$1" --frames every
  first_frame
  seconds=$2
  shift 2
  send "$*"
  sleep 3
  before=$(processor_time)
  sleep 10
  echo $((($(processor_time) - before) / 1000))
  before=$(missed)
  count_start
  sleep "$seconds"
  count_print
  echo $(($(missed) - before))
}

# measure_halved ANIMATION COMMAND: prints µs of processor time in ten seconds at 30 frames a second, in which a
# command keeps the animation moving.
measure_halved() {
  daemon_start --animation "$1" --max-fps 30
  daemon_ready
  shift
  send "$*"
  sleep 3
  before=$(processor_time)
  sleep 10
  echo $((($(processor_time) - before) / 1000))
}

# measure_slow ANIMATION: prints two numbers of ten seconds in which the progress grows by a tenth of a
# percent each second: µs of processor time, flips.
measure_slow() {
  daemon_start --animation "$1"
  daemon_ready
  send progress 40
  # All is at rest.
  sleep 5
  before=$(processor_time)
  for tenth in 1 2 3 4 5 6 7 8 9 10; do
    send progress $((tenth / 10 + 40)).$((tenth % 10))
    sleep 1
  done
  echo $((($(processor_time) - before) / 1000))
  count_start
  for tenth in 1 2 3 4 5 6 7 8 9 10; do
    send progress $((tenth / 10 + 41)).$((tenth % 10))
    sleep 1
  done
  count_print | head -n 1
}

# measure_memory ANIMATION: prints two numbers of a daemon that shows an animation in progress: its PSS in kB, and
# how much of that is files other than its own, the C library, which no other program has in these guests.
measure_memory() {
  daemon_start --animation "$1"
  daemon_ready
  send progress 40
  sleep 3
  awk '/^Pss:/ { print $2 }' /proc/$(cat $here/pid)/smaps_rollup
  awk '/^[0-9a-f]+-/ { is_library = $6 ~ "/lib" }
    is_library && /^Pss:/ { sum += $2 }
    END { print sum + 0 }' /proc/$(cat $here/pid)/smaps
}

# Prints how many vblanks the daemon knows it has missed so far.
missed() {
  send status
  sleep 0.2
  sed -n 's/.*missed=\([0-9]*\).*/\1/p' $here/answers | tail -n 1
}

# Runs the daemon once, so that all files are where they will be.
warm_up() {
  daemon_start
  daemon_ready
  daemon_stop >/dev/null
}

# Like daemon_start, with a record of when it began and when it first showed something.
measured_start() {
  echo 0 >$tracing/tracing_on
  echo mono >$tracing/trace_clock
  {
    echo 'p:commit drm_mode_atomic_ioctl'
    echo 'p:modeset drm_mode_setcrtc'
  } >$tracing/kprobe_events
  for event in kprobes/commit kprobes/modeset sched/sched_process_exec \
    drm/drm_vblank_event_delivered; do
    echo 1 >$tracing/events/$event/enable
  done
  echo >$tracing/trace
  echo 1 >$tracing/tracing_on
  daemon_start "$@"
  sleep 0.5
  echo 0 >$tracing/tracing_on
  # Probes cost time, too.
  echo 0 >$tracing/events/enable
}

# Prints how many microseconds passed from the daemon's exec to its first commit and first flip.
first_frame() {
  sed -n '/^#/!s/^.*\] [^ ]* *\([0-9]*\)\.\([0-9]*\): \(.*\)$/\1\2 \3/p' $tracing/trace |
    awk '/sched_process_exec: .*flipbookd/ { start = $1 }
      start && !first && /commit:|modeset:/ { first = $1 - start; print first }
      first && !flip && /delivered/ { flip = $1 - start; print flip }'
}

# Prints the daemon's processor time so far in ns, its own and the kernel's for it.
processor_time() {
  cut -d ' ' -f 1 /proc/$(cat $here/pid)/schedstat
}

# Begins to count flips.
count_start() {
  echo 12288 >$tracing/buffer_size_kb
  echo 0 >$tracing/events/enable
  echo >$tracing/trace
  echo 1 >$tracing/events/drm/drm_vblank_event_delivered/enable
  echo 1 >$tracing/tracing_on
}

# Prints how many flips there were, and how many vblanks between them had none.
count_print() {
  echo 0 >$tracing/tracing_on
  sed -n 's/.*drm_vblank_event_delivered:.* seq=\([0-9]*\).*/\1/p' $tracing/trace |
    awk 'NR > 1 { missing += $1 - last - 1 } { last = $1 } END { print NR; print missing + 0 }'
}
