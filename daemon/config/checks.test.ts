import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from './load.js';
import { ConfigError, configWarnings } from './checks.js';

const TOKEN = 'a-token-of-the-test-0123';
const FOLDER = mkdtempSync(join(tmpdir(), 'gatehouse-pem-'));
after(() => rmSync(FOLDER, { recursive: true }));

/** A self-signed certificate and its key. */
function certificate(name: string): { readonly cert: string; readonly key: string } {
  const [cert, key] = [join(FOLDER, `${name}.crt`), join(FOLDER, `${name}.key`)];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=localhost'];
  execFileSync('openssl', ['req', '-x509', '-days', '2', ...kind, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { cert, key };
}

const { cert: CERT, key: KEY } = certificate('ours');
const { cert: OTHER, key: OTHER_KEY } = certificate('other');
const LOCKED_KEY = join(FOLDER, 'locked.key');
execFileSync('openssl', ['pkey', '-in', KEY, '-aes128', '-passout', 'pass:secret', '-out', LOCKED_KEY]);
const NO_PEM = join(FOLDER, 'no.pem');
writeFileSync(NO_PEM, 'no certificate\n');
const DAMAGED = join(FOLDER, 'damaged.crt');
writeFileSync(DAMAGED, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
/** Files with several certificates, as for the change of a CA (docs/operations.md, Certificates). */
function fileOf(name: string, text: string): string {
  const path = join(FOLDER, name);
  writeFileSync(path, text);
  return path;
}
const [FIRST, SECOND] = [readFileSync(CERT, 'utf8'), readFileSync(OTHER, 'utf8')];
const BOTH = fileOf('both.crt', `the old one\n${FIRST}the new one\r\n${SECOND.replaceAll('\n', '\r\n')}`);
const SECOND_DAMAGED = fileOf('second-damaged.crt', FIRST + SECOND.replace(/\n.{64}\n/, '\n'));
const GLUED = fileOf('glued.crt', FIRST + SECOND.trimEnd() + FIRST);

function load(settings: Record<string, string>) {
  const env = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [`GATEHOUSE_${name.toUpperCase().replaceAll('.', '__')}`, value]),
  );
  return loadConfig({ file: undefined, env, set: [] }).config;
}

function problemsOf(settings: Record<string, string>): readonly { where: string; what: string }[] {
  try {
    load(settings);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('config: checks', () => {
  const refused: [string, Record<string, string>, string, RegExp][] = [
    ['several workers without Redis', { workers: '2' }, 'workers', /set redis\.url, or set workers to 1/],
    [
      'several workers on a port that the system chooses',
      { workers: '2', 'redis.url': 'redis://localhost', 'http.port': '0' },
      'http.port',
      /set a port/,
    ],
    ['one address for two listeners', { 'http.port': '9464' }, 'metrics.port', /is the same as http\.port/],
    ['a host beyond loopback without authentication', { 'host.address': 'app:9090' }, 'host.address', /host\.token/],
    [
      'a host at two places',
      { 'host.url': 'http://127.0.0.1:8000', 'host.address': '127.0.0.1:9090' },
      'host.url',
      /set host\.url for a host that speaks HTTP, or host\.address for one that speaks gRPC/,
    ],
    ['port 0 of a host', { 'host.address': '127.0.0.1:9090,127.0.0.1:0' }, 'host.address', /has port 0/],
    ['port 0 of a host over HTTP', { 'host.url': 'http://127.0.0.1:00/notes' }, 'host.url', /has port 0/],
    ['the same host twice', { 'host.address': '127.0.0.1:9090,127.0.0.1:9090' }, 'host.address', /names a host twice/],
    [
      'one host beyond loopback among others, without authentication',
      { 'host.address': '127.0.0.1:9090,app:9090' },
      'host.address',
      /^app:9090 .*host\.token/,
    ],
    ['TLS to a plain URL', { 'host.url': 'http://127.0.0.1', 'host.tls.ca': CERT }, 'host.url', /use https/],
    ['a URL beyond loopback without authentication', { 'host.url': 'https://app' }, 'host.url', /host\.token/],
    ['a consent listener open to the network', { 'consent.address': '0.0.0.0:9091' }, 'consent.address', /any user/],
    [
      'the same with only a server certificate, which does not authenticate the caller',
      { 'consent.address': '[::]:9091', 'consent.tls.cert': CERT, 'consent.tls.key': KEY },
      'consent.address',
      /consent\.tls\.ca/,
    ],
    [
      'a name that only resolves to loopback',
      { 'consent.address': 'localhost.localdomain:9091' },
      'consent.address',
      /neither/,
    ],
    [
      'a second consent token without a first one',
      { 'consent.token_previous': TOKEN },
      'consent.token_previous',
      /is set, but consent\.token is not/,
    ],
    [
      'the same token twice',
      { 'consent.token': TOKEN, 'consent.token_previous': TOKEN },
      'consent.token_previous',
      /is the same as consent\.token/,
    ],
    [
      'a second JWT secret without a first one',
      { 'admin.jwt.secret_previous': 's'.repeat(32) },
      'admin.jwt.secret_previous',
      /is set, but admin\.jwt\.secret is not/,
    ],
    ['a certificate without a key', { 'host.tls.cert': CERT }, 'host.tls.key', /is not set, but host\.tls\.cert is/],
    ['a key without a certificate', { 'consent.tls.key': KEY }, 'consent.tls.cert', /set together/],
    ['client certificates without a certificate', { 'consent.tls.ca': CERT }, 'consent.tls.ca', /has no certificate/],
    [
      'a cookie that is not Secure in production (AD-182)',
      { 'backend.cookie_secure': 'false' },
      'backend.cookie_secure',
      /app\.env/,
    ],
    [
      'a refresh window shorter than a token',
      { 'admin.jwt.ttl': '60', 'admin.jwt.refresh_ttl': '59' },
      'admin.jwt.refresh_ttl',
      /less than admin\.jwt\.ttl \(60/,
    ],
    [
      'a file without a certificate',
      { 'host.tls.ca': NO_PEM },
      'host.tls.ca',
      /no\.pem contains no "BEGIN CERTIFICATE"/,
    ],
    ['a damaged certificate', { 'host.tls.ca': DAMAGED }, 'host.tls.ca', /contains no valid certificate/],
    [
      'a damaged certificate behind one that is not',
      { 'host.tls.ca': SECOND_DAMAGED },
      'host.tls.ca',
      /contains 2 certificates, of which number 2 is not valid/,
    ],
    [
      'certificates without a line break',
      { 'redis.url': 'rediss://localhost', 'redis.tls.ca': GLUED },
      'redis.tls.ca',
      /put a line break between/,
    ],
    ['a folder as a file', { 'host.tls.ca': FOLDER }, 'host.tls.ca', /cannot be read: EISDIR/],
    [
      'a certificate in place of a key',
      { 'consent.tls.cert': CERT, 'consent.tls.key': CERT },
      'consent.tls.key',
      /contains no "BEGIN PRIVATE KEY"/,
    ],
    [
      'the key of another certificate',
      { 'host.tls.cert': CERT, 'host.tls.key': OTHER_KEY },
      'host.tls.key',
      /is not the key of the certificate in .*ours\.crt/,
    ],
    [
      'a key with a passphrase',
      { 'consent.tls.cert': CERT, 'consent.tls.key': LOCKED_KEY },
      'consent.tls.key',
      /store the key without one/,
    ],
    [
      'TLS to a Redis whose URL does not use it',
      { 'redis.url': 'redis://localhost', 'redis.tls.ca': CERT },
      'redis.tls.ca',
      /would not use TLS; use rediss/,
    ],
    ['TLS to no Redis', { 'redis.tls.server_name': 'redis' }, 'redis.tls.server_name', /use rediss/],
    [
      'a password for Sentinels without Sentinels',
      { 'redis.url': 'redis://localhost', 'redis.sentinel_password': 'hunter2' },
      'redis.sentinel_password',
      /names no Sentinels/,
    ],
    [
      'one port for metrics and, on every interface, for the public',
      { 'http.port': '9464', 'http.host': '0.0.0.0' },
      'metrics.port',
      /is the same as http\.port \(9464\)/,
    ],
    [
      'one port for the public and the consent operations',
      { 'consent.address': '127.0.0.1:8081' },
      'consent.address',
      /is the same as http\.port/,
    ],
    ['a missing file', { 'host.tls.ca': '/none/ca.pem' }, 'host.tls.ca', /cannot be read: ENOENT/],
  ];
  for (const uri of ['backend', '/', '/Backend', '/a//b', '/a/', '/a b', '/../a', '']) {
    it(`rejects backend.uri ${JSON.stringify(uri)} (AD-181)`, () => {
      // An empty variable counts as not set.
      expect(problemsOf({ 'backend.uri': uri }).map(({ where }) => where).length).to.equal(uri === '' ? 0 : 1);
    });
  }

  it('accepts any number of lowercase segments for backend.uri', () => {
    expect(load({ 'backend.uri': '/ops/admin-1' }).backend.uri).to.equal('/ops/admin-1');
  });

  it('rejects a secret under 32 bytes without printing it (AD-180)', () => {
    const problems = problemsOf({ 'admin.jwt.secret': 'x'.repeat(31) });
    expect(problems).to.have.length(1);
    expect(JSON.stringify(problems)).not.to.include('xxx');
  });

  for (const [what, settings, where, why] of refused) {
    it(`rejects ${what}`, () => {
      const problems = problemsOf(settings);
      expect(problems.map((problem) => problem.where)).to.deep.equal([where]);
      expect(problems[0]!.what).to.match(why);
    });
  }

  const accepted: [string, Record<string, string>][] = [
    ['several workers with Redis', { workers: '4', 'redis.url': 'redis://localhost' }],
    ['Unix sockets', { 'host.address': 'unix:/run/app.sock', 'consent.address': 'unix:/run/consent.sock' }],
    [
      'one port on two addresses',
      { 'http.host': '127.0.0.2', 'http.port': '9091', 'consent.address': '127.0.0.1:9091' },
    ],
    ['both certificates while a CA is replaced', { 'redis.url': 'rediss://localhost', 'redis.tls.ca': BOTH }],
    ['TLS to Redis', { 'redis.url': 'rediss://localhost', 'redis.tls.ca': CERT }],
    ['a password for Sentinels', { 'redis.url': 'redis+sentinel://a:1/main', 'redis.sentinel_password': 'hunter2' }],
    ['any loopback address', { 'host.address': '127.8.0.1:1', 'consent.address': '[::1]:2' }],
    ['a token', { 'host.address': 'app:9090', 'host.token': TOKEN }],
    ['a URL on a loopback address', { 'host.url': 'http://[::1]:8000/gatehouse', 'host.encoding': 'json' }],
    ['a URL with a token', { 'host.url': 'https://app/gatehouse', 'host.token': TOKEN }],
    ['a URL with a client certificate', { 'host.url': 'https://app', 'host.tls.cert': CERT, 'host.tls.key': KEY }],
    ['a client certificate', { 'host.address': 'app:9090', 'host.tls.cert': CERT, 'host.tls.key': KEY }],
    [
      'client certificates',
      {
        'consent.address': '0.0.0.0:9091',
        'consent.tls.ca': CERT,
        'consent.tls.cert': CERT,
        'consent.tls.key': KEY,
      },
    ],
    [
      'a port that the system chooses, without metrics',
      { 'http.port': '0', 'metrics.port': '0', 'http.host': '127.0.0.1' },
    ],
  ];
  for (const [what, settings] of accepted) {
    it(`accepts ${what}`, () => expect(problemsOf(settings)).to.deep.equal([]));
  }
});

describe('config: warnings', () => {
  const warned: [string, Record<string, string>, RegExp][] = [
    [
      'a token sent in the clear',
      { 'host.address': 'app:9090', 'host.token': TOKEN },
      /^host\.token crosses the network/,
    ],
    [
      'a token sent to a plain URL',
      { 'host.url': 'http://app:8000', 'host.token': TOKEN },
      /^host\.token crosses the network unencrypted to http:\/\/app:8000: use https/,
    ],
    ['trusting every address as a proxy', { 'http.trusted_proxies': '10.0.0.0/8,0.0.0.0/0' }, /trusts every address/],
    ['a disabled limit', { 'throttle.register_per_ip.limit': '0' }, /^throttle\.register_per_ip\.limit is 0/],
  ];
  for (const [what, settings, warning] of warned) {
    it(`warns about ${what}`, () => {
      const warnings = configWarnings(load(settings));
      expect(warnings).to.have.length(1);
      expect(warnings[0]).to.match(warning);
    });
  }
});
