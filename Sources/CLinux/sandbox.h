// SPDX-License-Identifier: Apache-2.0

// Privileges that a process gives up for good: capabilities, and system calls that it never makes.
#ifndef FLIPBOOK_SANDBOX_H
#define FLIPBOOK_SANDBOX_H

#include <asm/ioctls.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>

#include "libc.h"

// Drops all capabilities except those of the mask (bit n is capability n), also from the bounding set where
// that is allowed. -1 where the kernel refuses.
static inline int cl_keep_capabilities(uint64_t kept) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct data[2];
  for (int number = 0; number < 64; number++)
    if (!(kept >> number & 1)) prctl(PR_CAPBSET_DROP, number, 0, 0, 0);
  if (syscall(SYS_capget, &header, data) < 0) return -1;
  for (int half = 0; half < 2; half++) {
    data[half].permitted &= (uint32_t)(kept >> 32 * half);
    data[half].effective = data[half].permitted;
    data[half].inheritable = 0;
  }
  return (int)syscall(SYS_capset, &header, data);
}

// The kernel's audit number of this architecture; 0 where it is not listed here.
static inline uint32_t cl_sandbox_architecture(void) {
#if defined(__x86_64__)
  return AUDIT_ARCH_X86_64;
#elif defined(__i386__)
  return AUDIT_ARCH_I386;
#elif defined(__aarch64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  return AUDIT_ARCH_AARCH64;
#elif defined(__arm__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  return AUDIT_ARCH_ARM;
#elif defined(__riscv) && __riscv_xlen == 64
  return AUDIT_ARCH_RISCV64;
#elif defined(__powerpc64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  return AUDIT_ARCH_PPC64LE;
#else
  return 0;
#endif
}

// The system calls that the program, the C library and libdrm make once all is set up. Each architecture has
// only some of them.
static const uint16_t cl_sandbox_allowed[] = {
#ifdef SYS_ppoll
  SYS_ppoll,
#endif
#ifdef SYS_ppoll_time64
  SYS_ppoll_time64,
#endif
  SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_close, SYS_lseek,
  // Files. openat is checked below.
  SYS_faccessat, SYS_unlinkat, SYS_readlinkat, SYS_ftruncate, SYS_flock, SYS_getdents64, SYS_chdir,
  SYS_chroot, SYS_statx,
#ifdef SYS_faccessat2
  SYS_faccessat2,
#endif
#ifdef SYS_open
  SYS_access, SYS_unlink, SYS_readlink, SYS_stat, SYS_lstat, SYS_getdents,
#endif
#ifdef SYS_fstat
  SYS_fstat,
#endif
#ifdef SYS_newfstatat
  SYS_newfstatat,
#endif
#ifdef SYS_fstat64
  SYS_fstat64,
#endif
#ifdef SYS_fstatat64
  SYS_fstatat64,
#endif
#ifdef SYS_stat64
  SYS_stat64, SYS_lstat64,
#endif
#ifdef SYS__llseek
  SYS__llseek,
#endif
#ifdef SYS_ftruncate64
  SYS_ftruncate64,
#endif
  // Memory. Calls that could make memory executable are checked below.
  SYS_brk, SYS_munmap, SYS_mremap, SYS_madvise, SYS_mlock, SYS_munlock, SYS_memfd_create,
  // Sockets, except the calls that open or connect them. socketcall, an old call for all socket operations,
  // is not allowed: a filter cannot read its arguments.
  SYS_accept4, SYS_socketpair, SYS_getsockname, SYS_getpeername, SYS_getsockopt, SYS_setsockopt, SYS_sendto,
  SYS_sendmsg, SYS_recvfrom, SYS_recvmsg, SYS_shutdown,
#ifdef SYS_accept
  SYS_accept,
#endif
#ifdef SYS_send
  SYS_send, SYS_recv,
#endif
  // Time and signals.
  SYS_nanosleep, SYS_timerfd_create, SYS_timer_create, SYS_timer_delete, SYS_signalfd4, SYS_rt_sigaction,
  SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_restart_syscall, SYS_eventfd2,
#ifdef SYS_clock_gettime
  SYS_clock_gettime, SYS_clock_nanosleep, SYS_timerfd_settime, SYS_timer_settime,
#endif
#ifdef SYS_clock_gettime32
  // musl's names for these on 32 bits.
  SYS_clock_gettime32, SYS_timerfd_settime32, SYS_timer_settime32,
#endif
#ifdef SYS_clock_gettime64
  SYS_clock_gettime64, SYS_clock_nanosleep_time64, SYS_timerfd_settime64, SYS_timer_settime64,
#endif
#ifdef SYS_sigreturn
  SYS_sigreturn,
#endif
#ifdef SYS_poll
  SYS_poll,
#endif
  // The process.
  SYS_getpid, SYS_gettid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_umask, SYS_uname,
  SYS_futex, SYS_getrandom, SYS_sched_yield, SYS_exit, SYS_exit_group,
  // Rules on files, which can only become stricter: landlock_create_ruleset, _add_rule, _restrict_self.
  444, 445, 446,
#ifdef SYS_futex_time64
  SYS_futex_time64,
#endif
#ifdef SYS_getuid32
  SYS_getuid32, SYS_geteuid32, SYS_getgid32, SYS_getegid32,
#endif
#ifdef SYS_rseq
  SYS_rseq,
#endif
};

