import { expect } from 'chai';
import type { PendingRequest } from '../model/pending-request.js';
import { pendingRequestView } from './view-pending-request.js';

const PENDING: PendingRequest = {
  clientId: 'client-1',
  clientName: 'Claude',
  clientRegisteredAt: 1,
  clientSelfRegistered: true,
  redirectUri: 'https://client.example:8443/cb',
  codeChallenge: 'x'.repeat(43),
  scopes: ['read'],
  resource: 'https://app.example/mcp',
  expiresAt: 2,
  network: '',
  clientUnconsented: false,
  csrfSecret: '',
};

describe('usecases: view of a pending request', () => {
  for (const [given, shown] of [
    ['Claude', 'Claude'],
    ['  Claude \t\n Code  ', 'Claude Code'],
    ['a\u0000b\u0085c', 'a b c'],
    ['abc\u202Ecba', 'abc cba'],
    ['zero\u200Bwidth', 'zero width'],
    ['\u2066x\u2069', 'x'],
    ['private\uE000use', 'private use'],
    ['half\uD800pair', 'half pair'],
    ['line\u2028and\u2029paragraph', 'line and paragraph'],
    ['Zoë 🦊 日本', 'Zoë 🦊 日本'],
    ['\u202E', ''],
    ['a\u3164\u115F\u1160\uFFA0\u2800b', 'a b'],
    ['\u3164 \u2800', ''],
    ['\uFE0F\u034F \u0301', ''],
    ['Clau\u034Fde', 'Clau de'],
    ['\u17B4Claude\u17B5', 'Claude'],
    ['a\u2065b\uFFF0c\u{E0002}d\u{E0FFF}e', 'a b c d e'],
    ['\u2065\uFFF8\u{E0080}', ''],
    ['\u2764\uFE0F cafe\u0301', '\u2764\uFE0F cafe\u0301'],
  ] as const) {
    it(`shows the name ${JSON.stringify(given)} as ${JSON.stringify(shown)}, without characters that hide or reverse text`, () => {
      expect(pendingRequestView({ ...PENDING, clientName: given }).clientName).to.equal(shown);
    });
  }

  for (const [redirectUri, redirectHost, redirectIsLoopback] of [
    ['https://client.example:8443/cb', 'client.example:8443', false],
    ['http://127.0.0.1:33418/', '127.0.0.1:33418', true],
    ['cursor://host/cb', 'cursor:', false],
    ['xhttp://host/cb', 'xhttp:', false],
    ['httpx://host/cb', 'httpx:', false],
  ] as const) {
    it(`shows ${redirectHost} as the destination of ${redirectUri}`, () => {
      expect(pendingRequestView({ ...PENDING, redirectUri })).to.include({
        redirectUri,
        redirectHost,
        redirectIsLoopback,
      });
    });
  }

  it('explains what each scope allows', () => {
    const [scope] = pendingRequestView(PENDING).scopes;
    expect(scope?.scope).to.equal('read');
    expect(scope?.description).to.be.a('string').and.not.equal('');
  });
});
