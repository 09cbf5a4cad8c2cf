package dev.gyre.engine;

import com.caoccao.javet.enums.V8ValueInternalType;
import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.values.V8Value;
import com.caoccao.javet.values.primitive.V8ValueZonedDateTime;
import com.caoccao.javet.values.reference.V8ValueObject;

/** Kinds of objects by V8's type tags, which no prototype and no {@code Symbol.toStringTag} can fake. */
enum ObjectKind {
    MAP("Map", V8ValueInternalType.Map),
    SET("Set", V8ValueInternalType.Set),
    PROMISE("Promise", V8ValueInternalType.Promise),
    ERROR("Error", V8ValueInternalType.NativeError),
    DATE("Date", V8ValueInternalType.Date),
    REG_EXP("RegExp", V8ValueInternalType.RegExp),
    MAP_ITERATOR("MapIterator", V8ValueInternalType.MapIterator),
    SET_ITERATOR("SetIterator", V8ValueInternalType.SetIterator),
    GENERATOR("Generator", V8ValueInternalType.GeneratorObject),
    ARRAY_BUFFER("ArrayBuffer", V8ValueInternalType.ArrayBuffer),
    SHARED_ARRAY_BUFFER("SharedArrayBuffer", V8ValueInternalType.SharedArrayBuffer),
    WEAK_MAP("WeakMap", V8ValueInternalType.WeakMap),
    WEAK_SET("WeakSet", V8ValueInternalType.WeakSet),
    NUMBER("Number", V8ValueInternalType.NumberObject),
    STRING("String", V8ValueInternalType.StringObject),
    BOOLEAN("Boolean", V8ValueInternalType.BooleanObject),
    BIG_INT("BigInt", V8ValueInternalType.BigIntObject),
    SYMBOL("Symbol", V8ValueInternalType.SymbolObject),
    ARGUMENTS("Arguments", V8ValueInternalType.ArgumentsObject),
    MODULE("Module", V8ValueInternalType.ModuleNamespaceObject),
    EXTERNAL("External", V8ValueInternalType.External);

    private static final ObjectKind[] ALL = values();
    private static final String NONE = "Object";

    private final String label;
    private final V8ValueInternalType type;

    ObjectKind(String label, V8ValueInternalType type) {
        this.label = label;
        this.type = type;
    }

    /** The name of the value's kind, {@code Object} for all that have none of their own. */
    static String of(V8Value value) throws JavetException {
        if (value instanceof V8ValueZonedDateTime) {
            return DATE.label; // Javet hands dates over as Java's
        }
        if (!(value instanceof V8ValueObject object)) {
            return NONE;
        }
        for (ObjectKind kind : ALL) {
            if (object.hasInternalType(kind.type)) {
                return kind.label;
            }
        }
        return NONE;
    }
}
