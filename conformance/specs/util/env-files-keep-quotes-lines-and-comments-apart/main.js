'use strict';
const { parseEnv } = require('node:util');
console.log(parseEnv(`
# comment
PLAIN=value # tail
SPACED =  some words  
export SHOWN=yes
EMPTY=
SINGLE='a # b\\n'
DOUBLE="line\\nbreak"
TICKS=\`it's "both"\`
OVER="two
lines"
OPEN="never closed
no equals sign
SAME=1
SAME=2
=nameless
URL=http://a/b?c=d==\r
LAST`));
