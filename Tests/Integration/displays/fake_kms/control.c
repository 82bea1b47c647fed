// SPDX-License-Identifier: Apache-2.0

// The thread that is the machine's clock, and that obeys the test: lines come from the socket whose
// number is in FAKE_KMS, and each is answered with one line.
#include "machine.h"

#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <time.h>

static int control = -1;
static int exit_dump = -1;

void wake_clock(void) { (void)!write(machine.wake[1], "", 1); }

// CARD HEADS WIDTHxHEIGHT@HZ [legacy] [instant] [dirty] [clips] [no-flip] [cold] [tinted] [cursor] [other-master]
static bool plug_card(char *words) {
  int number, heads, width, height, hertz, length = 0;
  if (sscanf(words, "%d %d %dx%d@%d%n", &number, &heads, &width, &height, &hertz, &length) != 5)
    return false;
  if (number < 0 || number >= CARDS || heads < 1 || heads > HEADS || hertz < 1) return false;
  const char *rest = words + length;
  struct card card = {
      .exists = true, .heads = heads, .master = -1, .legacy = strstr(rest, "legacy"),
      .instant = strstr(rest, "instant"), .dirty = strstr(rest, "dirty"),
      .clips = strstr(rest, "clips"), .tinted = strstr(rest, "tinted"), .no_flip = strstr(rest, "no-flip"),
      .other_master = strstr(rest, "other-master")};
  for (int head = 0; head < heads; head++) {
    card.head[head] = (struct head){
        .connected = true, .width = width, .height = height, .hertz = hertz};
    // Each display differs a little from the first: no two are alike.
    card.head[head].width += 16 * head;
    card.head[head].cursor = strstr(rest, "cursor");
    // A gamma table of another program, which is freed once it is not in use.
    if (card.tinted) card.head[head].now.gamma = (struct blob){TINT, -1, 8, {1, 2, 3, 4, 5, 6, 7, 8}};
  }
  machine.card[number] = card;
  if (!strstr(rest, "cold")) show_console(&machine.card[number]);
  return true;
}

static void unplug_card(int number) {
  if (number < 0 || number >= CARDS) return;
  machine.card[number].exists = false;
  machine.card[number].master = -1;
  for (int file = 0; file < FILES; file++)
    if (machine.file[file].used && machine.file[file].card == number) {
      machine.file[file].gone = true;
    }
}

// Blanks in the text part the pairs, of which the first is ACTION@PATH.
static void send_uevent(char *text) {
  size_t length = strlen(text);
  for (size_t index = 0; index < length; index++)
    if (text[index] == ' ') text[index] = 0;
  if (machine.uevents >= 0) (void)!write(machine.uevents, text, length + 1);
}

static int count_of(const void *first, size_t stride, int count) {
  int used = 0;
  for (int index = 0; index < count; index++)
    used += *(const uint32_t *)((const char *)first + stride * (size_t)index) != 0;
  return used;
}

static int sum_of(const struct blob *blob) {
  int sum = 0;
  for (uint32_t index = 0; blob->id && index < blob->length; index++) sum += blob->bytes[index];
  return sum;
}

static void write_state(char *text, size_t size) {
  int used = 0, at;
  // What the program has allocated and not freed; the reporting thread has nothing on the heap.
  const struct mallinfo2 heap = mallinfo2();
  for (int file = 0; file < FILES; file++) used += machine.file[file].used;
  at = snprintf(text, size, "heap=%zu blocks=%" PRId64 " calls=%" PRIu64 " polls=%" PRIu64 " hits=%" PRIu64 " opens=%" PRIu64 " files=%d fbs=%d buffers=%d blobs=%d",
                heap.uordblks + heap.hblkhd, heap_blocks(), machine.calls, __atomic_load_n(&machine.polls, __ATOMIC_RELAXED), faults_hit(), machine.opens, used,
                count_of(&machine.fb[0].id, sizeof machine.fb[0], FBS),
                count_of(&machine.buffer[0].handle, sizeof machine.buffer[0], BUFFERS),
                count_of(&machine.blob[0].id, sizeof machine.blob[0], BLOBS));
  for (int number = 0; number < CARDS; number++) {
    const struct card *card = &machine.card[number];
    if (!card->heads) continue;
    at += snprintf(text + at, size - (size_t)at, " master%d=%d dirties%d=%" PRIu64, number,
                   card->master, number, card->dirties);
    for (int index = 0; index < card->heads; index++) {
      const struct head *head = &card->head[index];
      at += snprintf(text + at, size - (size_t)at,
                     " fb%d.%d=%u flips%d.%d=%" PRIu64 " modesets%d.%d=%" PRIu64 " darkened%d.%d=%" PRIu64
                     " gamma%d.%d=%d cursor%d.%d=%d", number,
                     index, head->now.active ? head->now.fb : 0, number, index, head->flips,
                     number, index, head->modesets, number, index, head->darkened, number, index,
                     sum_of(&head->now.gamma), number, index, head->cursor);
    }
  }
  framebuffer_state(text + at, size - (size_t)at);
}

