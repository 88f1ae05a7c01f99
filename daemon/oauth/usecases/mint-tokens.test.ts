import { expect } from 'chai';
import type { AbortReason } from '../ports/backend.js';
import { exampleOptions } from '../testing/examples.js';
import { createMintTokens, LOST_RACE } from './mint-tokens.js';

describe('oauth: minting that the application refuses', () => {
  const mint = (reason: AbortReason, publicReason = '') => {
    const backend = { transact: () => Promise.resolve({ committed: false, reason, publicReason }) };
    const granted = { spend: {}, minting: { scopes: [], grantedScopes: [] } };
    const dependencies = { options: exampleOptions(), backend, telemetry: {} };
    return createMintTokens(dependencies as never)(granted as never, 'client', 'token', 0, { requestId: 'r' });
  };
  const over = (description: string) => ({ error: 'invalid_grant', description });

  it('is a lost race if another request spent the token first', async () => {
    for (const reason of ['code_already_spent', 'refresh_token_already_spent'] as const)
      expect(await mint(reason, 'not this')).to.equal(LOST_RACE);
  });

  it('tells the client the reason of the application, if there is one', async () => {
    expect(await mint('mint_refused', 'The account is closed.')).to.deep.equal(over('The account is closed.'));
    expect(await mint('mint_refused')).to.deep.equal(over('The grant is no longer valid.'));
    expect(await mint('lineage_revoked', 'not this')).to.deep.equal(over('The grant is no longer valid.'));
  });
});
