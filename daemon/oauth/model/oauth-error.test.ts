import { expect } from 'chai';
import { OAUTH_ERROR_CODES } from './oauth-error.js';

describe('core: error codes (AS-206)', () => {
  it('has no duplicates, and only the characters that RFC 6749 §5.2 allows in an error code', () => {
    expect(new Set(OAUTH_ERROR_CODES).size).to.equal(OAUTH_ERROR_CODES.length);
    for (const code of OAUTH_ERROR_CODES) expect(code).to.match(/^[a-z_]+$/);
  });
});
