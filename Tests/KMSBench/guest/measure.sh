# Measurements; job.sh comes first.

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
  for event in kprobes/commit kprobes/modeset sched/sched_process_exec drm/drm_vblank_event_delivered; do
    echo 1 >$tracing/events/$event/enable
  done
  echo >$tracing/trace
  echo 1 >$tracing/tracing_on
  daemon_start "$@"
  sleep 0.5
  echo 0 >$tracing/tracing_on
}

# Prints how many microseconds passed from the daemon's exec to its first commit and first flip.
first_picture() {
  sed -n '/^#/!s/^.*\] [^ ]* *\([0-9]*\)\.\([0-9]*\): \(.*\)$/\1\2 \3/p' $tracing/trace |
    awk '/sched_process_exec: .*flipbookd/ { start = $1 }
      start && !first && /commit:|modeset:/ { first = $1 - start; print first }
      first && !flip && /delivered/ { flip = $1 - start; print flip }'
}

# Prints the daemon's processor time so far in ns, its own and the kernel's for it.
processor_time() {
  cut -d ' ' -f 1 /proc/$(cat /tmp/pid)/schedstat
}

# Begins to count flips.
count_start() {
  echo 0 >$tracing/tracing_on
  echo 0 >$tracing/events/enable
  echo 12288 >$tracing/buffer_size_kb
  echo >$tracing/trace
  echo 1 >$tracing/events/drm/drm_vblank_event_delivered/enable
  echo 1 >$tracing/tracing_on
}

# Prints how many flips there were, and how many vblanks between them had none.
count_print() {
  echo 0 >$tracing/tracing_on
  sed -n 's/.*drm_vblank_event_delivered:.* seq=\([0-9]*\).*/\1/p' $tracing/trace |
    awk 'NR > 1 { missing += $1 - last - 1 } { last = $1 } END { print NR, missing + 0 }'
}
