import { expect } from 'chai';
import { fromAuthMethod, toAuthMethod } from './auth-method.js';
import { contractMessage } from './contract.js';

describe('proto/auth-method (RFC 7591 §2)', () => {
  it('maps every method to a value of the contract, and every value back', () => {
    const methods = ['none', 'client_secret_post', 'client_secret_basic'] as const;
    for (const method of methods) expect(fromAuthMethod(toAuthMethod(method))).to.equal(method);
    const { fields } = contractMessage('gatehouse.host.v1.Client');
    const values = fields.find(({ name }) => name === 'tokenEndpointAuthMethod')?.values;
    expect(values).to.deep.equal(new Set(methods.map(toAuthMethod)));
  });

  it('reads nothing from an unspecified or unknown value', () => {
    expect(fromAuthMethod('TOKEN_ENDPOINT_AUTH_METHOD_UNSPECIFIED')).to.equal(undefined);
    expect(fromAuthMethod(17)).to.equal(undefined);
  });
});
