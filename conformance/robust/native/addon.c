// An add-on that uses every group of Node-API's functions, for native-addons-use-every-group-of-functions.js. It declares
// what it uses, so that no header is needed. A call that fails throws an error with the line.

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void *env_t, *value_t, *info_t, *ref_t, *scope_t, *deferred_t, *work_t, *tsfn_t;
typedef value_t (*callback_t)(env_t, info_t);
typedef void (*finalize_t)(env_t, void *, void *);
typedef struct {
  const char *utf8name;
  value_t name;
  callback_t method, getter, setter;
  value_t value;
  int attributes;
  void *data;
} descriptor_t;
typedef struct {
  uint64_t lower, upper;
} tag_t;
typedef struct {
  const char *message;
  void *reserved;
  uint32_t engine_code;
  int code;
} error_info_t;
#define AUTO ((size_t)-1)

int napi_get_cb_info(env_t, info_t, size_t *, value_t *, value_t *, void **);
int napi_get_undefined(env_t, value_t *), napi_get_null(env_t, value_t *), napi_get_global(env_t, value_t *);
int napi_get_boolean(env_t, bool, value_t *), napi_create_double(env_t, double, value_t *);
int napi_create_int32(env_t, int32_t, value_t *), napi_create_uint32(env_t, uint32_t, value_t *);
int napi_create_int64(env_t, int64_t, value_t *), napi_get_value_double(env_t, value_t, double *);
int napi_get_value_int32(env_t, value_t, int32_t *), napi_get_value_uint32(env_t, value_t, uint32_t *);
int napi_get_value_int64(env_t, value_t, int64_t *), napi_get_value_bool(env_t, value_t, bool *);
int napi_typeof(env_t, value_t, int *), napi_create_string_utf8(env_t, const char *, size_t, value_t *);
int napi_create_string_latin1(env_t, const char *, size_t, value_t *);
int napi_create_string_utf16(env_t, const uint16_t *, size_t, value_t *);
int napi_get_value_string_utf8(env_t, value_t, char *, size_t, size_t *);
int napi_get_value_string_utf16(env_t, value_t, uint16_t *, size_t, size_t *);
int napi_create_symbol(env_t, value_t, value_t *), node_api_symbol_for(env_t, const char *, size_t, value_t *);
int napi_create_bigint_words(env_t, int, size_t, const uint64_t *, value_t *);
int napi_create_bigint_int64(env_t, int64_t, value_t *), napi_create_bigint_uint64(env_t, uint64_t, value_t *);
int napi_get_value_bigint_int64(env_t, value_t, int64_t *, bool *);
int napi_get_value_bigint_words(env_t, value_t, int *, size_t *, uint64_t *);
int napi_create_date(env_t, double, value_t *), napi_get_date_value(env_t, value_t, double *);
int napi_create_object(env_t, value_t *), napi_create_array_with_length(env_t, size_t, value_t *);
int napi_set_named_property(env_t, value_t, const char *, value_t);
int napi_get_named_property(env_t, value_t, const char *, value_t *);
int napi_set_element(env_t, value_t, uint32_t, value_t), napi_get_element(env_t, value_t, uint32_t, value_t *);
int napi_get_array_length(env_t, value_t, uint32_t *), napi_get_property_names(env_t, value_t, value_t *);
int napi_define_properties(env_t, value_t, size_t, const descriptor_t *);
int napi_create_function(env_t, const char *, size_t, callback_t, void *, value_t *);
int napi_call_function(env_t, value_t, value_t, size_t, const value_t *, value_t *);
int napi_new_instance(env_t, value_t, size_t, const value_t *, value_t *);
int napi_instanceof(env_t, value_t, value_t, bool *), napi_strict_equals(env_t, value_t, value_t, bool *);
int napi_define_class(env_t, const char *, size_t, callback_t, void *, size_t, const descriptor_t *, value_t *);
int napi_wrap(env_t, value_t, void *, finalize_t, void *, ref_t *), napi_unwrap(env_t, value_t, void **);
int napi_remove_wrap(env_t, value_t, void **), napi_type_tag_object(env_t, value_t, const tag_t *);
int napi_check_object_type_tag(env_t, value_t, const tag_t *, bool *);
int napi_create_external(env_t, void *, finalize_t, void *, value_t *), napi_get_value_external(env_t, value_t, void **);
int napi_create_reference(env_t, value_t, uint32_t, ref_t *), napi_delete_reference(env_t, ref_t);
int napi_reference_ref(env_t, ref_t, uint32_t *), napi_reference_unref(env_t, ref_t, uint32_t *);
int napi_get_reference_value(env_t, ref_t, value_t *), napi_open_handle_scope(env_t, scope_t *);
int napi_close_handle_scope(env_t, scope_t), napi_open_escapable_handle_scope(env_t, scope_t *);
int napi_escape_handle(env_t, scope_t, value_t, value_t *), napi_close_escapable_handle_scope(env_t, scope_t);
int napi_throw_type_error(env_t, const char *, const char *), napi_throw(env_t, value_t);
int napi_create_range_error(env_t, value_t, value_t, value_t *), napi_is_exception_pending(env_t, bool *);
int napi_get_and_clear_last_exception(env_t, value_t *), napi_get_last_error_info(env_t, const error_info_t **);
int napi_create_promise(env_t, deferred_t *, value_t *), napi_resolve_deferred(env_t, deferred_t, value_t);
int napi_reject_deferred(env_t, deferred_t, value_t), napi_run_script(env_t, value_t, value_t *);
int napi_create_arraybuffer(env_t, size_t, void **, value_t *), napi_get_arraybuffer_info(env_t, value_t, void **, size_t *);
int napi_create_typedarray(env_t, int, size_t, value_t, size_t, value_t *);
int napi_get_typedarray_info(env_t, value_t, int *, size_t *, void **, value_t *, size_t *);
int napi_create_dataview(env_t, size_t, value_t, size_t, value_t *);
int napi_create_buffer_copy(env_t, size_t, const void *, void **, value_t *);
int napi_create_external_buffer(env_t, size_t, void *, finalize_t, void *, value_t *);
int napi_get_buffer_info(env_t, value_t, void **, size_t *), napi_detach_arraybuffer(env_t, value_t);
int napi_create_async_work(env_t, value_t, value_t, void (*)(env_t, void *), void (*)(env_t, int, void *), void *, work_t *);
int napi_queue_async_work(env_t, work_t), napi_delete_async_work(env_t, work_t);
int napi_create_threadsafe_function(env_t, value_t, value_t, value_t, size_t, size_t, void *, finalize_t, void *,
                                    void (*)(env_t, value_t, void *, void *), tsfn_t *);
