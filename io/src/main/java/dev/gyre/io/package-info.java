/**
 * The operating system's side: files, descriptors, sockets, processes, terminals. No JavaScript, no event loop.
 *
 * <p>Calls go to the C library through one downcall handle ({@link dev.gyre.io.Libc} says why one), and a refusal is a
 * {@link dev.gyre.io.SystemError} with the errno, under libuv's name and message from the one table
 * {@link dev.gyre.io.Errno}. Paths are bytes ({@link dev.gyre.io.NativePath}), for a file's name need not be text.
 *
 * <pre>
 *   FsBinding, ProcessBinding, ...        node/
 *   ─────────────────────────────────────────────
 *   dns.DnsResolver                       asking DNS servers
 *   WholeFile  CopyFile  FolderRecords    what takes several calls
 *   NameLookup
 *   FileStatus Directory Inotify          what the kernel writes into memory, read
 *   Posix      PosixProcess               one method a call, named after it
 *   Libc       Scratch                    the handle, errno, a thread's memory for arguments
 * </pre>
 *
 * <p>The first downcall of a process takes the JVM 20 to 50 ms. So what every start asks, does this file exist, what is
 * in it, is answered by {@link dev.gyre.io.EarlyFiles} through {@code java.nio}, as long as nothing else has needed a
 * call and {@code java.nio}'s answer is exactly the kernel's.
 *
 * <p>Unless a type says otherwise, everything here may be called by any thread, and blocks it.
 */
@NullMarked
package dev.gyre.io;

import org.jspecify.annotations.NullMarked;
