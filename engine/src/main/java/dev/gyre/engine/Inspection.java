package dev.gyre.engine;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.IV8InspectorListener;
import com.caoccao.javet.interop.V8Inspector;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.values.V8Value;
import com.caoccao.javet.values.reference.V8ValueObject;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What only a debugger may see: the kind of an object that lies about itself, the entries of an iterator that has not
 * been moved, the contents of a weak collection. Asked of V8's inspector, which is opened when first needed. The
 * object is handed over in a global that exists for the duration of the question.
 */
final class Inspection {
    private static final String GLOBAL = "__gyreInspected";
    private static final Pattern OBJECT_ID = Pattern.compile("\"objectId\":\"([^\"]+)\"");
    private static final Pattern ENTRIES =
            Pattern.compile("\"name\":\"\\[\\[Entries\\]\\]\",\"value\":\\{[^}]*\"objectId\":\"([^\"]+)\"");
    private static final Pattern RESULT = Pattern.compile(
            "\"name\":\"\\[\\[PromiseResult\\]\\]\",\"value\":\\{[^}]*\"(objectId|unserializableValue)\":\"([^\"]+)\"");
    private static final Pattern SUBTYPE = Pattern.compile("\"subtype\":\"([^\"]+)\"");
    private static final Pattern CLASS_NAME = Pattern.compile("\"className\":\"([^\"]+)\"");

    private final V8Runtime runtime;
    private final V8Inspector inspector;
    private String response = "";
    private int lastId;

    Inspection(V8Runtime runtime, String name) {
        this.runtime = runtime;
        inspector = runtime.createV8Inspector(name);
        inspector.addListeners(new IV8InspectorListener() {
            @Override
            public void flushProtocolNotifications() {}

            @Override
            public void receiveNotification(String message) {}

            @Override
            public void receiveResponse(String message) {
                response = message;
            }

            @Override
            public void runIfWaitingForDebugger(int contextGroupId) {}

            @Override
            public void sendRequest(String message) {}
        });
    }

    /** V8's word for the object: {@code subtype/className}, such as {@code iterator/Map Iterator}. */
    String kind(V8Value value) throws JavetException {
        String described = describe(value);
        forget();
        return find(SUBTYPE, described) + "/" + find(CLASS_NAME, described);
    }

    /** An array of {key, value} or {value} objects, or null where the object has no entries. */
    @Nullable
    ScriptValue entries(V8Value value) throws JavetException {
        String id = find(OBJECT_ID, describe(value));
        request("Runtime.getProperties", "{\"objectId\":\"" + id + "\",\"ownProperties\":true}");
        Matcher entries = ENTRIES.matcher(response);
        if (!entries.find()) {
            forget();
            return null;
        }
        request(
                "Runtime.callFunctionOn",
                "{\"objectId\":\"" + entries.group(1) + "\",\"functionDeclaration\":\"function () { globalThis."
                        + GLOBAL + " = this; }\"}");
        try (V8ValueObject global = runtime.getGlobalObject()) {
            return new ScriptValue(global.get(GLOBAL));
        } finally {
            forget();
        }
    }

    /**
     * The result of a promise if that is an object (itself) or a bigint (its digits and an {@code n}), else null. Javet
     * copies dates, and cuts some bigints to 64 bits.
     */
    @Nullable
    Object promiseResult(V8Value promise) throws JavetException {
        String id = find(OBJECT_ID, describe(promise));
        request("Runtime.getProperties", "{\"objectId\":\"" + id + "\",\"ownProperties\":true}");
        Matcher result = RESULT.matcher(response);
        if (!result.find()) {
            forget();
            return null;
        }
        if (!result.group(1).equals("objectId")) {
            forget();
            return result.group(2);
        }
        // In an array, which reaches JavaScript as it is.
        request(
                "Runtime.callFunctionOn",
                "{\"objectId\":\"" + result.group(2) + "\",\"functionDeclaration\":\"function () { globalThis." + GLOBAL
                        + " = [this]; }\"}");
        try (V8ValueObject global = runtime.getGlobalObject()) {
            return new ScriptValue(global.get(GLOBAL));
        } finally {
            forget();
        }
    }

    /** An array of all objects with {@code prototype} in their prototype chains. Garbage is collected before. */
    ScriptValue instances(V8Value prototype) throws JavetException {
        String id = find(OBJECT_ID, describe(prototype));
        request("Runtime.queryObjects", "{\"prototypeObjectId\":\"" + id + "\",\"objectGroup\":\"gyre\"}");
        request(
                "Runtime.callFunctionOn",
                "{\"objectId\":\"" + find(OBJECT_ID, response)
                        + "\",\"functionDeclaration\":\"function () { globalThis." + GLOBAL + " = this; }\"}");
        try (V8ValueObject global = runtime.getGlobalObject()) {
            return new ScriptValue(global.get(GLOBAL));
        } finally {
            forget();
        }
    }

    private String describe(V8Value value) throws JavetException {
        try (V8ValueObject global = runtime.getGlobalObject()) {
            global.set(GLOBAL, value);
        }
        return request("Runtime.evaluate", "{\"expression\":\"globalThis." + GLOBAL + "\",\"objectGroup\":\"gyre\"}");
    }

    private void forget() throws JavetException {
        request("Runtime.releaseObjectGroup", "{\"objectGroup\":\"gyre\"}");
        try (V8ValueObject global = runtime.getGlobalObject()) {
            global.delete(GLOBAL);
        }
    }

    private String request(String method, String parameters) throws JavetException {
        inspector.sendRequest("{\"id\":" + ++lastId + ",\"method\":\"" + method + "\",\"params\":" + parameters + "}");
        return response;
    }

    private static String find(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        return found.find() ? found.group(1) : "";
    }

    void close() throws JavetException {
        inspector.close();
    }
}
