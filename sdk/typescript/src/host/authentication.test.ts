import { expect } from 'chai';
import { tokenCheck } from './authentication.js';

describe('the shared tokens of a host (HC-5)', () => {
  it('are accepted as they are, each of several, and nothing else', () => {
    const isAllowed = tokenCheck(['the first token', 'the second token']);
    for (const token of ['the first token', 'the second token']) expect(isAllowed(token)).to.equal(true);
    for (const other of ['The first token', 'the first token ', 'the first', '', undefined])
      expect(isAllowed(other), String(other)).to.equal(false);
    expect(tokenCheck([])('')).to.equal(false);
  });
});
