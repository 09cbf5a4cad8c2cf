package dev.gyre.node.host;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Java's half of the form in which values cross between a Java program and its runtime; {@code internal/host_values.js} is
 * the other. Null, booleans, numbers and strings stand for themselves. All else is a list that begins with a letter: {@code
 * a} and elements, {@code o} and keys and values in turn, {@code b} and bytes, {@code n} and the digits of a bigint, {@code
 * d} and the milliseconds of a date.
 */
final class PlainValues {
    private PlainValues() {}

    /** The form of a Java value. */
    static @Nullable Object toForm(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case String text -> text;
            case Boolean flag -> flag;
            case Long number -> wholeNumber(number);
            case BigInteger number -> List.of("n", number.toString());
            case Number number -> number.doubleValue();
            case Character letter -> letter.toString();
            case byte[] bytes -> List.of("b", bytes);
            case Instant moment -> List.of("d", (double) moment.toEpochMilli());
            case List<?> list -> listForm(list);
            case Object[] array -> listForm(List.of(array));
            case Map<?, ?> map -> mapForm(map);
            default ->
                throw new IllegalArgumentException(
                        "a " + value.getClass().getName()
                                + " has no form in JavaScript: null, Boolean, Number, String, byte[], Instant, List and Map have");
        };
    }

    /** A number in JavaScript is exact to 53 bits. */
    private static Object wholeNumber(long number) {
        return (long) (double) number == number && Math.abs(number) <= 1L << 53
                ? (Object) (double) number
                : List.of("n", Long.toString(number));
    }

    private static List<@Nullable Object> listForm(List<?> list) {
        var form = new ArrayList<@Nullable Object>();
        form.add("a");
        for (Object element : list) {
            form.add(toForm(element));
        }
        return form;
    }

    private static List<@Nullable Object> mapForm(Map<?, ?> map) {
        var form = new ArrayList<@Nullable Object>();
        form.add("o");
        map.forEach((key, value) -> {
            form.add(String.valueOf(key));
            form.add(toForm(value));
        });
        return form;
    }

    /** The Java value of a form. */
    static @Nullable Object fromForm(@Nullable Object form) {
        return switch (form) {
            case Double number -> number(number);
            case List<?> list -> fromList(list);
            case null, default -> form;
        };
    }

    private static Object number(double number) {
        boolean isInteger = (int) number == number && (number != 0 || 1 / number > 0);
        return isInteger ? (Object) (int) number : (Object) number;
    }

    private static Object fromList(List<?> list) {
        return switch ((String) list.getFirst()) {
            case "a" -> elements(list);
            case "o" -> entries(list);
            case "b" -> bytes((ByteBuffer) list.get(1));
            case "n" -> new BigInteger((String) list.get(1));
            case "d" -> Instant.ofEpochMilli(((Double) list.get(1)).longValue());
            default -> throw new IllegalArgumentException("no form of a value: " + list.getFirst());
        };
    }

    private static List<@Nullable Object> elements(List<?> list) {
        var elements = new ArrayList<@Nullable Object>(list.size() - 1);
        for (int i = 1; i < list.size(); i++) {
            elements.add(fromForm(list.get(i)));
        }
        return elements;
    }

    private static Map<String, @Nullable Object> entries(List<?> list) {
        var entries = new LinkedHashMap<String, @Nullable Object>();
        for (int i = 1; i < list.size(); i += 2) {
            entries.put((String) list.get(i), fromForm(list.get(i + 1)));
        }
        return entries;
    }

    /** A copy: the memory is JavaScript's. */
    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}
