package dev.gyre.node.module;

/** What all CommonJS modules have in common. */
public final class CommonJs {
    /** The parameters of a module's function. They stand here, too, because five texts cost each call a few microseconds. */
    private static final String[] PARAMETERS = {"exports", "require", "module", "__filename", "__dirname"};

    private CommonJs() {}

    public static String[] parameters() {
        return PARAMETERS.clone();
    }
}
