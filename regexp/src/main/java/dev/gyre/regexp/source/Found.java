package dev.gyre.regexp.source;

/**
 * A regular expression in a file.
 *
 * @param at index of its first character
 * @param isLiteral otherwise it is a call of {@code RegExp}
 */
public record Found(int at, String source, String flags, boolean isLiteral) {}
