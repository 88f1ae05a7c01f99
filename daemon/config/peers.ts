import { readFileSync } from 'node:fs';
import type { Config } from './schema.js';

/**
 * The parts of the configuration in the form that the connections expect: an empty text becomes an absent member, and a path
 * becomes the content of its file. checks.ts has already verified that the files are readable.
 */
export function hostConfigOf({ host }: Config) {
  const { ca, cert, key, serverName } = host.tls;
  const usesTls = ca !== '' || cert !== '' || serverName !== '';
  return {
    at:
      host.url.length === 0
        ? hostAddressesOf(host).map((address) => ({ address }))
        : host.url.map((url) => ({ url, encoding: host.encoding })),
    everyRecord: host.records === 'all',
    timeoutMs: host.deadlineMs,
    maxInFlight: host.maxInFlight,
    ...(host.token !== '' && { token: host.token }),
    ...(usesTls && {
      tls: {
        ...(ca !== '' && { rootCertificates: readFileSync(ca) }),
        ...(cert !== '' && { clientCertificate: readFileSync(cert), clientKey: readFileSync(key) }),
        ...(serverName !== '' && { serverName }),
      },
    }),
  };
}

/** Where the hosts serve gRPC, if they have no URL. */
export function hostAddressesOf({ address }: Config['host']): readonly string[] {
  return address.length === 0 ? ['127.0.0.1:9090'] : address;
}

export function consentConfigOf({ consent }: Config) {
  const { ca, cert, key } = consent.tls;
  return {
    address: consent.address,
    ...(consent.token !== '' && { token: consent.token }),
    ...(consent.tokenPrevious !== '' && { previousToken: consent.tokenPrevious }),
    ...(cert !== '' && {
      tls: {
        certificate: readFileSync(cert),
        key: readFileSync(key),
        ...(ca !== '' && { clientCertificates: readFileSync(ca) }),
      },
    }),
  };
}

export function redisOptionsOf({ redis }: Config) {
  const { ca, cert, key, serverName } = redis.tls;
  return {
    url: redis.url,
    keyPrefix: redis.keyPrefix,
    commandTimeoutMs: redis.commandTimeoutMs,
    ...(redis.sentinelPassword !== '' && { sentinelPassword: redis.sentinelPassword }),
    tls: {
      ...(ca !== '' && { ca: readFileSync(ca) }),
      ...(cert !== '' && { cert: readFileSync(cert), key: readFileSync(key) }),
      ...(serverName !== '' && { servername: serverName }),
    },
  };
}

const MINUTE_SECONDS = 60;

export function adminSettingsOf({ app, backend, admin }: Config) {
  const { maxAttempts, decayMinutes } = admin.login;
  return {
    prefix: backend.uri,
    cookieSecure: backend.cookieSecure,
    root: backend.root,
    secret: admin.jwt.secret,
    ...(admin.jwt.secretPrevious !== '' && { previousSecret: admin.jwt.secretPrevious }),
    issuer: app.url,
    ttlSeconds: admin.jwt.ttl * MINUTE_SECONDS,
    refreshTtlSeconds: admin.jwt.refreshTtl * MINUTE_SECONDS,
    blacklistGraceSeconds: admin.jwt.blacklistGrace,
    bcryptCost: admin.password.bcryptCost,
    maxSignInAttempts: maxAttempts,
    signInWindowMs: decayMinutes * MINUTE_SECONDS * 1000,
  };
}