// Calls that are also allowed while the program still opens sockets. Afterwards it installs this filter again
// without them.
static const uint16_t cl_sandbox_opening[] = {
  SYS_connect, SYS_listen, SYS_fchmod, SYS_fchmodat, SYS_fchownat, SYS_seccomp,
#ifdef SYS_chmod
  SYS_chmod,
#endif
};

// Calls that only injected code would make in this process: they end it at once.
static const uint16_t cl_sandbox_fatal[] = {
  SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev,
  SYS_init_module, SYS_finit_module, SYS_mount, SYS_setns, SYS_unshare, SYS_bpf, SYS_keyctl,
  SYS_perf_event_open, SYS_setuid, SYS_setgid, SYS_reboot,
#ifdef SYS_kexec_load
  SYS_kexec_load,
#endif
#ifdef SYS_kexec_file_load
  SYS_kexec_file_load,
#endif
#ifdef SYS_fork
  SYS_fork, SYS_vfork,
#endif
#ifdef SYS_userfaultfd
  SYS_userfaultfd,
#endif
#ifdef SYS_io_uring_setup
  SYS_io_uring_setup,
#endif
};

// O_TMPFILE, which libc hides and which contains O_DIRECTORY, is given by its number.
#define CL_MAKES_FILES (O_CREAT | O_TRUNC | 020000000)

// The lower half of an argument of a system call.
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define CL_ARGUMENT(n) (offsetof(struct seccomp_data, args) + 8 * (n))
#else
#define CL_ARGUMENT(n) (offsetof(struct seccomp_data, args) + 8 * (n) + 4)
#endif
#define CL_SYSTEM_CALL offsetof(struct seccomp_data, nr)
#define CL_IF_EQUAL(value, then, otherwise) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), then, otherwise)
#define CL_IF_ANY(bits, then, otherwise) \
  BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (uint32_t)(bits), then, otherwise)
#define CL_LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)
#define CL_RETURN(action) BPF_STMT(BPF_RET | BPF_K, action)
#define CL_REFUSE CL_RETURN(SECCOMP_RET_ERRNO | EPERM)

enum {
  // Larger than the number of any system call above.
  CL_SANDBOX_NUMBERS = 512,
  CL_SANDBOX_ALLOWED = sizeof cl_sandbox_allowed / sizeof cl_sandbox_allowed[0],
  CL_SANDBOX_OPENING = sizeof cl_sandbox_opening / sizeof cl_sandbox_opening[0],
  CL_SANDBOX_FATAL = sizeof cl_sandbox_fatal / sizeof cl_sandbox_fatal[0],
  // Each call begins a range of numbers, and the next range follows it.
  CL_SANDBOX_RANGES = 2 * (CL_SANDBOX_ALLOWED + CL_SANDBOX_OPENING + CL_SANDBOX_FATAL) + 1,
  // The most instructions before the search: the architecture, and calls with checked arguments.
  CL_SANDBOX_HEAD = 64,
  CL_SANDBOX_LENGTH = CL_SANDBOX_HEAD + 2 * CL_SANDBOX_RANGES,
};
// The call with the highest number. Headers older than Linux 5.8 do not have it.
#ifdef SYS_faccessat2
_Static_assert(SYS_faccessat2 < CL_SANDBOX_NUMBERS, "a larger table is needed");
#endif

