import { toTimestamp } from '@gatehouse/proto/time';
import type { Check } from '../subject/check.js';
import { asReceived, expectRecord, expectSame } from '../subject/expectations.js';
import { createClient, createCode, newClient, newId, OLD } from '../subject/operations.js';

/**
 * Values that collations, sets, short columns and libraries for URLs would change: ids are exact, and records come back as they
 * were created.
 */

const exactIds: Check = {
  name: 'client/exact-ids',
  citation: 'backend.proto: BackendService, "Text comparison is exact and case-sensitive"',
  on: 'transactions',
  run: async ({ backend }) => {
    const long = `https://check-host.example/${'a'.repeat(300)}/${newId()}`;
    const decomposed = `https://check-host.example/e\u0301/${newId()}`;
    const plain = `${newId()}-aB`;
    for (const clientId of [long, decomposed, plain]) await backend.commit(createClient(newClient({ clientId })));
    expectRecord('client', await backend.client(long), { clientId: long });
    expectRecord('client', await backend.client(decomposed), { clientId: decomposed });
    const others = [
      ['with a space before it', ` ${plain}`],
      ['with a space behind it', `${plain} `],
      ['in lower case', plain.toLowerCase()],
      ['in upper case', plain.toUpperCase()],
      ['in another form of Unicode', decomposed.normalize('NFC')],
      ['cut to 255 characters', long.slice(0, 255)],
      ['that is longer', `${long}a`],
    ] as const;
    for (const [how, other] of others) {
      const advice = 'Compare ids byte by byte: use a binary collation, and a column that holds 2048 characters.';
      expectSame(`FindClient of an id ${how}`, await backend.client(other), null, advice);
    }
  },
};

const exactValues: Check = {
  name: 'client/exact-values',
  citation: 'backend.proto: Client',
  on: 'transactions',
  run: async ({ backend }) => {
    const client = newClient({
      clientName: ` ${'n'.repeat(300)} `,
      redirectUris: [
        'https://check-host.example',
        'HTTPS://Check-Host.Example:443/a/../b?',
        'com.example.app:/cb',
        'a:b',
      ],
      grantTypes: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
      registeredAt: toTimestamp(OLD + 1),
      metadataJson:
        '{"none":null,"empty":"","list":[],"object":{},"no":false,"zero":0,"deep":{"a":[null,{"b":"\\u00e9"}]}}',
    });
    await backend.commit(createClient(client));
    const stored = asReceived(createClient(client)).createClient?.client ?? {};
    expectRecord('client', await backend.client(client.clientId ?? ''), stored);
    const code = backend.newCode({
      resource: 'https://check-host.example/',
      redirectUri: 'HTTPS://Check-Host.Example:443/a/../b?',
      grantContext: Buffer.from([0, 0xff, 0xfe, 0, 0x20, 0]),
    });
    await backend.commit(createCode(code));
    expectRecord('code', await backend.code(code.codeHash), asReceived(createCode(code)).createCode?.code ?? {});
  },
};

const exactTokens: Check = {
  name: 'access-token/exact',
  citation: 'backend.proto: FindAccessToken',
  on: 'transactions',
  run: async ({ backend }) => {
    const { accessToken } = await backend.mint();
    const at = accessToken.search(/[a-z]/i);
    const letter = accessToken.charAt(at);
    const flipped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    const others = [
      ['with a letter in the other case', `${accessToken.slice(0, at)}${flipped}${accessToken.slice(at + 1)}`],
      ['with a space behind it', `${accessToken} `],
      ['without its last two characters', accessToken.slice(0, -2)],
    ] as const;
    for (const [how, other] of others) {
      if (other === accessToken) continue; // A token without letters.
      const advice = 'Compare tokens byte by byte, or a hash of them.';
      expectSame(`FindAccessToken of a token ${how}`, await backend.accessToken(other), null, advice);
    }
  },
};

export const EXACT_VALUE_CHECKS: readonly Check[] = [exactIds, exactValues, exactTokens];
