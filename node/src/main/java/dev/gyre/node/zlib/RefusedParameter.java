package dev.gyre.node.zlib;

/** A codec does not take the parameters or the dictionary that it was to be made with. */
final class RefusedParameter extends Exception {
    RefusedParameter(String message) {
        super(message, null, false, false);
    }
}
