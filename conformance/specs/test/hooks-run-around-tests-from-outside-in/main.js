'use strict';
const { describe, it, before, after, beforeEach, afterEach } = require('node:test');
const say = (text) => () => console.log(text);
before(say('before all'));
after(say('after all'));
beforeEach(say('beforeEach'));
afterEach(say('afterEach'));
describe('outer', () => {
  before(say('  before outer'));
  after(say('  after outer'));
  beforeEach((t) => console.log(`  beforeEach outer of ${t.fullName}`));
  afterEach((t) => console.log(`  afterEach outer, passed: ${t.passed}`));
  it('one', say('    one'));
  describe('inner', () => {
    before(say('    before inner'));
    after(say('    after inner'));
    beforeEach((t, done) => {
      console.log('    beforeEach inner');
      setImmediate(done);
    });
    afterEach(async () => console.log('    afterEach inner'));
    it('two', () => {
      console.log('      two');
      throw new Error('two fails');
    });
    it.skip('three', say('never'));
  });
});
