import { expect } from 'chai';
import { oauthError } from '../model/oauth-error.js';
import { inOrder } from './in-order.js';

const FIRST = oauthError('invalid_request', 'first');
const SECOND = oauthError('invalid_client', 'second');

describe('checks: in order', () => {
  it('passes earlier findings to each check, and returns all of them', () => {
    const seen: object[] = [];
    const list = inOrder<{ readonly a: number }>()
      .and(({ a }) => ({ b: a + 1 }))
      .and((known) => void seen.push({ ...known }))
      .and(({ a, b }) => ({ c: a + b }));
    expect(list.run({ a: 1 })).to.deep.equal({ a: 1, b: 2, c: 3 });
    expect(seen).to.deep.equal([{ a: 1, b: 2 }]);
  });

  it('returns the first refusal, and runs no check after it', () => {
    let later = 0;
    const list = inOrder<object>()
      .and(() => undefined)
      .and(() => FIRST)
      .and(() => {
        later += 1;
        return SECOND;
      });
    expect(list.run({})).to.equal(FIRST);
    expect(later).to.equal(0);
  });

  it('changes neither the request nor a list that was extended', () => {
    const request = { a: 1 };
    const short = inOrder<{ readonly a: number }>();
    const long = short.and(() => ({ b: 2 }));
    expect(long.run(request)).to.deep.equal({ a: 1, b: 2 });
    expect(short.run(request)).to.deep.equal({ a: 1 });
    expect(request).to.deep.equal({ a: 1 });
  });
});
