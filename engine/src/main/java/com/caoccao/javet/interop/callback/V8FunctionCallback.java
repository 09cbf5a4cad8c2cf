package com.caoccao.javet.interop.callback;

import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.values.V8Value;

/**
 * Stands in for Javet's class of this name, which the build leaves out of this module: the library calls it whenever
 * JavaScript calls Java. Javet's own knows nine kinds of callbacks, reflection among them, in one method of a thousand
 * bytecodes; a process that has just begun interprets it, and then spends 10 ms on compiling it. Here are the two kinds
 * that {@code dev.gyre.engine} makes.
 */
public final class V8FunctionCallback {
    private V8FunctionCallback() {}

    /** The arguments are closed afterwards, unless one of them is the answer. */
    public static V8Value receiveCallback(
            V8Runtime runtime, JavetCallbackContext context, V8Value self, V8Value[] arguments) throws Throwable {
        V8Value result = null;
        try {
            Object callee = context.getCallbackMethod();
            if (callee instanceof IJavetDirectCallable.NoThisAndNoResult<?> signal) {
                signal.call(arguments);
            } else {
                result = ((IJavetDirectCallable.NoThisAndResult<?>) callee).call(arguments);
            }
            return result;
        } finally {
            if (arguments != null) {
                close(arguments, result);
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // the result may be one of the arguments
    private static void close(V8Value[] arguments, V8Value except) throws Exception {
        for (V8Value argument : arguments) {
            if (argument != except && !argument.isClosed()) {
                argument.close();
            }
        }
    }
}
