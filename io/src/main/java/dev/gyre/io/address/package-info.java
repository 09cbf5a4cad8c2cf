/** Socket addresses in the kernel's form, and name lookup by the C library. */
@NullMarked
package dev.gyre.io.address;

import org.jspecify.annotations.NullMarked;
