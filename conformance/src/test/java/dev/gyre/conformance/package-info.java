/**
 * Runs the built command on every case of {@code conformance/} and compares it with what Node printed.
 *
 * <p>A case is a folder; its name is the sentence it proves.
 *
 * <pre>
 * main.js               the script (or args.txt: the command line, one argument a line)
 * stdin.txt, env.txt    what the command reads, and NAME=value lines for its environment
 * expected.txt          what Node wrote to stdout; expected-any/*.txt where several orders are legal
 * expected-stderr.txt   what Node wrote to stderr; absent: nothing may be written
 * expected-exit         the exit code; absent: 0
 * </pre>
 *
 * <p>The expected files are written by {@code conformance/record} from a real Node and never by hand.
 * {@code ledger.txt} names the cases that can't pass yet, each with its reason: a case listed there that
 * passes is an error, so the ledger can't go stale.
 */
package dev.gyre.conformance;
