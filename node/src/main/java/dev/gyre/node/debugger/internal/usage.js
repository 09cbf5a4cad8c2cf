'use strict';

// What `inspect --help` says.

const EXIT_BAD_OPTION = 9;

const text = (command) => `Usage: ${command} [--port=<port>] [<node-option> ...]
                      [<script> [<script-args>] | <host>:<port> | -p <pid>]
       ${command} --probe <file>:<line>[:<col>] --expr <expr> [--cond <expr>] [--max-hit <n>]
                      [--probe <file>:<line>[:<col>] --expr <expr> [--cond <expr>] [--max-hit <n>] ...]
                      [--json] [--preview] [--timeout=<ms>] [--port=<port>]
                      [--] [<node-option> ...] <script> [<script-args> ...]

The debugger in the terminal: starts a program, or connects to one, and takes
commands ("help" lists them).

  --port=<port>         port for the program's inspector (9229)
  <script>              the program to start
  <host>:<port>         a program that listens there already
  -p <pid>              a program that runs as this process

Probes: runs a program without commands, evaluates expressions where it passes
certain places, and prints their values.

  --probe <file>:<line>[:<col>]
                        a place: <file> is the end of a script's path, line and
                        column count from 1; without a column it is the first
                        statement of the line
  --expr <expr>         what to evaluate there; it follows its --probe directly
  --cond <expr>         only where this is true; probes of one place share it
  --max-hit <n>         ends the session after so many hits
  --json                prints JSON instead of text
  --preview             with previews of objects, in JSON
  --timeout <ms>        for the whole session (30000)
  --port <port>         port for the program's inspector (0: any)

Options for the program itself follow after --.

See https://nodejs.org/api/debugger.html for commands and the form of reports.
`;

function printUsageAndExit(command, complaint, code = 0) {
  const stream = code === 0 ? process.stdout : process.stderr;
  if (complaint !== undefined) stream.write(`${complaint}\n`);
  stream.write(text(command));
  process.exit(code);
}

module.exports = { EXIT_BAD_OPTION, printUsageAndExit };
