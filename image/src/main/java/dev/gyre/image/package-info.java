/** What runtimes start from: how it is made at build time, and how it gets from the artifact to the file system. */
package dev.gyre.image;
