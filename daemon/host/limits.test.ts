import * as limits from '@gatehouse/proto/limits';
import { expect } from 'chai';
import { MAX_IDS, RECORDS_PER_PAGE } from '../admin/api/limits.js';
import { MAX_JSON_DEPTH } from '../admin/model/json-text.js';
import { isBearerTokenForm } from '../oauth/model/parameters.js';

/** The model must not import the contract, so it repeats three of its limits. */
describe('limits of the model', () => {
  it('match those of the contract (proto/src/limits.ts)', () => {
    expect(MAX_JSON_DEPTH).to.equal(limits.MAX_JSON_DEPTH);
    expect([MAX_IDS, RECORDS_PER_PAGE.maximum]).to.deep.equal([limits.MAX_PAGE_SIZE, limits.MAX_PAGE_SIZE]);
    const token = 'x'.repeat(limits.MAX_ACCESS_TOKEN);
    expect([isBearerTokenForm(token), isBearerTokenForm(`${token}x`)]).to.deep.equal([true, false]);
  });
});
