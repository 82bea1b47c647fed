// Pipes as keyboards: loaded into the daemon (LD_PRELOAD), it answers a pipe's ioctls as an input
// device with letters does. What was grabbed is written to the file that FAKE_KEYBOARD_LOG names.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

static void say(const char *word) {
  const char *path = getenv("FAKE_KEYBOARD_LOG");
  int fd = path == NULL ? -1 : open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0) return;
  if (write(fd, word, strlen(word)) < 0) perror("FAKE_KEYBOARD_LOG");
  close(fd);
}

int ioctl(int fd, unsigned long request, ...) {
  static int (*real)(int, unsigned long, void *);
  struct stat facts;
  va_list list;
  va_start(list, request);
  void *argument = va_arg(list, void *);
  va_end(list);
  if (real == NULL) real = (int (*)(int, unsigned long, void *))dlsym(RTLD_NEXT, "ioctl");
  if (fstat(fd, &facts) < 0 || !S_ISFIFO(facts.st_mode) || _IOC_TYPE(request) != 'E')
    return real(fd, request, argument);
  unsigned number = _IOC_NR(request), size = _IOC_SIZE(request);
  if (number == _IOC_NR(EVIOCGRAB)) {
    say(argument == NULL ? "free\n" : "grab\n");
    return 0;
  }
  memset(argument, 0, size);
  // Every key; a mouse has none of them. And Caps Lock's light, where the file says so.
  if (number == _IOC_NR(EVIOCGBIT(EV_KEY, 0)) && !(facts.st_mode & S_IXUSR))
    memset(argument, 0xFF, size);
  if (number == _IOC_NR(EVIOCGLED(0)) && facts.st_mode & S_IXOTH)
    ((unsigned char *)argument)[LED_CAPSL / 8] |= 1 << LED_CAPSL % 8;
  return (int)size;
}