// A range of system calls, from `first` on, with the same action.
struct cl_sandbox_range {
  uint32_t first, action;
};

// Adds a binary search for the action of a system call's number, which has been loaded; returns the end of
// the code.
static inline struct sock_filter *cl_sandbox_search(
    struct sock_filter *next, const struct cl_sandbox_range *ranges, int count) {
  if (count == 1) {
    *next = (struct sock_filter)CL_RETURN(ranges->action);
    return next + 1;
  }
  int half = count / 2;
  struct sock_filter *upper = cl_sandbox_search(next + 1, ranges, half);
  *next = (struct sock_filter)BPF_JUMP(
      BPF_JMP | BPF_JGE | BPF_K, ranges[half].first, (uint8_t)(upper - next - 1), 0);
  return cl_sandbox_search(upper, ranges + half, count - half);
}

// Makes the filter of cl_sandbox_enter, of CL_SANDBOX_LENGTH instructions at most. Returns their number, or 0
// where a jump would be too long.
//
// The kernel runs it for every number when it is installed (seccomp_cache_prepare): with a linear search that
// took a tenth of the time to the first frame.
static inline unsigned short cl_sandbox_make(
    struct sock_filter *filter, int opens_sockets, int creates_files) {
  // Each part begins with a comparison that skips it for all other calls, and ends with an action.
  const struct sock_filter head[] = {
    CL_LOAD(offsetof(struct seccomp_data, arch)),
    CL_IF_EQUAL(cl_sandbox_architecture(), 1, 0),
    CL_RETURN(SECCOMP_RET_KILL_PROCESS),
    CL_LOAD(CL_SYSTEM_CALL),
    // Terminal input must not be faked (TIOCSTI, and TIOCLINUX pastes), nor the line discipline changed, nor
    // a socket's signals sent to another process.
    CL_IF_EQUAL(SYS_ioctl, 0, 8),
    CL_LOAD(CL_ARGUMENT(1)),
    CL_IF_EQUAL(TIOCSTI, 5, 0),
    CL_IF_EQUAL(TIOCLINUX, 4, 0),
    CL_IF_EQUAL(TIOCSETD, 3, 0),
    CL_IF_EQUAL(FIOSETOWN, 2, 0),
    CL_IF_EQUAL(SIOCSPGRP, 1, 0),
    CL_RETURN(SECCOMP_RET_ALLOW),
    CL_REFUSE,
    // Only existing files are opened, unless files are created; none is created or emptied.
    CL_IF_EQUAL(SYS_openat, 0, 4),
    CL_LOAD(CL_ARGUMENT(2)),
    CL_IF_ANY(creates_files ? 0 : CL_MAKES_FILES, 1, 0),
    CL_RETURN(SECCOMP_RET_ALLOW),
    CL_REFUSE,
#ifdef SYS_open
    CL_IF_EQUAL(SYS_open, 0, 4),
    CL_LOAD(CL_ARGUMENT(1)),
    CL_IF_ANY(creates_files ? 0 : CL_MAKES_FILES, 1, 0),
    CL_RETURN(SECCOMP_RET_ALLOW),
    CL_REFUSE,
#endif
    // A file's signals must not be sent to another process: F_SETOWN, F_SETSIG, and F_SETOWN_EX, which libc
    // hides.
#ifdef SYS_fcntl64
    CL_IF_EQUAL(SYS_fcntl64, 1, 0),
#endif
    CL_IF_EQUAL(SYS_fcntl, 0, 6),
    CL_LOAD(CL_ARGUMENT(1)),
    CL_IF_EQUAL(8, 3, 0),
    CL_IF_EQUAL(10, 2, 0),
    CL_IF_EQUAL(15, 1, 0),
    CL_RETURN(SECCOMP_RET_ALLOW),
    CL_REFUSE,
#ifdef SYS_mmap2
    CL_IF_EQUAL(SYS_mmap2, 1, 0),
#else
    CL_IF_EQUAL(SYS_mmap, 1, 0),
#endif
    CL_IF_EQUAL(SYS_mprotect, 0, 4),
    CL_LOAD(CL_ARGUMENT(2)),
    CL_IF_ANY(PROT_EXEC, 1, 0),
    CL_RETURN(SECCOMP_RET_ALLOW),
    CL_REFUSE,
    // Only the process's own limits, by the number 0: another process may later get its number.
    CL_IF_EQUAL(SYS_prlimit64, 0, 4),
    CL_LOAD(CL_ARGUMENT(0)),
    CL_IF_EQUAL(0, 0, 1),
    CL_RETURN(SECCOMP_RET_ALLOW),
    CL_REFUSE,
    // The kernel's messages about devices.
    CL_IF_EQUAL(SYS_socket, 0, 7),
    CL_LOAD(CL_ARGUMENT(0)),
    CL_IF_EQUAL(AF_UNIX, opens_sockets ? 3 : 4, 0),
    CL_IF_EQUAL(AF_NETLINK, 0, 3),
    CL_LOAD(CL_ARGUMENT(2)),
    CL_IF_EQUAL(NETLINK_KOBJECT_UEVENT, 0, 1),
    CL_RETURN(SECCOMP_RET_ALLOW),
    CL_REFUSE,
    // A filter can only check the length of the address: it must be the length of a netlink address.
    CL_IF_EQUAL(SYS_bind, 0, 4),
    CL_LOAD(CL_ARGUMENT(2)),
    CL_IF_EQUAL(sizeof(struct sockaddr_nl), 0, opens_sockets ? 0 : 1),
    CL_RETURN(SECCOMP_RET_ALLOW),
    CL_REFUSE,
  };
  _Static_assert(sizeof head / sizeof head[0] <= CL_SANDBOX_HEAD, "its length");
  uint32_t actions[CL_SANDBOX_NUMBERS];
  for (int number = 0; number < CL_SANDBOX_NUMBERS; number++) actions[number] = SECCOMP_RET_ERRNO | ENOSYS;
  for (int index = 0; index < CL_SANDBOX_ALLOWED; index++) actions[cl_sandbox_allowed[index]] = SECCOMP_RET_ALLOW;
  for (int index = 0; index < CL_SANDBOX_OPENING; index++)
    actions[cl_sandbox_opening[index]] = opens_sockets ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | EPERM;
  for (int index = 0; index < CL_SANDBOX_FATAL; index++) actions[cl_sandbox_fatal[index]] = SECCOMP_RET_KILL_PROCESS;
  struct cl_sandbox_range ranges[CL_SANDBOX_RANGES] = {{0, actions[0]}};
  int count = 1;
  for (uint32_t number = 1; number < CL_SANDBOX_NUMBERS; number++)
    if (actions[number] != ranges[count - 1].action)
      ranges[count++] = (struct cl_sandbox_range){number, actions[number]};
  // A jump skips 255 instructions at most, which is half of the code for this many ranges.
  if (count > 256) return 0;
  memcpy(filter, head, sizeof head);
  return (unsigned short)(cl_sandbox_search(filter + sizeof head / sizeof head[0], ranges, count) - filter);
}

static inline int cl_sandbox_prepare(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

// Installs a filter for good: the listed system calls are allowed, some kill the process, all others fail
// with ENOSYS. With ENOSYS the C library falls back as on an older kernel, where it can. -1 where the kernel
// has no such filters (ENOSYS, EINVAL), or this architecture is not supported here.
static inline int cl_sandbox_enter(int opens_sockets, int creates_files) {
  struct sock_filter filter[CL_SANDBOX_LENGTH];
  if (cl_sandbox_architecture() == 0) { errno = ENOSYS; return -1; }
  struct sock_fprog program = {cl_sandbox_make(filter, opens_sockets, creates_files), filter};
  // Without the flag, kernels before 5.16 disable speculation, which makes drawing slower.
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program) == 0)
    return 0;
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

#endif
