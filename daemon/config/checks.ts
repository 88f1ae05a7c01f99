import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { X509Certificate } from 'node:crypto';
import { messageOf } from '../core/faults.js';
import { isPrivateAddress, isPrivateUrl } from '../core/network-addresses.js';
import { hostAddressesOf } from './peers.js';
import { parseRedisUrl } from './redis-url.js';
import type { Config } from './schema.js';

/** One error in the configuration: where it was set, and how to fix it. Contains no secret. */
export interface Problem {
  /** "gatehouse.yaml:3:5", "GATEHOUSE_HTTP__PORT", "--set http.port"; or the key's name if several places cause the error. */
  readonly where: string;
  readonly what: string;
}

/** All errors of the configuration together, so that an operator does not need five starts to find five errors. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly Problem[]) {
    const lines = problems.map(({ where, what }) => `  ${where}: ${what}`);
    super(`the configuration is not valid (docs/configuration.md describes every key):\n${lines.join('\n')}`);
  }
}

/**
 * Checks that involve several keys, one rule a function. A daemon whose configuration breaks one does not start: each would
 * be a security hole or an outage that stays hidden until someone runs into it.
 */
const RULES: readonly ((config: Config) => readonly Problem[])[] = [
  workersShareState,
  workersShareAPort,
  listenersDiffer,
  hostHasOnePlace,
  hostIsTrusted,
  callersAreTrusted,
  previousSecretsFollowOthers,
  certificatesComeInPairs,
  callersCertificatesNeedOurs,
  certificatesAreValid,
  redisSettingsHaveAUse,
  cookiesAreSecure,
  tokensOutliveTheirRefresh,
];

export function checkProblems(config: Config): readonly Problem[] {
  return RULES.flatMap((rule) => rule(config));
}

function problemIf(wrong: boolean, where: string, what: string): readonly Problem[] {
  return wrong ? [{ where, what }] : [];
}

function workersShareState({ workers, redis }: Config): readonly Problem[] {
  return problemIf(
    workers > 1 && redis.url === '',
    'workers',
    `${workers} workers do not share memory, so each would miss the requests stored by the others; set redis.url, or set workers to 1`,
  );
}

function workersShareAPort({ workers, http }: Config): readonly Problem[] {
  return problemIf(
    workers > 1 && http.port === 0,
    'http.port',
    `is 0, but ${workers} workers must share one fixed port; set a port, or set workers to 1`,
  );
}

/** Without this rule, "the port is in use by another process" would send an operator looking for one. */
function listenersDiffer({ http, metrics, consent }: Config): readonly Problem[] {
  const listeners = [
    { key: 'http.port', host: http.host, port: http.port },
    { key: 'metrics.port', host: metrics.host, port: metrics.port },
    { key: 'consent.address', ...hostAndPort(consent.address) },
  ].filter(({ port }) => port !== 0);
  return listeners.flatMap((one, index) =>
    listeners
      .slice(0, index)
      .filter((other) => other.port === one.port && (other.host === one.host || [one, other].some(isEveryInterface)))
      .map((other) => ({
        where: one.key,
        what: `is the same as ${other.key} (${one.port}); each listener needs a port of its own, so that metrics and consent operations are not exposed to the public`,
      })),
  );
}

/** Port 0 for a Unix socket. */
function hostAndPort(address: string): { readonly host: string; readonly port: number } {
  const [, host = '', port = '0'] = /^(?!unix:)(.*):(\d+)$/.exec(address) ?? [];
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
}

function isEveryInterface({ host }: { readonly host: string }): boolean {
  return host === '0.0.0.0' || host === '::';
}

function hostHasOnePlace({ host }: Config): readonly Problem[] {
  return [
    ...problemIf(
      host.url.length > 0 && host.address.length > 0,
      'host.url',
      'is set, and so is host.address; set host.url for a host that speaks HTTP, or host.address for one that speaks gRPC',
    ),
    ...problemIf(
      host.url.some((url) => url.startsWith('http:')) && Object.values(host.tls).some((value) => value !== ''),
      'host.url',
      'begins with http, but host.tls is set; use https, or remove host.tls',
    ),
    // Node.js takes port 0 of a URL for the default port, where something else may answer.
    ...(['address', 'url'] as const).flatMap((name) =>
      problemIf(
        host[name].some((at) => /^(?!unix:)[^/]*(?:\/\/[^/]*)?:0+(?:\/|$)/.test(at)),
        `host.${name}`,
        'has port 0, at which no host can listen; name the port of the host',
      ),
    ),
    ...(['address', 'url'] as const).flatMap((name) =>
      problemIf(new Set(host[name]).size < host[name].length, `host.${name}`, 'names a host twice; name each one once'),
    ),
  ];
}

