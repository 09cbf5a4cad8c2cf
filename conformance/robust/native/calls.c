// An add-on that calls Node-API by the million, and functions that Gyre answers in machine code with what they do not expect.
// It declares what it uses, so that no header is needed.

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef void *env_t, *value_t, *info_t, *ref_t, *scope_t;
typedef value_t (*callback_t)(env_t, info_t);
typedef void (*finalize_t)(env_t, void *, void *);
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
int napi_get_value_string_utf8(env_t, value_t, char *, size_t, size_t *);
int napi_create_object(env_t, value_t *), napi_create_array_with_length(env_t, size_t, value_t *);
int napi_get_named_property(env_t, value_t, const char *, value_t *);
int napi_set_named_property(env_t, value_t, const char *, value_t);
int napi_set_element(env_t, value_t, uint32_t, value_t), napi_get_element(env_t, value_t, uint32_t, value_t *);
int napi_create_function(env_t, const char *, size_t, callback_t, void *, value_t *);
int napi_call_function(env_t, value_t, value_t, size_t, const value_t *, value_t *);
int napi_open_handle_scope(env_t, scope_t *), napi_close_handle_scope(env_t, scope_t);
int napi_is_exception_pending(env_t, bool *), napi_throw_error(env_t, const char *, const char *);
int napi_get_and_clear_last_exception(env_t, value_t *), napi_get_last_error_info(env_t, const error_info_t **);
int napi_create_external(env_t, void *, finalize_t, void *, value_t *);
int napi_wrap(env_t, value_t, void *, finalize_t, void *, ref_t *);
int napi_create_reference(env_t, value_t, uint32_t, ref_t *), napi_delete_reference(env_t, ref_t);
int napi_create_buffer_copy(env_t, size_t, const void *, void **, value_t *);
int napi_create_external_buffer(env_t, size_t, void *, finalize_t, void *, value_t *);

static value_t number(env_t env, double value) {
  value_t made;
  napi_create_double(env, value, &made);
  return made;
}

static value_t list(env_t env, int count, const double *numbers) {
  value_t made;
  napi_create_array_with_length(env, count, &made);
  for (int i = 0; i < count; i++) napi_set_element(env, made, i, number(env, numbers[i]));
  return made;
}

static int last_code(env_t env) {
  const error_info_t *info;
  napi_get_last_error_info(env, &info);
  return info->code;
}

// Kind, and as each type its status and its value.
static value_t reads(env_t env, info_t info) {
  size_t count = 1;
  value_t value;
  napi_get_cb_info(env, info, &count, &value, NULL, NULL);
  double as_double = -1;
  int32_t as_int = -1;
  uint32_t as_unsigned = 1;
  int64_t as_long = -1;
  bool as_bool = false;
  int type = -1;
  double found[12];
  found[0] = napi_typeof(env, value, &type);
  found[1] = type;
  found[2] = napi_get_value_double(env, value, &as_double);
  found[3] = as_double;
  found[4] = napi_get_value_int32(env, value, &as_int);
  found[5] = as_int;
  found[6] = napi_get_value_uint32(env, value, &as_unsigned);
  found[7] = as_unsigned;
  found[8] = napi_get_value_int64(env, value, &as_long);
  found[9] = (double)as_long;
  found[10] = napi_get_value_bool(env, value, &as_bool);
  found[11] = as_bool;
  return list(env, 12, found);
}

static value_t makes(env_t env, info_t info) {
  value_t made, values[14];
  int i = 0;
  napi_create_int32(env, INT32_MIN, &values[i++]);
  napi_create_int32(env, 7, &values[i++]);
  napi_create_uint32(env, UINT32_MAX, &values[i++]);
  napi_create_int64(env, INT64_MIN, &values[i++]);
  napi_create_int64(env, -9007199254740991, &values[i++]);
  napi_create_double(env, -0.0, &values[i++]);
  napi_create_double(env, 1e300, &values[i++]);
  napi_get_boolean(env, true, &values[i++]);
  napi_get_boolean(env, false, &values[i++]);
  napi_get_undefined(env, &values[i++]);
  napi_get_null(env, &values[i++]);
  napi_get_global(env, &values[i++]);
  napi_create_array_with_length(env, i, &made);
  for (int k = 0; k < i; k++) napi_set_element(env, made, k, values[k]);
  return made;
}

static int own_data;

// Room for as many arguments as the first one says; how many came, their handles' values, this and data.
static value_t arguments(env_t env, info_t info) {
  size_t count = 1, all = 0;
  value_t first, self, made, values[2000];
  void *data;
  napi_get_cb_info(env, info, &count, &first, NULL, NULL);
  all = count;
  int32_t room;
  napi_get_value_int32(env, first, &room);
  count = room;
  int status = napi_get_cb_info(env, info, &count, values, &self, &data);
  size_t only = 77;
  napi_get_cb_info(env, info, &only, NULL, NULL, NULL);
  bool is_same = count == all && only == all && data == &own_data && status == 0;
  napi_create_array_with_length(env, room + 2, &made);
  for (int i = 0; i < room; i++) napi_set_element(env, made, i, values[i]);
  napi_set_element(env, made, room, self);
  value_t flag;
  napi_get_boolean(env, is_same, &flag);
  napi_set_element(env, made, room + 1, flag);
  return made;
}

