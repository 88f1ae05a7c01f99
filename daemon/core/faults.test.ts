import { expect } from 'chai';
import { ContractViolation, HostFailed, messageOf, Unavailable } from './faults.js';

describe('core: faults', () => {
  it('finds a message for any thrown value', () => {
    expect(messageOf(new Error('broken'))).to.equal('broken');
    expect(messageOf(new Error(''))).to.equal('');
    expect(messageOf('a text')).to.equal('a text');
    expect(messageOf({ message: '' })).to.equal('[object Object]');
    expect(messageOf(undefined)).to.equal('undefined');
    expect(messageOf(new AggregateError([new Error('refused'), 'too slow']))).to.equal('refused; too slow');
    expect(messageOf(new AggregateError([new Error('refused')], 'all failed'))).to.equal('all failed');
  });

  it('a failed host is unavailable, with its message and cause kept', () => {
    const cause = new Error('cause');
    const failed = new HostFailed('INTERNAL', { cause });
    expect(failed).to.be.instanceOf(Unavailable);
    expect([failed.peer, failed.message, failed.cause]).to.deep.equal(['host', 'INTERNAL', cause]);
  });

  it('a contract violation names the call', () => {
    expect(new ContractViolation('Describe', 'no issuer')).to.include({
      rpc: 'Describe',
      message: 'Describe: no issuer',
    });
  });
});
