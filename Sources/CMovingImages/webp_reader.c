// SPDX-License-Identifier: Apache-2.0

#include <stdlib.h>
#include <webp/decode.h>
#include <webp/demux.h>

#include "cmoving.h"

struct cmoving_webp {
  WebPAnimDecoder *decoder;
  int end;
};

cmoving_webp *cmoving_webp_open(
  const uint8_t *data, size_t size, size_t most_pixels, cmoving_info *info) {
  // The decoder has memory for the whole canvas, which the header may claim to be of any size.
  int width, height;
  if (!WebPGetInfo(data, size, &width, &height)) return NULL;
  WebPData file = {data, size};
  WebPDemuxer *demuxer = WebPDemux(&file);
  if (!demuxer) return NULL;
  info->width = WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH);
  info->height = WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT);
  info->loops = WebPDemuxGetI(demuxer, WEBP_FF_LOOP_COUNT);
  WebPDemuxDelete(demuxer);
  if ((size_t)info->width * info->height > most_pixels) return NULL;
  cmoving_webp *webp = calloc(1, sizeof *webp);
  if (!webp) return NULL;
  webp->decoder = WebPAnimDecoderNew(&file, NULL);
  if (!webp->decoder) {
    free(webp);
    return NULL;
  }
  return webp;
}

int cmoving_webp_next(cmoving_webp *webp, const uint8_t **rgba, uint32_t *milliseconds) {
  if (!WebPAnimDecoderHasMoreFrames(webp->decoder)) return 0;
  uint8_t *frame;
  int end;
  if (!WebPAnimDecoderGetNext(webp->decoder, &frame, &end)) return -1;
  *rgba = frame;
  // The time of the end is a sum of durations, which may overflow.
  int64_t duration = (int64_t)end - webp->end;
  *milliseconds = duration > 10 ? (uint32_t)duration : 100;
  webp->end = end;
  return 1;
}

void cmoving_webp_close(cmoving_webp *webp) {
  WebPAnimDecoderDelete(webp->decoder);
  free(webp);
}
