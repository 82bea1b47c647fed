// SPDX-License-Identifier: Apache-2.0

// What the scenes should look like, in double precision: each shape's part of a pixel by 64×64
// points where its edge is near, its colour at the pixel's centre, one shape over the other.
#include "baselines.h"

#include <math.h>

struct point { double x, y; };
struct color { double red, green, blue; };

// The distance from an edge, negative inside, of one shape of a scene of a scale.
typedef double (*distance)(struct point p, double k);
typedef struct color (*paint)(struct point p, double k);
struct shape { distance distance; paint paint; };

static struct color hex(uint32_t value) {
  return (struct color){value >> 16 & 255, value >> 8 & 255, value & 255};
}

static struct color mixed(struct color a, struct color b, double part) {
  return (struct color){
      a.red + (b.red - a.red) * part, a.green + (b.green - a.green) * part,
      a.blue + (b.blue - a.blue) * part};
}

static double clamped(double value) { return fmin(fmax(value, 0), 1); }

// The ring: S2 and S2b.

static const double sweep = 0.72 * 2 * M_PI;

static struct point from_center(struct point p, double k) {
  return (struct point){p.x - 540 * k, p.y - 540 * k};
}

static struct point head(double k) {
  double angle = sweep - M_PI / 2;
  return (struct point){(540 + 517 * cos(angle)) * k, (540 + 517 * sin(angle)) * k};
}

static double track(struct point p, double k) {
  struct point d = from_center(p, k);
  return fabs(hypot(d.x, d.y) - 517 * k) - 13.5 * k;
}

static double arc(struct point p, double k) {
  struct point d = from_center(p, k), end = head(k);
  double angle = atan2(d.x, -d.y);
  if (angle < 0) angle += 2 * M_PI;
  double away = angle <= sweep ? fabs(hypot(d.x, d.y) - 517 * k)
                               : fmin(hypot(d.x, d.y + 517 * k), hypot(p.x - end.x, p.y - end.y));
  return away - 23 * k;
}

static double dot(struct point p, double k) {
  struct point end = head(k);
  return hypot(p.x - end.x, p.y - end.y) - 14 * k;
}

static struct color halves(struct point p, double k) {
  double s = p.x < 540 * k ? p.y / (972 * k) : (p.y - 108 * k) / (972 * k);
  return mixed(hex(0xEBD6AB), hex(0xC6A05D), clamped(s));
}

// The download bar: S3.

static const double end_of_line = 8 + 0.42 * 784;

static double rounded_box(struct point p, double x, double y, double w, double h, double r) {
  double dx = fabs(p.x - x - w / 2) - w / 2 + r, dy = fabs(p.y - y - h / 2) - h / 2 + r;
  return hypot(fmax(dx, 0), fmax(dy, 0)) + fmin(fmax(dx, dy), 0) - r;
}

static double bar(struct point p, double k) { (void)k; return rounded_box(p, 0, 152, 800, 16, 8); }

static double done(struct point p, double k) {
  (void)k;
  return hypot(p.x - fmin(fmax(p.x, 8), end_of_line), p.y - 160) - 8;
}

static struct point turned_back(struct point p) {
  double angle = 15 * M_PI / 180, x = p.x - end_of_line, y = p.y - 148;
  return (struct point){x * cos(angle) + y * sin(angle), y * cos(angle) - x * sin(angle)};
}

static double bubble(struct point p, double k) {
  (void)k;
  return rounded_box(turned_back(p), -48, -112, 96, 72, 4);
}

// Outside near a corner it is less than the distance, which does no harm.
static double tip(struct point p, double k) {
  (void)k;
  struct point q = turned_back(p);
  double side = (48 * (q.y) + 40 * fabs(q.x)) / hypot(48, 40);
  return fmax(side, -40 - q.y);
}

