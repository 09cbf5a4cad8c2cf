'use strict';
const { skip, suite, test, todo } = require('node:test');

suite('a "q" <x> & y é \u{1f600} \t', () => {
  test('two\nlines &#10; & "quoted"', () => {});
  skip('skipped "q" & <');
  test('skips', (t) => t.skip('why "&<'));
  todo('to do "&<');
  test('diagnostic', (t) => t.diagnostic('a -- b --- <x> "&'));
});