static void obey(char *line, char *answer, size_t size) {
  int card = 0, head = 0, value = 0, height = 0;
  bool good = true;
  char path[256];
  if (strncmp(line, "card ", 5) == 0) good = plug_card(line + 5);
  else if (sscanf(line, "remove %d", &card) == 1) unplug_card(card);
  else if (sscanf(line, "connect %d %d %d", &card, &head, &value) == 3)
    machine.card[card & 3].head[head & 3].connected = value != 0;
  else if (sscanf(line, "resize %d %d %d %d", &card, &head, &value, &height) == 4) {
    machine.card[card & 3].head[head & 3].width = value;
    machine.card[card & 3].head[head & 3].height = height;
  } else if (sscanf(line, "master %d %d", &card, &value) == 2) {
    machine.card[card & 3].other_master = value != 0;
    if (value) machine.card[card & 3].master = -1;
  } else if (strncmp(line, "fault ", 6) == 0) good = add_fault(line + 6);
  else if (strncmp(line, "fb ", 3) == 0) framebuffer_command(line + 3);
  else if (sscanf(line, "suspend %d", &value) == 1) {
    machine.slept += value * 1000000000LL;
    (void)!write(machine.jump_end, &(uint64_t){1}, 8);
  } else if (sscanf(line, "exit-dump %255s", path) == 1) {
    // Opened here, outside of the program's sandbox.
    int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    exit_dump = fcntl(fd, F_DUPFD_CLOEXEC, 300);
    close(fd);
  } else if (strcmp(line, "heal") == 0) clear_faults();
  else if (strncmp(line, "uevent ", 7) == 0) send_uevent(line + 7);
  else if (strcmp(line, "state") != 0) good = false;
  if (!good) snprintf(answer, size, "error: %s", line);
  else if (strcmp(line, "state") == 0) write_state(answer, size);
  else snprintf(answer, size, "ok");
}

static void talk(void) {
  char line[512], answer[4096];
  ssize_t got = recv(control, line, sizeof line - 1, 0);
  if (got <= 0) {
    control = -1;
    return;
  }
  line[got] = 0;
  pthread_mutex_lock(&machine.lock);
  obey(line, answer, sizeof answer);
  pthread_mutex_unlock(&machine.lock);
  (void)!send(control, answer, strlen(answer), MSG_NOSIGNAL);
}

// Finishes the flips that are due; returns the time of the next vblank, or nothing.
static int64_t tick(void) {
  int64_t next = INT64_MAX, now = now_ns();
  for (int number = 0; number < CARDS; number++)
    for (int index = 0; index < machine.card[number].heads; index++) {
      struct head *head = &machine.card[number].head[index];
      if (!head->flip_pending) continue;
      if (head->flip_time <= now) finish_flip(&machine.card[number], index);
      else if (head->flip_time < next) next = head->flip_time;
    }
  return next;
}

static void *run(void *nothing) {
  (void)nothing;
  while (true) {
    struct pollfd entries[FILES + 2] = {{machine.wake[0], POLLIN, 0}, {control, POLLIN, 0}};
    pthread_mutex_lock(&machine.lock);
    int64_t next = tick(), left = next - now_ns();
    for (int file = 0; file < FILES; file++)
      entries[file + 2] =
          (struct pollfd){machine.file[file].used ? machine.file[file].ours : -1, 0, 0};
    pthread_mutex_unlock(&machine.lock);
    if (left < 0) left = 0;
    struct timespec wait = {left / 1000000000, left % 1000000000};
    if (ppoll(entries, FILES + 2, next == INT64_MAX ? NULL : &wait, NULL) <= 0) continue;
    char drain[64];
    if (entries[0].revents) (void)!syscall(SYS_read, machine.wake[0], drain, sizeof drain);
    if (entries[1].revents) talk();
    pthread_mutex_lock(&machine.lock);
    for (int file = 0; file < FILES; file++)
      if (entries[file + 2].revents & POLLHUP && machine.file[file].used) close_file(file);
    pthread_mutex_unlock(&machine.lock);
  }
  return NULL;
}

// The state that the program has left behind.
__attribute__((destructor)) static void end_machine(void) {
  char text[4096];
  if (exit_dump < 0) return;
  write_state(text, sizeof text);
  (void)!write(exit_dump, text, strlen(text));
}

// Before the program's main: what the test says first is known when the program looks.
__attribute__((constructor)) void start_machine(void) {
  const char *number = getenv("FAKE_KMS");
  char *setup = getenv("FAKE_KMS_SETUP"), answer[4096], *line;
  int pair[2];
  pthread_t thread;
  sigset_t all, before;
  if (!number || pipe2(pair, O_CLOEXEC | O_NONBLOCK) < 0) return;
  control = fcntl(atoi(number), F_DUPFD_CLOEXEC, 300);
  close(atoi(number));
  for (int end = 0; end < 2; end++) {
    machine.wake[end] = fcntl(pair[end], F_DUPFD_CLOEXEC, 300);
    close(pair[end]);
  }
  for (char *rest = setup ? strdup(setup) : NULL; (line = strsep(&rest, "\n"));) {
    obey(line, answer, sizeof answer);
    if (strncmp(answer, "error", 5) == 0) {
      fprintf(stderr, "fake KMS: %s\n", answer);
      _exit(120);
    }
  }
  // The program's signals are the program's.
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  pthread_create(&thread, NULL, run, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}
