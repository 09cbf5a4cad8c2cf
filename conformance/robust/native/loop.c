// The part of the add-on that uses libuv's event loop, and threads that do not end by themselves. Handles are as large as
// those of libuv's header, with its public fields.

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef void *env_t, *value_t, *info_t, *ref_t, *scope_t, *tsfn_t, *work_t;
typedef value_t (*callback_t)(env_t, info_t);
typedef void *loop_t;
typedef struct {
  void *data;
  loop_t loop;
  int type;
  char rest[140];
} handle_t;
typedef struct {
  void *data;
  char rest[120];
} request_t;
#define AUTO ((size_t)-1)

int napi_get_cb_info(env_t, info_t, size_t *, value_t *, value_t *, void **);
int napi_create_function(env_t, const char *, size_t, callback_t, void *, value_t *);
int napi_set_named_property(env_t, value_t, const char *, value_t);
int napi_create_string_utf8(env_t, const char *, size_t, value_t *), napi_get_undefined(env_t, value_t *);
int napi_create_reference(env_t, value_t, uint32_t, ref_t *), napi_delete_reference(env_t, ref_t);
int napi_get_reference_value(env_t, ref_t, value_t *), napi_open_handle_scope(env_t, scope_t *);
int napi_close_handle_scope(env_t, scope_t), napi_create_double(env_t, double, value_t *);
int napi_make_callback(env_t, void *, value_t, value_t, size_t, const value_t *, value_t *);
int napi_call_function(env_t, value_t, value_t, size_t, const value_t *, value_t *);
int napi_create_threadsafe_function(env_t, value_t, value_t, value_t, size_t, size_t, void *, void (*)(env_t, void *, void *),
                                    void *, void (*)(env_t, value_t, void *, void *), tsfn_t *);
int napi_call_threadsafe_function(tsfn_t, void *, int);
int napi_create_async_work(env_t, value_t, value_t, void (*)(env_t, void *), void (*)(env_t, int, void *), void *, work_t *);
int napi_queue_async_work(env_t, work_t), napi_delete_async_work(env_t, work_t);
int napi_get_uv_event_loop(env_t, loop_t *), napi_add_env_cleanup_hook(env_t, void (*)(void *), void *);
int uv_async_init(loop_t, handle_t *, void (*)(handle_t *)), uv_async_send(handle_t *);
int uv_timer_init(loop_t, handle_t *), uv_timer_start(handle_t *, void (*)(handle_t *), uint64_t, uint64_t);
int uv_timer_stop(handle_t *), uv_idle_init(loop_t, handle_t *), uv_idle_start(handle_t *, void (*)(handle_t *));
int uv_poll_init(loop_t, handle_t *, int), uv_poll_start(handle_t *, int, void (*)(handle_t *, int, int)), uv_poll_stop(handle_t *);
int uv_queue_work(loop_t, request_t *, void (*)(request_t *), void (*)(request_t *, int));
void uv_close(handle_t *, void (*)(handle_t *)), uv_unref(handle_t *), *uv_handle_get_data(handle_t *);
int uv_is_active(handle_t *), uv_is_closing(handle_t *), uv_has_ref(handle_t *), uv_cond_timedwait(void *, void *, uint64_t);
const char *uv_strerror(int), *uv_err_name(int), *uv_version_string(void);
int uv_mutex_init(void *), uv_cond_init(void *), uv_mutex_lock(void *), uv_mutex_unlock(void *);

// What one run of the loop's handles has: all of it lives until the last handle is closed.
typedef struct {
  env_t env;
  ref_t callback;
  handle_t timer, async, idle, poll, unreferenced;
  request_t work;
  pthread_t thread;
  int pipe[2], ticks, idles, open;
} run_t;

static void tell(run_t *run, const char *what, int number) {
  scope_t scope;
  value_t callback, undefined, list[2];
  napi_open_handle_scope(run->env, &scope);
  napi_get_reference_value(run->env, run->callback, &callback);
  napi_get_undefined(run->env, &undefined);
  napi_create_string_utf8(run->env, what, AUTO, &list[0]);
  napi_create_double(run->env, number, &list[1]);
  napi_call_function(run->env, undefined, callback, 2, list, NULL);
  napi_close_handle_scope(run->env, scope);
}

static void closed(handle_t *handle) {
  run_t *run = uv_handle_get_data(handle);
  tell(run, "closed", handle->type);
  if (--run->open > 0) return;
  tell(run, "over", 0);
  napi_delete_reference(run->env, run->callback);
  pthread_join(run->thread, NULL);
  close(run->pipe[0]);
  close(run->pipe[1]);
  free(run);
}

static void on_timer(handle_t *timer) {
  run_t *run = timer->data;
  tell(run, "timer", ++run->ticks);
  if (run->ticks < 3) return;
  uv_timer_stop(timer);
  uv_close(timer, closed);
}

static void on_async(handle_t *async) {
  tell(async->data, "async", uv_is_active(async) * 10 + uv_has_ref(async));
  uv_close(async, closed);
  tell(async->data, "closing", uv_is_closing(async));
}

static void on_idle(handle_t *idle) {
  run_t *run = idle->data;
  if (++run->idles < 5) return;
  tell(run, "idle", 5);
  uv_close(idle, closed);
}

