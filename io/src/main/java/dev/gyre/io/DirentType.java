package dev.gyre.io;

/** The kinds of folder entries, with the numbers of {@code fs.constants.UV_DIRENT_*}. */
public final class DirentType {
    public static final int UNKNOWN = 0;
    public static final int FILE = 1;
    public static final int DIRECTORY = 2;
    public static final int LINK = 3;
    public static final int FIFO = 4;
    public static final int SOCKET = 5;
    public static final int CHARACTER_DEVICE = 6;
    public static final int BLOCK_DEVICE = 7;

    /** The kernel's {@code d_type} is the kind in a file's mode, moved to the right. */
    private static final int MODE_SHIFT = 12;

    private DirentType() {}

    /** From the kernel's {@code d_type}. */
    static int ofKernel(int type) {
        return switch (type) {
            case 1 -> FIFO;
            case 2 -> CHARACTER_DEVICE;
            case 4 -> DIRECTORY;
            case 6 -> BLOCK_DEVICE;
            case 8 -> FILE;
            case 10 -> LINK;
            case 12 -> SOCKET;
            default -> UNKNOWN;
        };
    }

    /** From a file's mode; {@link #UNKNOWN} for a negative one, which is an errno. */
    static int ofMode(int mode) {
        return mode < 0 ? UNKNOWN : ofKernel(mode >> MODE_SHIFT & 0xf);
    }
}
