package dev.gyre.node.napi;

import java.util.List;

/**
 * The functions of Node-API, and how the arguments of each cross to JavaScript.
 *
 * <p>A shape has a letter for each argument after the environment:
 *
 * <pre>
 *   v V   a value; a capital: may be null
 *   i u   a number of 32 bits; b: a bool; l: of 64 bits, as a double; L: of 64 bits, as it is
 *   p P   an address; here a capital: may not be null
 *   z Z   a C string; a capital: may be null
 *   s S   a string in UTF-8 and its length; a capital: may be null
 *   t w   a string in Latin-1, in UTF-16, and its length
 *   a     a number of values and their array
 *   D     a number of property descriptors and their array
 *   T     a type tag
 *   x     a double
 *   &gt; ?   behind it a result that has to be asked for, or may be: v, i (32 bits), b, d (double), p (address or size), L
 * </pre>
 *
 * An exclamation mark comes first where the function may run code of the program: it is refused while an exception is
 * pending. What Java answers by itself has the shape {@code =}, and is in {@link OwnFunctions} or {@link FreeFunctions}.
 */
public final class NodeApi {
    /** The file that {@code dev.gyre.io.call.JumpLibraryFile} writes. */
    public static final String LIBRARY = "libgyre-napi.so";

    /** What {@code process.versions.napi} says: the highest version an add-on may ask for. */
    public static final int VERSION = 10;

