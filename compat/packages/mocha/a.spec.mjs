import { expect } from 'chai';
import sinon from 'sinon';
describe('a suite', () => {
  let clock;
  beforeEach(() => { clock = sinon.useFakeTimers(); });
  afterEach(() => clock.restore());
  it('passes', () => expect([1, 2]).to.include(2));
  it('waits', async () => { const f = sinon.spy(); setTimeout(f, 500); await clock.tickAsync(500); sinon.assert.calledOnce(f); });
  it('fails', () => expect({ a: 1 }).to.deep.equal({ a: 2 }));
  it('is pending');
});
