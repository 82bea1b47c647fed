// SPDX-License-Identifier: Apache-2.0

// Which calls fail. A rule is SITE:ERRNO[:SKIP[:COUNT]]: after SKIP calls of that site that go well,
// COUNT ones fail (one if it is left out, for ever if it is 0).
#include "machine.h"

struct rule { char site[32]; int error; long skip, count; bool endless; };

static struct rule rules[16];
static int rule_count;
static uint64_t hits;

static int number_of(const char *name) {
  static const struct { const char *name; int number; } names[] = {
      {"EACCES", EACCES}, {"EBUSY", EBUSY}, {"EINTR", EINTR}, {"EAGAIN", EAGAIN},
      {"ENODEV", ENODEV}, {"ENOSPC", ENOSPC}, {"ENOMEM", ENOMEM}, {"EINVAL", EINVAL},
      {"EIO", EIO}, {"ENOENT", ENOENT}, {"EPERM", EPERM}, {"ENOSYS", ENOSYS},
  };
  for (size_t index = 0; index < sizeof names / sizeof names[0]; index++)
    if (strcmp(names[index].name, name) == 0) return names[index].number;
  return 0;
}

bool add_fault(char *text) {
  struct rule rule = {.count = 1};
  char *rest = text, *site = strsep(&rest, ":"), *error = strsep(&rest, ":");
  if (!site || !error || rule_count == 16) return false;
  snprintf(rule.site, sizeof rule.site, "%s", site);
  rule.error = number_of(error);
  char *skip = strsep(&rest, ":"), *count = strsep(&rest, ":");
  if (skip) rule.skip = atol(skip);
  if (count) rule.count = atol(count);
  rule.endless = rule.count == 0;
  if (!rule.error) return false;
  rules[rule_count++] = rule;
  return true;
}

void clear_faults(void) { rule_count = 0; }

uint64_t faults_hit(void) { return hits; }

int fault(const char *site) {
  machine.calls++;
  for (int index = 0; index < rule_count; index++) {
    struct rule *rule = &rules[index];
    if (strcmp(rule->site, site) != 0) continue;
    if (rule->skip > 0) { rule->skip--; continue; }
    if (!rule->endless && rule->count <= 0) continue;
    rule->count--;
    hits++;
    return rule->error;
  }
  return 0;
}
