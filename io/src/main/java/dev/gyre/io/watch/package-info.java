/** Changes of files and folders, as the kernel reports them. */
@NullMarked
package dev.gyre.io.watch;

import org.jspecify.annotations.NullMarked;
