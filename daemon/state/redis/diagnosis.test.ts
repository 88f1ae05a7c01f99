import { expect } from 'chai';
import { inWords, isVague } from './diagnosis.js';

const withCode = (code: string, message: string): Error => Object.assign(new Error(message), { code });
const NO_TLS = 'it does not speak TLS; name its port for TLS in redis.url, or use redis instead of rediss';

describe('redis: errors of a connection in words (docs/operations.md, Redis)', () => {
  for (const [error, words] of [
    [new Error(' connect ECONNREFUSED 127.0.0.1:1\n'), 'connect ECONNREFUSED 127.0.0.1:1'],
    ...[
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    ].map(
      (code) =>
        [
          withCode(code, 'untrusted'),
          'untrusted: redis.tls.ca does not have the authority of its certificate, or the server does not send the intermediate certificates',
        ] as const,
    ),
    [
      withCode('ERR_TLS_CERT_ALTNAME_INVALID', 'no such name'),
      'no such name; set redis.tls.server_name to a name of its certificate',
    ],
    [
      new Error('ssl3_read_bytes:tlsv13 alert certificate required:ssl'),
      'it requires a client certificate; set redis.tls.cert and redis.tls.key',
    ],
    ...['bad certificate', 'unknown ca', 'sslv3 alert certificate expired'].map((alert) => {
      const reason = alert.replace('sslv3 alert ', '');
      return [
        new Error(`read:sslv3 alert ${reason}:ssl`),
        `it does not accept the client certificate of redis.tls.cert (${reason})`,
      ] as const;
    }),
    ...['wrong version number', 'packet length too long', 'record layer failure'].map(
      (text) => [new Error(`80AB:error:0A00010B:SSL routines:f:${text}:ssl.c:1:`), NO_TLS] as const,
    ),
    [
      withCode('ETIMEDOUT', 'connect ETIMEDOUT'),
      'connect ETIMEDOUT: no connection in time; with rediss, its port may be one without TLS',
    ],
    [
      new Error('80AB:error:0A000172:SSL routines:tls_process:wrong signature type:ssl.c:1:'),
      'TLS: wrong signature type',
    ],
    [
      new Error('80AB:error:0A000410:SSL routines:f:sslv3 alert handshake failure:ssl.c:1:'),
      'TLS: sslv3 alert handshake failure',
    ],
  ] as const) {
    it(`says "${words.slice(0, 60)}" of ${error.message.trim().slice(0, 60)}`, () => {
      expect(inWords(error)).to.equal(words);
    });
  }

  it('knows the errors that say only that something is wrong', () => {
    for (const message of [
      'Connection is closed.',
      'connect ETIMEDOUT',
      'Command timed out',
      'Socket timeout',
      'read ECONNRESET',
      'write EPIPE',
    ])
      expect(isVague(new Error(message)), message).to.equal(true);
    expect(isVague(new Error('NOAUTH Authentication required.'))).to.equal(false);
    const ofNode = (message: string) =>
      Object.assign(new Error('Connection is closed.'), { lastNodeError: new Error(message) });
    expect(isVague(ofNode('NOAUTH Authentication required.'))).to.equal(false);
    expect(isVague(ofNode('read ECONNRESET'))).to.equal(true);
  });
});