// Statuses of calls with what is missing, and what the last error says behind them.
static value_t mistakes(env_t env, info_t info) {
  double found[24];
  int i = 0;
  value_t value = number(env, 1), object;
  double as_double;
  bool flag = true;
  int type;
  napi_create_object(env, &object);
  found[i++] = napi_get_value_double(env, value, NULL);
  found[i++] = last_code(env);
  found[i++] = napi_get_value_double(env, NULL, &as_double);
  found[i++] = napi_get_value_double(env, object, &as_double);
  found[i++] = last_code(env);
  found[i++] = napi_get_value_double(env, value, &as_double);
  found[i++] = last_code(env);
  found[i++] = napi_create_double(env, 1, NULL);
  found[i++] = napi_create_int32(env, 1, NULL);
  found[i++] = napi_typeof(env, NULL, &type);
  found[i++] = napi_typeof(env, value, NULL);
  found[i++] = napi_get_boolean(env, true, NULL);
  found[i++] = napi_get_undefined(env, NULL);
  found[i++] = napi_get_undefined(NULL, &value);
  found[i++] = napi_open_handle_scope(env, NULL);
  found[i++] = napi_close_handle_scope(env, NULL);
  found[i++] = napi_is_exception_pending(env, NULL);
  found[i++] = napi_is_exception_pending(env, &flag);
  found[i++] = flag;
  napi_throw_error(env, NULL, "pending");
  found[i++] = napi_is_exception_pending(env, &flag);
  found[i++] = flag;
  found[i++] = napi_get_value_double(env, number(env, 3), &as_double);
  napi_get_and_clear_last_exception(env, &value);
  found[i++] = as_double;
  return list(env, i, found);
}

// More handles than the table had room for, in a scope: the last one's number.
static value_t many(env_t env, info_t info) {
  scope_t scope;
  napi_open_handle_scope(env, &scope);
  value_t first = number(env, 42), last = NULL;
  for (int i = 0; i < 100000; i++) last = number(env, i);
  double a, b;
  napi_get_value_double(env, first, &a);
  napi_get_value_double(env, last, &b);
  napi_close_handle_scope(env, scope);
  return number(env, a + b);
}

static long freed;
static void counts(env_t env, void *data, void *hint) { freed++; }
static void frees(env_t env, void *data, void *hint) {
  free(data);
  freed++;
}
static value_t freed_so_far(env_t env, info_t info) { return number(env, (double)freed); }

// loop(what, times, argument): one function by the thousand, each in a scope of its own.
static value_t loop(env_t env, info_t info) {
  size_t count = 3;
  value_t given[3], value = NULL, self;
  int32_t what, times, read;
  double as_double;
  int type;
  char text[16];
  size_t length;
  ref_t reference;
  napi_get_cb_info(env, info, &count, given, &self, NULL);
  napi_get_value_int32(env, given[0], &what);
  napi_get_value_int32(env, given[1], &times);
  for (int i = 0; i < times; i++) {
    scope_t scope;
    if (what >= 4) napi_open_handle_scope(env, &scope);
    switch (what) {
      case 0: napi_get_value_double(env, given[0], &as_double); break;
      case 1: napi_get_value_int32(env, given[0], &read); break;
      case 2: napi_typeof(env, given[0], &type); break;
      case 3: napi_get_cb_info(env, info, &count, given, &self, NULL); break;
      case 4: napi_create_double(env, i, &value); break;
      case 5: napi_create_object(env, &value); break;
      case 6: napi_create_string_utf8(env, "hello", 5, &value); break;
      case 7: napi_get_named_property(env, given[2], "a", &value); break;
      case 8: napi_call_function(env, given[2], given[2], 0, NULL, &value); break;
      case 9: napi_get_element(env, given[2], 0, &value); break;
      case 10: napi_get_value_string_utf8(env, given[2], text, 16, &length); break;
      case 11: napi_create_external(env, &freed, counts, NULL, &value); break;
      case 12:
        napi_create_object(env, &value);
        napi_wrap(env, value, &freed, counts, NULL, NULL);
        break;
      case 13:
        napi_create_object(env, &value);
        napi_create_reference(env, value, 1, &reference);
        napi_delete_reference(env, reference);
        break;
      case 14: napi_create_buffer_copy(env, 5, "hello", NULL, &value); break;
      case 15: napi_create_external_buffer(env, 64, malloc(64), frees, NULL, &value); break;
      case 16: napi_create_function(env, "f", AUTO, freed_so_far, NULL, &value); break;
    }
    if (what >= 4) napi_close_handle_scope(env, scope);
  }
  return NULL;
}

static value_t adds(env_t env, info_t info) {
  size_t count = 3;
  value_t given[3];
  double sum = 0;
  napi_get_cb_info(env, info, &count, given, NULL, NULL);
  for (int i = 0; i < 3; i++) {
    double next;
    napi_get_value_double(env, given[i], &next);
    sum += next;
  }
  return number(env, sum);
}

static void add(env_t env, value_t exports, const char *name, callback_t function) {
  value_t made;
  napi_create_function(env, name, AUTO, function, &own_data, &made);
  napi_set_named_property(env, exports, name, made);
}

value_t napi_register_module_v1(env_t env, value_t exports) {
  add(env, exports, "reads", reads);
  add(env, exports, "makes", makes);
  add(env, exports, "arguments", arguments);
  add(env, exports, "mistakes", mistakes);
  add(env, exports, "many", many);
  add(env, exports, "loop", loop);
  add(env, exports, "adds", adds);
  add(env, exports, "freed", freed_so_far);
  return exports;
}