/** The host there decides about every client, code and token. */
function hostIsTrusted({ host }: Config): readonly Problem[] {
  const proven = host.token !== '' || (host.tls.cert !== '' && host.tls.key !== '');
  if (proven) return [];
  if (host.url.length > 0) {
    return host.url.flatMap((url) =>
      problemIf(
        !isPrivateUrl(url),
        'host.url',
        `${url} is not on a loopback address, so the connection needs https with a client certificate (host.tls.cert, host.tls.key) or a shared token (host.token)`,
      ),
    );
  }
  return hostAddressesOf(host).flatMap((address) =>
    problemIf(
      !isPrivateAddress(address),
      'host.address',
      `${address} is neither loopback nor a Unix socket, so the connection needs TLS with a client certificate (host.tls.cert, host.tls.key) or a shared token (host.token)`,
    ),
  );
}

/** The consent operations trust their caller about who the user is: any caller can grant access as any user. */
function callersAreTrusted({ consent }: Config): readonly Problem[] {
  const proven = consent.token !== '' || (consent.tls.cert !== '' && consent.tls.key !== '' && consent.tls.ca !== '');
  return problemIf(
    !isPrivateAddress(consent.address) && !proven,
    'consent.address',
    `${consent.address} is neither loopback nor a Unix socket, and callers can grant consent for any user, so it needs TLS with client certificates (consent.tls.ca, .cert, .key) or a shared token (consent.token)`,
  );
}

/** A second secret alone would be the only one, under a name that says otherwise; the same one twice rotates nothing. */
function previousSecretsFollowOthers({ consent, admin }: Config): readonly Problem[] {
  const pairs = [
    ['consent.token', consent.token, consent.tokenPrevious],
    ['admin.jwt.secret', admin.jwt.secret, admin.jwt.secretPrevious],
  ] as const;
  return pairs.flatMap(([name, current, previous]) => [
    ...problemIf(
      previous !== '' && current === '',
      `${name}_previous`,
      `is set, but ${name} is not; set ${name}, or remove ${name}_previous`,
    ),
    ...problemIf(
      previous !== '' && previous === current,
      `${name}_previous`,
      `is the same as ${name}; set the other one of the two between which you change, or remove it`,
    ),
  ]);
}

function certificatesComeInPairs({ host, consent, redis }: Config): readonly Problem[] {
  const pairs = { 'host.tls': host.tls, 'consent.tls': consent.tls, 'redis.tls': redis.tls };
  return Object.entries(pairs).flatMap(([name, { cert, key }]) =>
    problemIf(
      (cert === '') !== (key === ''),
      cert === '' ? `${name}.cert` : `${name}.key`,
      `is not set, but ${cert === '' ? `${name}.key` : `${name}.cert`} is; a certificate and its key must be set together`,
    ),
  );
}

function callersCertificatesNeedOurs({ consent }: Config): readonly Problem[] {
  return problemIf(
    consent.tls.ca !== '' && consent.tls.cert === '' && consent.tls.key === '',
    'consent.tls.ca',
    'is set, but the listener has no certificate; set consent.tls.cert and consent.tls.key too',
  );
}

/**
 * A file that OpenSSL cannot use would end the daemon with "no start line", and a CA file without a certificate would leave it
 * running with no one to trust.
 */
function certificatesAreValid({ host, consent, redis }: Config): readonly Problem[] {
  const sections = { 'host.tls': host.tls, 'consent.tls': consent.tls, 'redis.tls': redis.tls };
  return Object.entries(sections).flatMap(([name, { ca, cert, key }]) => {
    const [caFile, certFile, keyFile] = [
      pemOf(`${name}.ca`, ca),
      pemOf(`${name}.cert`, cert),
      pemOf(`${name}.key`, key),
    ];
    const problems = [caFile, certFile, keyFile].flatMap(({ problem }) => problem ?? []);
    if (problems.length > 0 || certFile.pem === undefined || keyFile.pem === undefined) return problems;
    return pairProblem(`${name}.key`, certFile.pem, keyFile.pem, cert);
  });
}

interface PemFile {
  readonly pem?: string;
  readonly problem?: Problem;
}

/** The file of a key; neither text nor problem if the key is not set. */
function pemOf(where: string, path: string): PemFile {
  if (path === '') return {};
  let pem: string;
  try {
    pem = readFileSync(path, 'latin1');
  } catch (error) {
    return { problem: { where, what: `cannot be read: ${messageOf(error)}` } };
  }
  const what = where.endsWith('.key') ? 'PRIVATE KEY' : 'CERTIFICATE';
  if (!new RegExp(`-----BEGIN [A-Z0-9 ]*${what}-----`).test(pem)) {
    return { problem: { where, what: `${path} contains no "BEGIN ${what}"; name a PEM file` } };
  }
  const problem = what === 'CERTIFICATE' ? certificateProblem(pem) : '';
  return problem === '' ? { pem } : { problem: { where, what: `${path} ${problem}` } };
}

