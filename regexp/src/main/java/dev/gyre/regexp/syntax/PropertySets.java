package dev.gyre.regexp.syntax;

/** The characters that have a Unicode property. The JDK knows too few properties, so this comes from outside: V8 has all. */
@FunctionalInterface
public interface PropertySets {
    /** @param property as between the braces of {@code \p{...}}, and valid there */
    CodePoints of(String property);
}
