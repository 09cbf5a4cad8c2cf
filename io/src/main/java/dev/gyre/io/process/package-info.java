/** Children, signals, the controlling terminal, and facts about this process, its user and the machine. */
package dev.gyre.io.process;