static struct color track_gray(struct point p, double k) { (void)p, (void)k; return hex(0xF6F6F9); }
static struct color gray(struct point p, double k) { (void)p, (void)k; return hex(0x808080); }
static struct color white(struct point p, double k) { (void)p, (void)k; return hex(0xFFFFFF); }

static const struct shape ring[] = {{track, track_gray}, {arc, halves}, {dot, white}};
static const struct shape download[] = {{bar, gray}, {done, white}, {bubble, white}, {tip, white}};

static double covered(distance away, double x, double y, double k) {
  enum { points = 64 };
  double center = away((struct point){x + 0.5, y + 0.5}, k);
  if (fabs(center) > 0.75) return center < 0;
  int inside = 0;
  for (int j = 0; j < points; j++)
    for (int i = 0; i < points; i++)
      inside += away((struct point){x + (i + 0.5) / points, y + (j + 0.5) / points}, k) <= 0;
  return inside / (double)(points * points);
}

static struct color composed(
    const struct shape *shapes, int count, struct color under, int x, int y, double k,
    int *is_edge) {
  for (int n = 0; n < count; n++) {
    double part = covered(shapes[n].distance, x, y, k);
    if (part > 0 && part < 1) *is_edge = 1;
    if (part == 0) continue;
    under = mixed(under, shapes[n].paint((struct point){x + 0.5, y + 0.5}, k), part);
  }
  return under;
}

// The flow: S1 and S1b.

static struct color stop(int number) {
  int hue = (number % 72 + 72) % 72 * 5;
  double rise = hue % 60 * 255 / 60.0, fall = 255 - rise;
  switch (hue / 60) {
    case 0: return (struct color){255, rise, 0};
    case 1: return (struct color){fall, 255, 0};
    case 2: return (struct color){0, 255, rise};
    case 3: return (struct color){0, fall, 255};
    case 4: return (struct color){rise, 0, 255};
    default: return (struct color){255, 0, fall};
  }
}

static struct color flow(double x, double width, int frame) {
  double place = clamped(x / width) * 71, f = frame % 6 / 6.0;
  int i = (int)fmin(floor(place), 70), first = i - frame / 6;
  return mixed(
      mixed(stop(first), stop(first - 1), f), mixed(stop(first + 1), stop(first), f), place - i);
}

static struct color expected(int scene, int frame, int x, int y, int *is_edge) {
  switch (scene) {
    case PEERS_S1: return flow(x + 0.5, 3840, frame);
    case PEERS_S1B: return flow(x + 0.5, 1920, frame);
    case PEERS_S2: return composed(ring, 3, hex(0xFFFFFF), x, y, 1, is_edge);
    case PEERS_S2B: return composed(ring, 3, hex(0xFFFFFF), x, y, 0.2, is_edge);
    case PEERS_S3: return composed(download, 4, hex(0x8ECEED), x, y, 1, is_edge);
    case PEERS_S4: return hex(0x8ECEED);
    default: return mixed(hex(0x8ECEED), hex(0), 0.5);
  }
}

static double error_of(struct color wanted, uint32_t pixel) {
  struct color got = hex(pixel);
  return fmax(
      fabs(got.red - wanted.red),
      fmax(fabs(got.green - wanted.green), fabs(got.blue - wanted.blue)));
}

void baseline_check(
    int scene, int frame, const uint32_t *pixels, int width, int height,
    struct baseline_errors *errors) {
  double inside = 0, edge = 0, sum = 0;
  int64_t edges = 0;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      int is_edge = 0;
      struct color wanted = expected(scene, frame, x, y, &is_edge);
      double error = error_of(wanted, pixels[(int64_t)y * width + x]);
      if (!is_edge) {
        inside = fmax(inside, error);
        continue;
      }
      edge = fmax(edge, error);
      sum += error;
      edges++;
    }
  errors->inside = lround(inside * 1000);
  errors->edge = lround(edge * 1000);
  errors->mean_edge = edges > 0 ? lround(sum / edges * 1000) : 0;
}
