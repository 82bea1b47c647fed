// SPDX-License-Identifier: Apache-2.0

// The calls of the C library that a program reaches its devices through.
#include "machine.h"
#include "uevents.h"

#include <dirent.h>
#include <dlfcn.h>
#include <linux/netlink.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>

struct machine machine = {.lock = PTHREAD_MUTEX_INITIALIZER, .uevents = -1, .jump = -1};

// Where a long has 32 bits, the functions are those with 64-bit times (-D_TIME_BITS=64). The headers replace
// the names of the others by theirs; there are no second names then.
#ifdef SYS_clock_gettime64
#undef SYS_clock_gettime
#define SYS_clock_gettime SYS_clock_gettime64
#undef SYS_timerfd_settime
#define SYS_timerfd_settime SYS_timerfd_settime64
#undef SYS_ppoll
#define SYS_ppoll SYS_ppoll_time64
#endif

int64_t now_ns(void) {
  struct timespec now;
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static int fail(int error) {
  errno = error;
  return -1;
}

static int open_at(int folder, const char *path, int flags, unsigned mode) {
  int number = -1, length = 0, fd;
  if (sscanf(path, "/dev/dri/card%d%n", &number, &length) == 1 && path[length] == 0) {
    pthread_mutex_lock(&machine.lock);
    fd = open_card(number);
    pthread_mutex_unlock(&machine.lock);
    return fd;
  }
  pthread_mutex_lock(&machine.lock);
  bool is_ours = framebuffer_opens(path, &fd);
  pthread_mutex_unlock(&machine.lock);
  return is_ours ? fd : (int)syscall(SYS_openat, folder, path, flags, mode);
}

static unsigned mode_from(int flags, va_list list) {
  return flags & (O_CREAT | O_TMPFILE) ? va_arg(list, unsigned) : 0;
}

int open(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  unsigned mode = mode_from(flags, list);
  va_end(list);
  return open_at(AT_FDCWD, path, flags, mode);
}

#if __SIZEOF_LONG__ == 8
int open64(const char *path, int flags, ...) __attribute__((alias("open")));
#endif

int openat(int folder, const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  unsigned mode = mode_from(flags, list);
  va_end(list);
  return open_at(folder, path, flags, mode);
}

#if __SIZEOF_LONG__ == 8
int openat64(int folder, const char *path, int flags, ...) __attribute__((alias("openat")));
#endif

// The files of /dev/dri, which is open for one program's only thread at a time.
static struct {
  int next;
  struct dirent entry;
} listing;

DIR *opendir(const char *path) {
  DIR *(*real)(const char *) = (DIR * (*)(const char *)) dlsym(RTLD_NEXT, "opendir");
  if (strcmp(path, "/dev/dri") != 0) return real(path);
  listing.next = 0;
  return (DIR *)&listing;
}

struct dirent *readdir(DIR *folder) {
  struct dirent *(*real)(DIR *) = (struct dirent * (*)(DIR *)) dlsym(RTLD_NEXT, "readdir");
  if (folder != (DIR *)&listing) return real(folder);
  pthread_mutex_lock(&machine.lock);
  while (listing.next < CARDS && !machine.card[listing.next].exists) listing.next++;
  pthread_mutex_unlock(&machine.lock);
  if (listing.next == CARDS) return NULL;
  snprintf(listing.entry.d_name, sizeof listing.entry.d_name, "card%d", listing.next++);
  return &listing.entry;
}

#if __SIZEOF_LONG__ == 8
struct dirent64 *readdir64(DIR *folder) { return (struct dirent64 *)readdir(folder); }
#endif

int closedir(DIR *folder) {
  int (*real)(DIR *) = (int (*)(DIR *))dlsym(RTLD_NEXT, "closedir");
  return folder == (DIR *)&listing ? 0 : real(folder);
}

// The name of a call for the rules of faults; the same call for different purposes has several.
static const char *site_of(unsigned long request, const void *argument) {
  switch (_IOC_NR(request)) {
  case 0x00: return "VERSION";
  case 0x0C: return "GET_CAP";
  case 0x0D:
    return ((const struct drm_set_client_cap *)argument)->capability == DRM_CLIENT_CAP_ATOMIC
               ? "SET_CLIENT_CAP" : "SET_CLIENT_CAP.hot-spot";
  case 0x11: return "AUTH_MAGIC";
  case 0x1E: return "SET_MASTER";
  case 0x1F: return "DROP_MASTER";
  case 0x3B: return "CRTC_GET_SEQUENCE";
  case 0xA0: return "GETRESOURCES";
  case 0xA1: return "GETCRTC";
  case 0xA2: return ((const struct drm_mode_crtc *)argument)->fb_id ? "SETCRTC" : "SETCRTC.off";
  case 0xA3: return "CURSOR";
  case 0xA6: return "GETENCODER";
  case 0xA7: return "GETCONNECTOR";
  case 0xAA: return "GETPROPERTY";
  case 0xAC: return "GETPROPBLOB";
  case 0xAE: return "ADDFB";
  case 0xAF: return "RMFB";
  case 0xB0: return "PAGE_FLIP";
  case 0xB1: return "DIRTYFB";
  case 0xB2: return "CREATE_DUMB";
  case 0xB3: return "MAP_DUMB";
  case 0xB4: return "DESTROY_DUMB";
  case 0xB5: return "GETPLANERESOURCES";
  case 0xB6: return "GETPLANE";
  case 0xB8: return "ADDFB2";
  case 0xB9: {
    uint32_t type = ((const struct drm_mode_obj_get_properties *)argument)->obj_type;
    return type == DRM_MODE_OBJECT_CONNECTOR ? "OBJ_GETPROPERTIES.connector"
           : type == DRM_MODE_OBJECT_CRTC    ? "OBJ_GETPROPERTIES.crtc"
                                             : "OBJ_GETPROPERTIES.plane";
  }
  case 0xBC: {
    const struct drm_mode_atomic *request = argument;
    uint32_t flags = request->flags;
    if (flags & DRM_MODE_ATOMIC_TEST_ONLY)
      return flags & DRM_MODE_ATOMIC_ALLOW_MODESET ? "ATOMIC.test-modeset" : "ATOMIC.test";
    if (flags & DRM_MODE_ATOMIC_ALLOW_MODESET) return "ATOMIC.modeset";
    // A flip changes one plane, and does not wait.
    return flags & DRM_MODE_ATOMIC_NONBLOCK && request->count_objs == 1 ? "ATOMIC.flip" : "ATOMIC.first";
  }
  case 0xBD: return "CREATEPROPBLOB";
  case 0xD0: return "CLOSEFB";
  case 0xBE: return "DESTROYPROPBLOB";
  default: return "other";
  }
}

int ioctl(int fd, unsigned long request, ...) {
  va_list list;
  va_start(list, request);
  void *argument = va_arg(list, void *);
  va_end(list);
  bool is_ours = false;
  pthread_mutex_lock(&machine.lock);
  int error = framebuffer_ioctl(fd, request, argument, &is_ours);
  int file = !is_ours && _IOC_TYPE(request) == 'd' ? file_of(fd) : -1;
  if (file >= 0) {
    is_ours = true;
    error = fault(site_of(request, argument));
    if (!error) error = card_ioctl(file, request, argument);
  }
  pthread_mutex_unlock(&machine.lock);
  if (is_ours) return error ? fail(error) : 0;
  return (int)syscall(SYS_ioctl, fd, request, argument);
}

void *mmap(void *address, size_t size, int protection, int flags, int fd, off_t offset) {
  int error = 0;
  if (fd >= 0) {
    pthread_mutex_lock(&machine.lock);
    int file = file_of(fd), memory = file < 0 ? framebuffer_memory(fd) : -1;
    if (file >= 0) {
      error = fault("mmap");
      for (int index = 0; index < BUFFERS; index++)
        if (machine.buffer[index].handle == (uint64_t)offset >> 32 && machine.buffer[index].file == file)
          memory = machine.buffer[index].memory;
      if (memory < 0 && !error) error = EINVAL;
      if (machine.file[file].gone && !error) error = ENODEV;
    } else if (memory >= 0) {
      error = fault("fb.mmap");
    }
    if (memory >= 0) {
      fd = memory;
      offset = 0;
    }
    pthread_mutex_unlock(&machine.lock);
  }
  if (error) {
    errno = error;
    return MAP_FAILED;
  }
#ifdef SYS_mmap2
  return (void *)syscall(SYS_mmap2, address, size, protection, flags, fd, (long)(offset / 4096));
#else
  return (void *)syscall(SYS_mmap, address, size, protection, flags, fd, offset);
#endif
}

#if __SIZEOF_LONG__ == 8
void *mmap64(void *, size_t, int, int, int, off_t) __attribute__((alias("mmap")));
#endif

// A timer that the test has go off when the machine wakes.
int timerfd_create(int clock, int flags) {
  if (clock != CLOCK_REALTIME) return (int)syscall(SYS_timerfd_create, clock, flags);
  int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  pthread_mutex_lock(&machine.lock);
  machine.jump = fd;
  machine.jump_end = fcntl(fd, F_DUPFD_CLOEXEC, 300);
  pthread_mutex_unlock(&machine.lock);
  return fd;
}

int timerfd_settime(int fd, int flags, const struct itimerspec *when, struct itimerspec *before) {
  return fd == machine.jump ? 0 : (int)syscall(SYS_timerfd_settime, fd, flags, when, before);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = (int)syscall(SYS_clock_gettime, clock, now);
  if (clock == CLOCK_BOOTTIME) now->tv_sec += machine.slept / 1000000000;
  return result;
}

ssize_t read(int fd, void *bytes, size_t size) {
  if (fd >= 0 && fd == machine.jump)
    return syscall(SYS_read, fd, bytes, size) == 8 ? fail(ECANCELED) : -1;
  pthread_mutex_lock(&machine.lock);
  int file = file_of(fd), error = 0;
  if (file >= 0) error = fault("read");
  pthread_mutex_unlock(&machine.lock);
  if (error) return fail(error);
  return syscall(SYS_read, fd, bytes, size);
}

// The kernel's own messages come from the test.
int socket(int domain, int type, int protocol) {
  if (domain != AF_NETLINK || protocol != NETLINK_KOBJECT_UEVENT)
    return (int)syscall(SYS_socket, domain, type, protocol);
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) < 0) return -1;
  pthread_mutex_lock(&machine.lock);
  machine.uevents = fcntl(pair[1], F_DUPFD_CLOEXEC, 300);
  pthread_mutex_unlock(&machine.lock);
  close(pair[1]);
  return pair[0];
}

// Counts how often the program looks for something to do: one that spins is found by that, however
// little of a processor it gets.
long syscall(long number, ...) {
  static long (*real)(long, ...);
  long words[6];
  va_list list;
  if (!real) real = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  va_start(list, number);
  for (int index = 0; index < 6; index++) words[index] = va_arg(list, long);
  va_end(list);
  if (number == SYS_ppoll) __atomic_add_fetch(&machine.polls, 1, __ATOMIC_RELAXED);
#ifdef SYS_ppoll_time64
  // Kernels before Linux 5.1 have none of these.
  if (number == SYS_ppoll_time64 || number == SYS_timer_settime64) {
    pthread_mutex_lock(&machine.lock);
    int error = fault("time64");
    pthread_mutex_unlock(&machine.lock);
    if (error) return fail(error);
  }
#endif
  return real(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}
