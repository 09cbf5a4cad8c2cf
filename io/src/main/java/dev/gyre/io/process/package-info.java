/** Children, signals, the controlling terminal, and facts about this process, its user and the machine. */
@NullMarked
package dev.gyre.io.process;

import org.jspecify.annotations.NullMarked;
