import { expect } from 'chai';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contractName, OAUTH_OPTIONS } from '../oauth/model/options.js';
import { loadConfig, reportJson, reportTable } from './load.js';
import { ConfigError, configWarnings } from './checks.js';

const TOKEN = 'a-token-of-the-test-0123';

describe('config: load', () => {
  let directory: string;
  let file: string;
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'gatehouse-config-'));
    file = join(directory, 'gatehouse.yaml');
  });
  after(() => rmSync(directory, { recursive: true }));

  interface Given {
    yaml?: string;
    env?: NodeJS.ProcessEnv;
    set?: string[];
  }

  function load({ yaml, env = {}, set = [] }: Given = {}) {
    if (yaml !== undefined) writeFileSync(file, yaml);
    return loadConfig({ file: yaml === undefined ? undefined : file, env, set });
  }

  /** The problems as `where: what`, without the temporary directory. */
  function problems(given: Given): string[] {
    try {
      load(given);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return error.problems.map(({ where, what }) => `${where}: ${what}`.replaceAll(`${directory}/`, ''));
    }
    return [];
  }

  it('has a valid default for every key', () => {
    const { config, resolved } = load();
    expect(config.http).to.deep.equal({
      host: '127.0.0.1',
      port: 8081,
      engine: 'uws',
      bodyTimeoutMs: 7000,
      maxConnections: 10_000,
      trustedProxies: [],
    });
    expect(config.throttle.registerPerIp).to.deep.equal({ limit: 20, windowMs: 60_000 });
    expect(resolved.every(({ source }) => source === 'default')).to.be.true;
    expect(configWarnings(config)).to.deep.equal([]);
  });

  // docs/configuration.md is generated from the same texts.
  it('accepts both ends of the range of every number and duration, and nothing beyond', () => {
    const RANGE =
      /^a (?:whole number, (?<min>-?\d+) to (?<max>-?\d+)|duration, (?<from>\d+)(?<low>ms|s|m|h|d) to (?<to>\d+)(?<high>ms|s|m|h|d) )/;
    const ranges = load().resolved.flatMap(({ key: { name, reader } }) => {
      const groups = RANGE.exec(reader.expects)?.groups;
      return groups === undefined ? [] : [{ name, groups }];
    });
    expect(ranges).to.have.length.above(30);
    for (const { name, groups } of ranges) {
      const { min, max, from = '', low = '', to = '', high = '' } = groups;
      const [within, beyond] =
        min === undefined
          ? [
              [from + low, to + high],
              [`${Number(from) - 1}${low}`, `${Number(to) + 1}${high}`],
            ]
          : [
              [min, String(max)],
              [String(Number(min) - 1), String(Number(max) + 1)],
            ];
      const judged = (value: string) =>
        problems({ set: [`${name}=${value}`] }).filter((text) => text.includes('expected:'));
      for (const value of within) expect(judged(value), `${name}=${value}`).to.deep.equal([]);
      for (const value of beyond) expect(judged(value), `${name}=${value}`).to.have.length(1);
    }
  });

  it('file overrides defaults, environment overrides file, flags override environment, each with its source', () => {
    const { config, resolved } = load({
      yaml: 'http:\n  port: 1001\n  engine: node\n  body_timeout: 5s\nlog:\n  level: debug\n',
      env: { GATEHOUSE_HTTP__PORT: '1002', GATEHOUSE_HTTP__ENGINE: 'uws', PATH: 'ignored' },
      set: ['http.port=1003', 'http.port=1004'],
    });
    expect([config.http.port, config.http.engine, config.http.bodyTimeoutMs]).to.deep.equal([1004, 'uws', 5000]);
    const sources = Object.fromEntries(resolved.map(({ key, source }) => [key.name, source]));
    expect(sources['http.port']).to.equal('--set http.port');
    expect(sources['http.engine']).to.equal('GATEHOUSE_HTTP__ENGINE');
    expect(sources['log.level']).to.equal(`${file}:6:3`);
  });

  it('reads lists from YAML and comma-separated text, and durations with their unit', () => {
    const yaml = 'http: { trusted_proxies: [10.0.0.0/8, "::1"] }\nshutdown: { delay: 0, timeout: 1m }\n';
    const { config } = load({ yaml });
    expect(config.http.trustedProxies).to.deep.equal(['10.0.0.0/8', '::1']);
    expect(config.shutdown).to.deep.equal({ delayMs: 0, timeoutMs: 60_000 });
    const env = { GATEHOUSE_HTTP__TRUSTED_PROXIES: '10.0.0.1, fd00::/8' };
    expect(load({ env }).config.http.trustedProxies).to.deep.equal(['10.0.0.1', 'fd00::/8']);
  });

  it('finds the file through GATEHOUSE_CONFIG, and reports a missing file', () => {
    writeFileSync(file, 'http: { port: 7 }');
    expect(load({ env: { GATEHOUSE_CONFIG: file } }).config.http.port).to.equal(7);
    expect(problems({ env: { GATEHOUSE_CONFIG: join(directory, 'none.yaml') } })[0]).to.match(
      /^none\.yaml: cannot be read: ENOENT/,
    );
  });

  it('takes a comment behind a key without a value for a comment', () => {
    const yaml = 'host:\n  token: # from the environment\nadmin: { brand: { } } # all ours\n';
    expect(load({ yaml }).config.host.token).to.equal('');
  });

  it('treats an empty file, section, value or variable as not set', () => {
    expect(load({ yaml: '' }).config.http.port).to.equal(8081);
    expect(load({ yaml: 'http:\nlog: { level: }\n' }).config.log.level).to.equal('info');
    expect(load({ env: { GATEHOUSE_HTTP__PORT: '' } }).config.http.port).to.equal(8081);
  });

  it('reads a secret from the file that GATEHOUSE_…_FILE names, without the trailing line break', () => {
    const secretFile = join(directory, 'token');
    writeFileSync(secretFile, `${TOKEN}\n`);
    expect(load({ env: { GATEHOUSE_HOST__TOKEN_FILE: secretFile } }).config.host.token).to.equal(TOKEN);
  });

  it('reads a Redis URL with its password from a file', () => {
    const urlFile = join(directory, 'redis-url');
    writeFileSync(urlFile, 'redis://:hunter2@redis.internal:6379/0\n');
    const { config, resolved } = load({ env: { GATEHOUSE_REDIS__URL_FILE: urlFile } });
    expect(config.redis.url).to.equal('redis://:hunter2@redis.internal:6379/0');
    expect(reportTable(resolved)).to.contain('redis://:[secret]@redis.internal:6379/0');
  });

  it('rejects an empty file of a secret, without which the daemon would serve anyone', () => {
    const secretFile = join(directory, 'token');
    for (const content of ['', '\n', ' \r\n']) {
      writeFileSync(secretFile, content);
      expect(problems({ env: { GATEHOUSE_CONSENT__TOKEN_FILE: secretFile } })).to.deep.equal([
        'GATEHOUSE_CONSENT__TOKEN_FILE: token is empty; write the secret into it',
      ]);
    }
  });

  it('ignores the variables that Kubernetes sets beside a Service called "gatehouse" or "gatehouse-redis"', () => {
    const env = {
      GATEHOUSE_REDIS_SERVICE_HOST: '10.0.0.2',
      GATEHOUSE_REDIS_SERVICE_PORT: '6379',
      GATEHOUSE_REDIS_PORT: 'tcp://10.0.0.2:6379',
      GATEHOUSE_REDIS_PORT_6379_TCP: 'tcp://10.0.0.2:6379',
      GATEHOUSE_REDIS_PORT_6379_TCP_PROTO: 'tcp',
      GATEHOUSE_PORT: 'tcp://10.0.0.1:8081',
      GATEHOUSE_SERVICE_HOST: '10.0.0.1',
      GATEHOUSE_SERVICE_PORT_HTTP: '8081',
      GATEHOUSE_PORT_8081_TCP_ADDR: '10.0.0.1',
    };
    expect(load({ env }).config.http.port).to.equal(8081);
  });

  const refused: [string, Given, string | RegExp][] = [
    [
      'an unknown key in the file, with file, line, column and a suggestion',
      { yaml: 'http:\n  prot: 1\n' },
      'gatehouse.yaml:2:3: unknown key http.prot; did you mean http.port?',
    ],
    ['an unknown section', { yaml: 'redsi: { url: x }' }, 'gatehouse.yaml:1:1: unknown key redsi; did you mean redis?'],
    ['a key unlike any known one', { set: ['color=red'] }, '--set color: unknown key color'],
    [
      'an unknown variable',
      { env: { GATEHOUSE_HTTP__PROT: '1' } },
      'GATEHOUSE_HTTP__PROT: unknown key GATEHOUSE_HTTP__PROT; did you mean GATEHOUSE_HTTP__PORT?',
    ],
    [
      'a value out of its range, with the expected range',
      { yaml: 'workers: 0' },
      'gatehouse.yaml:1:1: workers is 0; expected: a whole number, 1 to 256',
    ],
    ['a value of another type', { yaml: 'http: { port: [1] }' }, /http\.port is \[1\]; expected: a whole number/],
    [
      'a duration without a unit',
      { set: ['host.deadline=5'] },
      /host\.deadline is "5"; expected: a duration, 100ms to 1m/,
    ],
    ['an unknown choice', { set: ['log.level=loud'] }, /expected: one of debug, info, warn, error, fatal/],
    [
      'a proxy that is not an address',
      { set: ['http.trusted_proxies=proxy.internal'] },
      /list of IP addresses or CIDR/,
    ],
    ['a proxy range that is too long', { set: ['http.trusted_proxies=10.0.0.0/33'] }, /list of IP addresses or CIDR/],
    ['a bind name that could be any address', { set: ['http.host=gate.internal'] }, /IP address or localhost/],
    ['an address without a port', { set: ['host.address=localhost'] }, /host:port, \[IPv6\]:port or unix:/],
    ['a relative socket path', { set: ['consent.address=unix:run/c.sock'] }, /unix:\/absolute\/path/],
    [
      'a URL with credentials',
      { set: ['host.url=http://:secret@localhost'] },
      /host\.url is not readable; expected: list of http/,
    ],
    [
      'a URL of another scheme',
      { set: ['host.url=unix:/run/app.sock'] },
      /expected: list of http:\/\/ or https:\/\/ URL/,
    ],
    ['a database of Redis that is no number', { set: ['redis.url=redis://a/x'] }, /\(the database is not a number\)/],
    [
      'a password of Redis that is not encoded',
      { env: { GATEHOUSE_REDIS__URL: 'redis://user:p@ss@a' } },
      /redis\.url is not readable \(unknown form; a "@".* must be percent-encoded\); expected: redis\[s\]/,
    ],
    ['a Redis URL of another kind', { set: ['redis.url=http://localhost'] }, /redis\[s\]\+cluster:\/\/ URL/],
    ['a flag without a value', { set: ['http.port'] }, '--set http.port: needs a value: --set http.port=…'],
    [
      'a Redis URL with a password as a flag',
      { set: ['redis.url=redis://:hunter2@redis.internal'] },
      /^--set redis\.url: contains a secret .*GATEHOUSE_REDIS__URL_FILE$/,
    ],
    [
      'a variable like those of Kubernetes, with a value unlike theirs',
      { env: { GATEHOUSE_PORT: '9000' } },
      'GATEHOUSE_PORT: unknown key GATEHOUSE_PORT',
    ],
    [
      'a number where YAML needs quotation marks',
      { yaml: 'admin: { brand: { name: 2024 } }' },
      /admin\.brand\.name is 2024; .*; put it in quotation marks/,
    ],
    [
      'a color that is a comment to YAML',
      { yaml: 'admin:\n  brand:\n    accent: #3451c6\n    name: Acme\n' },
      /^gatehouse\.yaml:3:5: admin\.brand\.accent has a comment instead of a value/,
    ],
    [
      'text that is an alias to YAML, without repeating it',
      { yaml: 'redis:\n  sentinel_password: *hunter2\n' },
      'gatehouse.yaml:2:3: refers to an anchor that does not exist; put text that begins with * in quotation marks',
    ],
    [
      'a tag, whose program has not run',
      { yaml: `host: { token: !vault ${TOKEN} }` },
      'gatehouse.yaml:1:16: is not YAML: a tag that has no meaning here; put text that begins with ! in quotation marks',
    ],
    [
      'text that is an anchor to YAML, and would leave the key without a value',
      { yaml: 'consent:\n  token: &hunter2\n' },
      'gatehouse.yaml:2:3: consent.token has an anchor instead of a value: put text that begins with & in quotation marks',
    ],
    [
      'more than one document',
      { yaml: 'workers: 1\n---\nworkers: 2\n' },
      'gatehouse.yaml:2:1: is not YAML: more than one document (---)',
    ],
    [
      'a socket path that the system would cut off',
      { set: [`consent.address=unix:/${'a'.repeat(107)}`] },
      /unix:\/absolute\/path \(at most 107 bytes\)/,
    ],
    ['a file that is a list', { yaml: '- http' }, 'gatehouse.yaml:1:1: the file must be a mapping of keys to values'],
    [
      'a value instead of a section',
      { yaml: 'http: 8080' },
      'gatehouse.yaml:1:7: http must be a mapping of keys to values',
    ],
    ['invalid YAML, with its place', { yaml: 'http: {\n' }, /^gatehouse\.yaml:2:1: is not YAML: /],
    [
      'a key in both notations',
      { yaml: 'http: { port: 1001 }\nhttp.port: 1002\n' },
      'gatehouse.yaml:2:1: http.port is set twice in this file; remove one of the two',
    ],
    ['a merge key of YAML 1.1', { yaml: '<<: { workers: 1 }' }, 'gatehouse.yaml:1:1: unknown key <<'],
    [
      'a URL with a line break',
      { env: { GATEHOUSE_APP__URL: 'https://app.example\n' } },
      /^GATEHOUSE_APP__URL: app\.url is/,
    ],
    ['a duplicate key', { yaml: 'workers: 1\nworkers: 2\n' }, /^gatehouse\.yaml:2:1: is not YAML: .*unique/],
    [
      'a secret as a flag',
      { set: [`host.token=${TOKEN}`] },
      /^--set host\.token: is a secret and would be visible in the process list; use GATEHOUSE_HOST__TOKEN or/,
    ],
    [
      'a secret set in two ways',
      { env: { GATEHOUSE_HOST__TOKEN: TOKEN, GATEHOUSE_HOST__TOKEN_FILE: '/none' } },
      'GATEHOUSE_HOST__TOKEN_FILE: GATEHOUSE_HOST__TOKEN is also set; set only one of the two',
    ],
    [
      'a missing secret file',
      { env: { GATEHOUSE_HOST__TOKEN_FILE: '/none' } },
      /^GATEHOUSE_HOST__TOKEN_FILE: cannot be read: ENOENT/,
    ],
    ['a _FILE variable for a key that is not a secret', { env: { GATEHOUSE_HTTP__PORT_FILE: '/none' } }, /unknown key/],
  ];
  for (const [what, given, expected] of refused) {
    it(`rejects ${what}`, () => {
      const [first, ...others] = problems(given);
      if (typeof expected === 'string') expect(first).to.equal(expected);
      else expect(first).to.match(expected);
      expect(others).to.deep.equal([]);
    });
  }

  it('rejects options of the authorization server and names where they belong (AS-190)', () => {
    const attempts: Given[] = [
      { yaml: 'oauth: { issuer: https://app.example }' },
      { yaml: 'issuer: https://app.example' },
      { env: { GATEHOUSE_ISSUER: 'https://app.example' } },
      { env: { GATEHOUSE_OAUTH__CODE_TTL: '1m' } },
      { set: ['oauth.issuer=https://app.example'] },
      ...Object.keys(OAUTH_OPTIONS).map((option) => ({
        env: { [`GATEHOUSE_${contractName(option).toUpperCase()}`]: '1' },
      })),
    ];
    for (const attempt of attempts) {
      expect(problems(attempt), JSON.stringify(attempt)).to.have.length(1);
      expect(problems(attempt)[0]).to.contain('come only from the host');
    }
  });

  it('knows exactly the options of the contract', () => {
    const proto = readFileSync('proto/gatehouse/host/v1/oauth_options.proto', 'utf8');
    const message = /message OAuthOptions \{([\s\S]*?)\n\}/.exec(proto)?.[1] ?? '';
    const fields = [...message.matchAll(/^ {2}(?!\/\/).*?(\w+) = \d+[ ;]/gm)].map((match) => match[1]);
    expect(fields).to.deep.equal(Object.keys(OAUTH_OPTIONS).map(contractName));
  });

  it('reports the problems of all layers together', () => {
    const found = problems({
      yaml: 'workers: none\nhtpp: {}\n',
      env: { GATEHOUSE_LOG__LEVEL: 'loud' },
      set: ['http.port=70000'],
    });
    expect(found).to.have.length(4);
  });

  describe('secrets', () => {
    const env = {
      GATEHOUSE_HOST__TOKEN: TOKEN,
      GATEHOUSE_REDIS__URL: 'redis://gatehouse:hunter2@redis.internal:6379/0',
    };

    it('are printed as [secret], including the password inside a URL', () => {
      const { resolved } = load({ env });
      for (const report of [reportTable(resolved), reportJson(resolved)]) {
        expect(report).to.contain('[secret]').and.to.contain('redis://gatehouse:[secret]@redis.internal:6379/0');
        expect(report).not.to.contain(TOKEN).and.not.to.contain('hunter2');
      }
    });

    it('are not quoted in errors about them', () => {
      const found = problems({
        yaml: 'host: { token: 123456 }',
        env: {
          GATEHOUSE_CONSENT__TOKEN: 'too short',
          GATEHOUSE_REDIS__URL: 'reddis://gatehouse:hunter2@redis.internal',
        },
      }).join('\n');
      expect(found).to.contain('host.token is [secret]').and.to.contain('redis.url is not readable');
      expect(found).not.to.match(/123456|too short|hunter2/);
      const asList = problems({ yaml: 'redis: { url: ["redis://:hunter2@redis.internal"] }' }).join();
      expect(asList).to.contain('redis.url is not readable').and.not.to.contain('hunter2');
    });
  });
});