static void on_poll(handle_t *poll, int status, int events) {
  char byte;
  read(((run_t *)poll->data)->pipe[0], &byte, 1);
  tell(poll->data, "poll", status * 100 + events * 10 + (byte == 'x'));
  uv_poll_stop(poll);
  uv_close(poll, closed);
}

static void do_work(request_t *work) {
  run_t *run = work->data;
  write(run->pipe[1], "x", 1);
}

static void after_work(request_t *work, int status) { tell(work->data, "work", status); }

static void *send(void *data) {
  uv_async_send(&((run_t *)data)->async);
  return NULL;
}

// handles(f): f is told what the handles do.
static value_t handles(env_t env, info_t info) {
  size_t n = 1;
  value_t list[1];
  loop_t loop;
  run_t *run = calloc(1, sizeof(run_t));
  run->env = env;
  napi_get_cb_info(env, info, &n, list, NULL, NULL);
  napi_create_reference(env, list[0], 1, &run->callback);
  if (napi_get_uv_event_loop(env, &loop) != 0) return NULL;
  uv_timer_init(loop, &run->timer);
  uv_async_init(loop, &run->async, on_async);
  uv_idle_init(loop, &run->idle);
  uv_timer_init(loop, &run->unreferenced);
  pipe(run->pipe);
  uv_poll_init(loop, &run->poll, run->pipe[0]);
  run->timer.data = run->async.data = run->idle.data = run->poll.data = run->work.data = run->unreferenced.data = run;
  run->open = 5;
  uv_timer_start(&run->unreferenced, on_timer, 1000000, 0);
  uv_unref(&run->unreferenced);
  uv_close(&run->unreferenced, closed);
  uv_timer_start(&run->timer, on_timer, 1, 1);
  uv_idle_start(&run->idle, on_idle);
  uv_poll_start(&run->poll, 1, on_poll);
  uv_queue_work(loop, &run->work, do_work, after_work);
  pthread_create(&run->thread, NULL, send, run);
  return NULL;
}

static value_t texts(env_t env, info_t info) {
  char text[200];
  long mutex[8], condition[8];
  value_t value;
  uv_mutex_init(mutex);
  uv_cond_init(condition);
  uv_mutex_lock(mutex);
  int waited = uv_cond_timedwait(condition, mutex, 1000000);
  uv_mutex_unlock(mutex);
  strcpy(text, uv_err_name(-2));
  strcat(strcat(text, ": "), uv_strerror(-2));
  strcat(strcat(text, ", "), uv_err_name(waited));
  napi_create_string_utf8(env, text, AUTO, &value);
  return value;
}

// ---- threads and work without an end of their own, for a worker that is terminated in the middle

static void call_js(env_t env, value_t callback, void *context, void *data) {
  value_t undefined;
  if (env == NULL) return;
  napi_get_undefined(env, &undefined);
  napi_call_function(env, undefined, callback, 0, NULL, NULL);
}

static tsfn_t threadsafe_of(void *data) { return ((void **)data)[1]; }

static void *flood(void *data) {
  while (napi_call_threadsafe_function(threadsafe_of(data), NULL, 1) == 0);
  return NULL;
}

static void flooded(env_t env, void *data, void *context) {
  pthread_join((pthread_t)((void **)data)[0], NULL);
  free(data);
}

static void sleep_a_little(env_t env, void *data) { usleep(3000); }

static void again(env_t env, int status, void *data) {
  if (status == 0) napi_queue_async_work(env, *(work_t *)data);
}

static void close_async(void *data) { uv_close(data, (void (*)(handle_t *))free); }

static void on_async_once(handle_t *async) {}

static value_t floods(env_t env, info_t info) {
  size_t n = 1;
  value_t list[1], name;
  void **data = malloc(2 * sizeof(void *));
  loop_t loop;
  napi_get_cb_info(env, info, &n, list, NULL, NULL);
  napi_create_string_utf8(env, "floods", AUTO, &name);
  napi_create_threadsafe_function(env, list[0], NULL, name, 3, 1, data, flooded, NULL, call_js, (tsfn_t *)&data[1]);
  pthread_create((pthread_t *)&data[0], NULL, flood, data);
  for (int i = 0; i < 6; i++) {
    work_t *work = malloc(sizeof(work_t));
    napi_create_async_work(env, NULL, name, sleep_a_little, again, work, work);
    napi_queue_async_work(env, *work);
  }
  handle_t *async = calloc(1, sizeof(handle_t));
  napi_get_uv_event_loop(env, &loop);
  uv_async_init(loop, async, on_async_once);
  uv_async_send(async);
  napi_add_env_cleanup_hook(env, close_async, async);
  return NULL;
}

void add_loop_functions(env_t env, value_t exports) {
  struct {
    const char *name;
    callback_t body;
  } functions[] = {{"handles", handles}, {"texts", texts}, {"floods", floods}};
  for (int i = 0; i < 3; i++) {
    value_t f;
    napi_create_function(env, functions[i].name, AUTO, functions[i].body, NULL, &f);
    napi_set_named_property(env, exports, functions[i].name, f);
  }
}
