import { expect } from 'chai';
import { OAUTH_ERROR_CODES } from './oauth-error.js';

/** The codes that the tables of the decisions name, by endpoint. */
const AUTHORIZE =
  'invalid_request unsupported_response_type invalid_scope invalid_target access_denied server_error temporarily_unavailable';
const TOKEN =
  'invalid_request invalid_client invalid_grant unsupported_grant_type unauthorized_client invalid_scope invalid_target too_many_requests temporarily_unavailable';
const REGISTER = 'invalid_redirect_uri invalid_client_metadata too_many_requests temporarily_unavailable';
const REVOKE = 'invalid_client invalid_request';

describe('core: error codes (AS-206)', () => {
  it('holds every code of the tables, and no other', () => {
    const named = new Set([AUTHORIZE, TOKEN, REGISTER, REVOKE].flatMap((codes) => codes.split(' ')));
    expect([...OAUTH_ERROR_CODES].sort()).to.deep.equal([...named].sort());
  });

  it('holds none twice, and only what RFC 6749 §5.2 lets an error code consist of', () => {
    expect(new Set(OAUTH_ERROR_CODES).size).to.equal(OAUTH_ERROR_CODES.length);
    for (const code of OAUTH_ERROR_CODES) expect(code).to.match(/^[a-z_]+$/);
  });
});
