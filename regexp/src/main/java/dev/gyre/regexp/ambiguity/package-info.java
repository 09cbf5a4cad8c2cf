/**
 * Which expressions a backtracking matcher needs long for, and on which texts.
 *
 * <p>A backtracking matcher that finds no match has tried every path of the expression's automaton that the text allows. So it
 * is slow where there are many: exponentially many where some state can come back to itself by two paths that read the same
 * text, and a power of the length where a text leads from one loop to itself, to a second loop, and from the second to
 * itself. Both are questions about products of the automaton with itself ({@link
 * dev.gyre.regexp.ambiguity.ExponentialSearch}, {@link dev.gyre.regexp.ambiguity.PolynomialSearch}); the answers are texts to
 * repeat. The search for a match at every place of the text is one more loop, before the expression.
 *
 * <p>The automaton is an approximation where the expression looks around or refers back, and it knows nothing about what a
 * matcher skips by being clever. So what is found here are candidates: {@link dev.gyre.regexp.proof} runs them.
 */
@NullMarked
package dev.gyre.regexp.ambiguity;

import org.jspecify.annotations.NullMarked;
