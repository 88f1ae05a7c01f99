import { contractMessage } from '@gatehouse/proto/contract';
import { MessageRules } from '@gatehouse/proto/rules';
import { backendService } from '@gatehouse/proto/services';
import { expect } from 'chai';
import { malformedMessages } from './malformed.js';
import { createClient, createCode, mintAccessToken, newClient, newCode, newHash, newMint } from './operations.js';

const IDENTITY = { clientId: 'client', userId: 'ada' };
const REQUEST = 'gatehouse.host.v1.TransactRequest';

describe('malformed requests, generated from the rules of fields (HC-11)', () => {
  const check = new MessageRules().of(REQUEST);
  const { requestSerialize, requestDeserialize } = backendService.Transact;
  const broken = (message: object) => check(requestDeserialize(requestSerialize(message)));
  const grantContext = Buffer.from('tenant');
  const client = newClient({
    tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_BASIC',
    secretHash: newHash(),
    metadataJson: '{}',
  });
  const request = {
    operations: [
      createClient(client),
      createCode(newCode(IDENTITY, { grantContext })),
      mintAccessToken(newMint(IDENTITY, { grantContext })),
    ],
  };

  it('begin with a request that obeys all rules', () => {
    expect(broken(request)).to.equal(undefined);
  });

  for (const operation of request.operations) {
    const kind = Object.keys(operation)[0] ?? '';
    const cases = malformedMessages(REQUEST, { operations: [operation] });

    it(`break a rule in every case: ${kind}`, () => {
      expect(cases.length).to.be.greaterThan(20);
      for (const { what, message } of cases) {
        // Another rule limits the number of operations.
        if (what.startsWith('operations[0].')) expect(broken(message), what).to.not.equal(undefined);
      }
      expect(cases.map(({ what }) => what)).to.deep.equal([...new Set(cases.map(({ what }) => what))]);
    });
  }

  it('break each rule of each field of a client', () => {
    const whats = malformedMessages('gatehouse.host.v1.Client', { ...client }).map(({ what }) => what);
    for (const { protoName, rules } of contractMessage('gatehouse.host.v1.Client').fields) {
      if (Object.keys(rules).every((rule) => rule === 'may_be_empty')) continue;
      expect(
        whats.some((what) => what.startsWith(protoName)),
        protoName,
      ).to.equal(true);
    }
    expect(whats).to.include.members([
      'client_id that is empty',
      'client_id of 2049 characters',
      'client_id "check\\u0000host"',
      'redirect_uris without items',
      'redirect_uris[0] that is empty',
      'token_endpoint_auth_method that is unspecified',
      'secret_hash of 31 bytes',
      'registered_at in the year 10000',
    ]);
  });
});
