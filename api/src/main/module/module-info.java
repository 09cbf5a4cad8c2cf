/** Node runtimes inside a Java program. */
module dev.gyre {
    requires transitive dev.gyre.loop;
    requires dev.gyre.io;
    requires dev.gyre.engine;
    requires dev.gyre.node;
    requires dev.gyre.image;

    exports dev.gyre;
}
