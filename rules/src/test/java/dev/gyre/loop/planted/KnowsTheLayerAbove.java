package dev.gyre.loop.planted;

/** Breaks a rule on purpose. */
final class KnowsTheLayerAbove {
    dev.gyre.node.GyreRuntime runtime;
}
