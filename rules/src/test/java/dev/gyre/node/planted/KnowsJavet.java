package dev.gyre.node.planted;

/** Breaks a rule on purpose. */
final class KnowsJavet {
    com.caoccao.javet.interop.V8Runtime runtime;
}
