/** What runtimes start from: how it is made at build time, and how it gets from the artifact to the file system. */
@NullMarked
package dev.gyre.image;

import org.jspecify.annotations.NullMarked;
