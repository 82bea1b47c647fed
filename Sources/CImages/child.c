// SPDX-License-Identifier: Apache-2.0

// For pipe2.
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.h"

enum { MEGABYTES = 256 };

// What the child sends before the result's bytes.
struct header {
  bool is_made;
  size_t count;
  cimages_reason reason;
};

bool cimages_append(struct output *output, const void *bytes, size_t count) {
  if (output->capacity - output->count < count) {
    size_t capacity = output->count + count + output->count / 2;
    uint8_t *grown = realloc(output->bytes, capacity);
    if (!grown) return false;
    output->bytes = grown;
    output->capacity = capacity;
  }
  if (count) memcpy(output->bytes + output->count, bytes, count);
  output->count += count;
  return true;
}

// The size of the process's own memory; a guess without /proc.
static rlim_t own_memory(void) {
  unsigned long long size, data;
  FILE *file = fopen("/proc/self/statm", "re");
  bool is_known = file && fscanf(file, "%llu %*u %*u %*u %*u %llu", &size, &data) == 2;
  if (file) fclose(file);
  return is_known ? (rlim_t)data * (rlim_t)sysconf(_SC_PAGESIZE) : (rlim_t)MEGABYTES << 20;
}

// Sets limits; never raises a hard limit that is already lower.
static void limit(int resource, rlim_t soft, rlim_t hard) {
  struct rlimit old;
  if (getrlimit(resource, &old)) return;
  if (old.rlim_max < hard) hard = old.rlim_max;
  setrlimit(resource, &(struct rlimit){soft < hard ? soft : hard, hard});
}

static bool write_all(int file, const void *bytes, size_t count) {
  const char *rest = bytes;
  while (count > 0) {
    ssize_t written = write(file, rest, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    rest += written;
    count -= (size_t)written;
  }
  return true;
}

static bool read_all(int file, void *bytes, size_t count) {
  char *rest = bytes;
  while (count > 0) {
    ssize_t got = read(file, rest, count);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    rest += got;
    count -= (size_t)got;
  }
  return true;
}

static _Noreturn void run(cimages_work *work, const void *job, unsigned seconds, int answer) {
  // The messages of libraries that abort are for their authors.
  int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere >= 0) dup2(nowhere, 2);
  limit(RLIMIT_CORE, 0, 0);
  limit(RLIMIT_DATA, own_memory() + ((rlim_t)MEGABYTES << 20), RLIM_INFINITY);
  limit(RLIMIT_CPU, seconds, seconds + 1);
  signal(SIGXCPU, SIG_DFL);
  signal(SIGALRM, SIG_DFL);
  // Ends work that waits instead of computing.
  alarm(20 * seconds);
  struct output output = {NULL, 0, 0};
  struct header header = {0};
  header.is_made = work(job, &output, &header.reason);
  header.count = header.is_made ? output.count : 0;
  bool is_sent = write_all(answer, &header, sizeof header);
  _exit(is_sent && write_all(answer, output.bytes, header.count) ? 0 : 1);
}

uint8_t *cimages_in_child(
  cimages_work *work, const void *job, unsigned seconds, size_t *count, cimages_reason *reason) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC)) {
    snprintf(reason->text, sizeof reason->text, "no pipe to a process that draws it");
    return NULL;
  }
  pid_t child = fork();
  if (child == 0) run(work, job, seconds, ends[1]);
  close(ends[1]);
  struct header header = {0};
  bool is_heard = child > 0 && read_all(ends[0], &header, sizeof header);
  uint8_t *bytes = NULL;
  if (is_heard && header.is_made && (bytes = malloc(header.count ? header.count : 1)) &&
      !read_all(ends[0], bytes, header.count)) {
    free(bytes);
    bytes = NULL;
    is_heard = false;
  }
  close(ends[0]);
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  *count = bytes ? header.count : 0;
  if (bytes) return bytes;
  if (child < 0) {
    snprintf(reason->text, sizeof reason->text, "no process that draws it");
  } else if (is_heard && !header.is_made) {
    *reason = header.reason;
    reason->text[sizeof reason->text - 1] = 0;
  } else {
    int end = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    bool is_late = end == SIGXCPU || end == SIGKILL || end == SIGALRM;
    reason->is_limit = end != SIGSEGV && end != SIGBUS && end != SIGILL && end != SIGFPE;
    if (!reason->is_limit)
      snprintf(reason->text, sizeof reason->text, "the library that draws it crashes: %s", strsignal(end));
    else if (is_late)
      snprintf(reason->text, sizeof reason->text, "drawing it takes more than %u s", seconds);
    else
      snprintf(reason->text, sizeof reason->text, "drawing it takes more than %d MB", MEGABYTES);
  }
  return NULL;
}
