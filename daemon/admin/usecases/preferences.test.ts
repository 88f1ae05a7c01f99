import { expect } from 'chai';
import { AdminError, invalid } from '../api/errors.js';
import { MAX_PREFERENCE_KEYS } from '../api/limits.js';
import { MAX_JSON_DEPTH } from '../model/json-text.js';
import type { Accounts } from '../ports/accounts.js';
import { recorded } from '../testing/asking.js';
import { createPreferences } from './preferences.js';

const CALL = { requestId: 'r-1' };
const BAD_KEYS = ['', '1a', '_a', 'a b', 'é', 'a/b', 'a\n', 'a'.repeat(151), 'gatehouse.', 'gatehouse.password-link'];
const GOOD_KEYS = ['a', 'Z9_.:-', 'list:acme.blog.posts', 'a'.repeat(150), 'gatehouse', 'my.gatehouse.x'];

type Stored = Awaited<ReturnType<Accounts['setPreference']>>;

function preferences(documents: ReadonlyMap<string, string> = new Map(), outcome: Stored = 'stored') {
  const read = recorded<Parameters<Accounts['preferences']>, ReadonlyMap<string, string>>(documents);
  const written = recorded<Parameters<Accounts['setPreference']>, Stored>(outcome);
  const port = { preferences: read.method, setPreference: written.method };
  return { calls: { read: read.calls, written: written.calls }, ...createPreferences(port) };
}

describe('admin: the preferences of an administrator (AD-247)', () => {
  it('are read by key, each once; a damaged document counts as absent', async () => {
    const { read, calls } = preferences(
      new Map([
        ['a', '{"x":1}'],
        ['b', '{"x":'],
      ]),
    );
    expect(await read('7', ['a', 'b', 'a', 'c'], CALL)).to.deep.equal({ a: { x: 1 }, b: null });
    expect(calls.read).to.deep.equal([['7', ['a', 'b', 'c'], CALL]]);
  });

  it('have keys of letters, digits and four signs, and none that belongs to Gatehouse', async () => {
    for (const key of GOOD_KEYS) {
      const { read, write, calls } = preferences();
      expect(await read('7', [key], CALL), key).to.deep.equal({});
      expect(await write('7', key, 1, CALL), key).to.equal(undefined);
      expect([calls.read.length, calls.written.length]).to.deep.equal([1, 1]);
    }
    for (const key of BAD_KEYS) {
      const { read, write, calls } = preferences();
      expect(await read('7', ['a', key], CALL), key).to.deep.equal(invalid('keys', { rule: 'preference_key' }));
      expect(await write('7', key, 1, CALL), key).to.deep.equal(invalid('key', { rule: 'preference_key' }));
      expect([calls.read.length, calls.written.length]).to.deep.equal([0, 0]);
    }
  });

  it('are read in requests with at least one key, and no more than the contract carries', async () => {
    const { read, calls } = preferences();
    const keys = Array.from({ length: MAX_PREFERENCE_KEYS + 1 }, (_, n) => `k${n}`);
    for (const wrong of [[], keys]) {
      expect(await read('7', wrong, CALL)).to.deep.equal(invalid('keys', { rule: 'preference_key' }));
    }
    expect(calls.read).to.deep.equal([]);
    expect(await read('7', [...keys.slice(1), 'k1'], CALL)).to.deep.equal({});
  });

  it('are JSON documents of at most 16 KiB and 512 levels; null removes one', async () => {
    const { write, calls } = preferences();
    const maximum = 16 * 1024;
    const tooLong = invalid('value', { rule: 'preference_size', parameters: { maximum } });
    // With the quotation marks, counted in bytes.
    expect(await write('7', 'a', 'é'.repeat(maximum / 2), CALL)).to.deep.equal(tooLong);
    const depth = { maximum: MAX_JSON_DEPTH };
    const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
    expect(await write('7', 'a', nested(MAX_JSON_DEPTH + 1), CALL)).to.deep.equal(
      invalid('value', { rule: 'json_depth', parameters: depth }),
    );
    expect(calls.written).to.deep.equal([]);
    for (const value of ['é'.repeat(maximum / 2 - 1), { a: [1] }, null, false]) await write('7', 'a', value, CALL);
    expect(calls.written.map(([, , document]) => document)).to.deep.equal([
      `"${'é'.repeat(maximum / 2 - 1)}"`,
      '{"a":[1]}',
      '',
      'false',
    ]);
    expect(calls.written[0]).to.deep.include.members(['7', 'a', CALL]);
  });

  it('are refused with the reason of the host', async () => {
    const unknown = await preferences(new Map(), 'unknown').write('7', 'a', 1, CALL);
    expect(unknown).to.deep.equal(new AdminError('unauthenticated'));
    const tooMany = await preferences(new Map(), 'tooMany').write('7', 'a', 1, CALL);
    expect(tooMany).to.deep.equal(invalid('key', { rule: 'preference_count' }));
  });
});
