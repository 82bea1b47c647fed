// SPDX-License-Identifier: Apache-2.0

#include "chttp.h"

#include <arpa/inet.h>
#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

struct chttp_server {
  struct event_base *base;
  struct evhttp *http;
  struct event *signals[3];
  // The request that waits for its reply.
  struct evhttp_request *request;
  uint16_t port;
  bool has_ended;
};

// An idle connection of a browser is closed after this time.
static const int timeout = 60;
static const size_t most_header_bytes = 16384;
// Browsers open six. Any program of the machine can connect, and have bodies kept before they are refused.
static const int most_connections = 64;
// The highest number of a connection's socket. There is one server in a process.
static int last_connection;

// libevent's messages would be between the program's own; callers report errors.
static void be_silent(int severity, const char *message) { (void)severity, (void)message; }

// Only one request at a time leaves the loop: a later event may free the connection of an earlier one.
static void take_request(struct evhttp_request *request, void *context) {
  chttp_server *server = context;
  server->request = request;
  event_base_loopbreak(server->base);
}

static void take_signal(evutil_socket_t number, short events, void *context) {
  (void)number, (void)events;
  chttp_server *server = context;
  server->has_ended = true;
  event_base_loopbreak(server->base);
}

// Ends a connection beyond the limit with its first bytes: the kernel gives the lowest free number to each.
static void limit_connection(struct evbuffer *input, const struct evbuffer_cb_info *info, void *context) {
  (void)input, (void)info;
  int number = bufferevent_getfd(context);
  if (number > last_connection) shutdown(number, SHUT_RDWR);
}

static struct bufferevent *make_connection(struct event_base *base, void *context) {
  (void)context;
  struct bufferevent *connection = bufferevent_socket_new(base, -1, 0);
  // A connection without it works: the limit is for many.
  if (connection) evbuffer_add_cb(bufferevent_get_input(connection), limit_connection, connection);
  return connection;
}

// A listening socket of 127.0.0.1; -1 with errno.
static int listen_on_loopback(uint16_t port, uint16_t *bound) {
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return -1;
  struct sockaddr_in address = {
    .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  int on = 1;
  // A port that was in use until just now is free.
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(fd, (struct sockaddr *)&address, sizeof address) || listen(fd, 16) ||
      getsockname(fd, (struct sockaddr *)&address, &size)) {
    int error = errno;
    close(fd);
    errno = error;
    return -1;
  }
  *bound = ntohs(address.sin_port);
  return fd;
}

chttp_server *chttp_open(uint16_t port, size_t most_bytes, int *error) {
  chttp_server *server = calloc(1, sizeof *server);
  if (!server) {
    *error = ENOMEM;
    return NULL;
  }
  event_set_log_callback(be_silent);
  // A browser may close a connection before its reply.
  signal(SIGPIPE, SIG_IGN);
  int fd = listen_on_loopback(port, &server->port);
  if (fd < 0) {
    *error = errno;
    free(server);
    return NULL;
  }
  static const int numbers[3] = {SIGINT, SIGTERM, SIGHUP};
  server->base = event_base_new();
  if (server->base) server->http = evhttp_new(server->base);
  bool is_fine = server->http && !evhttp_accept_socket(server->http, fd);
  last_connection = fd + most_connections;
  if (!is_fine) close(fd);
  for (int index = 0; is_fine && index < 3; index++) {
    server->signals[index] = evsignal_new(server->base, numbers[index], take_signal, server);
    is_fine = server->signals[index] && !event_add(server->signals[index], NULL);
  }
  if (!is_fine) {
    chttp_close(server);
    *error = ENOMEM;
    return NULL;
  }
  // All known methods come to `take_request`, so that none is answered without the checks.
  evhttp_set_allowed_methods(
    server->http, EVHTTP_REQ_GET | EVHTTP_REQ_POST | EVHTTP_REQ_HEAD | EVHTTP_REQ_PUT | EVHTTP_REQ_DELETE |
                    EVHTTP_REQ_OPTIONS | EVHTTP_REQ_TRACE | EVHTTP_REQ_CONNECT | EVHTTP_REQ_PATCH);
  evhttp_set_max_headers_size(server->http, (ssize_t)most_header_bytes);
  evhttp_set_max_body_size(server->http, (ssize_t)most_bytes);
  evhttp_set_bevcb(server->http, make_connection, NULL);
  evhttp_set_timeout(server->http, timeout);
  evhttp_set_gencb(server->http, take_request, server);
  return server;
}

uint16_t chttp_port(const chttp_server *server) { return server->port; }

int chttp_next(chttp_server *server, chttp_request *result) {
  server->request = NULL;
  while (!server->request && !server->has_ended)
    if (event_base_loop(server->base, EVLOOP_ONCE) < 0) return -1;
  if (!server->request) return 0;
  struct evhttp_request *request = server->request;
  const struct evkeyvalq *headers = evhttp_request_get_input_headers(request);
  struct evbuffer *body = evhttp_request_get_input_buffer(request);
  char *address = NULL;
  uint16_t peer = 0;
  evhttp_connection_get_peer(evhttp_request_get_connection(request), &address, &peer);
  enum evhttp_cmd_type command = evhttp_request_get_command(request);
  *result = (chttp_request){
    .method = command == EVHTTP_REQ_GET ? CHTTP_GET : command == EVHTTP_REQ_POST ? CHTTP_POST : CHTTP_OTHER,
    .target = evhttp_request_get_uri(request),
    .host = evhttp_find_header(headers, "Host"),
    .origin = evhttp_find_header(headers, "Origin"),
    .site = evhttp_find_header(headers, "Sec-Fetch-Site"),
    .base = evhttp_find_header(headers, "If-Match"),
    .peer = peer,
    .body_size = evbuffer_get_length(body),
  };
  result->body = evbuffer_pullup(body, -1);
  // Without memory for one piece of it.
  if (!result->body) result->body_size = 0;
  return 1;
}

void chttp_header(chttp_server *server, const char *name, const char *value) {
  evhttp_add_header(evhttp_request_get_output_headers(server->request), name, value);
}

void chttp_reply(chttp_server *server, int status, const uint8_t *bytes, size_t size) {
  struct evbuffer *body = evbuffer_new();
  if (!body || evbuffer_add(body, bytes, size)) {
    status = 503;
    if (body) evbuffer_drain(body, evbuffer_get_length(body));
  }
  // The status is enough of a reason; libevent has a phrase for each.
  evhttp_send_reply(server->request, status, NULL, body);
  if (body) evbuffer_free(body);
  server->request = NULL;
}

void chttp_close(chttp_server *server) {
  for (int index = 0; index < 3; index++)
    if (server->signals[index]) event_free(server->signals[index]);
  if (server->http) evhttp_free(server->http);
  if (server->base) event_base_free(server->base);
  free(server);
}
