'use strict';
const { Console } = console;
const lines = [];
const stream = (name) => ({ write: (text) => lines.push([name, text]) });
const own = new Console({
  stdout: stream('out'),
  stderr: stream('err'),
  ignoreErrors: false,
  inspectOptions: { depth: 0 },
  groupIndentation: 4,
});
own.log({ a: { b: 1 } });
own.group('g');
own.error('indented');
own.groupEnd();
console.log(lines);
console.log(own instanceof Console, console instanceof Console);