int napi_call_threadsafe_function(tsfn_t, void *, int), napi_release_threadsafe_function(tsfn_t, int);
int napi_add_env_cleanup_hook(env_t, void (*)(void *), void *), napi_set_instance_data(env_t, void *, finalize_t, void *);
int napi_get_instance_data(env_t, void **), napi_get_version(env_t, uint32_t *);

#define CHECK(call)                                                                \
  do {                                                                             \
    if ((call) != 0) {                                                             \
      const error_info_t *info;                                                    \
      bool pending = false;                                                        \
      char text[200];                                                              \
      napi_get_last_error_info(env, &info);                                        \
      snprintf(text, 200, "line %d: %s", __LINE__, info->message);                 \
      napi_is_exception_pending(env, &pending);                                    \
      if (!pending) napi_throw_type_error(env, "ERR_ADDON", text);                 \
      return NULL;                                                                 \
    }                                                                              \
  } while (0)
#define EXPECT(condition)                                                          \
  do {                                                                             \
    if (!(condition)) {                                                            \
      char text[200];                                                              \
      snprintf(text, 200, "line %d: not " #condition, __LINE__);                   \
      napi_throw_type_error(env, "ERR_ADDON", text);                               \
      return NULL;                                                                 \
    }                                                                              \
  } while (0)

static int finalized;

static void count_finalizer(env_t env, void *data, void *hint) {
  finalized += (int)(intptr_t)hint;
  free(data);
}

static value_t args(env_t env, info_t info, value_t *list, size_t count) {
  size_t n = count;
  value_t self;
  CHECK(napi_get_cb_info(env, info, &n, list, &self, NULL));
  return self;
}

// ---- values: numbers, strings, symbols, bigints, dates

static value_t values(env_t env, info_t info) {
  value_t v, w, all;
  double d;
  int32_t i;
  uint32_t u;
  int64_t l;
  int type;
  bool flag;
  CHECK(napi_create_array_with_length(env, 9, &all));
  CHECK(napi_create_double(env, 4294967297.5, &v));
  CHECK(napi_get_value_double(env, v, &d));
  CHECK(napi_get_value_int32(env, v, &i));
  CHECK(napi_get_value_uint32(env, v, &u));
  CHECK(napi_get_value_int64(env, v, &l));
  EXPECT(d == 4294967297.5 && i == 1 && u == 1 && l == 4294967297);
  CHECK(napi_create_int64(env, -9007199254740991, &v));
  CHECK(napi_set_element(env, all, 0, v));
  CHECK(napi_create_uint32(env, 4000000000u, &v));
  CHECK(napi_set_element(env, all, 1, v));
  CHECK(napi_get_boolean(env, true, &v));
  CHECK(napi_get_value_bool(env, v, &flag));
  EXPECT(flag && napi_get_value_double(env, v, &d) == 6);
  CHECK(napi_create_string_utf8(env, "gr\xc3\xbc\xc3\x9f dich \xf0\x9f\x98\x80", AUTO, &v));
  char text[16];
  size_t length;
  CHECK(napi_get_value_string_utf8(env, v, NULL, 0, &length));
  EXPECT(length == 16);
  CHECK(napi_get_value_string_utf8(env, v, text, 16, &length));
  EXPECT(length == 12 && strcmp(text, "gr\xc3\xbc\xc3\x9f dich ") == 0); // no part of a character
  uint16_t wide[20];
  CHECK(napi_get_value_string_utf16(env, v, wide, 20, &length));
  EXPECT(length == 12 && wide[10] == 0xd83d);
  CHECK(napi_create_string_utf16(env, wide, length, &w));
  CHECK(napi_strict_equals(env, v, w, &flag));
  EXPECT(flag);
  CHECK(napi_set_element(env, all, 2, v));
  CHECK(napi_create_string_latin1(env, "caf\xe9", 4, &v));
  CHECK(napi_set_element(env, all, 3, v));
  CHECK(napi_create_symbol(env, v, &w));
  CHECK(napi_typeof(env, w, &type));
  EXPECT(type == 5);
  CHECK(napi_set_element(env, all, 4, w));
  CHECK(node_api_symbol_for(env, "gyre", 4, &w));
  CHECK(napi_set_element(env, all, 5, w));
  uint64_t words[] = {1, 2}, read[3];
  int sign;
  size_t count = 3;
  CHECK(napi_create_bigint_words(env, 1, 2, words, &v));
  CHECK(napi_get_value_bigint_words(env, v, &sign, &count, read));
  EXPECT(sign == 1 && count == 2 && read[0] == 1 && read[1] == 2);
  CHECK(napi_set_element(env, all, 6, v));
  CHECK(napi_create_bigint_int64(env, INT64_MIN, &v));
  CHECK(napi_get_value_bigint_int64(env, v, &l, &flag));
  EXPECT(l == INT64_MIN && flag);
  CHECK(napi_create_bigint_uint64(env, UINT64_MAX, &v));
  CHECK(napi_set_element(env, all, 7, v));
  CHECK(napi_create_date(env, 1e12, &v));
  CHECK(napi_get_date_value(env, v, &d));
  EXPECT(d == 1e12);
  CHECK(napi_set_element(env, all, 8, v));
  return all;
}

// ---- objects, functions, re-entrance

// each(list, f): the sum of what f answers, in handle scopes of its own; f may call this function again.
static value_t each(env_t env, info_t info) {
  value_t list[2], result, item;
  double sum = 0, d;
  uint32_t length;
  args(env, info, list, 2);
  CHECK(napi_get_array_length(env, list[0], &length));
  for (uint32_t i = 0; i < length; i++) {
    scope_t scope;
    value_t undefined;
    CHECK(napi_open_handle_scope(env, &scope));
    CHECK(napi_get_element(env, list[0], i, &item));
    CHECK(napi_get_undefined(env, &undefined));
    int status = napi_call_function(env, undefined, list[1], 1, &item, &result);
    if (status == 0) status = napi_get_value_double(env, result, &d);
    CHECK(napi_close_handle_scope(env, scope));
    if (status != 0) return NULL;
    sum += d;
  }
  CHECK(napi_create_double(env, sum, &result));
  return result;
}

static value_t escapes(env_t env, info_t info) {
  scope_t scope;
  value_t object, escaped, again;
  CHECK(napi_open_escapable_handle_scope(env, &scope));
  CHECK(napi_create_object(env, &object));
  CHECK(napi_set_named_property(env, object, "self", object));
  CHECK(napi_escape_handle(env, scope, object, &escaped));
  EXPECT(napi_escape_handle(env, scope, object, &again) == 12);
  CHECK(napi_close_escapable_handle_scope(env, scope));
  return escaped;
}

// ---- errors

// tries(f): calls f; answers what it threw, wrapped, or what it returned.
static value_t tries(env_t env, info_t info) {
  value_t f[1], global, result, error;
  bool pending;
  args(env, info, f, 1);
  CHECK(napi_get_global(env, &global));
  int status = napi_call_function(env, global, f[0], 0, NULL, &result);
  CHECK(napi_is_exception_pending(env, &pending));
  if (!pending) return result;
  EXPECT(status == 10 && napi_call_function(env, global, f[0], 0, NULL, &result) == 10);
  CHECK(napi_get_and_clear_last_exception(env, &error));
  CHECK(napi_create_object(env, &result));
  CHECK(napi_set_named_property(env, result, "caught", error));
  return result;
}

static value_t throws(env_t env, info_t info) {
  value_t code, message, error;
  CHECK(napi_create_string_utf8(env, "ERR_OURS", AUTO, &code));
  CHECK(napi_create_string_utf8(env, "too far", AUTO, &message));
  CHECK(napi_create_range_error(env, code, message, &error));
  CHECK(napi_throw(env, error));
  return NULL;
}

// ---- a class

static tag_t tag = {1, 2}, other_tag = {1, 3};

static value_t counter_new(env_t env, info_t info) {
  value_t start[1], self = args(env, info, start, 1);
  double *count = malloc(sizeof(double));
  CHECK(napi_get_value_double(env, start[0], count));
  CHECK(napi_wrap(env, self, count, count_finalizer, (void *)1, NULL));
  CHECK(napi_type_tag_object(env, self, &tag));
  return self;
}

static value_t counter_add(env_t env, info_t info) {
  value_t by[1], self = args(env, info, by, 1), result;
  double *count, d;
  bool is_tagged, is_other;
  CHECK(napi_unwrap(env, self, (void **)&count));
  CHECK(napi_check_object_type_tag(env, self, &tag, &is_tagged));
  CHECK(napi_check_object_type_tag(env, self, &other_tag, &is_other));
  EXPECT(is_tagged && !is_other);
  CHECK(napi_get_value_double(env, by[0], &d));
  CHECK(napi_create_double(env, *count += d, &result));
  return result;
}

static value_t counter_value(env_t env, info_t info) {
  value_t self = args(env, info, NULL, 0), result;
  double *count;
  CHECK(napi_unwrap(env, self, (void **)&count));
  CHECK(napi_create_double(env, *count, &result));
  return result;
}

static value_t counter_release(env_t env, info_t info) {
  value_t self = args(env, info, NULL, 0);
  double *count;
  CHECK(napi_remove_wrap(env, self, (void **)&count));
  free(count);
  return NULL;
}

// ---- what outlives a call

static ref_t kept;

static value_t keep(env_t env, info_t info) {
  value_t list[1];
  uint32_t count;
  args(env, info, list, 1);
  CHECK(napi_create_reference(env, list[0], 1, &kept));
  CHECK(napi_reference_ref(env, kept, &count));
  CHECK(napi_reference_unref(env, kept, &count));
  EXPECT(count == 1);
  return NULL;
}

static value_t release_kept(env_t env, info_t info) {
  value_t value;
  CHECK(napi_get_reference_value(env, kept, &value));
  CHECK(napi_delete_reference(env, kept));
  return value;
}

static value_t external(env_t env, info_t info) {
  value_t value;
  void *data = malloc(8), *read;
  CHECK(napi_create_external(env, data, count_finalizer, (void *)1, &value));
  CHECK(napi_get_value_external(env, value, &read));
  EXPECT(read == data);
  return value;
}

static value_t finalizers(env_t env, info_t info) {
  value_t value;
  CHECK(napi_create_int32(env, finalized, &value));
  return value;
}

// ---- memory

static value_t memory(env_t env, info_t info) {
  value_t list[1], buffer, view, all;
  void *data;
  size_t length, offset;
  int type;
  args(env, info, list, 1);
  CHECK(napi_get_buffer_info(env, list[0], &data, &length));
  for (size_t i = 0; i < length; i++) ((uint8_t *)data)[i] ^= 0xff;
  CHECK(napi_create_array_with_length(env, 4, &all));
  CHECK(napi_create_buffer_copy(env, length, data, NULL, &buffer));
  CHECK(napi_set_element(env, all, 0, buffer));
  uint8_t *own = malloc(4);
  memcpy(own, "gyre", 4);
  CHECK(napi_create_external_buffer(env, 4, own, count_finalizer, (void *)100, &buffer));
  CHECK(napi_set_element(env, all, 1, buffer));
  CHECK(napi_create_arraybuffer(env, 16, &data, &buffer));
  ((double *)data)[1] = 2.5;
  CHECK(napi_create_typedarray(env, 8, 1, buffer, 8, &view));
  CHECK(napi_get_typedarray_info(env, view, &type, &length, &data, NULL, &offset));
  EXPECT(type == 8 && length == 1 && *(double *)data == 2.5 && offset == 8);
  CHECK(napi_set_element(env, all, 2, view));
  CHECK(napi_create_dataview(env, 4, buffer, 4, &view));
  CHECK(napi_set_element(env, all, 3, view));
  CHECK(napi_create_arraybuffer(env, 8, NULL, &buffer));
  CHECK(napi_detach_arraybuffer(env, buffer));
  CHECK(napi_get_arraybuffer_info(env, buffer, NULL, &length));
  EXPECT(length == 0);
  return all;
}

// ---- promises and work

typedef struct {
  deferred_t deferred;
  work_t work;
  double number;
} job_t;

static void execute(env_t env, void *data) {
  ((job_t *)data)->number *= 2;
}

static void complete(env_t env, int status, void *data) {
  job_t *job = data;
  value_t value;
  napi_create_double(env, status == 0 ? job->number : -1, &value);
  if (job->number < 0) napi_reject_deferred(env, job->deferred, value);
  else napi_resolve_deferred(env, job->deferred, value);
  napi_delete_async_work(env, job->work);
  free(job);
}

static value_t doubles_later(env_t env, info_t info) {
  value_t list[1], promise, name;
  job_t *job = malloc(sizeof(job_t));
  args(env, info, list, 1);
  CHECK(napi_get_value_double(env, list[0], &job->number));
  CHECK(napi_create_promise(env, &job->deferred, &promise));
  CHECK(napi_create_string_utf8(env, "doubles", AUTO, &name));
  CHECK(napi_create_async_work(env, NULL, name, execute, complete, job, &job->work));
  CHECK(napi_queue_async_work(env, job->work));
  return promise;
}

// ---- threads

#define CALLS 200
static tsfn_t threadsafe;

static void call_js(env_t env, value_t callback, void *context, void *data) {
  if (env == NULL) return;
  value_t undefined, number;
  napi_get_undefined(env, &undefined);
  napi_create_double(env, (double)(intptr_t)data, &number);
  napi_call_function(env, undefined, callback, 1, &number, NULL);
}

static void *thread(void *unused) {
  for (intptr_t i = 1; i <= CALLS; i++) napi_call_threadsafe_function(threadsafe, (void *)i, 1);
  napi_release_threadsafe_function(threadsafe, 0);
  return NULL;
}

static void joined(env_t env, void *data, void *context) {
  pthread_join(*(pthread_t *)data, NULL);
  free(data);
  finalized += 1000;
}

// calls(f): another thread calls f with the numbers from 1 on, with few of them waiting at a time.
static value_t calls(env_t env, info_t info) {
  value_t list[1], name;
  args(env, info, list, 1);
  pthread_t *id = malloc(sizeof(pthread_t));
  CHECK(napi_create_string_utf8(env, "calls", AUTO, &name));
  CHECK(napi_create_threadsafe_function(env, list[0], NULL, name, 3, 1, id, joined, NULL, call_js, &threadsafe));
  pthread_create(id, NULL, thread, NULL);
  return NULL;
}

// ---- the environment

static void at_end(void *text) {
  printf("%s\n", (char *)text);
}

static void free_instance(env_t env, void *data, void *hint) {
  free(data);
  printf("instance data freed\n");
}

static value_t ends(env_t env, info_t info) {
  CHECK(napi_add_env_cleanup_hook(env, at_end, "first hook"));
  CHECK(napi_add_env_cleanup_hook(env, at_end, "second hook"));
  return NULL;
}

static value_t instance(env_t env, info_t info) {
  int *count;
  value_t value;
  CHECK(napi_get_instance_data(env, (void **)&count));
  CHECK(napi_create_int32(env, ++*count, &value));
  return value;
}

static value_t evaluate(env_t env, info_t info) {
  value_t list[1], result;
  args(env, info, list, 1);
  CHECK(napi_run_script(env, list[0], &result));
  return result;
}

static value_t crash(env_t env, info_t info) {
  *(volatile int *)8 = 1;
  return NULL;
}

// Reads its argument and makes a number: neither has JavaScript run, and the next call has the same handles.
static value_t length(env_t env, info_t info) {
  value_t list[1], value;
  size_t bytes;
  char text[64];
  args(env, info, list, 1);
  CHECK(napi_get_value_string_utf8(env, list[0], text, sizeof(text), &bytes));
  CHECK(napi_create_double(env, (double)(bytes * 1000 + (unsigned char)text[0]), &value));
  return value;
}

void add_loop_functions(env_t env, value_t exports); // in loop.c

value_t napi_register_module_v1(env_t env, value_t exports) {
  struct {
    const char *name;
    callback_t body;
  } functions[] = {{"values", values}, {"each", each}, {"escapes", escapes}, {"tries", tries}, {"throws", throws},
                   {"keep", keep}, {"releaseKept", release_kept}, {"external", external}, {"finalizers", finalizers},
                   {"memory", memory}, {"doublesLater", doubles_later}, {"calls", calls}, {"ends", ends},
                   {"instance", instance}, {"evaluate", evaluate}, {"crash", crash},
                   {"length", length}};
  int count = sizeof(functions) / sizeof(*functions);
  for (int i = 0; i < count; i++) {
    value_t f;
    CHECK(napi_create_function(env, functions[i].name, AUTO, functions[i].body, NULL, &f));
    CHECK(napi_set_named_property(env, exports, functions[i].name, f));
  }
  descriptor_t members[] = {{"add", NULL, counter_add, NULL, NULL, NULL, 1 | 4, NULL},
                            {"value", NULL, NULL, counter_value, NULL, NULL, 2, NULL},
                            {"release", NULL, counter_release, NULL, NULL, NULL, 0, NULL}};
  value_t counter;
  CHECK(napi_define_class(env, "Counter", AUTO, counter_new, NULL, 3, members, &counter));
  descriptor_t property = {"Counter", NULL, NULL, NULL, NULL, counter, 2, NULL};
  CHECK(napi_define_properties(env, exports, 1, &property));
  add_loop_functions(env, exports);
  int *data = calloc(1, sizeof(int));
  CHECK(napi_set_instance_data(env, data, free_instance, NULL));
  return exports;
}
