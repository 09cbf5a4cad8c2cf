/** Changes of files and folders, as the kernel reports them. */
package dev.gyre.io.watch;