/**
 * Looks at every certificate of the file: OpenSSL ignores the first damaged one and all that follow it, so a new CA that was added
 * to the old one would be missed only when the old one is gone.
 */
function certificateProblem(pem: string): string {
  if (/-----END [A-Z0-9 ]+-----[^\S\r\n]*\S/.test(pem)) {
    return 'has an "END" and a "BEGIN" on one line; put a line break between the certificates';
  }
  const blocks = pem.split(/^(?=-----BEGIN )/m).filter((block) => /^-----BEGIN [A-Z0-9 ]*CERTIFICATE-----/.test(block));
  for (const [index, block] of blocks.entries()) {
    try {
      new X509Certificate(block);
    } catch (error) {
      const reason = messageOf(error);
      if (blocks.length === 1) return `contains no valid certificate: ${reason}`;
      return `contains ${blocks.length} certificates, of which number ${index + 1} is not valid: ${reason}`;
    }
  }
  return '';
}

function pairProblem(where: string, cert: string, key: string, certPath: string): readonly Problem[] {
  try {
    createSecureContext({ cert, key });
    return [];
  } catch (error) {
    const reason = messageOf(error);
    if (reason.includes('mismatch')) return [{ where, what: `is not the key of the certificate in ${certPath}` }];
    const locked = key.includes('ENCRYPTED') ? '; the daemon has no passphrase: store the key without one' : '';
    return [
      { where, what: `does not fit the certificate in ${certPath}, or one of them is damaged (${reason})${locked}` },
    ];
  }
}

/** A setting without an effect is one that the operator counts on: with redis.tls and redis://, everything would be in the clear. */
function redisSettingsHaveAUse({ redis }: Config): readonly Problem[] {
  const endpoint = redis.url === '' ? undefined : parseRedisUrl(redis.url);
  const tls = (['ca', 'cert', 'key', 'serverName'] as const).find((name) => redis.tls[name] !== '');
  return [
    ...problemIf(
      tls !== undefined && endpoint?.tls !== true,
      `redis.tls.${tls === 'serverName' ? 'server_name' : (tls ?? '')}`,
      'is set, but redis.url does not begin with rediss, so the connection would not use TLS; use rediss, or remove redis.tls',
    ),
    ...problemIf(
      redis.sentinelPassword !== '' && endpoint?.kind !== 'sentinel',
      'redis.sentinel_password',
      'is set, but redis.url names no Sentinels; use redis+sentinel:// or rediss+sentinel://, or remove it',
    ),
  ];
}

/** Over plain HTTP, anyone on the network path can take the session. */
function cookiesAreSecure({ app, backend }: Config): readonly Problem[] {
  return problemIf(
    app.env === 'production' && !backend.cookieSecure,
    'backend.cookie_secure',
    'is false, which is allowed only for development over plain HTTP; remove it, or set app.env to development',
  );
}

function tokensOutliveTheirRefresh({ admin }: Config): readonly Problem[] {
  const { ttl, refreshTtl } = admin.jwt;
  return problemIf(
    refreshTtl < ttl,
    'admin.jwt.refresh_ttl',
    `is ${refreshTtl} minutes, less than admin.jwt.ttl (${ttl}): tokens would outlive their session`,
  );
}

/**
 * Options that are allowed but dangerous. Gatehouse logs each as a warning at every start and shows it in /readyz, so that
 * no operator overlooks one.
 */
export function configWarnings({ host, consent, http, throttle }: Config): readonly string[] {
  const warnings: string[] = [];
  for (const url of host.url) {
    if (url.startsWith('http:') && !isPrivateUrl(url))
      warnings.push(`host.token crosses the network unencrypted to ${url}: use https`);
  }
  for (const [name, address, { token, tls }] of [
    ...(host.url.length === 0 ? hostAddressesOf(host).map((address) => ['host', address, host] as const) : []),
    ['consent', consent.address, consent] as const,
  ]) {
    const encrypted = Object.values(tls).some((value) => value !== '');
    if (!isPrivateAddress(address) && token !== '' && !encrypted) {
      warnings.push(`${name}.token crosses the network unencrypted to or from ${address}: set ${name}.tls`);
    }
  }
  if (http.trustedProxies.some((range) => range.endsWith('/0'))) {
    warnings.push(
      'http.trusted_proxies trusts every address: clients can choose the address by which Gatehouse throttles them',
    );
  }
  for (const [name, entry] of Object.entries(throttle)) {
    const key = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const [what, value] = 'share' in entry ? (['share', entry.share] as const) : (['limit', entry.limit] as const);
    if (value === 0) warnings.push(`throttle.${key}.${what} is 0: this throttle is off`);
  }
  return warnings;
}
