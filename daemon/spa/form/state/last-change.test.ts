import { expect } from 'chai';
import { isOwnChange, lastChangeOf } from './last-change.js';

describe('the last change of a record after a conflict (AD-461)', () => {
  const READER = { id: '7', login: 'ada', email: 'ada@example.test' };
  const by = (who?: string) => ({ at: undefined, by: who });

  it('reads what the application says about it', () => {
    const at = '2026-02-03T04:05:06.000Z';
    expect(lastChangeOf({ id: '1', _changed: { at, by: 'ada' } })).to.deep.equal({ at, by: 'ada' });
    for (const changed of [undefined, null, 'ada', {}, { at: 5, by: 7 }]) {
      expect(lastChangeOf({ id: '1', _changed: changed })).to.deep.equal(by());
    }
  });

  it("is the reader's own if it has the login, the email address or the id of the reader", () => {
    for (const own of ['ada', 'ada@example.test', '7']) expect(isOwnChange(by(own), READER), own).to.equal(true);
    for (const other of ['boris', 'Ada', '', '77']) expect(isOwnChange(by(other), READER), other).to.equal(false);
    expect(isOwnChange(by('undefined'), undefined)).to.equal(false);
    expect(isOwnChange(by(), READER)).to.equal(false);
    expect(isOwnChange(by(''), { ...READER, email: '' }), 'an account without an address').to.equal(false);
  });
});
