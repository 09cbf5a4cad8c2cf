package dev.gyre.node.bridge.planted;

/** Breaks a rule on purpose. */
final class KnowsTheRuntime {
    dev.gyre.node.GyreRuntime runtime;
}
