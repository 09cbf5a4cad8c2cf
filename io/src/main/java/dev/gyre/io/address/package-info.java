/** Socket addresses in the kernel's form, and name lookup by the C library. */
package dev.gyre.io.address;
