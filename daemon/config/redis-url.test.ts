import { expect } from 'chai';
import { parseRedisUrl, redactRedisUrl } from './redis-url.js';

describe('redis.url', () => {
  const local = [{ host: 'h', port: 6379 }] as const;

  for (const [url, endpoint] of [
    ['redis://h', { tls: false, kind: 'standalone', host: local[0], db: 0 }],
    ['redis://h/', { tls: false, kind: 'standalone', host: local[0], db: 0 }],
    ['rediss://h:1/15', { tls: true, kind: 'standalone', host: { host: 'h', port: 1 }, db: 15 }],
    ['redis://[::1]:7000', { tls: false, kind: 'standalone', host: { host: '::1', port: 7000 }, db: 0 }],
    ['redis://[::1]', { tls: false, kind: 'standalone', host: { host: '::1', port: 6379 }, db: 0 }],
    ['redis://:pw@h', { tls: false, password: 'pw', kind: 'standalone', host: local[0], db: 0 }],
    [
      'redis://ada%40x:p%3A%40%2Fw:w@h',
      { tls: false, username: 'ada@x', password: 'p:@/w:w', kind: 'standalone', host: local[0], db: 0 },
    ],
    [
      'redis+sentinel://a,b:1/main%20one',
      {
        tls: false,
        kind: 'sentinel',
        sentinels: [
          { host: 'a', port: 26_379 },
          { host: 'b', port: 1 },
        ],
        master: 'main one',
        db: 0,
      },
    ],
    [
      'rediss+sentinel://u:p@a/main/2',
      {
        tls: true,
        username: 'u',
        password: 'p',
        kind: 'sentinel',
        sentinels: [{ host: 'a', port: 26_379 }],
        master: 'main',
        db: 2,
      },
    ],
    [
      'rediss+cluster://h,[fd00::1]:7000',
      { tls: true, kind: 'cluster', nodes: [...local, { host: 'fd00::1', port: 7000 }] },
    ],
  ] as const) {
    it(`parses ${url}`, () => expect(parseRedisUrl(url)).to.deep.equal(endpoint));
  }

  for (const [url, why] of [
    ['', 'unknown form'],
    ['h:6379', 'unknown form'],
    ['http://h', 'unknown form'],
    ['REDIS://h', 'unknown form'],
    ['redis+unix:///run/redis', 'unknown form'],
    ['redis://', 'unknown form'],
    ['redis://h?db=1', 'unknown form'],
    ['redis://h#1', 'unknown form'],
    // A part of the password must not become the name of a master, which is shown.
    ['redis+sentinel://u:6379/secret@h', 'unknown form'],
    ['redis://secret@h', 'user:password or :password'],
    ['redis://u:secret%@h', 'percent-encoded'],
    ['redis://u:secret@h:0', 'port'],
    ['redis://u:secret@h:65536', 'port'],
    ['redis://u:secret@h:x', 'form name'],
    ['redis://u:secret@::1', 'form name'],
    ['redis://u:secret@h,', 'form name'],
    ['redis://u:secret@a b', 'form name'],
    ['redis://u:secret@a,b', 'several hosts'],
    ['redis://u:secret@h/x', 'database'],
    ['redis://u:secret@h/-1', 'database'],
    ['redis://u:secret@h/1/2', 'database'],
    ['redis+cluster://u:secret@h/0', 'no databases'],
    ['redis+sentinel://u:secret@h', 'name the master'],
    ['redis+sentinel://u:secret@h/', 'name the master'],
    ['redis+sentinel://u:secret@h/main/0/1', 'name the master'],
  ] as const) {
    it(`rejects ${url || 'an empty text'} with the reason, and repeats no secret`, () => {
      expect(() => parseRedisUrl(url))
        .to.throw(Error)
        .with.property('message')
        .that.matches(/^redis\.url: /)
        .and.contains(why)
        .and.not.contains('secret');
    });
  }

  for (const [url, shown] of [
    ['redis://h:6379/0', 'redis://h:6379/0'],
    ['redis://u:a:b@h', 'redis://u:[secret]@h'],
    ['rediss+cluster://:pw@a:1,b:2', 'rediss+cluster://:[secret]@a:1,b:2'],
    ['redis+sentinel://[fd00::1]:1/main', 'redis+sentinel://[fd00::1]:1/main'],
  ] as const) {
    it(`is shown as ${shown}`, () => expect(redactRedisUrl(url)).to.equal(shown));
  }
});
