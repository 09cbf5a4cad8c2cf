/**
 * The operating system's side: descriptors and system calls. No JavaScript and no protocols.
 *
 * <pre>
 *   process    children, signals, the terminal, facts about this process
 *   stream     sockets, pipes and terminals as byte streams on an event loop
 *   datagram   UDP sockets on an event loop
 *   watch      changes of files, by inotify, on an event loop
 *   openssl    the system's OpenSSL, loaded when it is first needed
 *   file       file system work that takes several system calls
 *   poll       epoll as the event loop's poller; poll(2) for threads that may block
 *   address    socket addresses and name lookup
 *   libc       the downcall handle, errno, memory for arguments, one method per system call
 * </pre>
 *
 * <p>A package uses only those below it. Streams, datagram sockets and watches belong to an event loop and are used on its thread.
 * Unless a type says otherwise, everything else may be called on any thread, and blocks it.
 */
@NullMarked
package dev.gyre.io;

import org.jspecify.annotations.NullMarked;
