'use strict';
const assert = require('node:assert');
const wrap = { assert, deep: { assert } };
const message = (run) => {
  try {
    run();
  } catch (error) {
    console.log(error.message, error.generatedMessage);
  }
};
message(() => assert(1 === 2)); message(() => assert.ok(0, null));
message(() => assert['ok']('')); message(() => wrap.deep['assert'].ok(null)); message(() => wrap?.assert(0));
message(() => assert(')' === `${'('})` && /[)/]/ && 6 / 2 / 3 === (2)));
message(() => { 'text; more'; assert(0) /* ) */; });
message(() => assert.ok(
  typeof 123 === 'string',
));
message(() => [0].forEach((value) => assert(value)));
message(() => eval('1;\n  assert.ok( 1 === 2 ); 2'));
message(() => new Function('assert', 'assert(1 === 3);')(assert));
message(() => assert());