    private static final String SHAPES = """
            napi_get_last_error_info =
            napi_get_undefined =
            napi_get_null =
            napi_get_global =
            napi_get_boolean =
            napi_create_double =
            napi_create_int32 =
            napi_create_uint32 =
            napi_create_int64 =
            napi_get_value_double =
            napi_get_value_int32 =
            napi_get_value_uint32 =
            napi_get_value_int64 =
            napi_get_value_bool =
            napi_typeof =
            napi_get_cb_info =
            napi_get_new_target =
            napi_open_handle_scope =
            napi_close_handle_scope =
            napi_open_escapable_handle_scope =
            napi_close_escapable_handle_scope =
            napi_escape_handle =
            napi_is_exception_pending =
            napi_get_version =
            napi_get_node_version =
            napi_get_instance_data =
            napi_set_instance_data =
            napi_get_uv_event_loop =
            napi_adjust_external_memory =
            node_api_get_module_file_name =
            napi_get_value_string_latin1 =
            napi_get_value_string_utf8 =
            napi_get_value_string_utf16 =
            napi_get_value_bigint_words =
            napi_create_bigint_words =
            napi_module_register =
            napi_fatal_error =
            napi_create_threadsafe_function =
            napi_get_threadsafe_function_context =
            napi_call_threadsafe_function =
            napi_acquire_threadsafe_function =
            napi_release_threadsafe_function =
            napi_ref_threadsafe_function =
            napi_unref_threadsafe_function =
            napi_remove_async_cleanup_hook =
            node_api_create_object_with_properties =
            node_api_create_external_string_latin1 =
            node_api_create_external_string_utf16 =
            napi_create_object >v
            napi_create_array >v
            napi_create_array_with_length p>v
            napi_create_string_latin1 t>v
            napi_create_string_utf8 s>v
            napi_create_string_utf16 w>v
            node_api_create_property_key_latin1 t>v
            node_api_create_property_key_utf8 s>v
            node_api_create_property_key_utf16 w>v
            napi_create_symbol V>v
            node_api_symbol_for s>v
            napi_create_bigint_int64 L>v
            napi_create_bigint_uint64 L>v
            napi_get_value_bigint_int64 v>L>b
            napi_get_value_bigint_uint64 v>L>b
            napi_create_date !x>v
            napi_is_date v>b
            napi_get_date_value !v>d
            napi_create_function !SPp>v
            napi_create_error Vv>v
            napi_create_type_error Vv>v
            napi_create_range_error Vv>v
            node_api_create_syntax_error Vv>v
            napi_throw !v
            napi_throw_error !Zz
            napi_throw_type_error !Zz
            napi_throw_range_error !Zz
            node_api_throw_syntax_error !Zz
            napi_is_error v>b
            napi_get_and_clear_last_exception >v
            napi_coerce_to_bool !v>v
            napi_coerce_to_number !v>v
            napi_coerce_to_object !v>v
            napi_coerce_to_string !v>v
            napi_get_prototype !v>v
            node_api_set_prototype !vv
            napi_get_property_names !v>v
            napi_get_all_property_names !viii>v
            napi_set_property !vvv
            napi_has_property !vv>b
            napi_get_property !vv>v
            napi_delete_property !vv?b
            napi_has_own_property !vv>b
            napi_set_named_property !vzv
            napi_has_named_property !vz>b
            napi_get_named_property !vz>v
            napi_set_element !vuv
            napi_has_element !vu>b
            napi_get_element !vu>v
            napi_delete_element !vu?b
            napi_define_properties !vD
            napi_object_freeze !v
            napi_object_seal !v
            napi_is_array v>b
            napi_get_array_length !v>i
            napi_strict_equals !vv>b
            napi_call_function !vva?v
            napi_new_instance !va>v
            napi_instanceof !vv>b
            napi_define_class !sPpD>v
            napi_wrap !vppp?p
            napi_unwrap !v>p
            napi_remove_wrap !v?p
            napi_type_tag_object !vT
            napi_check_object_type_tag !vT>b
            napi_create_external !ppp>v
            napi_get_value_external v>p
            napi_add_finalizer vpPp?p
            node_api_post_finalizer Ppp
            napi_create_reference vu>p
            napi_delete_reference P
            napi_reference_ref P?i
            napi_reference_unref P?i
            napi_get_reference_value P>v
            napi_create_promise !>p>v
            napi_resolve_deferred !Pv
            napi_reject_deferred !Pv
            napi_is_promise v>b
            napi_run_script !v>v
            napi_is_arraybuffer v>b
            napi_create_arraybuffer !p?p>v
            napi_create_external_arraybuffer !pppp>v
            napi_get_arraybuffer_info v?p?p
            napi_detach_arraybuffer v
            napi_is_detached_arraybuffer v>b
            node_api_is_sharedarraybuffer v>b
            node_api_create_sharedarraybuffer !p?p>v
            node_api_create_external_sharedarraybuffer !pppp>v
            napi_is_typedarray v>b
            napi_create_typedarray !ipvp>v
            napi_get_typedarray_info v?i?p?p?v?p
            napi_is_dataview v>b
            napi_create_dataview !pvp>v
            napi_get_dataview_info v?p?p?v?p
            napi_is_buffer v>b
            napi_create_buffer !p?p>v
            napi_create_buffer_copy !pp?p>v
            napi_create_external_buffer !pppp>v
            node_api_create_buffer_from_arraybuffer !vpp>v
            napi_get_buffer_info v?p?p
            napi_async_init Vv>p
            napi_async_destroy P
            napi_make_callback !pvva?v
            napi_open_callback_scope Vp>p
            napi_close_callback_scope P
            napi_create_async_work VvPpp>p
            napi_delete_async_work P
            napi_queue_async_work P
            napi_cancel_async_work P
            napi_fatal_exception !v
            napi_add_env_cleanup_hook Pp
            napi_remove_env_cleanup_hook Pp
            napi_add_async_cleanup_hook =
            """;

    /** The names in the order of their numbers, separated by spaces. */
    static final String NAMES;

    /** Each one's shape. */
    private static final String[] SHAPE_OF;

    static {
        String[] lines = SHAPES.split("\n", -1);
        SHAPE_OF = new String[lines.length - 1];
        var names = new StringBuilder(SHAPES.length());
        for (int i = 0; i < SHAPE_OF.length; i++) {
            int space = lines[i].indexOf(' ');
            names.append(i == 0 ? "" : " ").append(lines[i], 0, space);
            SHAPE_OF[i] = lines[i].substring(space + 1);
        }
        NAMES = names.toString();
    }

    private NodeApi() {}

    /** The names in the order of their numbers. */
    public static List<String> names() {
        return List.of(NAMES.split(" ", -1));
    }

    static Shape shape(int function) {
        return new Shape(SHAPE_OF[function]);
    }
}
