// SPDX-License-Identifier: Apache-2.0

// libevent's HTTP server for Swift, on the loopback interface alone: one request after another, in one thread. For
// flipbook-theme edit only.
//
// libevent and not GNU libmicrohttpd, because that brings GnuTLS with its eight libraries, which a server on loopback
// has no use for; and not a server in Swift, because those need Foundation or SwiftNIO, which are larger than the
// program.
#ifndef FLIPBOOK_CHTTP_H
#define FLIPBOOK_CHTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct chttp_server chttp_server;

enum { CHTTP_GET, CHTTP_POST, CHTTP_OTHER };

// A request. Its texts and its body live until the reply; an absent header is NULL.
typedef struct {
  int method;
  const char *target;
  const char *host, *origin, *site, *base;
  // The port of the sender at 127.0.0.1.
  uint16_t peer;
  const uint8_t *body;
  size_t body_size;
} chttp_request;

// Listens on 127.0.0.1 at a port, 0 for any free one, and takes SIGINT, SIGTERM and SIGHUP as its end. Larger bodies
// than `most_bytes` are refused with 413, before they are read; smaller ones are read before the request is known, as
// libevent 2.1 says nothing of a request until it is whole. NULL with an errno.
chttp_server *chttp_open(uint16_t port, size_t most_bytes, int *error);
uint16_t chttp_port(const chttp_server *server);

// Waits for a request: 1 for one, which must get a reply before the next call; 0 after a signal, -1 after an error.
int chttp_next(chttp_server *server, chttp_request *request);

// Adds a header to the reply; its texts are copied.
void chttp_header(chttp_server *server, const char *name, const char *value);

// Replies with bytes, which are copied.
void chttp_reply(chttp_server *server, int status, const uint8_t *bytes, size_t size);

void chttp_close(chttp_server *server);

#endif
