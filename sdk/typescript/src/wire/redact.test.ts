import { expect } from 'chai';
import { describeError, redact } from './redact.js';

const OPERATION = 'gatehouse.host.v1.Operation';
const hash = Buffer.alloc(32, 0xab);

describe('what may be logged of a request (options.proto: secret)', () => {
  it('a secret is replaced at any depth, and the rest stays', () => {
    const operation = {
      operation: 'createCode',
      createCode: { code: { codeHash: hash, clientId: 'client', grantContext: Buffer.from('tenant'), spentAt: null } },
    };
    expect(redact(OPERATION, operation)).to.deep.equal({
      createCode: { code: { codeHash: '[secret]', clientId: 'client', grantContext: '[secret]' } },
    });
  });

  it('an error keeps its name, code and text, and loses what it carries and what it quotes', () => {
    const error = Object.assign(new TypeError(`duplicate key \\x${hash.toString('hex')}`), {
      code: '23505',
      detail: `Key (code_hash)=(\\x${hash.toString('hex')}) already exists.`,
    });
    const described = describeError(error, OPERATION, { findCode: { codeHash: hash } });
    expect(described).to.include({ name: 'TypeError', message: 'duplicate key \\x[secret]', code: '23505' });
    expect(JSON.stringify(described)).not.to.contain('abab');
  });

  it('a secret text is found in an error as well, and something that is no Error is described too', () => {
    const message = { findAccessToken: { accessToken: 'top-secret' } };
    expect(describeError('no row for top-secret', OPERATION, message)).to.deep.equal({
      message: 'no row for [secret]',
    });
  });
});
